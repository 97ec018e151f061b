import { X509Certificate } from "node:crypto"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { deflateRawSync } from "node:zlib"
import { SamlProvider, SamlVerifier } from "@quire/core"
import { Effect, Layer, Option, Predicate } from "effect"
import type * as ProcessPool from "../text-process/ProcessPool.ts"
import * as ProcessRequest from "../text-process/ProcessRequest.ts"
import { namespaces, otherIssuer } from "./MessageShape.ts"
import type * as SamlWorker from "./SamlWorker.ts"
import * as XmlBounds from "./XmlBounds.ts"

/** Minimum size of an RSA key in bits. */
const leastModulus = 2048

const pem = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

const refuseCertificate = (rule: string) => Effect.fail(new SamlVerifier.CertificateRefused({ rule }))

/** The base64 of each certificate in a text, either as PEM or alone; any other content is an error. */
const split = (text: string): ReadonlyArray<string> => {
  const found = [...text.matchAll(pem)].map(([, body = ""]) => body)
  if (found.length === 0) return /^[A-Za-z0-9+/=\s]+$/.test(text) ? [text] : []
  return text.replace(pem, "").trim() === "" ? found : []
}

const parse = (base64: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(Buffer.from(base64, "base64"))
  } catch {
    return undefined
  }
}

const isStrong = ({ publicKey }: X509Certificate): boolean =>
  publicKey.asymmetricKeyType === "rsa" && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= leastModulus

/** The certificates in a text, as base64 of their DER (rule saml-certificate). */
export const read = (text: string): Effect.Effect<ReadonlyArray<string>, SamlVerifier.CertificateRefused> => {
  const found = split(text).flatMap((base64) => parse(base64) ?? [])
  const { certificates } = SamlProvider.limits
  if (found.length === 0 || found.length !== split(text).length) {
    return refuseCertificate("must be an X.509 certificate in PEM or base64")
  }
  if (found.length > certificates) return refuseCertificate(`must be at most ${certificates} certificates`)
  if (!found.every(isStrong)) return refuseCertificate(`must contain an RSA key of at least ${leastModulus} bits`)
  return Effect.succeed(found.map(({ raw }) => raw.toString("base64")))
}

const refuse = (problem: string) => Effect.fail(new SamlVerifier.AssertionRefused({ problem }))

/** The first tag of a message, after its declaration. */
const firstTag = /^\s*(?:<\?xml[^<>?]*\?>\s*)?<([^<>]*)>/

const inResponseTo = /\sInResponseTo\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** The text of the first element of that name. */
const saidIssuer = /<(?:[\w.-]{1,40}:)?Issuer(?:\s[^<>]{0,400})?>([^<]{0,1024})</

/** Whether a name has only one spelling in XML. */
const isPlain = (name: string): boolean => /^[\w.:/?#=~+-]+$/.test(name)

/**
 * Examines a response (base64 of XML) without parsing it. Rejects responses that cannot be valid, and returns the ID of
 * the request in InResponseTo, or null. The result is not trusted (rule saml-cheap-checks).
 */
export const glance: SamlVerifier.SamlVerifier["Service"]["glance"] = (response, { issuer }) =>
  Effect.suspend(() => {
    if (response.length > XmlBounds.mostBase64) return refuse("it is too long")
    if (!/^[A-Za-z0-9+/=\s]+$/.test(response)) return refuse("it is not base64")
    const xml = Buffer.from(response, "base64").toString("utf8")
    if (xml.length > XmlBounds.limits.characters) return refuse("it is too long")
    const [, tag] = firstTag.exec(xml) ?? []
    if (tag === undefined) return refuse("it is not a response")
    if (!xml.includes("Signature") && !xml.includes("Encrypted")) return refuse("it is not signed")
    if (isPlain(issuer) && !xml.includes(issuer)) return refuse(otherIssuer(saidIssuer.exec(xml)?.[1] ?? "", issuer))
    const [, double, single] = inResponseTo.exec(tag) ?? []
    return Effect.succeed(double ?? single ?? null)
  })

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
  glance: glance,
  readCertificates: read,
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
