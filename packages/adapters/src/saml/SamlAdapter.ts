import { SamlVerifier } from "@quire/core"
import { Layer } from "effect"
import * as Certificates from "./Certificates.ts"

export const layer: Layer.Layer<SamlVerifier.SamlVerifier> = Layer.succeed(SamlVerifier.SamlVerifier, {
  readCertificates: Certificates.read
})
