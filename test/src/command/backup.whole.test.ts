import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as Database from "../support/database.ts"
import { Commands, call, curl } from "./Commands.ts"

const scope = Effect.runSync(Scope.make())
let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(async () => {
  await commands.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const run = (words: ReadonlyArray<string>) => commands.start(words).end()

const freshUrl = async () => {
  const { database, host, password, port, username } = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  return `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
}

it("backs up a running server into a file for its owner only, and restores it in another store (rules backup-any, backup-whole)", async () => {
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
  assert.match(again.err, /kept\.gz: the file already exists and was not changed/)
  await server.stop()

  const elsewhere = await freshUrl()
  const restored = await run(["restore", "kept.gz", "--database-url", elsewhere])
  assert.strictEqual(restored.code, 0, restored.err)
  assert.match(restored.out, /^kept\.gz is complete: /)
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
})

it("creates no store from a file that is damaged or not a backup", async () => {
  await fs.writeFile(join(commands.folder, "notes.txt"), "no backup")
  for (const file of ["notes.txt", "absent.gz"]) {
    const { code, err, out } = await run(["restore", file, "--data", "unmade"])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, file === "absent.gz" ? /absent\.gz: no such file/ : /the backup is incomplete or damaged/)
  }
  assert.isFalse((await fs.readdir(commands.folder)).includes("unmade"))
})

it("restores files from a folder into a bucket and names a damaged one (rules backup-any and backup-missing)", async () => {
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(commands.folder, "s3"),
    vhostBuckets: false,
    configureBuckets: [{ name: "quire", configs: [] }]
  })
  const { port } = await s3.run()
  const keys = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" }
  const [from, to] = [await freshUrl(), await freshUrl()]
  const source = ["--database-url", from, "--blobs", "folder:files"]
  const server = commands.start(["serve", "--port", "0", ...source])
  await server.url()
  const { token, url } = curl(server.out)
  const { json: space } = await call(url, token, { title: "Kept", editMode: "live" })
  const text = "a file that is kept"
  const change = { operation: "insert_files", files: [{ name: "kept.txt", base64: btoa(text) }] }
  const content = (base: string) => `${base}/v1/spaces/${space.id}/content`
  const base = await server.url()
  assert.strictEqual((await call(content(base), token, { changes: [change] })).status, 200)

  const done = await run(["backup", "--to", "whole.gz", ...source])
  assert.strictEqual(done.code, 0, done.err)
  const bucket = ["--database-url", to, "--blobs", `s3://quire/docs?endpoint=http://127.0.0.1:${port}`]
  const restored = await commands.start(["restore", "whole.gz", ...bucket], keys).end()
  assert.strictEqual(restored.code, 0, restored.err)
  assert.notInclude(restored.err, "missing")
  const other = commands.start(["serve", "--port", "0", ...bucket], keys)
  const { json: files } = await call(`${content(await other.url())}/files`, token)
  const [file] = files.items as ReadonlyArray<{ readonly downloadURL: string }>
  assert.strictEqual(await (await fetch(file?.downloadURL ?? "")).text(), text)
  await other.stop()

  const hash = createHash("sha256").update(text).digest("base64url")
  await fs.writeFile(join(commands.folder, "files", "blobs", hash.charAt(0), hash.charAt(1), hash), "damaged")
  const refused = await run(["backup", "--to", "part.gz", ...source])
  assert.strictEqual(refused.code, 1)
  assert.include(refused.err, `1 file is missing or damaged in the blob store: ${hash} (file_records ${space.id}.`)
  assert.include(refused.err, "--incomplete")
  assert.isEmpty((await fs.readdir(commands.folder)).filter((name) => name.startsWith("part.gz")))
  const part = await run(["backup", "--to", "part.gz", "--incomplete", ...source])
  assert.strictEqual(part.code, 0, part.err)
  assert.include(part.err, `the backup is incomplete: 1 file missing: ${hash} (file_records ${space.id}.`)
  const last = await run(["restore", "part.gz", "--database-url", await freshUrl(), "--blobs", "folder:others"])
  assert.strictEqual(last.code, 0, last.err)
  assert.match(last.out, /^part\.gz is incomplete: all but 1 file as it was at /)
  assert.include(last.err, `the backup is incomplete: 1 file missing: ${hash} (file_records ${space.id}.`)
  await server.stop()
  await s3.close()
})
