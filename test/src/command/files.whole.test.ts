import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Database from "../support/database.ts"
import { Commands } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

describe("a store with files in a folder (rule blob-location)", () => {
  it("opens with that folder only, until the files are moved and the new location is recorded", () =>
    Effect.gen(function* () {
      const { database, host, password, port, username } = yield* Database.fresh
      const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
      const run = (...words: ReadonlyArray<string>) =>
        Effect.promise(() => commands.start([...words, "--database-url", url, "--port", "0"]).end())
      const at = (name: string) => join(commands.folder, name)
      yield* Effect.promise(() => mkdir(at("docs")))
      yield* Effect.promise(() => writeFile(at("docs/README.md"), "# Guide\n"))
      const server = commands.start(["serve", "--database-url", url, "--port", "0", "--blobs", `folder:${at("files")}`])
      yield* Effect.promise(() => server.url().finally(() => server.stop()))

      const publish = (...blobs: ReadonlyArray<string>) => run("publish", at("docs"), "--title", "Guide", ...blobs)
      const forgotten = yield* publish()
      assert.deepStrictEqual([forgotten.code, forgotten.out], [1, ""], forgotten.err)
      assert.include(
        forgotten.err,
        `quire: this store keeps its files in folder:${at("files")}, not in store: pass --blobs folder:${at("files")} (or QUIRE_BLOBS), or if the files were moved to store, run quire blobs use store\n`
      )
      assert.strictEqual((yield* run("serve")).code, 1)
      assert.strictEqual((yield* publish("--blobs", "folder:files")).code, 0)

      yield* Effect.promise(() => rename(at("files"), at("elsewhere")))
      assert.strictEqual((yield* publish("--blobs", "folder:elsewhere")).code, 0)
      assert.strictEqual((yield* publish("--blobs", "folder:files")).code, 1)

      const early = yield* run("blobs", "use", "store")
      assert.deepStrictEqual([early.code, early.out], [1, ""])
      assert.include(early.err, "copy them with quire blobs move --from")
      assert.strictEqual((yield* run("blobs", "move", "--from", "folder:elsewhere", "--to", "store")).code, 0)
      const used = yield* run("blobs", "use", "store")
      assert.deepStrictEqual([used.code, used.out], [0, "This store now keeps its files in store.\n"], used.err)
      assert.strictEqual((yield* publish()).code, 0)
      assert.strictEqual((yield* publish("--blobs", "folder:elsewhere")).code, 1)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("records the new location when it is restored there", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* Database.fresh, yield* Database.fresh].map(
        ({ database, host, password, port, username }) =>
          `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
      )
      const run = (url: string | undefined, ...words: ReadonlyArray<string>) =>
        Effect.promise(() => commands.start([...words, "--database-url", url ?? ""]).end())
      const file = join(commands.folder, "moved.gz")
      const made = yield* run(from, "token", "create", "--blobs", "folder:before")
      assert.strictEqual(made.code, 0, made.err)
      assert.strictEqual((yield* run(from, "backup", "--to", file, "--blobs", "folder:before")).code, 0)
      const restored = yield* run(to, "restore", file, "--blobs", "folder:after")
      assert.strictEqual(restored.code, 0, restored.err)
      assert.strictEqual((yield* run(to, "token", "create", "--blobs", "folder:after")).code, 0)
      assert.strictEqual((yield* run(to, "token", "create", "--blobs", "folder:before")).code, 1)
    }).pipe(Effect.scoped, Effect.runPromise))
})
