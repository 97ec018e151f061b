import { Identity, type Introduction, type RowStore, type UserId, type Users } from "@quire/core"
import { Effect, type Layer, Option } from "effect"

/** The parts of a request that a host sees; a web `Request` has them. */
export type IdentifyRequest = Pick<Request, "headers" | "method" | "url">

/**
 * Identifies the caller: a user by id, a person (created as a user on first sight), or null, in which case a bearer
 * token decides. A rejection answers 500 and lets nobody in; the id of an unknown user, and an address that belongs to
 * another person, answer 401.
 *
 * Hosts that identify people by a cookie must prevent other sites from using it: check `Origin` against your own, and
 * set `SameSite`. The function is not called for a mutating request that the browser marks `Sec-Fetch-Site:
 * cross-site`: such a request needs a token.
 */
export type Identify = (
  request: IdentifyRequest
) => Promise<{ readonly user: UserId.UserId } | Introduction.Introduction | null>

const headersOf = (given: Identity.IdentityRequest["headers"]): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.append(name, value)
  return headers
}

/** The host's function as the `Identity` port that authentication calls. */
export const layer = (identify: Identify): Layer.Layer<Identity.Identity, never, Users.Users | RowStore.RowStore> =>
  Identity.Identity.layer(({ headers, method, url }) =>
    Effect.map(
      Effect.promise(() => identify({ method, url, headers: headersOf(headers) })),
      Option.fromNullishOr
    )
  )
