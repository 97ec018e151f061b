import { ChangeRequests, ContentEdits } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import type { Scenario } from "../scenarios.ts"
import { archive } from "../source.ts"
import type { World } from "../world.ts"

const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const

/** A change request of the documentation that makes so many pages. */
const requested = async (world: World, pages: number) => {
  const space = world.docs.space
  const changes = Array.from({ length: pages }, (_, at) => ({
    operation: "insert_page" as const,
    title: `New ${at}`
  }))
  const made = Effect.gen(function* () {
    const requests = yield* ChangeRequests.ChangeRequests
    const edits = yield* ContentEdits.ContentEdits
    const { id } = yield* requests.create(space)
    yield* edits.apply({ space, changeRequest: id }, { changes })
    return { spaceId: space, changeRequestId: id }
  })
  return world.api.run(as(world.people.admin.id)(made))
}

/** A space whose primary content has had so many revisions. */
const revised = async (world: World, count: number) => {
  const spaceId = await world.live()
  const made = Effect.gen(function* () {
    const edits = yield* ContentEdits.ContentEdits
    for (let at = 1; at < count; at++) {
      yield* edits.apply({ space: spaceId }, { changes: [{ operation: "insert_page", title: `Page ${at}` }] })
    }
  })
  await world.api.run(as(world.people.admin.id)(made))
  return { spaceId }
}

export const changes: Readonly<Record<string, Scenario>> = {
  listRevisions: {
    ...reading,
    calls: { 200: async ({ docs }) => ({ path: { spaceId: docs.space } }) },
    items: async (world, count) => [{ path: await revised(world, count) }]
  },
  listChangesInRevision: {
    ...reading,
    calls: {
      200: async ({ docs }) => ({
        path: { spaceId: docs.space, revisionId: docs.before },
        query: "metadata=false&limit=2"
      })
    },
    items: async (world, count) => {
      const spaceId = await world.space()
      const { revision } = await world.import(spaceId, archive(count, 0))
      return [{ path: { spaceId, revisionId: revision }, query: "limit=1000" }]
    }
  },
  listChangesInChangeRequest: {
    ...reading,
    calls: { 200: async (world) => ({ path: await requested(world, 1) }) },
    items: async (world, count) => [{ path: await requested(world, count), query: "limit=1000" }]
  },
  getPageChangesInRevision: {
    ...reading,
    calls: {
      200: async ({ docs }) => ({ path: { spaceId: docs.space, revisionId: docs.before, pageId: docs.page } })
    }
  },
  getPageChangesInChangeRequest: {
    ...reading,
    calls: { 200: async (world) => ({ path: { ...(await requested(world, 1)), pageId: world.docs.page } }) }
  }
}
