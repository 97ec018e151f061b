import { packed } from "../../support/packed.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { newName, publication } from "./integrations.ts"

/** Draws a card, whatever it is asked. */
const script = `addEventListener("fetch", (event) => event.respondWith(Response.json({
  element: { type: "block", children: [{ type: "card", title: "Card" }] }, state: {}, props: {}
})))`

const drawing = async (world: World): Promise<string> => {
  const name = newName(world)
  const at = `/v1/integrations/${name}`
  const body = { ...publication(world.organization), script, visibility: "unlisted" }
  await world.send("admin", "POST", at, { body })
  const { json } = await world.send("admin", "POST", `${at}/installations`, {
    body: { organization: world.organization }
  })
  const everywhere = { space_selection: "all", site_selection: "all" }
  await world.send("admin", "PATCH", `${at}/installations/${json.id}`, { body: everywhere })
  return name
}

const known = new WeakMap<World, Promise<string>>()

/** An integration that the scenarios of a world share, on all of its spaces. */
const shared = (world: World): Promise<string> => {
  const name = known.get(world) ?? drawing(world)
  known.set(world, name)
  return name
}

/** What is asked of it. */
export const card = async (world: World) => ({
  path: { integrationName: await shared(world) },
  body: {
    componentId: "card",
    props: {},
    context: { type: "document", theme: "light", spaceId: world.docs.space, editable: false }
  }
})

const posted: Make = card
const got: Make = async (world) => {
  const { body, path } = await card(world)
  return { path, query: `request=${packed(body)}` }
}

const asking = {
  by: "reader",
  refused: { who: "guest", status: 400 },
  strangers: 400,
  free: ["integrationName"],
  isQuestion: true
} as const

export const components: Readonly<Record<string, Scenario>> = {
  renderIntegrationUiWithPost: { ...asking, calls: { 200: posted } },
  renderIntegrationUiWithGet: { ...asking, calls: { 200: got } }
}
