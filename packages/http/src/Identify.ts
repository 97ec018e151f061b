import { Identity, type Introduction, type RowStore, type UserId, type Users } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import { TrustedOrigins } from "./foundation/exchange/CrossSite.ts"

/** The parts of a request that a host sees; a web `Request` has them. */
export type IdentifyRequest = Pick<Request, "headers" | "method" | "url">

/**
 * Identifies the caller: a user by id, a person (created as a user on first sight), or null, in which case a bearer
 * token decides. A rejection answers 500 and lets nobody in; the id of an unknown user, and an address that belongs to
 * another person, answer 401.
 *
 * A person is named by `issuer` and `externalId` where the host or an identity provider has an id for them, and their
 * address is carried on (rule user-identity).
 *
 * The function is not called for a request that changes something and comes of a page of another site, or of another
 * origin of the same site, as the browser says (rule identify-forgery): such a request needs a token. Hosts with pages at
 * other origins name those in `identifyOrigins`.
 */
export type Identify = (
  request: IdentifyRequest
) => Promise<{ readonly user: UserId.UserId } | Introduction.Introduction | null>

const headersOf = (given: Identity.IdentityRequest["headers"]): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.append(name, value)
  return headers
}

/** The host's function as the `Identity` port that authentication calls, and whose pages it is asked for. */
export const layer = (
  identify: Identify,
  origins: ReadonlyArray<string> = []
): Layer.Layer<Identity.Identity, never, Users.Users | RowStore.RowStore> =>
  Layer.merge(
    Identity.Identity.layer(({ headers, method, url }) =>
      Effect.map(
        Effect.promise(() => identify({ method, url, headers: headersOf(headers) })),
        Option.fromNullishOr
      )
    ),
    Layer.succeed(TrustedOrigins, new Set(origins))
  )
