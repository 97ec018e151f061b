import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as Database from "../support/database.ts"
import { Commands, call, curl } from "./Commands.ts"

const scope = Effect.runSync(Scope.make())
let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
}, 300_000)
afterAll(async () => {
  await commands.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const run = (words: ReadonlyArray<string>) => commands.start(words).end()

const freshUrl = async () => {
  const { database, host, password, port, username } = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  return `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
}

it("a running server is backed up into a file of its owner's, and goes on elsewhere (rules backup-any, backup-whole)", async () => {
  const server = commands.start(["serve", "--port", "0", "--data", "one"])
  const base = await server.url()
  const { token, url } = curl(server.out)
  assert.strictEqual((await call(url, token, { title: "Kept" })).status, 201)
  const before = await call(url, token)

  const done = await run(["backup", "--to", "kept.gz", "--data", "one"])
  assert.strictEqual(done.code, 0, done.err)
  assert.match(done.out, /^kept\.gz holds everything as it was at \S+Z: \d+ entries, \d+ files? \(\d+\.\d MiB\)\n$/)
  assert.strictEqual((await fs.stat(join(commands.folder, "kept.gz"))).mode & 0o777, 0o600)
  assert.notInclude(await fs.readdir(commands.folder), "kept.gz.part")

  const again = await run(["backup", "--to", "kept.gz", "--data", "one"])
  assert.strictEqual(again.code, 1)
  assert.match(again.err, /kept\.gz: there is such a file already, which is left as it is/)
  await server.stop()

  const elsewhere = await freshUrl()
  const restored = await run(["restore", "kept.gz", "--database-url", elsewhere])
  assert.strictEqual(restored.code, 0, restored.err)
  assert.match(restored.out, /^kept\.gz is whole: /)
  assert.match(restored.out, /\nthe installation: .*\n/)

  const other = commands.start(["serve", "--port", "0", "--database-url", elsewhere])
  const address = await other.url()
  const after = await call(url.replace(base, address), token)
  assert.strictEqual(JSON.stringify(after).replaceAll(address, base), JSON.stringify(before))
  assert.notInclude(other.out, "The store was empty")
  await other.stop()

  const full = await run(["restore", "kept.gz", "--database-url", elsewhere])
  assert.strictEqual(full.code, 1)
  assert.match(full.err, /the store is not empty/)
}, 180_000)

it("a file that is none, or is damaged, makes no store", async () => {
  await fs.writeFile(join(commands.folder, "notes.txt"), "no backup")
  for (const file of ["notes.txt", "absent.gz"]) {
    const { code, err, out } = await run(["restore", file, "--data", "unmade"])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, file === "absent.gz" ? /absent\.gz: there is no such file/ : /this is not a whole backup/)
  }
  assert.isFalse((await fs.readdir(commands.folder)).includes("unmade"))
})
