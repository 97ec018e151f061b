import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { unzipSync } from "fflate"
import { type Command, Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
let server: Command
let base = ""
let token = ""
let space = ""

const data = ["--data", "data"] as const
const run = (...words: ReadonlyArray<string>) => commands.start([...words, ...data]).end()

const create = async (title: string): Promise<string> => {
  const { json } = await call(`${base}/v1/orgs`, token)
  const [organization] = json.items as ReadonlyArray<{ readonly id: string }>
  const made = await fetch(`${base}/v1/orgs/${organization?.id}/spaces`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ title })
  })
  const { id } = (await made.json()) as { readonly id: string }
  return id
}

beforeAll(async () => {
  commands = await Commands.open()
  server = commands.start(["serve", ...data, "--port", "0"])
  base = await server.url()
  token = curl(server.out).token
  space = await create("Manual")
  await fs.mkdir(join(commands.folder, "manual"))
  await fs.writeFile(join(commands.folder, "manual/README.md"), "# Manual\n\nRead [one](one.md).\n")
  await fs.writeFile(join(commands.folder, "manual/one.md"), "---\nicon: gear\n---\n\n# One\n\nIt was dark.\n")
  const { code, err } = await run("import", "manual", "--space", space)
  assert.strictEqual(code, 0, err)
})
afterAll(async () => {
  await server.stop()
  await commands.close()
})

const textsIn = async (folder: string) => {
  const names = await fs.readdir(join(commands.folder, folder), { recursive: true })
  const read = async (name: string) => [name, await fs.readFile(join(commands.folder, folder, name), "utf8")] as const
  return Object.fromEntries(await Promise.all(names.filter((name) => name.endsWith(".md")).map(read)))
}

describe("quire export", () => {
  it("writes a folder and a zip with the same files, which import reads back (rule export-command)", async () => {
    const folder = await run("export", space, "--to", "out/manual")
    assert.deepStrictEqual([folder.code, folder.out], [0, `${join(commands.folder, "out/manual")}\n`], folder.err)
    assert.deepStrictEqual(lines(folder.err).at(-1), "exported 3 files")
    const texts = await textsIn("out/manual")
    assert.deepStrictEqual(texts, {
      "README.md": "---\nslug: manual\n---\n\n# Manual\n\nRead [one](one.md).\n",
      "SUMMARY.md": "# Table of contents\n\n* [Manual](README.md)\n* [One](one.md)\n",
      "one.md": "---\nicon: gear\n---\n\n# One\n\nIt was dark.\n"
    })
    const zip = await run("export", space, "--to", "out/manual.zip")
    assert.strictEqual(zip.code, 0, zip.err)
    const packed = unzipSync(await fs.readFile(join(commands.folder, "out/manual.zip")))
    const decoder = new TextDecoder()
    assert.deepStrictEqual(
      Object.fromEntries(Object.entries(packed).map(([name, bytes]) => [name, decoder.decode(bytes)])),
      texts
    )
    const again = await create("Again")
    const back = await run("import", "out/manual", "--space", again)
    assert.deepStrictEqual([back.code, lines(back.err).length], [0, 2], back.err)
    assert.include(back.err, "imported 2 of 2 pages and files")
  })

  it("refuses an existing target and invalid arguments (rule export-command)", async () => {
    await fs.mkdir(join(commands.folder, "taken"))
    await fs.writeFile(join(commands.folder, "taken/file"), "mine")
    await fs.writeFile(join(commands.folder, "taken.zip"), "mine")
    const rows: ReadonlyArray<readonly [words: ReadonlyArray<string>, code: number, says: RegExp]> = [
      [[space, "--to", "taken"], 2, /already exists and is not empty/],
      [[space, "--to", "taken.zip"], 2, /already exists$/],
      [["none", "--to", "x"], 1, /space none does not exist/],
      [[space, "--to", "x", "--as-of", "1999-01-01T00:00:00Z"], 1, /did not exist at 1999/],
      [[space, "--to", "x", "--revision", "none"], 1, /revision: none does not exist or you do not have access to it/]
    ]
    for (const [words, code, says] of rows) {
      const ended = await run("export", ...words)
      assert.strictEqual(ended.code, code, ended.err)
      assert.match(lines(ended.err).at(-1) ?? "", says)
    }
    assert.deepStrictEqual(await fs.readdir(join(commands.folder, "taken")), ["file"])
    assert.isFalse((await fs.readdir(commands.folder)).includes("x"))
    assert.isFalse((await fs.readdir(commands.folder)).some((name) => name.endsWith(".part")))
  })
})
