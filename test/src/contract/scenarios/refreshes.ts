import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { newSlug, process } from "./openApiSpecs.ts"

const described = (description: string) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: { description, responses: { 200: { description: "Pets" } } } } }
  })

/** Gives a spec a text, and has it read. */
const describe = async (world: World, slug: string, description: string) => {
  const at = `/v1/orgs/${world.organization}/openapi/${slug}`
  const { id } = (await world.send("admin", "PUT", at, { body: { source: { text: described(description) } } })).json
  await process(world, id)
}

/** A spec that was read. */
export const readSpec = async (world: World) => {
  const specSlug = newSlug()
  await describe(world, specSlug, "All of them")
  return specSlug
}

/** A space with the pages of a spec. */
const imported = async (world: World) => {
  const specSlug = await readSpec(world)
  const spaceId = await world.live()
  const body = { source: "open-api", spec: specSlug }
  await world.send("admin", "POST", `/v1/spaces/${spaceId}/content/import`, { body })
  return { spaceId, specSlug }
}

/** The same, whose description changed meanwhile. */
const outdated = async (world: World) => {
  const path = await imported(world)
  await describe(world, path.specSlug, "Each of them")
  return path
}

const unchanged: Make = async (world) => ({ path: await imported(world) })

/** One that was asked for before, for an earlier version. */
const underWay: Make = async (world) => {
  const path = await outdated(world)
  await world.send("admin", "POST", `/v1/spaces/${path.spaceId}/content/openapi/${path.specSlug}/refresh`)
  await describe(world, path.specSlug, "None of them")
  return { path }
}

export const refreshes: Readonly<Record<string, Scenario>> = {
  refreshOpenApiPages: {
    by: "editor",
    refused: { who: "commenter", status: 403 },
    eventOfNew: "changeRequests.create",
    calls: { 200: unchanged, 201: async (world) => ({ path: await outdated(world) }) },
    unknown: { specSlug: "none" },
    idle: [{ status: 409, call: underWay }]
  }
}
