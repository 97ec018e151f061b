import type { Make, Scenario } from "../scenarios.ts"
import { site } from "../sites.ts"
import type { World } from "../world.ts"

/** The address of a new site, which is published where that is asked. */
export const addressOf = async (world: World, isPublished = true): Promise<string> => {
  const { organizationId, siteId } = await site(world, isPublished)
  const { json } = await world.send("admin", "GET", `/v1/orgs/${organizationId}/sites/${siteId}`)
  return json.urls["published"] ?? `http://quire.test/sites/${organizationId}/${json["basename"]}/`
}

const asking =
  (isPublished = true): Make =>
  async (world) => ({ body: { url: await addressOf(world, isPublished) } })

const asked =
  (isPublished = true): Make =>
  async (world) => ({ query: `url=${encodeURIComponent(await addressOf(world, isPublished))}` })

const ofApp =
  (path: (world: World) => Promise<string>): Make =>
  async (world) => ({ query: `url=${encodeURIComponent(`http://quire.test/app${await path(world)}`)}` })

/** A preview of a new site, of whose first space there is a change request. */
const previewing =
  (query: (request: { readonly number: number }) => string, status = "open"): Make =>
  async (world) => {
    const { organizationId, siteId, spaces } = await site(world)
    const requests = `/v1/spaces/${spaces[0]}/change-requests`
    const { json } = await world.send("admin", "POST", requests, { body: {} })
    await world.send("admin", "PATCH", `${requests}/${json.id}`, { body: { status } })
    return { path: { organizationId, siteId }, query: query({ number: Number(json["number"]) }) }
  }

export const lookups: Readonly<Record<string, Scenario>> = {
  getContentByUrl: {
    by: "stranger",
    calls: { 200: ofApp(async (world) => `/s/${(await site(world, true)).spaces[0]}`) },
    idle: [
      { status: 404, call: ofApp(async ({ docs }) => `/s/${docs.space}/p/${docs.page}`) },
      { status: 404, call: ofApp(async () => "/s/nothing") }
    ]
  },
  getSitePublishingPreviewById: {
    by: "reader",
    refused: { who: "stranger", status: 404 },
    calls: { 200: previewing(({ number }) => `claims=(isBeta:!t)&changeRequest=${number}`) },
    idle: [
      { status: 400, call: previewing(() => "siteSpace=nothing") },
      { status: 400, call: previewing(() => "changeRequest=99") },
      { status: 409, call: previewing(({ number }) => `changeRequest=${number}`, "archived") }
    ]
  },
  resolvePublishedContentByUrl: {
    by: "stranger",
    isOpen: true,
    isQuestion: true,
    calls: { 200: asking() },
    idle: [
      { status: 404, call: asking(false) },
      { status: 404, call: async () => ({ body: { url: "https://nothing.test/" } }) }
    ]
  },
  getPublishedContentByUrl: {
    by: "stranger",
    isOpen: true,
    calls: { 200: asked() },
    idle: [{ status: 404, call: asked(false) }]
  }
}
