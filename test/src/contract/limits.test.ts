import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { nothing } from "./nothing.ts"
import { field as newField, newName } from "./scenarios/customFields.ts"
import { team } from "./scenarios/teams.ts"
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

const fieldPath = async (world: World.World) => {
  const { fieldName, organizationId } = await newField(world)
  return `/v1/orgs/${organizationId}/custom-fields/${fieldName}`
}
const postField =
  (name: string): Write =>
  (world, value) =>
    world.send("admin", "POST", inAcme("custom-fields")(world), {
      body: { name: newName(), type: name === "options" ? "select:multi" : "text", [name]: value }
    })

/** Sets the value `limited` of a new organization's space, and reads the values again. */
const setValue =
  (type: string, name = "limited"): Write =>
  async (world, value) => {
    const organization = `/v1/orgs/${await world.club()}`
    await world.send("admin", "POST", `${organization}/custom-fields`, { body: { name, type } })
    const { json } = await world.send("admin", "POST", `${organization}/spaces`)
    const path = `/v1/spaces/${json.id}/custom-fields`
    const answer = await world.send("admin", "PATCH", path, { body: { values: { [name]: { value } } } })
    if (answer.status !== 204) return answer
    const again = await world.send("admin", "GET", path)
    const kept = Array.isArray(value) && value.length === 0 ? undefined : value
    assert.deepStrictEqual(JSON.parse(again.text)[0].value, kept)
    return again
  }

/** So many entries, all for one field but for what is beyond it. */
const setEntries: Write = async (world, values) =>
  world.send("admin", "PATCH", `${await spacePath(world)}/custom-fields`, { body: { values } })
const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`none-${at}`, {}]))
const optionList = (count: number) => Array.from({ length: count }, (_, at) => `o${at}`)

/** A personal token as it is shown from then on. */
const makeToken: Write = async (world, value) => {
  const answer = await post(() => "/v1/user/tokens", "label")(world, value)
  const { token: _, ...json } = answer.json
  return { ...answer, json: json as Server.Content }
}

const lines: ReadonlyArray<Line> = [
  ["title of a new space", "title", 0, 50, post(inAcme("spaces"), "title")],
  ["title of a space", "title", 0, 50, patch(spacePath, "title")],
  ["title of a new collection", "title", 0, 50, post(inAcme("collections"), "title")],
  ["title of a collection", "title", 0, 50, patch(collectionPath, "title")],
  ["description of a collection", "description", 0, 100, patch(collectionPath, "description")],
  ["title of a new organization", "title", 2, 255, post(() => "/v1/orgs", "title")],
  ["title of an organization", "title", 2, 255, patch(organizationPath, "title")],
  ["title of a new custom field", "title", 0, 100, postField("title")],
  ["title of a custom field", "title", 0, 100, patch(fieldPath, "title")],
  ["description of a custom field", "description", 0, 200, patch(fieldPath, "description")],
  ["placeholder of a custom field", "placeholder", 0, 100, patch(fieldPath, "placeholder")],
  ["label of a new token", "label", 0, 50, makeToken],
  ["display name of a user", "displayName", 1, 64, patch(userPath, "displayName")]
]

