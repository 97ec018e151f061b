import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { nothing } from "./scenarios.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

type Write = (world: World.World, value: unknown) => Promise<Server.Answer>

/** A text of one line, with the least and the most code points that it takes. */
type Line = readonly [name: string, field: string, min: number, max: number, write: Write]

const patch =
  (path: (world: World.World) => Promise<string>, field: string): Write =>
  async (world, value) =>
    world.send("admin", "PATCH", await path(world), { body: { [field]: value } })

const post =
  (path: (world: World.World) => string, field: string): Write =>
  (world, value) =>
    world.send("admin", "POST", path(world), { body: { [field]: value } })

const spacePath = async (world: World.World) => `/v1/spaces/${await world.space()}`
const collectionPath = async (world: World.World) => `/v1/collections/${await world.collection()}`
const userPath = async (world: World.World) => `/v1/users/${world.people.admin.id}`
const organizationPath = async (world: World.World) => `/v1/orgs/${await world.club()}`
const inAcme = (collection: string) => (world: World.World) => `/v1/orgs/${world.organization}/${collection}`

const lines: ReadonlyArray<Line> = [
  ["title of a new space", "title", 0, 50, post(inAcme("spaces"), "title")],
  ["title of a space", "title", 0, 50, patch(spacePath, "title")],
  ["title of a new collection", "title", 0, 50, post(inAcme("collections"), "title")],
  ["title of a collection", "title", 0, 50, patch(collectionPath, "title")],
  ["description of a collection", "description", 0, 100, patch(collectionPath, "description")],
  ["title of a new organization", "title", 2, 255, post(() => "/v1/orgs", "title")],
  ["title of an organization", "title", 2, 255, patch(organizationPath, "title")],
  ["display name of a user", "displayName", 1, 64, patch(userPath, "displayName")]
]

/** Texts of so many code points, once trimmed and composed, in which units, signs and code points differ. */
const spellings: ReadonlyArray<readonly [name: string, spell: (length: number) => string]> = [
  ["letters", (length) => "x".repeat(length)],
  ["signs beyond the basic plane", (length) => "𝒳".repeat(length)],
  ["marks that compose", (length) => "e\u0301".repeat(length)],
  ["marks that stay apart", (length) => `${"q\u0307".repeat(length / 2)}${"x".repeat(length % 2)}`],
  ["joined emojis", (length) => `${"👩\u200d🚀".repeat(length / 3)}${"x".repeat(length % 3)}`],
  ["blanks around", (length) => `\u3000  ${"y".repeat(length)}  `]
]

const webAddress = (base: string) => (length: number) => `${base}${"x".repeat(length - base.length)}`
const logo = webAddress("https://acme.test/")

/** A domain name of 195 to 254 characters. */
const domain = (length: number) => `${`${"x".repeat(63)}.`.repeat(3)}${"y".repeat(length - 192)}`

