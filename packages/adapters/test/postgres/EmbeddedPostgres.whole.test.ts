import * as fs from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { BlobStore } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Context, Effect, Exit, Layer, Option, Redacted, Result, Scope } from "effect"
import { Client } from "pg"
import * as EmbeddedPostgres from "../../src/postgres/EmbeddedPostgres.ts"
import * as DataDirectory from "../../src/postgres/embedded/DataDirectory.ts"
import * as PidFile from "../../src/postgres/embedded/PidFile.ts"
import { pause } from "../../src/postgres/Pause.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import { closedFolder, serverPid } from "./support/Holder.ts"

const isRoot = process.getuid?.() === 0

const start = (directory: string, options: Partial<EmbeddedPostgres.Options> = {}) =>
  EmbeddedPostgres.start({ directory, durable: false, ...options })

const query = (running: EmbeddedPostgres.RunningServer, sql: string) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: Redacted.value(running.url) })
    client.on("error", () => {})
    await client.connect()
    return client.query(sql).finally(() => client.end())
  })

const pidOf = (directory: string) => Effect.promise(() => serverPid(directory))

const isAlive = (pid: number | undefined) => Effect.promise(async () => pid !== undefined && PidFile.isAlive(pid))

/** A folder with a database and no running server; the tests that share it leave it so. */
class Folder extends Context.Service<Folder, string>()("Folder") {
  static readonly layer = Layer.effect(
    Folder,
    Effect.gen(function* () {
      const directory = join(yield* closedFolder, "data")
      yield* Effect.scoped(start(directory))
      return directory
    })
  )
}

