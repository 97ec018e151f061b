import type { Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const ofSpace = ({ docs }: World) => ({ path: { spaceId: docs.space } })

const website = { source: { type: "website", url: "https://docs.example/" }, mode: "propose" }

/** Ends the imports of the documentation space, which are limited. */
const endAll = async (world: World) => {
  const path = `/v1/spaces/${world.docs.space}/imports`
  const { json } = await world.send("editor", "GET", `${path}?limit=100`)
  const runs: ReadonlyArray<{ readonly id: string; readonly status: string }> = (json.items ?? []) as never
  for (const { id, status } of runs) {
    if (status === "pending") await world.send("editor", "POST", `${path}/${id}/cancel`)
  }
}

/** An import into the documentation space that no worker performs. */
const started = async (world: World) => {
  await endAll(world)
  const { space } = world.docs
  const { json } = await world.send("editor", "POST", `/v1/spaces/${space}/imports`, { body: website })
  return { spaceId: space, importRunId: json.id }
}

const editing = { by: "editor", refused: { who: "commenter", status: 403 } } as const

export const imports = {
  startImportRun: {
    ...editing,
    isUnannounced: true,
    calls: {
      201: async (world) => {
        await endAll(world)
        return { ...ofSpace(world), body: website }
      }
    }
  },
  listImportRuns: {
    ...editing,
    calls: { 200: async (world) => ofSpace(world) },
    items: async (world, count) => {
      const spaceId = await world.space()
      const path = `/v1/spaces/${spaceId}/imports`
      for (let made = 0; made < count; made++) {
        const { json } = await world.send("editor", "POST", path, { body: website })
        await world.send("editor", "POST", `${path}/${json.id}/cancel`)
      }
      return [{ path: { spaceId }, who: "editor" }]
    }
  },
  getImportRun: { ...editing, calls: { 200: async (world) => ({ path: await started(world) }) } },
  cancelImportRun: {
    ...editing,
    isUnannounced: true,
    calls: { 200: async (world) => ({ path: await started(world) }) }
  }
} satisfies Readonly<Record<string, Scenario>>
