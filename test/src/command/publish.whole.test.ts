import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type Command, Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
let server: Command
let base = ""
let token = ""
let organization = ""

beforeAll(async () => {
  commands = await Commands.open()
  server = commands.start(["serve", "--data", "data", "--port", "0"])
  base = await server.url()
  const first = curl(server.out)
  token = first.token
  organization = /orgs\/([^/]+)/.exec(first.url)?.[1] ?? ""
})
afterAll(async () => {
  await server.stop()
  await commands.close()
})

const publish = (...words: ReadonlyArray<string>) =>
  commands.start(["publish", ...words, "--data", "data", "--port", new URL(base).port]).end()

const write = async (folder: string, files: Readonly<Record<string, string>>) => {
  await fs.rm(join(commands.folder, folder), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    const file = join(commands.folder, folder, path)
    await fs.mkdir(dirname(file), { recursive: true })
    await fs.writeFile(file, text)
  }
}

const read = async (url: string) => (await fetch(url)).text()

/** What the organization has of a kind, by title. */
const having = async (kind: "sites" | "spaces", title: string) => {
  const { json } = await call(`${base}/v1/orgs/${organization}/${kind}`, token)
  return (json.items as ReadonlyArray<{ readonly id: string; readonly title: string }>).filter(
    (each) => each.title === title
  )
}

const guide = {
  "README.md": "# Welcome\n\nSee [how](setup/install.md).\n",
  "setup/install.md": "# Install\n\nRun it.\n"
}

describe("quire publish", () => {
  it("prints the address of the server without an option for it (rule server-address)", async () => {
    await write("untold", guide)
    const told = commands.start(["publish", "untold", "--data", "data"])
    const { code, err, out } = await told.end()
    assert.deepStrictEqual([code, out.trim()], [0, `${base}/sites/${organization}/untold/`], err)
    const link = await commands.start(["user", "link", "admin@localhost", "--data", "data"]).end()
    assert.include(link.out, `${base}/sign-in?code=`)
    const other = await commands.start(["publish", "untold", "--data", "data", "--base-url", "https://d.test"]).end()
    assert.strictEqual(other.out.trim(), `https://d.test/sites/${organization}/untold/`)
  })

  it("creates a site from a folder, and updates the same site from a changed folder", async () => {
    await write("my-guide", guide)
    const first = await publish("my-guide")
    assert.strictEqual(first.code, 0, first.err)
    const url = first.out.trim()
    assert.strictEqual(url, `${base}/sites/${organization}/my-guide/`)
    assert.deepStrictEqual(lines(first.err), [
      "reading my-guide",
      "imported 3 of 3 pages and files, resolved 1 of 1 links"
    ])
    assert.include(await read(`${url}setup/install.md`), "Run it.")

    const [space] = await having("spaces", "My guide")
    assert(space !== undefined)
    const page = (path: string) => call(`${base}/v1/spaces/${space.id}/content/path/${path}`, token)
    const before = await page("welcome")
    await write("my-guide", { "README.md": "# Welcome\n\nSee [more](more.md).\n", "more.md": "# More\n\nOf it.\n" })
    const second = await publish("my-guide")
    assert.deepStrictEqual([second.code, second.out], [0, first.out], second.err)
    assert.strictEqual(lines(second.err).at(-1), "merged change request #1")
    assert.include(await read(`${url}more.md`), "Of it.")
    assert.strictEqual((await fetch(`${url}setup/install`)).status, 404)
    assert.strictEqual((await page("welcome")).json.id, before.json.id)

    const third = await publish("my-guide")
    assert.deepStrictEqual([third.code, third.out], [0, first.out])
    assert.strictEqual(lines(third.err).at(-1), "nothing has changed")
    assert.lengthOf(await having("sites", "My guide"), 1)
    assert.lengthOf(await having("spaces", "My guide"), 1)
    assert.lengthOf((await call(`${base}/v1/spaces/${space.id}/change-requests?status=merged`, token)).json.items, 1)
  })

  it("finds a site by its title, and by its id if two sites have the same title", async () => {
    await write("words", guide)
    const named = await publish("words", "--title", "Handbook")
    assert.match(named.out, /\/handbook\/\n$/)
    const made = await call(`${base}/v1/orgs/${organization}/sites`, token, { title: "Handbook" })
    const unclear = await publish("words", "--title", "Handbook")
    assert.deepStrictEqual([unclear.code, unclear.out], [2, ""])
    assert.include(unclear.err, "--site ID")
    const empty = await publish("words", "--title", "Handbook", "--site", made.json.id)
    assert.deepStrictEqual([empty.code, empty.out], [2, ""])
    assert.include(empty.err, 'site "Handbook" has 0 spaces')
  })

  it("creates nothing from a folder without pages and keeps the existing site", async () => {
    await write("pictures", { "a.txt": "no page" })
    const refused = await publish("pictures")
    assert.deepStrictEqual([refused.code, refused.out], [1, ""])
    assert.include(refused.err, "quire: nothing was imported")
    assert.lengthOf([...(await having("sites", "Pictures")), ...(await having("spaces", "Pictures"))], 0)

    await write("kept", guide)
    const url = (await publish("kept")).out.trim()
    await write("kept", { "a.txt": "no page" })
    assert.strictEqual((await publish("kept")).code, 1)
    assert.include(await read(`${url}setup/install.md`), "Run it.")
  })

  it("reports a missing file before it does anything else", async () => {
    const { code, err, out } = await publish("absent")
    assert.deepStrictEqual([code, out], [2, ""])
    assert.include(err, "cannot be read")
  })

  it("requires the organization if there are several, and reports an address where no server responds", async () => {
    await write("both", guide)
    await call(`${base}/v1/orgs`, token, { title: "Another" })
    const unclear = await publish("both")
    assert.deepStrictEqual([unclear.code, unclear.out], [2, ""])
    assert.include(unclear.err, "--org ID")
    const words = ["publish", "both", "--org", organization, "--data", "data", "--port", "1"]
    const elsewhere = await commands.start(words).end()
    assert.deepStrictEqual([elsewhere.code, elsewhere.out], [0, `http://127.0.0.1:1/sites/${organization}/both/\n`])
    assert.include(elsewhere.err, "no server responds at http://127.0.0.1:1")
  })
})
