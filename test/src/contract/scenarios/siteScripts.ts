import { Installations } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { published } from "../../support/integrations.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import { site as makeSite } from "../sites.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const

const known = new WeakMap<World, Promise<string>>()

const embedding = (world: World): Promise<string> =>
  world.api.run(
    Effect.gen(function* () {
      const { organization } = world
      const installations = yield* Installations.Installations
      const name = `Embeds-${newNumber()}-${organization}`
      yield* published(organization, { name, scopes: ["site:script:inject"] })
      const { id } = yield* installations.create(name, { organization })
      yield* installations.update(name, id, { site_selection: "all" })
      return name
    }).pipe(as(world.people.admin.id), Effect.orDie)
  )

/** The name of an integration that embeds a script in all sites, as an organization has few installations. */
export const embedded = (world: World): Promise<string> => {
  const made = known.get(world) ?? embedding(world)
  known.set(world, made)
  return made
}

/** A new site. */
export const unscripted = async (world: World) => {
  const { organizationId, siteId } = await makeSite(world)
  return { organizationId, siteId }
}

const ofSite =
  (body?: unknown): Make =>
  async (world) => ({ path: await unscripted(world), body })

/** How to call the endpoints of scripts that pages of sites load. */
export const siteScripts: Readonly<Record<string, Scenario>> = {
  getSiteScripts: { ...administering, calls: { 200: ofSite() } },
  updateSiteScripts: {
    ...administering,
    event: "sites.update",
    calls: {
      200: async (world) => ({ path: await unscripted(world), body: { integrations: [await embedded(world)] } })
    },
    idle: [
      { status: 200, call: ofSite({ integrations: [] }) },
      { status: 400, call: ofSite({ integrations: ["nobody"] }) }
    ]
  }
}
