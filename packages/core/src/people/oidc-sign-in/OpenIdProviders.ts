import { Cache, Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import { Fetcher, type FetchFailed } from "../../foundation/fetch/Fetcher.ts"
import { AssertionRefused, quoted } from "../identity-provider/SamlVerifier.ts"
import { isSecure } from "../identity-provider/SecureAddress.ts"
import { type ExpectedIdToken, type IdTokenClaims, IdTokenVerifier, type PublishedKey } from "./IdTokenVerifier.ts"
import * as VerifiedIdentity from "./VerifiedIdentity.ts"

export const limits = {
  /** Maximum size of the discovery document. */
  documentBytes: 131_072,
  /** Maximum size of the key set, and number of keys that are used. */
  keysBytes: 262_144,
  keys: 100,
  /** Maximum size of the token response. */
  tokenBytes: 65_536,
  /** Maximum size of the userinfo response. */
  personBytes: 65_536,
  /** Maximum length of an access token in characters. */
  accessLength: 16_384,
  /** Time limit for each request, in milliseconds. */
  deadline: 10_000
} as const

/** The discovery document of a provider (OpenID Connect Discovery). */
const ProviderDocument = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  jwks_uri: Schema.String,
  userinfo_endpoint: Schema.optionalKey(Schema.String),
  token_endpoint_auth_methods_supported: Schema.optionalKey(Schema.Array(Schema.String)),
  authorization_response_iss_parameter_supported: Schema.optionalKey(Schema.Boolean)
})
export type ProviderDocument = typeof ProviderDocument.Type

const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const Answer = Schema.Struct({
  id_token: Schema.String,
  access_token: Schema.optionalKey(Schema.Unknown),
  token_type: Schema.optionalKey(Schema.Unknown)
})
const Person = Schema.Record(Schema.String, Schema.Unknown)

const decoder = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownOption(Schema.fromJsonString(schema))
  return (bytes: Uint8Array): A | undefined => {
    const found = decode(new TextDecoder().decode(bytes))
    return found._tag === "Some" ? found.value : undefined
  }
}

const decodeDocument = decoder(ProviderDocument)
const decodeKeys = decoder(KeySet)
const decodeAnswer = decoder(Answer)
const decodePerson = decoder(Person)

