import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Deferred, Effect, Exit, Option, Redacted, Scope } from "effect"
import { Client } from "pg"
import * as EmbeddedPostgres from "../../src/postgres/EmbeddedPostgres.ts"
import * as DataDirectory from "../../src/postgres/embedded/DataDirectory.ts"
import * as PidFile from "../../src/postgres/embedded/PidFile.ts"
import { pause } from "../../src/postgres/Pause.ts"
import { closedFolder, copied, killPostmaster, serverPid } from "./support/Holder.ts"

const isLinux = process.platform === "linux"

/** Restarts with pauses of 1 ms, `most` times in a row: no server runs long enough to end the row. */
const eager = (most: number) => ({ pause: 1, longestPause: 1, most, steady: 3_600_000 })

const start = (directory: string, options: Partial<EmbeddedPostgres.Options> = {}) =>
  EmbeddedPostgres.start({ directory, durable: false, ...options })

let original = ""
let removed: () => Promise<void>
beforeAll(async () => {
  const scope = await Effect.runPromise(Scope.make())
  original = await Effect.runPromise(Scope.provide(closedFolder, scope))
  removed = () => Effect.runPromise(Scope.close(scope, Exit.void))
  await Effect.runPromise(Effect.scoped(start(original)))
})
afterAll(() => removed())

/** A closed folder with a new database that no server has served since it was created. */
const founded = Effect.tap(closedFolder, (directory) => copied(original, directory))

const ask = async (running: EmbeddedPostgres.RunningServer, sql: string) => {
  const client = new Client({ connectionString: Redacted.value(running.url) })
  client.on("error", () => {})
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

const query = (running: EmbeddedPostgres.RunningServer, sql: string) => Effect.promise(() => ask(running, sql))

const pidOf = (directory: string) => Effect.promise(() => serverPid(directory))

const isAlive = (pid: number | undefined) => Effect.promise(async () => pid !== undefined && PidFile.isAlive(pid))

/** Waits until another server answers at the same port and owns the folder. */
const reborn = (running: EmbeddedPostgres.RunningServer, directory: string, pid: number | undefined) =>
  Effect.gen(function* () {
    const locks = "select from pg_locks where locktype = 'advisory' and granted"
    while (true) {
      const next = yield* pidOf(directory)
      const owned = yield* Effect.promise(() => ask(running, locks).catch(() => undefined))
      if (next !== pid && owned?.rowCount === 1) return next
      yield* pause(10)
    }
  })

const dies = (running: EmbeddedPostgres.RunningServer, directory: string) =>
  Effect.gen(function* () {
    const pid = yield* pidOf(directory)
    yield* killPostmaster(directory)
    return yield* reborn(running, directory, pid)
  })

describe("EmbeddedPostgres, when its server ends", () => {
  it.effect("restarts it in place with all acknowledged rows, and stops it with the scope", () =>
    Effect.gen(function* () {
      const directory = yield* founded
      const scope = yield* Scope.make()
      const running = yield* Scope.provide(start(directory, { durable: true }), scope)
      yield* query(running, "create table kept as select 1 as id")
      const first = yield* dies(running, directory)
      yield* query(running, "insert into kept values (2)")
      const second = yield* dies(running, directory)
      assert.notStrictEqual(second, first)
      const { rows } = yield* query(running, "select id from kept order by id")
      assert.deepStrictEqual(rows, [{ id: 1 }, { id: 2 }])
      const refused = yield* Effect.flip(Effect.scoped(start(directory)))
      assert.strictEqual(refused.reason, "in-use")
      assert.include(refused.message, `process ${second}`)
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(yield* isAlive(second))
      assert.isUndefined(yield* pidOf(directory))
    })
  )

  it.effect("restarts it also when it was stopped from outside and its file is gone", () =>
    Effect.gen(function* () {
      const directory = yield* founded
      const running = yield* start(directory)
      const pid = yield* pidOf(directory)
      process.kill(pid ?? 0, "SIGINT")
      assert.notStrictEqual(yield* reborn(running, directory, pid), pid)
    })
  )

  it.effect("gives up after the maximum number of consecutive starts, and not before", () =>
    Effect.gen(function* () {
      const directory = yield* founded
      const lost = yield* Deferred.make<EmbeddedPostgres.EmbeddedPostgresLost>()
      const onLost = (error: EmbeddedPostgres.EmbeddedPostgresLost) => Effect.asVoid(Deferred.succeed(lost, error))
      const running = yield* start(directory, { restarts: eager(2), onLost })
      yield* dies(running, directory)
      yield* dies(running, directory)
      assert.isFalse(Deferred.isDoneUnsafe(lost))
      yield* killPostmaster(directory)
      assert.include((yield* Deferred.await(lost)).message, "it exited immediately after starting")
    })
  )

  it.effect("reports why it does not start, and gives up at once when its folder is missing", () =>
    Effect.gen(function* () {
      const folder = yield* closedFolder
      const after = (harm: (data: string) => Promise<void>, directory: string) =>
        Effect.scoped(
          Effect.gen(function* () {
            const lost = yield* Deferred.make<EmbeddedPostgres.EmbeddedPostgresLost>()
            const onLost = (error: EmbeddedPostgres.EmbeddedPostgresLost) =>
              Effect.asVoid(Deferred.succeed(lost, error))
            yield* copied(original, directory)
            yield* start(directory, { restarts: eager(1), onLost })
            const pid = yield* pidOf(directory)
            yield* Effect.promise(() => harm(join(directory, "postgres", "data")))
            process.kill(pid ?? 0, "SIGKILL")
            return (yield* Deferred.await(lost)).message
          })
        )
      const broken = yield* after((data) => fs.rm(join(data, "global", "pg_control")), join(folder, "broken"))
      assert.include(broken, "pg_control")
      const moved = yield* after((data) => fs.rename(data, `${data}.moved`), join(folder, "moved"))
      assert.match(moved, /data no longer exists$/)
    })
  )

  it.effect(
    "leaves no server behind when the scope closes during a restart",
    () =>
      Effect.gen(function* () {
        const directory = yield* founded
        const identity = yield* Effect.scoped(
          Effect.andThen(start(directory), DataDirectory.readIdentity(DataDirectory.layoutOf(directory)))
        )
        for (let turns = 0; turns < Rounds.rounds(2, 60, 4); turns++) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* start(directory)
              yield* killPostmaster(directory)
              yield* pause((turns * 20) % 700)
            })
          )
          if (isLinux) assert.isTrue(Option.isNone(yield* PidFile.findRunning(identity)), `${turns}`)
        }
      }),
    Rounds.patience
  )
})

