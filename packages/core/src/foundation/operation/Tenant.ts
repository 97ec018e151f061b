import { Context, Effect, Option } from "effect"
import type { Share } from "../scheduling/FairSchedule.ts"
import { Actor, actorId } from "./Actor.ts"

/**
 * The organization that the running work is for, and the site, or whatever else of it, that anonymous callers ask; set
 * once by what decides access.
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

/** The network address of the client, as limits count it; empty when unknown. Transports provide it. */
export const clientAddress: Context.Reference<string> = Context.Reference("@quire/core/Tenant/clientAddress", {
  defaultValue: () => ""
})

const undecided = (): Tenancy => ({ organization: undefined, part: undefined })

/** Begins a request or an operation, of which no organization is known yet, unless it is part of another. */
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
 * Notes the organization that the caller was let in to. The first one counts: it is what the request is about. Called
 * after access is decided, so that nobody has work done in the name of an organization that refuses them.
 */
export const enter = (organization: string, part?: string): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const held = fiber.getRef(tenancy)
    if (held !== undefined) assign(held, organization, part)
    return Effect.void
  })

/** Runs work for an organization, unless it is part of a request that is known to be for another. */
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
 * The share of shared pools that the running work is done on (rule pool-shares). What is not known is one share for all
 * of whom it is not known.
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
