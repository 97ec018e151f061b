import { Cache, Clock, Context, Effect, Exit, Layer } from "effect"
import { Fetcher, type FetchFailed } from "../../foundation/fetch/Fetcher.ts"
import { AssertionRefused } from "../identity-provider/SamlVerifier.ts"
import type { ExpectedIdToken, IdTokenClaims } from "./IdTokenVerifier.ts"
import { IdTokenVerifier } from "./IdTokenVerifier.ts"
import * as ProviderDocument from "./ProviderDocument.ts"
import * as VerifiedIdentity from "./VerifiedIdentity.ts"

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
      const settings = { maxBytes, deadlineMs: ProviderDocument.limits.deadline, accept: "application/json" }
      const fetched = yield* Effect.mapError(fetcher.get(url, settings), unreachable(what))
      if (fetched.url !== new URL(url).href)
        return yield* refused(`the ${what} URL of the provider redirects to another URL`)
      return fetched.bytes
    })

    const documents = yield* remembering((issuer) =>
      Effect.gen(function* () {
        const address = ProviderDocument.addressOf(issuer)
        const bytes = yield* fetch(address, ProviderDocument.limits.documentBytes, "configuration")
        const read = ProviderDocument.read(issuer, bytes)
        return typeof read === "string" ? yield* refused(read) : read
      })
    )

    const keySets = yield* remembering((address) =>
      Effect.gen(function* () {
        const keys = ProviderDocument.readKeys(yield* fetch(address, ProviderDocument.limits.keysBytes, "keys"))
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
      { userinfo_endpoint: endpoint }: ProviderDocument.ProviderDocument,
      accessToken: string | undefined,
      claims: IdTokenClaims
    ) {
      if (claims["email"] !== undefined || endpoint === undefined || accessToken === undefined) return claims
      const { deadline: deadlineMs, personBytes: maxBytes } = ProviderDocument.limits
      const settings = { maxBytes, deadlineMs, accept: "application/json" }
      const form = { fields: {}, authorization: `Bearer ${accessToken}` }
      const { bytes } = yield* Effect.mapError(fetcher.postForm(endpoint, form, settings), unreachable("userinfo"))
      const person = ProviderDocument.readPerson(bytes)
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
