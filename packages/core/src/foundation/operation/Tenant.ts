import { Context, Effect, Option } from "effect"
import type { Share } from "../scheduling/FairSchedule.ts"
import { Actor, actorId } from "./Actor.ts"

/**
 * The organization that the running work is for, and the site or other part of it that anonymous callers request. Set
 * once, where access is decided.
 */
interface Tenancy {
  organization: string | undefined
  part: string | undefined
}

/** The tenancy of the running request or operation; undefined outside of both. */
const tenancy: Context.Reference<Tenancy | undefined> = Context.Reference<Tenancy | undefined>(
  "@quire/core/Tenant/tenancy",
  { defaultValue: () => undefined }
)

/** The network address of the client, as used for rate limits; empty when unknown. Provided by transports. */
export const clientAddress: Context.Reference<string> = Context.Reference("@quire/core/Tenant/clientAddress", {
  defaultValue: () => ""
})

const undecided = (): Tenancy => ({ organization: undefined, part: undefined })

/** Starts a request or an operation whose organization is not known yet, unless it is part of another. */
export const scoped = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    fiber.getRef(tenancy) === undefined ? Effect.provideService(self, tenancy, undecided()) : self
  )

const assign = (held: Tenancy, organization: string, part: string | undefined) => {
  if (held.organization !== undefined) return
  held.organization = organization
  held.part = part
}

/**
 * Records the organization that the caller was granted access to. The first one counts, because it is the subject of
 * the request. Called after access is decided, so that no work is attributed to an organization that rejects the
 * caller.
 */
export const enter = (organization: string, part?: string): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const held = fiber.getRef(tenancy)
    if (held !== undefined) assign(held, organization, part)
    return Effect.void
  })

/** Runs work for an organization, unless it is part of a request for another one. */
export const within =
  (organization: string, part?: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const held = fiber.getRef(tenancy)
      if (held === undefined) return Effect.provideService(self, tenancy, { organization, part })
      assign(held, organization, part)
      return self
    })

const anonymous = (organization: string, part: string, address: string): Share => ({
  organization,
  group: `anonymous:${part}`,
  client: address,
  payer: address === "" ? undefined : `address:${address}`
})

/**
 * The share of shared pools that the running work counts against (rule pool-shares). Work without a known organization
 * counts against one common share.
 */
export const share: Effect.Effect<Share> = Effect.withFiber((fiber) => {
  const { organization = "", part = "" } = fiber.getRef(tenancy) ?? undecided()
  const address = fiber.getRef(clientAddress)
  const caller = Option.getOrUndefined(Context.getOption(fiber.context, Actor))
  if (caller === undefined) return Effect.succeed(anonymous(organization, part, address))
  switch (caller._tag) {
    case "Reader":
      return Effect.succeed(anonymous(organization, caller.reading.site, address))
    case "System":
      return Effect.succeed({ organization, group: "host", client: "" })
    case "Integration":
      return Effect.succeed({ organization, group: `integration:${actorId(caller)}`, client: "" })
    case "User": {
      const group = `user:${caller.user}`
      const own = organization === "" ? (caller.sso?.organization ?? "") : organization
      return Effect.succeed({ organization: own, group, client: "", payer: group })
    }
  }
})