describe("an obstacle in place of the server's pid file", () => {
  const fileOf = (directory: string) => join(directory, "postgres", "data", "postmaster.pid")

  const remnants: ReadonlyArray<readonly [string, (path: string) => Promise<unknown>]> = [
    ["empty", (path) => fs.writeFile(path, "")],
    ["torn", (path) => fs.writeFile(path, Buffer.from([0, 0, 0, 255]))],
    ["closed to the server's user", (path) => fs.writeFile(path, "", { mode: 0o000 })],
    ["a folder", (path) => fs.mkdir(path)],
    ["of an ended process", (path) => fs.writeFile(path, "999999999\n/proc/self/cwd\n1\n1\n\n127.0.0.1\n1 1\n")],
    ["of another process", (path) => fs.writeFile(path, `${process.pid}\n/proc/self/cwd\n1\n1\n\n127.0.0.1\n1 1\n`)]
  ]

  it.effect.runIf(isLinux)("prevents no start when no server is running", () =>
    Effect.gen(function* () {
      const directory = yield* founded
      yield* Effect.scoped(start(directory))
      for (const [name, leave] of remnants) {
        yield* Effect.promise(() => leave(fileOf(directory)))
        const running = yield* Effect.scoped(start(directory))
        assert.isTrue(running.owner, name)
        const left = yield* Effect.promise(() => fs.readdir(join(directory, "postgres", "data")))
        assert.deepStrictEqual(
          left.filter((each) => each.startsWith("postmaster.pid")),
          [],
          name
        )
      }
    })
  )

  it.effect.runIf(isLinux)("does not hide a running server, which is reported", () =>
    Effect.gen(function* () {
      const directory = yield* founded
      const running = yield* start(directory)
      const pid = yield* pidOf(directory)
      const written = yield* Effect.promise(() => fs.readFile(fileOf(directory)))
      for (const [name, leave] of remnants) {
        yield* Effect.promise(async () => {
          await fs.rm(fileOf(directory), { recursive: true })
          await leave(fileOf(directory))
        })
        const refused = yield* Effect.flip(Effect.scoped(start(directory)))
        assert.strictEqual(refused.reason, "in-use", name)
        assert.include(refused.message, `process ${pid}, port ${running.config.port}`, name)
      }
      yield* Effect.promise(async () => {
        await fs.rm(fileOf(directory), { recursive: true })
        await fs.writeFile(fileOf(directory), written)
      })
    })
  )

  it.effect("gives the next server the address, so that clients of the previous one find it", () =>
    Effect.gen(function* () {
      const directory = yield* founded
      const { config } = yield* Effect.scoped(start(directory))
      const stale = `999999999\n/proc/self/cwd\n1\n${config.port}\n\n127.0.0.1\n1 1\n`
      yield* Effect.promise(() => fs.writeFile(fileOf(directory), stale))
      const next = yield* Effect.scoped(start(directory))
      assert.strictEqual(next.config.port, config.port)
    })
  )
})
