import * as fs from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, layer } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Context, Effect, Layer } from "effect"
import { Client } from "pg"
import { pause } from "../../src/postgres/Pause.ts"
import { checkout, closedFolder, type Holder, hold, killPostmaster, serverPid } from "./support/Holder.ts"

const isRoot = process.getuid?.() === 0
const kills = Rounds.rounds(5, 100, 20)
const timeout = Rounds.patience

/** A checkout and a data folder, both below a folder that only its owner may enter. */
class Closed extends Context.Service<Closed, { readonly folder: string; readonly program: string }>()("Closed") {
  static readonly layer = Layer.effect(
    Closed,
    Effect.gen(function* () {
      const folder = yield* closedFolder
      return { folder, program: (yield* checkout(folder)).program }
    })
  )
}

const up = (holder: Holder) =>
  Effect.flatMap(holder.next, (message) => {
    assert(message.event === "up", JSON.stringify(message))
    return Effect.succeed(message)
  })

/** Runs statements on a separate connection; resolved means acknowledged. */
const run = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url })
    client.on("error", () => {})
    await client.connect()
    try {
      for (const statement of statements.slice(0, -1)) await client.query(statement)
      return (await client.query(statements.at(-1) ?? "select 1")).rows
    } finally {
      await client.end()
    }
  })

describe("EmbeddedPostgres, when processes are killed", () => {
  layer(Closed.layer)("below a closed folder", (it) => {
    it.effect(
      "adopts the server with every acknowledged row after kill -9 of the host process",
      () =>
        Effect.gen(function* () {
          const { folder, program } = yield* Closed
          const directory = join(folder, "killed")
          const expected: Array<{ readonly round: number }> = []
          const servers = new Set<number | undefined>()
          for (let round = 0; round < kills; round++) {
            const holder = yield* hold(program, { directory })
            const { owner, url } = yield* up(holder)
            assert.isTrue(owner)
            const kept = yield* run(
              url,
              "create table if not exists rows (round integer)",
              "select round from rows order by round"
            )
            assert.deepStrictEqual(kept, expected)
            yield* run(url, `insert into rows values (${round})`)
            expected.push({ round })
            servers.add(yield* Effect.promise(() => serverPid(directory)))
            yield* holder.kill
            if (round % 5 === 4) yield* killPostmaster(directory)
          }
          assert.strictEqual(servers.size, kills / 5)
          const last = yield* hold(program, { directory })
          yield* up(last)
          yield* last.stop
          assert.deepStrictEqual(yield* last.next, { event: "down" })
          assert.isUndefined(yield* Effect.promise(() => serverPid(directory)))
        }),
      timeout
    )

    it.effect(
      "leaves a usable folder when the first start is killed at any moment",
      () =>
        Effect.gen(function* () {
          const { folder, program } = yield* Closed
          for (let delay = 150; delay <= 450; delay += Rounds.rounds(300, 10, 150)) {
            const directory = join(folder, `early-${delay}`)
            const early = yield* hold(program, { directory, durable: false })
            yield* pause(delay)
            yield* early.kill
            const next = yield* hold(program, { directory, durable: false })
            assert.isTrue((yield* up(next)).owner)
            yield* next.stop
            assert.deepStrictEqual(yield* next.next, { event: "down" })
            yield* Effect.promise(() => fs.rm(directory, { recursive: true }))
          }
        }),
      timeout
    )

    it.effect("rejects another process while the owner lives, and accepts it once the owner is killed", () =>
      Effect.gen(function* () {
        const { folder, program } = yield* Closed
        const options = { directory: join(folder, "killed"), durable: false }
        const first = yield* hold(program, options)
        const { url } = yield* up(first)
        const second = yield* (yield* hold(program, options)).next
        assert(second.event === "refused", JSON.stringify(second))
        assert.strictEqual(second.reason, "in-use")
        assert.include(second.message, "in use by another process")
        const guest = yield* hold(program, { ...options, guest: true })
        assert.deepStrictEqual(yield* up(guest), { event: "up", owner: false, url })
        yield* first.kill
        yield* guest.stop
        assert.deepStrictEqual(yield* guest.next, { event: "down" })
        const third = yield* hold(program, options)
        assert.deepStrictEqual(yield* up(third), { event: "up", owner: true, url })
        yield* third.stop
        yield* third.next
      })
    )

    it.effect.runIf(isRoot)(
      "starts as an ordinary user without help, and runs the server as that user when started by root",
      () =>
        Effect.gen(function* () {
          const { folder, program } = yield* Closed
          const nobodyUser = { uid: 65534, gid: 65534 }
          const home = yield* closedFolder
          const [own, directory] = [join(home, "checkout"), join(home, "data")]
          yield* Effect.promise(async () => {
            await fs.cp(join(folder, "checkout"), own, { recursive: true })
            const give = async (path: string): Promise<void> => {
              await fs.lchown(path, nobodyUser.uid, nobodyUser.gid)
              if ((await fs.lstat(path)).isDirectory()) {
                for (const name of await fs.readdir(path)) await give(join(path, name))
              }
            }
            await give(home)
          })
          const serverUser = Effect.promise(async () => (await fs.stat(`/proc/${await serverPid(directory)}`)).uid)
          const ordinary = yield* hold(
            join(own, "holder.mjs"),
            { directory, durable: false },
            { ...nobodyUser, cwd: home }
          )
          const { url } = yield* up(ordinary)
          yield* run(url, "create table mine as select 1 as id")
          assert.strictEqual(yield* serverUser, nobodyUser.uid)
          yield* ordinary.stop
          yield* ordinary.next
          const root = yield* hold(program, { directory, durable: false })
          const again = yield* up(root)
          assert.strictEqual(yield* serverUser, nobodyUser.uid)
          assert.deepStrictEqual(yield* run(again.url, "select id from mine"), [{ id: 1 }])
          yield* root.stop
          yield* root.next
        })
    )
  })
})