const listOf = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.test`)

const found: Write = async (world, emailDomains) =>
  world.send("admin", "POST", "/v1/orgs", { body: { title: "Acme", emailDomains } })

let hosts = 0
const host = (length: number) => `h${String(++hosts).padStart(length - 1, "0")}`

const source = (world: World.World) => webAddress(`${world.sourceUrl}/guide.md?`)

const importInto: Write = async (world, url) =>
  world.send("admin", "POST", `/v1/spaces/${await world.space()}/content/import`, { body: { url, source: "markdown" } })

const importIntoPage: Write = async (world, url) => {
  const { page, space } = await world.book()
  const body = { url, source: "markdown" }
  return world.send("admin", "POST", `/v1/spaces/${space}/content/page/${page}/import`, { body })
}

const search =
  (path: (world: World.World) => string): Write =>
  (world, query) =>
    world.send("reader", "GET", `${path(world)}?query=${encodeURIComponent(String(query))}`)

const limit =
  (path: (world: World.World) => string): Write =>
  (world, value) =>
    world.send("reader", "GET", `${path(world)}?limit=${String(value)}`)

const inDocs = (rest: string) => (world: World.World) => `/v1/spaces/${world.docs.space}/${rest}`
const inOrganization = (rest: string) => (world: World.World) => `/v1/orgs/${world.organization}/${rest}`

type Values = ReadonlyArray<unknown> | ((world: World.World) => ReadonlyArray<unknown>)

/** Other fields and parameters: what they take and what they refuse, at their limits. */
const others: ReadonlyArray<readonly [name: string, field: string, write: Write, taken: Values, refused: Values]> = [
  ["icon of a space", "icon", patch(spacePath, "icon"), [logo(2048)], [logo(2049)]],
  ["logo of an organization", "logo", patch(organizationPath, "logo"), [logo(2048)], [logo(2049)]],
  ["photo of a user", "photoURL", patch(userPath, "photoURL"), [logo(2048)], [logo(2049)]],
  ["url of an import", "url", importInto, (world) => [source(world)(2048)], (world) => [source(world)(2049)]],
  [
    "url of an import into a page",
    "url",
    importIntoPage,
    (world) => [source(world)(2048)],
    (world) => [source(world)(2049)]
  ],
  ["hostname", "hostname", patch(organizationPath, "hostname"), [host(3), host(32)], [host(2), host(33)]],
  ["e-mail domains", "emailDomains", patch(organizationPath, "emailDomains"), [[], listOf(50)], [listOf(51)]],
  ["length of a domain", "emailDomains.0", patch(organizationPath, "emailDomains"), [[domain(253)]], [[domain(254)]]],
  ["e-mail domains of a new organization", "emailDomains", found, [listOf(50)], [listOf(51)]],
  ["emoji", "emoji", patch(spacePath, "emoji"), ["🚀", "1F680", "👩🏻‍❤️‍💋‍👨🏻", "1f1ef-1f1f5", "2764"], ["🚀x", "🚀🚀"]],
  [
    "query of a space",
    "query",
    search(inDocs("search")),
    ["x".repeat(512), "𝒳".repeat(512)],
    ["x".repeat(513), "𝒳".repeat(513), " ", ""]
  ],
  [
    "query of an organization",
    "query",
    search(inOrganization("search")),
    ["x".repeat(512), "𝒳".repeat(512)],
    ["x".repeat(513), "𝒳".repeat(513), " ", ""]
  ],
  ...["spaces", "collections"].map(
    (list) =>
      [`limit of ${list}`, "limit", limit(inOrganization(list)), [0, 1, 1000], [-1, 1001, 1.5, "x", ""]] as const
  ),
  [
    "limit of changes",
    "limit",
    limit(({ docs }) => `/v1/spaces/${docs.space}/revisions/${docs.revision}/changes`),
    [0, 1, 1000],
    [-1, 1001, 1.5, "x", ""]
  ],
  ["limit of files", "limit", limit(inDocs("content/files")), [0, 1, 1000], [-1, 1001, 1.5, "NaN", "1e99"]],
  ["parent", "parent", post(inAcme("spaces"), "parent"), [], ["x".repeat(64), "x".repeat(65), nothing]]
]

for (const [store, engine] of engines) {
  describe(`on ${store}`, () => {
    let world: World.World
    let served: Source.Source

    beforeAll(async () => {
      served = await Source.open()
      world = await World.make(await Server.open(engine), served.url)
    })
    afterAll(async () => {
      await world.api.close()
      await served.close()
      assert.deepStrictEqual(world.api.failures, [])
    })

    const refuses = (field: string, answer: Server.Answer) => {
      assert.strictEqual(answer.status, 400, answer.text.slice(0, 300))
      assert.strictEqual(answer.json.error.details?.[0]?.path, field)
      assert.isTrue(answer.json.error.message.startsWith(`${field}: `), answer.json.error.message)
    }

    /** What was written, as it is read again. */
    const readAgain = async (answer: Server.Answer) => {
      assert.isBelow(answer.status, 300, answer.text.slice(0, 300))
      const again = await world.send("admin", "GET", new URL(answer.json.urls.location).pathname)
      assert.deepStrictEqual(again.json, answer.json)
      return again.json
    }

    describe.each(lines)("the %s", (_, field, min, max, write) => {
      it.each(spellings)(`has at most ${max} code points: %s`, async (_, spell) => {
        const text = spell(max)
        const read = await readAgain(await write(world, text))
        assert.strictEqual(read[field], text.normalize("NFC").trim())
        assert.strictEqual(Array.from(String(read[field])).length, max)
        refuses(field, await write(world, spell(max + 1)))
      })

      it(`has at least ${min}`, async () => {
        const read = await readAgain(await write(world, `  ${"𝒳".repeat(min)} `))
        assert.strictEqual(read[field] ?? "", "𝒳".repeat(min))
        if (min > 0) refuses(field, await write(world, `  ${"𝒳".repeat(min - 1)} `))
      })
    })

    it.each(others)("the %s", async (_, field, write, taken, refused) => {
      const of = (values: Values) => (typeof values === "function" ? values(world) : values)
      for (const value of of(taken)) {
        const answer = await write(world, value)
        assert.isBelow(answer.status, 300, answer.text.slice(0, 300))
        const { [field]: shown = answer.json.urls?.[field] } = answer.json
        if (shown !== undefined) assert.deepStrictEqual(shown, value)
      }
      for (const value of of(refused)) refuses(field, await write(world, value))
    })
  })
}
