import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { described } from "../support/apiPages.ts"
import { type Command, Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
let server: Command
let base = ""
let token = ""
let space = ""

beforeAll(async () => {
  commands = await Commands.open()
  server = commands.start(["serve", "--data", "data", "--port", "0"])
  base = await server.url()
  const first = curl(server.out)
  token = first.token
  const organization = /orgs\/([^/]+)/.exec(first.url)?.[1] ?? ""
  space = (await call(`${base}/v1/orgs/${organization}/spaces`, token, { title: "API" })).json.id
})
afterAll(async () => {
  await server.stop()
  await commands.close()
})

const importing = (...words: ReadonlyArray<string>) =>
  commands.start(["import", ...words, "--to", space, "--data", "data"]).end()

const write = (text: string) => fs.writeFile(join(commands.folder, "pets.json"), text)

describe("quire import --to", () => {
  it("writes the pages of a description, and opens a change request for a newer version", async () => {
    const list = { summary: "List pets", description: "All of them." }
    await write(described({ "/pets": { get: list } }))
    const first = await importing("pets.json")
    assert.strictEqual(first.code, 0, first.err)
    assert.match(lines(first.err).at(-1) ?? "", /^imported 1 pages as revision /)
    const same = await importing("--spec", "pets")
    assert.deepStrictEqual([same.code, same.out, lines(same.err).at(-1)], [0, "", "nothing has changed"])
    await write(
      described({ "/pets": { get: { ...list, description: "Each of them." }, post: { summary: "Take in" } } })
    )
    const second = await importing("pets.json")
    assert.strictEqual(second.code, 0, second.err)
    assert.strictEqual(
      lines(second.err).at(-1),
      "change request #1: 1 operations added, 1 changed, 0 removed, 0 conflicts"
    )
    const { json } = await call(`${base}/v1/spaces/${space}/change-requests/${second.out.trim()}/changes`, token)
    assert.include(JSON.stringify(json), "Take in")
  })

  it("reports what cannot be read", async () => {
    await write("{}")
    const broken = await importing("pets.json")
    assert.strictEqual(broken.code, 1)
    assert.match(broken.err, /the OpenAPI description pets could not be processed: /)
  })
})
