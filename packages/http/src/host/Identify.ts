import { Identity, type Introduction, type RowStore, type UserId, type Users } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import { TrustedOrigins } from "../foundation/exchange/CrossSite.ts"

/** The parts of a request that a host receives; a web `Request` has them. */
export type IdentifyRequest = Pick<Request, "headers" | "method" | "url">

/**
 * Identifies the caller: a user by id, a person (created as a user on first sight), or null to let a bearer token
 * decide. A rejection returns 500 and denies access. The id of an unknown user, and an address that belongs to another
 * person, return 401. A person is identified by `issuer` and `externalId` if the host or an identity provider has an id
 * for them; their address is then kept up to date (rule user-identity). The function is not called for a request that
 * makes changes and comes from a page of another site, or of another origin of the same site, according to the browser
 * (rule identify-forgery); such a request needs a token. Hosts with pages at other origins list those in
 * `identifyOrigins`.
 */
export type Identify = (
  request: IdentifyRequest
) => Promise<{ readonly user: UserId } | Introduction.Introduction | null>

const headersOf = (given: Identity.IdentityRequest["headers"]): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.append(name, value)
  return headers
}

/** The host's function as the `Identity` port of authentication, with the origins whose pages it accepts. */
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
