import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Quire } from "@quire/http"
import { Client } from "pg"
import { database } from "../host/host.ts"
import { zipped } from "../support/docs.ts"
import { Commands } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

const spaces = 4

/** Pages of each space: more than are indexed in one transaction. */
const pages = 120

const archive = zipped(
  Object.fromEntries(
    Array.from({ length: pages }, (_, at) => [`p${at}.md`, `# Page ${at}\n\nThe otter of burrow${at} swims.\n`])
  )
)

/** What a version before has left that has other search entries. */
const before = ["truncate quire.search_entries", "update quire.search_spaces set version = 'before', rebuilding = null"]

/** A store that the version before has left, and what its people find. */
const left = async () => {
  const { close, url } = await database()
  const open = () => Quire.open({ store: { kind: "postgres", url }, baseUrl: "http://quire.test", upkeep: "off" })
  const quire = await open()
  const { id } = await quire.system.users.ensure({ email: "ada@example.com", displayName: "Ada" })
  const { id: organization } = await quire.as(id).organizations.create({ title: "Acme" })
  const made: Array<string> = []
  for (let at = 0; at < spaces; at++) {
    const space = await quire.as(id).spaces.create(organization, { title: `Docs ${at}`, editMode: "live" })
    await quire.as(id).imports.bytesIntoSpace(space.id, {
      source: "zip",
      bytes: archive,
      contentType: "application/zip",
      url: "file:///docs.zip",
      name: "docs.zip"
    })
    made.push(space.id)
  }
  await quire.upkeep.run()
  await quire.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of before) await client.query(statement)
  /** By space, how many of some pages are found. */
  const found = async () => {
    const again = await open()
    const counts = []
    for (const space of made) {
      const words = [0, 99, pages - 1].map((at) => `burrow${at}`)
      const hits = await Promise.all(
        words.map((word) => again.as(id).search.inSpace(space as never, word, { limit: 10 }))
      )
      counts.push(hits.filter(({ items }) => items.length === 1).length)
    }
    await again.close()
    return counts
  }
  /** The spaces whose entries are all of the new version. */
  const done = async () => {
    const { rows } = await client.query(
      "select space from quire.search_spaces where version not in ('', 'before') and rebuilding is null"
    )
    return rows.length
  }
  return { url, found, done, close: () => client.end().then(close) }
}

const all = Array.from({ length: spaces }, () => 3)

describe("quire upkeep of a version that reads search entries in another form (rule upkeep-run)", () => {
  it("rebuilds all entries, reports its progress and exits", async () => {
    const store = await left()
    assert.deepStrictEqual(
      await store.found(),
      all.map(() => 0)
    )
    const { code, err, out } = await commands.start(["upkeep", "--database-url", store.url]).end()
    assert.strictEqual(code, 0, err)
    assert.match(out, new RegExp(`, ${spaces} spaces with ${spaces * pages} pages reindexed, nothing left\n$`))
    assert.match(err, new RegExp(`^quire: search: 0 of ${spaces} spaces reindexed, 0 pages$`, "m"))
    assert.match(
      err,
      new RegExp(`^quire: search: ${spaces} of ${spaces} spaces reindexed, ${spaces * pages} pages$`, "m")
    )
    assert.deepStrictEqual(await store.found(), all)
    const second = await commands.start(["upkeep", "--database-url", store.url]).end()
    assert.match(second.out, /, 0 spaces with 0 pages reindexed, nothing left\n$/)
    await store.close()
  })

  it("continues with the remaining spaces when it is killed and run again", async () => {
    const store = await left()
    const killed = commands.start(["upkeep", "--database-url", store.url])
    while ((await store.done()) === 0 && killed.process.exitCode === null) await new Promise(setImmediate)
    await killed.stop("SIGKILL")
    const done = await store.done()
    assert.isAtLeast(done, 1)
    const { code, err, out } = await commands.start(["upkeep", "--database-url", store.url]).end()
    assert.strictEqual(code, 0, err)
    assert.include(out, `, ${spaces - done} spaces with ${(spaces - done) * pages} pages reindexed, nothing left`)
    assert.deepStrictEqual(await store.found(), all)
    await store.close()
  })
})
