import { Cache, Clock, Effect, Exit } from "effect"
import { Fetcher, type FetchFailed } from "../../foundation/fetch/Fetcher.ts"
import { AssertionRefused } from "../identity-provider/SamlVerifier.ts"
import type { ExpectedIdToken, IdTokenClaims } from "./IdTokenVerifier.ts"
import { IdTokenVerifier } from "./IdTokenVerifier.ts"
import * as ProviderDocument from "./ProviderDocument.ts"
import * as VerifiedIdentity from "./VerifiedIdentity.ts"

/** How many providers are remembered, for how long, and for how long one that did not answer is not asked again. */
const kept = { capacity: 500, fresh: 600_000, failed: 10_000 } as const

/** How old keys must be before they are asked for again, in milliseconds: whoever names a new key is asked for once. */
const leastAge = 60_000

const refused = (problem: string) => new AssertionRefused({ problem })

const unreachable = (what: string) => (error: FetchFailed) => refused(`its ${what} cannot be read: ${error.message}`)

const remembering = <A>(lookup: (key: string) => Effect.Effect<A, AssertionRefused>) =>
  Cache.makeWith(lookup, {
    capacity: kept.capacity,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? kept.fresh : kept.failed)
  })

/** What OpenID providers say, fetched as any address of strangers is (rule oidc-discovery). */
export const make = Effect.gen(function* () {
  const fetcher = yield* Fetcher
  const verifier = yield* IdTokenVerifier

  /** Redirects are not gone after: the address is what vouches for the answer. */
  const fetch = Effect.fnUntraced(function* (url: string, maxBytes: number, what: string) {
    const settings = { maxBytes, deadlineMs: ProviderDocument.limits.deadline, accept: "application/json" }
    const fetched = yield* Effect.mapError(fetcher.get(url, settings), unreachable(what))
    if (fetched.url !== new URL(url).href) return yield* refused(`its ${what} leads elsewhere`)
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
      if (keys === undefined) return yield* refused("its keys are none")
      return { keys, readAt: yield* Clock.currentTimeMillis }
    })
  )

  /** Verifies with the keys that are known, and with fresh ones if the token names another (rule oidc-keys). */
  const verify = Effect.fnUntraced(function* (address: string, token: string, expected: Omit<ExpectedIdToken, "keys">) {
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
   * What an ID token says, and what userinfo tells of the same person where the token has no address (rule
   * oidc-userinfo). Asked by a form, as redirects of those are not gone after: the access token would go with them.
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
    if (person === undefined) return yield* refused("its userinfo is none")
    return person["sub"] === claims["sub"]
      ? VerifiedIdentity.join(claims, person)
      : yield* refused("its userinfo is of another")
  })

  return { describe: (issuer: string) => Cache.get(documents, issuer), verify, complete } as const
})
