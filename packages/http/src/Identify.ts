import { Identity, type Introduction, type RowStore, type UserId, type Users } from "@quire/core"
import { Effect, type Layer, Option } from "effect"

/** What a host sees of a request; a `Request` of the web is one. */
export type IdentifyRequest = Pick<Request, "headers" | "method" | "url">

/**
 * Tells who the caller is: a user by id, a person (made a user when nobody is that person yet), or null for nobody, so
 * that a bearer token counts. A rejection answers 500 and lets nobody in; an id that no user has, and the address of
 * another person, answer 401.
 *
 * Hosts that know people by a cookie must see to it that other sites cannot use it: check `Origin` against your own,
 * and set `SameSite`. A request that may change something and that the browser marks as `Sec-Fetch-Site: cross-site`
 * is not asked about: a token alone opens it.
 */
export type Identify = (
  request: IdentifyRequest
) => Promise<{ readonly user: UserId.UserId } | Introduction.Introduction | null>

const headersOf = (given: Identity.IdentityRequest["headers"]): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.append(name, value)
  return headers
}

/** The host's function as the port that authentication asks. */
export const layer = (identify: Identify): Layer.Layer<Identity.Identity, never, Users.Users | RowStore.RowStore> =>
  Identity.Identity.layer(({ headers, method, url }) =>
    Effect.map(
      Effect.promise(() => identify({ method, url, headers: headersOf(headers) })),
      Option.fromNullishOr
    )
  )
