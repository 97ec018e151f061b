import { SiteSectionGroups, SiteSections, Sites } from "@quire/core"
import { Effect } from "effect"
import { as } from "../support/engine.ts"
import { newNumber } from "./numbers.ts"
import type { World } from "./world.ts"

/** A schema of one flag, one choice and what may come unsigned. */
export const betaSchema = {
  type: "object",
  properties: {
    isBeta: { type: "boolean", description: "In the beta" },
    plan: { type: "string", enum: ["free", "pro"], description: "The plan" },
    unsigned: {
      type: "object",
      properties: { language: { type: "string", description: "The language" } },
      additionalProperties: false
    }
  },
  additionalProperties: false
}

/** A new site of two spaces, with their ids; published where that is asked. */
export const site = async (world: World, isPublished = false) => {
  const spaces = [await world.space({ title: "One" }), await world.space({ title: "Two" })]
  const made = await world.api.run(
    Effect.gen(function* () {
      const sites = yield* Sites.Sites
      const { id } = yield* sites.create(world.organization, { title: `Site ${newNumber()}`, spaces })
      if (isPublished) yield* sites.publish(world.organization, id)
      return id
    }).pipe(as(world.people.admin.id), Effect.orDie)
  )
  return { organizationId: world.organization, siteId: made, spaces }
}

/** A published site whose first section has two spaces; the second one is in a group, the third in none. */
export const sectioned = async (world: World) => {
  const { organizationId, siteId, spaces } = await site(world, true)
  const more = [await world.space({ title: "API" }), await world.space({ title: "Blog" })]
  const made = await world.api.run(
    Effect.gen(function* () {
      const sections = yield* SiteSections.SiteSections
      const groups = yield* SiteSectionGroups.SiteSectionGroups
      const ids = yield* Effect.forEach(more, (spaceId) =>
        Effect.map(sections.create(organizationId, siteId, { spaceId }), ({ id }) => id)
      )
      const grouped = ids.slice(0, 1)
      const { id: group } = yield* groups.create(organizationId, siteId, { title: "More", sections: grouped })
      const { items } = yield* sections.list(organizationId, siteId, { limit: 10 })
      return { group, items }
    }).pipe(as(world.people.admin.id), Effect.orDie)
  )
  const [first, last, second] = made.items
  if (first === undefined || second === undefined || last === undefined) throw new Error("there are three sections")
  const [one, two] = first.siteSpaces
  if (one === undefined || two === undefined) throw new Error("the first section has two spaces")
  return {
    path: { organizationId, siteId },
    spaces,
    group: made.group,
    first: first.id,
    second: second.id,
    last: last.id,
    one: one.id,
    two: two.id
  }
}

export type Sectioned = Awaited<ReturnType<typeof sectioned>>
