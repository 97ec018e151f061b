import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { type Published, published, sender, tokenOf, words } from "./published.ts"
import * as World from "./world.ts"

/** Every address for readers within an answer. */
const listAddresses = (answer: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  JSON.stringify(answer, (key, value) => {
    if ((key === "published" || key === "target") && /^https?:/.test(String(value))) found.push(String(value))
    return value
  })
  return found
}

describe.each(engines(import.meta.url))("published sites and share keys in requests on %s", (_, engine) => {
  let world: World.World
  let site: Published
  let shared: string
  let link: string
  let theirs: string

  const share = async ({ organization, site }: Published) => {
    const made = await sender(world)("POST", `/v1/orgs/${organization}/sites/${site}/share-links`, { name: "Press" })
    return { link: made.id, shared: made.urls["published"] ?? "" }
  }
  const keyOf = (url: string) => /~share\/([^/]+)\/$/.exec(url)?.[1] ?? ""

  beforeAll(async () => {
    world = await World.make(await Server.open(engine), "")
    site = await published(world, "share-link")
    const { space } = await world.book()
    await sender(world)("POST", `/v1/orgs/${site.organization}/sites/${site.site}/sections`, { spaceId: space })
    const made = await share(site)
    link = made.link
    shared = made.shared
    theirs = keyOf((await share(await published(world, "share-link"))).shared)
  })
  afterAll(() => world.api.close())

  const paths = () => {
    const at = `/v1/orgs/${site.organization}/sites/${site.site}`
    const lists = [`${at}/published?`, `${at}/structure?`, `${at}/sections?`, `${at}/site-spaces?`]
    return [...lists, `${at}/redirect?source=/old&`, `/v1/spaces/${site.space}?`]
  }
  const addressesWith = async (path: string, key: string, token = world.people.reader.token) => {
    const answer = await world.api.send("GET", `${path}shareKey=${key}`, { token })
    assert.strictEqual(answer.status, 200, answer.text)
    return listAddresses(answer.json)
  }

  it("shows the profile of a public or unlisted site to every token, as an audience without claims sees it (rule publication-profile-open)", async () => {
    const send = sender(world)
    const profileOf = ({ organization, site }: Published, token = world.people.stranger.token) =>
      world.api.send("GET", `/v1/orgs/${organization}/sites/${site}/published`, { token })
    const absent = await profileOf({ ...site, site: "nosuch" })
    const open = await published(world)
    for (const visibility of ["public", "unlisted"]) {
      await send("PATCH", `/v1/orgs/${open.organization}/sites/${open.site}`, { visibility })
      const { json, status, text } = await profileOf(open)
      assert.strictEqual(status, 200, text)
      assert.strictEqual((json["site"] as { id: string }).id, open.site)
      assert.include(text, open.siteSpace)
      for (const hidden of [open.beta.space, words.secretPath, words.condition, words.announcement]) {
        assert.notInclude(text, hidden)
      }
    }
    assert.strictEqual((await profileOf({ ...open, organization: world.other })).status, 404)
    assert.include((await profileOf(open, world.people.reader.token)).text, open.beta.space)
    for (const visibility of ["share-link", "visitor-auth"]) {
      await send("PATCH", `/v1/orgs/${open.organization}/sites/${open.site}`, { visibility })
      const { status, text } = await profileOf(open)
      assert.deepStrictEqual([status, text], [404, absent.text.replace("nosuch", open.site)], visibility)
    }
    await send("PATCH", `/v1/orgs/${open.organization}/sites/${open.site}`, { visibility: "public" })
    await send("POST", `/v1/orgs/${open.organization}/sites/${open.site}/unpublish`)
    assert.strictEqual((await profileOf(open)).status, 404, "unpublished")
  })

  it("returns addresses with the key to members and to callers with content tokens (rule share-link-address)", async () => {
    const key = keyOf(shared)
    const bearers = [world.people.reader.token, await tokenOf(world, shared)]
    for (const path of paths()) {
      for (const bearer of bearers) {
        const addresses = await addressesWith(path, key, bearer)
        assert.isNotEmpty(addresses, path)
        for (const address of addresses) assert.isTrue(address.startsWith(shared), `${path} shows ${address}`)
        for (const address of addresses.filter((each) => !each.includes(words.secretPath))) {
          const { status } = await world.api.reader(new Request(address))
          assert.isBelow(status, 400, `${address} of ${path}`)
        }
      }
    }
  })

  it("ignores a key that opens another site or none (rule share-link-address)", async () => {
    const send = sender(world)
    const key = keyOf(shared)
    const token = await tokenOf(world, shared)
    const links = `/v1/orgs/${site.organization}/sites/${site.site}/share-links/${link}`
    const plain = await Promise.all(paths().map((path) => addressesWith(path, "")))
    assert.isFalse(plain.flat().some((address) => address.includes("~share")))
    for (const wrong of [theirs, `${key}x`]) {
      for (const [at, path] of paths().entries()) {
        assert.deepStrictEqual(await addressesWith(path, wrong), plain[at], path)
        const read = await addressesWith(path, wrong, token)
        assert.isFalse(
          read.some((address) => address.includes("~share")),
          path
        )
      }
    }
    await send("PATCH", links, { active: false })
    for (const [at, path] of paths().entries()) assert.deepStrictEqual(await addressesWith(path, key), plain[at], path)
    await send("PATCH", links, { active: true })
  })

  it("returns the site of the key for a space that is on several sites (rule share-link-address)", async () => {
    const send = sender(world)
    const sites = `/v1/orgs/${site.organization}/sites`
    const { id } = await send("POST", sites, { title: "Later", visibility: "share-link", spaces: [site.space] })
    await send("POST", `${sites}/${id}/publish`)
    const later = await share({ ...site, site: id })
    const space = `/v1/spaces/${site.space}?`
    assert.deepStrictEqual(await addressesWith(space, keyOf(later.shared)), [later.shared])
    assert.deepStrictEqual(await addressesWith(space, keyOf(shared)), [shared])
  })

  it("changes nothing for a site that everyone may read (rule share-link-address)", async () => {
    const open = await published(world)
    const { shared: address } = await share(open)
    const path = `/v1/orgs/${open.organization}/sites/${open.site}/structure?`
    assert.deepStrictEqual(await addressesWith(path, keyOf(address)), await addressesWith(path, ""))
  })
})