/** Texts of so many code points, once trimmed and composed, in which units, signs and code points differ. */
const spellings: ReadonlyArray<readonly [name: string, spell: (length: number) => string]> = [
  ["letters", (length) => "x".repeat(length)],
  ["symbols beyond the basic plane", (length) => "𝒳".repeat(length)],
  ["marks that compose", (length) => "e\u0301".repeat(length)],
  ["marks that stay apart", (length) => `${"q\u0307".repeat(length / 2)}${"x".repeat(length % 2)}`],
  ["joined emojis", (length) => `${"👩\u200d🚀".repeat(length / 3)}${"x".repeat(length % 3)}`],
  ["surrounding white space", (length) => `\u3000  ${"y".repeat(length)}  `]
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
  (path: (world: World.World) => string, more = ""): Write =>
  (world, query) =>
    world.send("reader", "GET", `${path(world)}?query=${encodeURIComponent(String(query))}${more}`)

const listOfIds = (count: unknown): string => Array.from({ length: Number(count) }, (_, at) => `space=s${at}`).join("&")

const limit =
  (path: (world: World.World) => string): Write =>
  (world, value) =>
    world.send("reader", "GET", `${path(world)}?limit=${String(value)}`)

const inDocs = (rest: string) => (world: World.World) => `/v1/spaces/${world.docs.space}/${rest}`
const inOrganization = (rest: string) => (world: World.World) => `/v1/orgs/${world.organization}/${rest}`

const teamPath = async (world: World.World) => {
  const { organizationId, teamId } = await team(world)
  return `/v1/orgs/${organizationId}/teams/${teamId}`
}
const putTeam =
  (field: string): Write =>
  (world, value) =>
    world.send("admin", "PUT", inOrganization("teams")(world), { body: { title: "Team", [field]: value } })
const teamTitles = ["x", "x".repeat(64), "𝒳".repeat(64)]

const putSynonyms: Write = (world, groups) =>
  world.send("admin", "PUT", inOrganization("search/synonyms")(world), { body: { groups } })
/** So many groups of expressions that differ, each of so many of so many characters. */
const synonyms = (groups: number, expressions = 2, length = 8) =>
  Array.from({ length: groups }, (_, at) =>
    Array.from({ length: expressions }, (_, index) => `${at}x${index}x`.padEnd(length, "y"))
  )
const expressions = (...texts: ReadonlyArray<string>) => texts.map((text) => [["gnu", text]])

const invite: Write = (world, emails) =>
  world.send("admin", "POST", inOrganization("invites")(world), { body: { emails } })
const invitees = (count: number) => (world: World.World) => [
  Array.from({ length: count }, (_, at) => `limit-${at}@${world.domain}`)
]
/** An address of 197 to 256 characters. */
const addressOf = (length: number) => [[`x@${domain(length - 2)}`]]
/** An address whose local part has so many characters. */
const localOf = (length: number) => (world: World.World) => [[`${"x".repeat(length)}@${world.domain}`]]

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
  ["e-mail invites", "emails", invite, invitees(100), invitees(101)],
  ["address of an e-mail invite", "emails.0", invite, addressOf(254), addressOf(255)],
  ["local part of an address", "emails.0", invite, localOf(64), localOf(65)],
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
  [
    "spaces of a search",
    "space",
    (world, ids) => search(inOrganization("search"), `&${listOfIds(ids)}`)(world, "x"),
    [1, 50],
    [51]
  ],
  [
    "id of a space of a search",
    "space.0",
    (world, id) => search(inOrganization("search"), `&space=${id}`)(world, "x"),
    ["x", "x".repeat(64)],
    ["", "x".repeat(65), "%20"]
  ],
  [
    "kind of a search",
    "kind",
    (world, kind) => search(inDocs("search"), `&kind=${kind}`)(world, "x"),
    ["page", "api"],
    ["", "pages"]
  ],
  [
    "search of members",
    "search",
    (world, search) =>
      world.send("reader", "GET", `${inOrganization("members")(world)}?search=${encodeURIComponent(String(search))}`),
    ["", " ", "x".repeat(512), "𝒳".repeat(512)],
    ["x".repeat(513), "𝒳".repeat(513), "x\u0007"]
  ],
  ["groups of synonyms", "groups", putSynonyms, [[], synonyms(500)], [synonyms(501)]],
  [
    "synonyms of a group",
    "groups.0",
    putSynonyms,
    [synonyms(1, 2), synonyms(1, 20)],
    [synonyms(1, 1), synonyms(1, 21)]
  ],
  ["characters of all synonyms", "groups", putSynonyms, [synonyms(500, 4, 50)], [synonyms(500, 4, 51)]],
  [
    "expression of a synonym (rule search-synonyms-limits)",
    "groups.0.1",
    putSynonyms,
    expressions("𝒳".repeat(64), "a b c d e f g h", "安装".repeat(4), "GetUserById a b c d e f g", ".NET"),
    expressions("x".repeat(65), "a b c d e f g h i", "安装".repeat(5), "", " ", "++", "Gnu", "GNU!", "\u0001")
  ],
  [
    "limit of spaces of a member",
    "limit",
    limit((world) => inOrganization(`members/${world.people.reader.id}/spaces`)(world)),
    [0, 1, 1000],
    [-1, 1001, 1.5, "x", ""]
  ],
  ["name of a custom field", "name", postField("name"), ["x", "a_-9", "x".repeat(50)], ["", "x".repeat(51), "X", "é"]],
  ["options", "options", postField("options"), [["a"], optionList(50)], [[], optionList(51), ["a", "a"]]],
  ["length of an option", "options.0", postField("options"), [["𝒳".repeat(40)]], [["x".repeat(41)], [""], [" "]]],
  ["text value", "values.limited.value", setValue("text"), ["", "𝒳".repeat(256)], ["x".repeat(257), "a\u0000"]],
  [
    "value of a field named as what objects inherit",
    "values.__proto__.value",
    setValue("text", "__proto__"),
    ["x"],
    [1]
  ],
  ["tags", "values.limited.value", setValue("tags"), [[], optionList(50)], [optionList(51), ["a", "a"], [""]]],
  ["length of a tag", "values.limited.value.0", setValue("tags"), [["𝒳".repeat(256)]], [["x".repeat(257)]]],
  ["entries of values", "values", setEntries, [{}], [entries(101)]],
  ["entries of values that are known", "values.none-0", setEntries, [], [entries(100)]],
  ["title of a new team", "title", putTeam("title"), teamTitles, ["", " ", "x".repeat(65), "𝒳".repeat(65)]],
  ["title of a team", "title", patch(teamPath, "title"), teamTitles, ["", " ", "x".repeat(65), "𝒳".repeat(65)]],
  ...["spaces", "collections", "members", "teams", "custom-fields"].map(
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

for (const [store, engine] of engines(import.meta.url)) {
  describe(`limits on ${store}`, () => {
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
      it.each(spellings)(`allows at most ${max} code points: %s (rule text-length)`, async (_, spell) => {
        const text = spell(max)
        const read = await readAgain(await write(world, text))
        assert.strictEqual(read[field], text.normalize("NFC").trim())
        assert.strictEqual(Array.from(String(read[field])).length, max)
        refuses(field, await write(world, spell(max + 1)))
      })

      it(`requires at least ${min}`, async () => {
        const read = await readAgain(await write(world, `  ${"𝒳".repeat(min)} `))
        assert.strictEqual(read[field] ?? "", "𝒳".repeat(min))
        if (min > 0) refuses(field, await write(world, `  ${"𝒳".repeat(min - 1)} `))
      })
    })

    it.each(others)("enforces limits of the %s", async (_, field, write, taken, refused) => {
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
