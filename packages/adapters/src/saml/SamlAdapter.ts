import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { deflateRawSync } from "node:zlib"
import { SamlVerifier } from "@quire/core"
import { Effect, Layer, Option, Predicate } from "effect"
import type * as ProcessPool from "../text-process/ProcessPool.ts"
import * as ProcessRequest from "../text-process/ProcessRequest.ts"
import * as Certificates from "./Certificates.ts"
import { namespaces } from "./MessageShape.ts"
import * as ResponseHead from "./ResponseHead.ts"
import type * as SamlWorker from "./SamlWorker.ts"
import * as XmlBounds from "./XmlBounds.ts"

export const limits = {
  /** How long a message may take, the start of a process counted. */
  milliseconds: 10_000,
  /** Heap limit of a process, including its program. */
  heapMegabytes: 96
} as const

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
const postBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"

const writeRequest = ({ audience, destination, id, now, ssoURL }: SamlVerifier.SignInRequest): string =>
  `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${escape(ssoURL)}" AssertionConsumerServiceURL="${escape(destination)}" ProtocolBinding="${postBinding}"><saml:Issuer>${escape(audience)}</saml:Issuer><samlp:NameIDPolicy Format="${emailFormat}" AllowCreate="true"/></samlp:AuthnRequest>`

/** The URL of the HTTP redirect binding; an existing query is kept. */
const makeAddress = (request: SamlVerifier.SignInRequest, relayState: string): string => {
  const address = new URL(request.ssoURL)
  address.searchParams.set("SAMLRequest", deflateRawSync(writeRequest(request)).toString("base64"))
  if (relayState !== "") address.searchParams.set("RelayState", relayState)
  return address.href
}

const makeMetadata: SamlVerifier.SamlVerifier["Service"]["makeMetadata"] = ({ audience, destination }) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escape(audience)}"><SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}"><NameIDFormat>${emailFormat}</NameIDFormat><AssertionConsumerService Binding="${postBinding}" Location="${escape(destination)}" index="0" isDefault="true"/></SPSSODescriptor></EntityDescriptor>\n`

const inThisProcess = {
  glance: ResponseHead.glance,
  readCertificates: Certificates.read,
  makeAddress: (request: SamlVerifier.SignInRequest, relayState: string) =>
    Effect.sync(() => makeAddress(request, relayState)),
  makeMetadata
}

const refused = (problem: string) => new SamlVerifier.AssertionRefused({ problem })

const unread = (rule: string) => new SamlVerifier.MetadataRefused({ rule })

const bundled = new URL("./SamlWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources.
 */
const ownProgram = (): ProcessPool.Program => ({
  path: existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve("@quire/adapters/saml-worker"),
  heapMegabytes: limits.heapMegabytes
})

const isAnswer = (value: unknown): value is SamlWorker.Answer => Predicate.hasProperty(value, "_tag")

const byProcess = (ask: ProcessRequest.Ask<SamlWorker.Question, SamlWorker.Answer>) =>
  SamlVerifier.SamlVerifier.of({
    ...inThisProcess,
    verify: Effect.fnUntraced(function* (response, expected) {
      if (response.length > XmlBounds.mostBase64) return yield* refused("it is too long")
      const answer = Option.getOrUndefined(yield* Effect.orDie(ask({ _tag: "Verify", response, expected })))
      if (answer?._tag === "Asserted") return answer.asserted
      return yield* refused(answer?._tag === "Refused" ? answer.problem : "verification takes too long")
    }),
    readMetadata: Effect.fnUntraced(function* (xml) {
      const answer = Option.getOrUndefined(yield* Effect.orDie(ask({ _tag: "ReadMetadata", xml })))
      if (answer?._tag === "Described") return answer.described
      return yield* unread(
        answer?._tag === "Refused" ? answer.problem : "must be metadata that can be parsed within the time limit"
      )
    })
  })

/** Verifies in processes that run the given program; it must respond as `SamlWorker` does. */
export const layerOf = (
  program: ProcessPool.Program,
  milliseconds: number = limits.milliseconds
): Layer.Layer<SamlVerifier.SamlVerifier> =>
  Layer.effect(
    SamlVerifier.SamlVerifier,
    Effect.map(
      ProcessRequest.make<SamlWorker.Question, SamlWorker.Answer>({
        program,
        isAnswer,
        milliseconds,
        pool: "verifying sign-ins"
      }),
      byProcess
    )
  )

/** Parses and verifies XML in separate processes: at most two, each killed at its deadline (rule saml-bounds). */
export const layer: Layer.Layer<SamlVerifier.SamlVerifier> = Layer.unwrap(Effect.sync(() => layerOf(ownProgram())))

/** Verifies in the current process, which blocks its event loop. */
export const layerHere: Layer.Layer<SamlVerifier.SamlVerifier> = Layer.effect(
  SamlVerifier.SamlVerifier,
  Effect.map(
    Effect.promise(() => Promise.all([import("./ProviderMetadata.ts"), import("./SignedResponse.ts")])),
    ([{ read: readMetadata }, { verify }]) => ({ ...inThisProcess, readMetadata, verify })
  )
)