describe("EmbeddedPostgres", () => {
  it.effect("creates a UTF-8 database with a password, on the loopback only, and stops it with its scope", () =>
    Effect.gen(function* () {
      const directory = join(yield* closedFolder, "not", "there", "yet")
      const steps: Array<string> = []
      const scope = yield* Scope.make()
      const running = yield* Scope.provide(
        EmbeddedPostgres.start({ directory, onProgress: (step) => Effect.sync(() => void steps.push(step)) }),
        scope
      )
      assert.deepStrictEqual(steps, ["creating the database", "starting Postgres"])
      const { rows } = yield* query(
        running,
        `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
           datcollate as collate, current_setting('fsync') as fsync, current_setting('timezone') as timezone,
           current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
           (select left(rolpassword, 14) from pg_authid where rolname = current_user) as password
         from pg_database where datname = current_database()`
      )
      assert.deepStrictEqual(rows, [
        {
          encoding: "UTF8",
          provider: "b",
          locale: "C.UTF-8",
          collate: "C",
          fsync: "on",
          timezone: "UTC",
          addresses: "127.0.0.1",
          sockets: "",
          password: "SCRAM-SHA-256$"
        }
      ])
      const files = yield* Effect.promise(() =>
        Promise.all(
          ["postgres/data", "postgres/password", "postgres/server.log"].map((name) => fs.stat(join(directory, name)))
        )
      )
      assert.deepStrictEqual(
        files.map(({ mode }) => (mode & 0o777).toString(8)),
        ["700", "600", "600"]
      )
      const pid = yield* pidOf(directory)
      const user = yield* Effect.promise(() => fs.stat(`/proc/${pid}`))
      assert.strictEqual(user.uid === 0, false)
      const wrong = new Client({ ...running.config, user: "quire", password: "wrong" })
      const denied = yield* Effect.promise(() => wrong.connect().catch((cause) => cause.code))
      assert.strictEqual(denied, "28P01")
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(yield* isAlive(pid))
      assert.isUndefined(yield* pidOf(directory))
    })
  )

  it.effect("has one owner and several guests when many start at once in a new folder", () =>
    Effect.gen(function* () {
      const directory = yield* closedFolder
      const starters = [false, true, false].map((guest) => Effect.result(start(directory, { guest })))
      const answers = yield* Effect.all(starters, { concurrency: "unbounded" })
      const [running, refused] = [answers.filter(Result.isSuccess), answers.filter(Result.isFailure)]
      assert.strictEqual(running.filter(({ success }) => success.owner).length, 1)
      assert.deepStrictEqual(
        refused.map(({ failure }) => failure.reason).filter((reason) => reason !== "in-use"),
        []
      )
      assert.strictEqual(new Set(running.map(({ success }) => Redacted.value(success.url))).size, 1)
      assert.isTrue(answers[1] !== undefined && Result.isSuccess(answers[1]))
      const left = (yield* Effect.promise(() => fs.readdir(directory))).filter((name) => name !== "postgres")
      assert.deepStrictEqual(left, [])
    })
  )

  it.effect("rejects data of another version, and a folder with other contents", () =>
    Effect.gen(function* () {
      const folder = yield* closedFolder
      const [other, strange] = [join(folder, "other"), join(folder, "strange")]
      yield* Effect.promise(async () => {
        await fs.mkdir(join(other, "postgres", "data"), { recursive: true })
        await fs.writeFile(join(other, "postgres", "data", "PG_VERSION"), "13\n")
        await fs.mkdir(join(strange, "postgres", "photos"), { recursive: true })
      })
      assert.include((yield* Effect.flip(Effect.scoped(start(other)))).message, "was written by Postgres 13")
      assert.include((yield* Effect.flip(Effect.scoped(start(strange)))).message, "contains no database")
    })
  )

  it.effect.runIf(isRoot)("rejects a user that cannot run it, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const directory = join(yield* closedFolder, "data")
      for (const user of ["no-such-user", "root"]) {
        const refused = yield* Effect.flip(Effect.scoped(start(directory, { user })))
        assert.strictEqual(refused.reason, "account")
        assert.include(refused.message, `\`${user}\``)
      }
      assert.isFalse(
        yield* Effect.promise(() =>
          fs.stat(directory).then(
            () => true,
            () => false
          )
        )
      )
    })
  )

  layer(Folder.layer)("on an existing database", (it) => {
    const pidFile = (directory: string) => join(directory, "postgres", "data", "postmaster.pid")
    const foreignPidFile = (port: number) =>
      [process.pid, "/proc/self/cwd", 1, port, "", "127.0.0.1", "1 1", "ready", ""].join("\n")

    it.effect(
      "has one owner when many start at once over a stale pid file, and no other touches the owner's pid file",
      () =>
        Effect.gen(function* () {
          const directory = yield* Folder
          for (let round = 0; round < Rounds.rounds(2, 30, 5); round++) {
            yield* Effect.promise(() => fs.writeFile(pidFile(directory), foreignPidFile(1)))
            yield* Effect.scoped(
              Effect.gen(function* () {
                const starters = Array.from({ length: 4 }, () => Effect.result(start(directory)))
                const answers = yield* Effect.all(starters, { concurrency: "unbounded" })
                assert.deepStrictEqual(
                  answers.map((answer) => (Result.isSuccess(answer) ? "owner" : answer.failure.reason)).sort(),
                  ["in-use", "in-use", "in-use", "owner"]
                )
                assert.isTrue(yield* isAlive(yield* pidOf(directory)))
              })
            )
          }
        })
    )

    it.effect("keeps a pid file that names the folder's own server, or that has changed", () =>
      Effect.gen(function* () {
        const directory = yield* Folder
        const layout = DataDirectory.layoutOf(directory)
        const identity = yield* DataDirectory.readIdentity(layout)
        const read = Effect.flatMap(PidFile.read(layout), Effect.fromOption)
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* start(directory)
            const live = yield* read
            yield* PidFile.removeStale(layout, live, identity)
            assert.deepStrictEqual(yield* read, live)
          })
        )
        const other = yield* Effect.fromOption(PidFile.parse(foreignPidFile(1)))
        yield* Effect.promise(() => fs.writeFile(pidFile(directory), foreignPidFile(2)))
        yield* PidFile.removeStale(layout, other, identity)
        const current = yield* read
        assert.strictEqual(current.text, foreignPidFile(2))
        yield* PidFile.removeStale(layout, current, identity)
        assert.isTrue(Option.isNone(yield* PidFile.read(layout)))
        const left = (yield* Effect.promise(() => fs.readdir(layout.data))).filter((name) => name.includes("stale"))
        assert.deepStrictEqual(left, [])
      })
    )

    it.effect("keeps data and password across starts, whatever is connected when it stops", () =>
      Effect.gen(function* () {
        const directory = yield* Folder
        const visit = (sql: string) =>
          Effect.scoped(
            Effect.gen(function* () {
              const running = yield* start(directory)
              const idle = new Client({ connectionString: Redacted.value(running.url) })
              idle.on("error", () => {})
              yield* Effect.promise(() => idle.connect())
              return { rows: (yield* query(running, sql)).rows, password: Redacted.value(running.config.password) }
            })
          )
        const first = yield* visit("create table kept as select 7 as id; select 1")
        const second = yield* visit("select id from kept")
        assert.deepStrictEqual(second.rows, [{ id: 7 }])
        assert.strictEqual(second.password, first.password)
      })
    )

    it.effect("rejects a second owner, with the reason and the alternatives", () =>
      Effect.gen(function* () {
        const directory = yield* Folder
        const running = yield* start(directory)
        const refused = yield* Effect.flip(Effect.scoped(start(directory)))
        assert.deepStrictEqual([refused._tag, refused.reason], ["EmbeddedPostgresUnavailable", "in-use"])
        assert.include(refused.message, "is in use by another process")
        for (const way of ["--data", "--database-url", "--store memory"]) assert.include(refused.message, way)
        assert.deepStrictEqual((yield* query(running, "select 1 as alive")).rows, [{ alive: 1 }])
      })
    )

    it.effect("lets guests join and leave, and makes a guest that finds no server the owner of the one it starts", () =>
      Effect.gen(function* () {
        const directory = yield* Folder
        const alone = yield* Scope.make()
        const first = yield* Scope.provide(start(directory, { guest: true }), alone)
        assert.isTrue(first.owner)
        assert.strictEqual((yield* Effect.flip(Effect.scoped(start(directory)))).reason, "in-use")
        const pid = yield* pidOf(directory)
        const guest = yield* Effect.scoped(start(directory, { guest: true }))
        assert.deepStrictEqual([guest.owner, Redacted.value(guest.url)], [false, Redacted.value(first.url)])
        assert.isTrue(yield* isAlive(pid))
        yield* Scope.close(alone, Exit.void)
        assert.isFalse(yield* isAlive(pid))
        assert.isTrue((yield* Effect.scoped(start(directory))).owner)
      })
    )

    it.effect("keeps its ownership when the connection that proves it is cut", () =>
      Effect.gen(function* () {
        const directory = yield* Folder
        const scope = yield* Scope.make()
        const running = yield* Scope.provide(start(directory), scope)
        const cut = "select pg_terminate_backend(pid, 2000) from pg_locks where locktype = 'advisory' and granted"
        assert.strictEqual((yield* query(running, cut)).rowCount, 1)
        const held = Effect.map(
          query(running, "select from pg_locks where locktype = 'advisory'"),
          ({ rowCount }) => rowCount === 1
        )
        yield* Effect.repeat(
          Effect.tap(held, () => pause(20)),
          { until: (again) => again }
        )
        assert.strictEqual((yield* Effect.flip(Effect.scoped(start(directory)))).reason, "in-use")
        const pid = yield* pidOf(directory)
        yield* Scope.close(scope, Exit.void)
        assert.isFalse(yield* isAlive(pid))
      })
    )

    it.effect("leaves the server to a process that has taken the ownership", () =>
      Effect.gen(function* () {
        const directory = yield* Folder
        const scope = yield* Scope.make()
        const running = yield* Scope.provide(start(directory), scope)
        const usurper = new Client({ connectionString: Redacted.value(running.url) })
        const lock = "hashtextextended('quire: owner of the embedded server', 0)"
        yield* Effect.promise(() => usurper.connect())
        const waiting = usurper.query(`select pg_advisory_lock(${lock})`)
        yield* query(
          running,
          "select pg_terminate_backend(pid, 2000) from pg_locks where locktype = 'advisory' and granted"
        )
        yield* Effect.promise(() => waiting)
        const pid = yield* pidOf(directory)
        yield* Scope.close(scope, Exit.void)
        assert.isTrue(yield* isAlive(pid))
        yield* Effect.promise(() => usurper.end())
        assert.isTrue((yield* Effect.scoped(start(directory))).owner)
        assert.isFalse(yield* isAlive(pid))
      })
    )

    it.effect("ignores a pid file that names another process, or that of a folder it was copied from", () =>
      Effect.gen(function* () {
        const [original, folder] = [yield* Folder, yield* closedFolder]
        const copy = join(folder, "copy")
        const stale = join(folder, "stale")
        yield* Effect.promise(() => Promise.all([copy, stale].map((to) => fs.cp(original, to, { recursive: true }))))
        yield* Effect.promise(() => fs.chmod(join(copy, "postgres", "data"), 0o755))
        const running = yield* start(original)
        yield* Effect.promise(() => fs.copyFile(pidFile(original), pidFile(copy)))
        const copied = yield* start(copy)
        assert.notStrictEqual(copied.config.port, running.config.port)
        assert.isTrue(copied.owner)

        yield* Effect.promise(() => fs.writeFile(pidFile(stale), foreignPidFile(copied.config.port)))
        const third = yield* start(stale)
        assert.notStrictEqual(third.config.port, copied.config.port)
      })
    )
  })
})

it.live("keeps the rows of a store until it is opened again", () =>
  Effect.gen(function* () {
    const ports = Postgres.layerEmbedded({ directory: join(yield* closedFolder, "data"), durable: false })
    const hash = yield* Effect.provide(
      Effect.flatMap(BlobStore.BlobStore, ({ put }) => put(new Uint8Array([1, 2, 3]))),
      ports
    )
    const found = yield* Effect.provide(
      Effect.flatMap(BlobStore.BlobStore, ({ get }) => get(hash)),
      ports
    )
    assert.deepStrictEqual(
      Option.map(found, (bytes) => [...bytes]),
      Option.some([1, 2, 3])
    )
  }).pipe(Effect.scoped)
)