/** The URL of the discovery document. */
export const addressOf = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`

/**
 * Reads the discovery document of a provider, or returns why it is rejected. The document must be for the requested
 * issuer, and its endpoints must be secure (rule oidc-discovery).
 */
export const readDocument = (issuer: string, bytes: Uint8Array): ProviderDocument | string => {
  const document = decodeDocument(bytes)
  if (document === undefined) return "the configuration of the provider is not a valid OpenID Connect document"
  if (document.issuer !== issuer) {
    const advice = /[{}]/.test(document.issuer) ? ": replace the template with the issuer of your tenant" : ""
    return `the configuration of the provider has the issuer ${quoted(document.issuer)} instead of ${quoted(issuer)}${advice}`
  }
  const { authorization_endpoint, jwks_uri, token_endpoint, userinfo_endpoint = token_endpoint } = document
  return [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint].every(isSecure)
    ? document
    : "the configuration of the provider contains URLs that do not use https"
}

/** The keys of a provider; undefined if the document is invalid. */
export const readKeys = (bytes: Uint8Array): ReadonlyArray<PublishedKey> | undefined =>
  decodeKeys(bytes)?.keys.slice(0, limits.keys)

/** The result of exchanging a code. */
export interface TokenResponse {
  readonly idToken: string
  /** The access token for userinfo, if there is one. */
  readonly accessToken: string | undefined
}

/** Syntax of a bearer token (RFC 6750, 2.1). */
const bearerPattern = /^[\w.~+/-]+=*$/

const isBearer = (token: unknown, type: unknown): token is string =>
  typeof type === "string" &&
  type.toLowerCase() === "bearer" &&
  typeof token === "string" &&
  token.length <= limits.accessLength &&
  bearerPattern.test(token)

/** Reads a token response; undefined if it has no ID token. */
export const readTokenResponse = (bytes: Uint8Array): TokenResponse | undefined => {
  const answer = decodeAnswer(bytes)
  if (answer === undefined) return undefined
  const { access_token: access, id_token: idToken, token_type: type } = answer
  return { idToken, accessToken: isBearer(access, type) ? access : undefined }
}

/** Reads the claims of a userinfo response; undefined if it is not a JSON object. */
export const readPerson = (bytes: Uint8Array): IdTokenClaims | undefined => decodePerson(bytes)

/** Cache of providers: the number of entries, their lifetime, and how long a failure is cached. */
const kept = { capacity: 500, fresh: 600_000, failed: 10_000 } as const

/**
 * Minimum age in milliseconds before cached keys are fetched again, so that tokens with unknown keys cause at most one
 * fetch per interval.
 */
const leastAge = 60_000

const refused = (problem: string) => new AssertionRefused({ problem })

const unreachable = (what: string) => (error: FetchFailed) =>
  refused(`the ${what} of the provider cannot be read: ${error.message}`)

const remembering = <A>(lookup: (key: string) => Effect.Effect<A, AssertionRefused>) =>
  Cache.makeWith(lookup, {
    capacity: kept.capacity,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? kept.fresh : kept.failed)
  })

/** Documents and keys of OpenID providers, fetched like any other untrusted URL (rule oidc-discovery). */
export class OpenIdProviders extends Context.Service<OpenIdProviders>()("@quire/core/OpenIdProviders", {
  make: Effect.gen(function* () {
    const fetcher = yield* Fetcher
    const verifier = yield* IdTokenVerifier

    /** Redirects are not followed, because trust is based on the requested address. */
    const fetch = Effect.fnUntraced(function* (url: string, maxBytes: number, what: string) {
      const settings = { maxBytes, deadlineMs: limits.deadline, accept: "application/json" }
      const fetched = yield* Effect.mapError(fetcher.get(url, settings), unreachable(what))
      if (fetched.url !== new URL(url).href)
        return yield* refused(`the ${what} URL of the provider redirects to another URL`)
      return fetched.bytes
    })

    const documents = yield* remembering((issuer) =>
      Effect.gen(function* () {
        const address = addressOf(issuer)
        const bytes = yield* fetch(address, limits.documentBytes, "configuration")
        const read = readDocument(issuer, bytes)
        return typeof read === "string" ? yield* refused(read) : read
      })
    )

    const keySets = yield* remembering((address) =>
      Effect.gen(function* () {
        const keys = readKeys(yield* fetch(address, limits.keysBytes, "keys"))
        if (keys === undefined) return yield* refused("the keys of the provider are not a valid JSON Web Key Set")
        return { keys, readAt: yield* Clock.currentTimeMillis }
      })
    )

    /**
     * Verifies a token with the cached keys, and with fetched ones if the token is signed with another key (rule
     * oidc-keys).
     */
    const verify = Effect.fnUntraced(function* (
      address: string,
      token: string,
      expected: Omit<ExpectedIdToken, "keys">
    ) {
      const { keys, readAt } = yield* Cache.get(keySets, address)
      const first = verifier.verify(token, { ...expected, keys })
      const again = Effect.gen(function* () {
        if ((yield* Clock.currentTimeMillis) - readAt >= leastAge) yield* Cache.invalidate(keySets, address)
        const fresh = yield* Cache.get(keySets, address)
        return yield* verifier.verify(token, { ...expected, keys: fresh.keys })
      })
      return yield* Effect.catchTags(
        Effect.catchTag(first, "KeyUnknown", () => again),
        {
          KeyUnknown: (error) => refused(error.message),
          IdTokenRefused: ({ problem }) => refused(problem)
        }
      )
    })

    /**
     * Returns the claims of an ID token, completed with userinfo of the same subject if the token has no address (rule
     * oidc-userinfo). Userinfo is requested by POST, because redirects of form requests are not followed: a redirect
     * would leak the access token.
     */
    const complete = Effect.fnUntraced(function* (
      { userinfo_endpoint: endpoint }: ProviderDocument,
      accessToken: string | undefined,
      claims: IdTokenClaims
    ) {
      if (claims["email"] !== undefined || endpoint === undefined || accessToken === undefined) return claims
      const { deadline: deadlineMs, personBytes: maxBytes } = limits
      const settings = { maxBytes, deadlineMs, accept: "application/json" }
      const form = { fields: {}, authorization: `Bearer ${accessToken}` }
      const { bytes } = yield* Effect.mapError(fetcher.postForm(endpoint, form, settings), unreachable("userinfo"))
      const person = readPerson(bytes)
      if (person === undefined) return yield* refused("the userinfo of the provider is not a JSON object")
      return person["sub"] === claims["sub"]
        ? VerifiedIdentity.join(claims, person)
        : yield* refused("the userinfo of the provider is for another subject than the ID token")
    })

    return { describe: (issuer: string) => Cache.get(documents, issuer), verify, complete } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
