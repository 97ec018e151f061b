import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ReadingOnly } from "@quire/core"
import { Effect, Exit, Layer, Redacted, type Scope } from "effect"
import { Client, Pool } from "pg"
import * as EmbeddedPostgres from "../../../src/postgres/EmbeddedPostgres.ts"
import * as Binaries from "../../../src/postgres/embedded/Binaries.ts"
import { pause } from "../../../src/postgres/Pause.ts"
import * as PgSession from "../../../src/postgres/PgSession.ts"
import * as Holder from "./Holder.ts"
import type * as TestDatabase from "./TestDatabase.ts"

/** Whether there are binaries for this machine, of which a primary and a replica are made. */
export const isPossible: boolean = Exit.isSuccess(await Effect.runPromiseExit(Binaries.locate()))

/** The name of what is tried with a replica, or why it is not. */
export const title = (what: string): string =>
  isPossible ? what : `${what} (left out: there are no Postgres binaries for this machine)`

/** A primary and a hot standby that streams from it. */
export interface Pair {
  readonly primary: EmbeddedPostgres.Config
  readonly replica: EmbeddedPostgres.Config
  /** Runs a statement on either, as its superuser. */
  readonly administer: (
    where: "primary" | "replica",
    sql: string,
    database?: string
  ) => Effect.Effect<ReadonlyArray<{ readonly [column: string]: unknown }>>
  /** Lets the replica go on, and waits until it is there and has all that the primary has now. */
  readonly caughtUp: Effect.Effect<void>
  /** Ends the postmaster of the replica as the system would; it is started again at once, with the same port. */
  readonly kill: Effect.Effect<void>
}

const run = (config: EmbeddedPostgres.Config, sql: string, database = config.database) =>
  Effect.promise(async () => {
    const { password, username: user, ...server } = config
    const client = new Client({ ...server, user, password: Redacted.value(password), database })
    client.on("error", () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  })

/** Why the replica is what it is: it streams from the primary, and its statements give way to what it has to apply. */
const standbySettings = ({ host, password, port, username }: EmbeddedPostgres.Config) => `
primary_conninfo = 'host=${host} port=${port} user=${username} password=${Redacted.value(password)} sslmode=disable'
max_standby_streaming_delay = 0
wal_retrieve_retry_interval = 50
`

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "quire-replica-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
)

/** What databases are copied from: the server's own has sessions. */
const template = "quire_template"

/** Starts both, with what `build` makes in a database that others are copied from. */
export const start = (build: TestDatabase.Template["build"]): Effect.Effect<Pair, never, Scope.Scope> =>
  Effect.gen(function* () {
    const root = yield* folder
    const [first, second] = [join(root, "primary"), join(root, "replica")]
    const built = Effect.flatMap(EmbeddedPostgres.start({ directory: first }), ({ config }) =>
      Effect.andThen(
        run(config, `create database ${template}`),
        Effect.provide(build, PgSession.layer({ ...config, database: template }))
      )
    )
    yield* Effect.scoped(built)
    yield* Holder.copied(first, second)
    const { config: primary } = yield* EmbeddedPostgres.start({ directory: first })
    const data = join(second, "postgres", "data")
    yield* Effect.promise(async () => {
      await writeFile(join(data, "standby.signal"), "")
      await appendFile(join(data, "postgresql.auto.conf"), standbySettings(primary))
    })
    const restarts = { pause: 1, longestPause: 1, most: Number.MAX_SAFE_INTEGER, steady: 1 }
    const { config: replica } = yield* EmbeddedPostgres.start({ directory: second, restarts })
    const administer: Pair["administer"] = (where, sql, database) =>
      run(where === "primary" ? primary : replica, sql, database)
    const resumed = administer("replica", "select pg_wal_replay_resume()")
    const reached = Effect.gen(function* () {
      const [row] = yield* administer("primary", "select pg_current_wal_insert_lsn()::text as at")
      const has = administer("replica", `select pg_last_wal_replay_lsn() >= '${row?.["at"]}'::pg_lsn as has`)
      while ((yield* has)[0]?.["has"] !== true) yield* pause(5)
    })
    const caughtUp: Effect.Effect<void> = Effect.catchCause(Effect.andThen(resumed, reached), () =>
      Effect.andThen(
        pause(50),
        Effect.suspend(() => caughtUp)
      )
    )
    return { primary, replica, administer, caughtUp, kill: Holder.killPostmaster(second) }
  }).pipe(Effect.orDie)

/** The address of a server, for options that want one. */
export const urlOf = ({ database, host, password, port, username }: EmbeddedPostgres.Config): Redacted.Redacted =>
  Redacted.make(`postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}?sslmode=disable`)

let count = 0

/** A separate database on both, like the one that was built. */
export const freshDatabase = (pair: Pair): Effect.Effect<Pair, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      count += 1
      const database = `quire_test_replicated_${count}`
      yield* pair.administer("primary", `create database ${database} template ${template}`)
      yield* pair.caughtUp
      return { ...pair, primary: { ...pair.primary, database }, replica: { ...pair.replica, database } }
    }),
    ({ primary: { database } }) => Effect.asVoid(pair.administer("primary", `drop database ${database} with (force)`))
  )

/** A session of a server that reads from the replica. */
export const attempt = (
  { primary, replica }: Pair,
  options: Partial<PgSession.Options> & { readonly staleness?: number } = {}
): ReturnType<typeof PgSession.layer> => {
  const { staleness, ...rest } = options
  const replicas = { urls: [urlOf(replica)], ...(staleness === undefined ? {} : { staleness }) }
  return PgSession.layer({ ...primary, replicas, ...rest })
}

/** The same, where a refusal is a fault of the test. */
export const layer = (...given: Parameters<typeof attempt>): Layer.Layer<PgSession.PgSession> =>
  Layer.orDie(attempt(...given))

const poolOf = ({ password, username: user, ...server }: EmbeddedPostgres.Config) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pool({ ...server, user, password: Redacted.value(password) }).on("error", () => {})),
    (pool) => Effect.promise(() => pool.end())
  )

/**
 * A session that sends each query that a replica may answer in a separate request, once the replica has all changes of
 * the primary. For suites without requests.
 */
export const layerEager = (pair: Pair): Layer.Layer<PgSession.PgSession> =>
  Layer.effect(
    PgSession.PgSession,
    Effect.gen(function* () {
      const session = yield* PgSession.PgSession
      const [first, second] = [yield* poolOf(pair.primary), yield* poolOf(pair.replica)]
      const reached = Effect.promise(async () => {
        const { rows } = await first.query("select pg_current_wal_flush_lsn()::text as at")
        const has = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as has"
        while ((await second.query(has, [rows[0].at])).rows[0].has !== true) continue
      })
      const probe = session.query("select 1")
      return {
        ...session,
        query: (sql, params, reach) => {
          const alone = session.query(sql, params, reach)
          if (reach !== "replica" && reach !== "late") return alone
          const request = ReadingOnly.reading(Effect.andThen(Effect.andThen(probe, reached), alone))
          return Effect.flatMap(session.isAtomic, (inside) => (inside ? alone : request))
        }
      }
    })
  ).pipe(Layer.provide(layer(pair)))
