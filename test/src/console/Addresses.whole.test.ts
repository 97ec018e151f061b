import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import type { Visitor } from "./consolePage.ts"
import { type ConsoleWorld, openWorld } from "./consolePeople.ts"

/** Every `urls.app` of a response. */
const addressesIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const own = "app" in value && typeof value.app === "string" && !("id" in value) ? [value.app] : []
  return [...own, ...Object.values(value).flatMap(addressesIn)]
}

/** The first heading of a screen, once it is loaded. */
const headingAt = async ({ page }: Visitor, address: string): Promise<string> => {
  await page.goto(address)
  const title = page.locator("main h1").first()
  await title.waitFor({ state: "attached" })
  return (await title.textContent()) ?? ""
}

inBrowser("the addresses of the console", () => {
  let world: ConsoleWorld
  let addresses: ReadonlyArray<string> = []
  let deletePaths: ReadonlyArray<string> = []

  beforeAll(async () => {
    world = await openWorld()
    const { ann, createSpace, organization } = world
    const org = `/orgs/${organization}`
    const collection = await ann.call("POST", `${org}/collections`, { title: "Engineering" })
    const space = await createSpace("Handbook")
    const at = `/spaces/${space}`
    await ann.call("POST", `${at}/move`, { parent: collection.id })
    const [install] = (await ann.call("GET", `${at}/content/pages`)).pages
    const request = await ann.call("POST", `${at}/change-requests`, { subject: "A proposal" })
    await ann.call("POST", `${at}/comments`, { body: { markdown: "Why?" }, page: install?.id })
    const site = await ann.call("POST", `${org}/sites`, { title: "Docs", spaces: [space] })
    await ann.call("PATCH", at, { editMode: "locked" })
    await ann.call("POST", `${org}/sites/${site.id}/publish`)
    const { revision } = await ann.call("GET", at)
    while ((await ann.call("GET", `${at}/search?query=installer`)).items?.length === 0);
    const reads = [
      org,
      "/orgs",
      `${org}/collections`,
      `${org}/spaces`,
      `${org}/sites`,
      `${org}/sites/${site.id}/structure`,
      `${org}/sites/${site.id}/site-spaces`,
      `${org}/sites/${site.id}/published`,
      `${org}/change-requests`,
      `${org}/search?query=installer`,
      `${at}/search?query=installer`,
      `/collections/${collection.id}/spaces`,
      at,
      `${at}/content`,
      `${at}/content/pages`,
      `${at}/content/page/${install?.id}`,
      `${at}/revisions`,
      `${at}/revisions/${revision}`,
      `${at}/revisions/${revision}/changes`,
      `${at}/comments`,
      `${at}/links`,
      `${at}/change-requests`,
      `${at}/change-requests/${request.number}`,
      `${at}/change-requests/${request.number}/content`
    ]
    const responses = await Promise.all(reads.map((path) => ann.call("GET", path)))
    addresses = [...new Set(responses.flatMap(addressesIn))]
    deletePaths = [`${org}/sites/${site.id}`, at, `/collections/${collection.id}`]
  })
  afterAll(() => world.close())

  it("open what they name (rule console-addresses)", async () => {
    const { ann, server } = world
    const kinds = new Set(addresses.map((address) => address.replace(/q01\w+|\d+$/g, "*").slice(server.url.length)))
    for (const kind of [
      "/app/o/*",
      "/app/o/*/sites/*",
      "/app/c/*",
      "/app/s/*",
      "/app/s/*/p/*",
      "/app/s/*/r/*",
      "/app/s/*/cr/*"
    ]) {
      assert.include([...kinds], kind)
    }
    for (const address of addresses) {
      assert.notMatch(await headingAt(ann, address), /There is no page|isn't available|went wrong/, address)
    }
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("say to members of another organization that nothing is available there (rule console-addresses)", async () => {
    const eve = await world.stranger("eve")
    for (const address of addresses) assert.match(await headingAt(eve, address), /isn't available$/, address)
    assert.deepStrictEqual(eve.complaints, [])
    await eve.close()
  })

  it("say that what was deleted is not available (rule console-addresses)", async () => {
    const { ann } = world
    for (const path of deletePaths) await ann.call("DELETE", path)
    for (const address of addresses.filter((each) => !/\/o\/\w+$/.test(each))) {
      assert.match(await headingAt(ann, address), /isn't available$/, address)
    }
    assert.deepStrictEqual(ann.complaints, [])
  })
})
