import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ReadingOnly } from "@quire/core"
import { Effect, Exit, Fiber, Logger, Metric, Scope } from "effect"
import { pause } from "../../src/postgres/Pause.ts"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as Replica from "../../src/postgres/session/Replica.ts"
import { proxyTo } from "./support/Proxy.ts"
import * as ReplicaPair from "./support/ReplicaPair.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const table = Effect.flatMap(PgSession, ({ script }) =>
  script(
    "create table counts (id int primary key, n int not null); insert into counts select i, 0 from generate_series(0, 9) i"
  )
)

const readSql = "select n, pg_is_in_recovery() as here from counts where id = $1"

/** What a statement of a request finds, and whether a replica has answered. */
const readNumber = (reach: "replica" | "late" | "primary", id = 0) =>
  Effect.flatMap(PgSession, ({ query }) =>
    Effect.map(query(readSql, [id], reach), ([row]) => [row?.["n"], row?.["here"]] as const)
  )

/** Looks at the primary first, as every request of a known user does. */
const known = <A, E, R>(then: Effect.Effect<A, E, R>) =>
  ReadingOnly.reading(
    Effect.andThen(
      Effect.flatMap(PgSession, ({ query }) => query("select 1")),
      then
    )
  )

const write = (id = 0) =>
  Effect.flatMap(PgSession, ({ execute }) => execute("update counts set n = n + 1 where id = $1", [id]))

/** Tries again until an answer is as expected. */
const eventually = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  isWanted: (answer: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.flatMap(effect, (answer) =>
    isWanted(answer) ? Effect.succeed(answer) : Effect.andThen(pause(10), eventually(effect, isWanted))
  )

type Reading = readonly [n: unknown, here: unknown]

const isHere = ([, here]: Reading) => here === true

/** Whether the first read of a request came from a replica, as one on a slow machine may not. */
const beganHere = ([first]: ReadonlyArray<Reading>) => first !== undefined && isHere(first)

/** Holds the replica back, and writes as another server. */
const writeElsewhere = ({ administer, primary }: ReplicaPair.Pair) =>
  Effect.andThen(
    administer("replica", "select pg_wal_replay_pause()"),
    administer("primary", "update counts set n = 7 where id = 0", primary.database)
  )

describe.skipIf(!ReplicaPair.isPossible)(ReplicaPair.title("reading from a replica"), () => {
  let pair: ReplicaPair.Pair
  const scope = Effect.runSync(Scope.make())
  beforeAll(async () => {
    pair = await Effect.runPromise(Scope.provide(ReplicaPair.start(table), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), 60_000)

  const within = <A, E>(
    effect: (pair: ReplicaPair.Pair) => Effect.Effect<A, E, PgSession | Scope.Scope>,
    options?: Parameters<typeof ReplicaPair.layer>[1]
  ) =>
    Effect.scoped(
      Effect.flatMap(
        Effect.suspend(() => ReplicaPair.freshDatabase(pair)),
        (own) =>
          Effect.ensuring(
            Effect.provide(effect(own), ReplicaPair.layer(own, options)),
            Effect.ignore(Effect.sandbox(own.administer("replica", "select pg_wal_replay_resume()")))
          )
      )
    )

  describe("the choice of a database (rule replica-reads)", () => {
    it.live("sends a read-only request to the replica, once the primary has reported its position", () =>
      within(() =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* ReadingOnly.reading(readNumber("replica")), [0, false])
          assert.deepStrictEqual(yield* eventually(known(readNumber("replica")), isHere), [0, true])
          assert.deepStrictEqual(yield* eventually(ReadingOnly.reading(readNumber("late")), isHere), [0, true])
        })
      )
    )

    it.live("sends everything outside such requests, in transactions, or marked for the primary to the primary", () =>
      within(() =>
        Effect.gen(function* () {
          yield* eventually(known(readNumber("replica")), isHere)
          const { atomic } = yield* PgSession
          for (const reach of ["primary", "replica", "late"] as const) {
            assert.deepStrictEqual(yield* readNumber(reach), [0, false])
            assert.deepStrictEqual(yield* known(atomic(readNumber(reach))), [0, false])
          }
          assert.deepStrictEqual(yield* known(readNumber("primary")), [0, false])
        })
      )
    )

    it.live("sends the reads of a request that has written to the primary", () =>
      within(() =>
        Effect.gen(function* () {
          yield* eventually(known(readNumber("replica")), isHere)
          const { atomic } = yield* PgSession
          const after = (wrote: typeof written) => known(Effect.andThen(wrote, readNumber("replica")))
          const written = write()
          assert.deepStrictEqual(yield* after(written), [1, false])
          assert.deepStrictEqual(yield* after(atomic(written)), [2, false])
        })
      )
    )

    it.live("sends joined statements to the replica when all of them may go there", () =>
      within(() =>
        Effect.gen(function* () {
          const { together } = yield* PgSession
          yield* eventually(known(together(readNumber("replica", 1), readNumber("replica", 2))), ([one]) => isHere(one))
          const mixed = yield* known(together(readNumber("replica", 1), readNumber("primary", 2)))
          assert.deepStrictEqual(mixed, [
            [0, false],
            [0, false]
          ])
        })
      )
    )
  })

  describe("the visible state (rules replica-seen and replica-late)", () => {
    it.live("includes acknowledged writes for known users while nothing is applied, on any server", () =>
      within((own) =>
        Effect.gen(function* () {
          yield* eventually(known(readNumber("replica")), isHere)
          yield* own.administer("replica", "select pg_wal_replay_pause()")
          yield* write()
          assert.deepStrictEqual(yield* known(readNumber("replica")), [1, false])
          const other = Effect.provide(known(readNumber("replica")), ReplicaPair.layer(own), { local: true })
          assert.deepStrictEqual(yield* other, [1, false])
          assert.deepStrictEqual(yield* ReadingOnly.reading(readNumber("late")), [1, false])
        })
      )
    )

    it.live("includes writes acknowledged by another server within the limit", () =>
      within(
        (own) =>
          Effect.gen(function* () {
            const late = ReadingOnly.reading(readNumber("late"))
            const stale = Effect.gen(function* () {
              yield* own.caughtUp
              yield* eventually(late, isHere)
              yield* own.administer("replica", "select pg_wal_replay_pause()")
              const add = "update counts set n = n + 1 where id = 0 returning n"
              const [row] = yield* own.administer("primary", add, own.primary.database)
              return { written: Number(row?.["n"]), seen: yield* late }
            })
            // Repeated when it took longer than the limit.
            const { seen, written } = yield* eventually(stale, (attempt) => isHere(attempt.seen))
            assert.deepStrictEqual(seen, [written - 1, true])
            yield* pause(500)
            assert.deepStrictEqual(yield* late, [written, false])
          }),
        { staleness: 500 }
      )
    )

    it.live("never goes back to an earlier state within a request", () =>
      within((own) =>
        Effect.gen(function* () {
          const three = Effect.gen(function* () {
            const before = yield* readNumber("late")
            if (!isHere(before)) return [before]
            yield* writeElsewhere(own)
            return [before, yield* readNumber("primary"), yield* readNumber("replica")]
          })
          assert.deepStrictEqual(yield* eventually(ReadingOnly.reading(three), beganHere), [
            [0, true],
            [7, false],
            [7, false]
          ])
        })
      )
    )

    it.live("follows the primary's position in a request that lasts longer than the limit", () =>
      within(
        (own) =>
          Effect.gen(function* () {
            const { query } = yield* PgSession
            const long = Effect.gen(function* () {
              yield* query("select 1")
              const before = yield* readNumber("replica")
              if (!isHere(before)) return [before]
              yield* writeElsewhere(own)
              yield* pause(500)
              return [before, yield* readNumber("replica")]
            })
            assert.deepStrictEqual(yield* eventually(ReadingOnly.reading(long), beganHere), [
              [0, true],
              [7, false]
            ])
          }),
        { staleness: 500 }
      )
    )
  })

  describe("a replica that cannot respond (rule replica-gone)", () => {
    it.live("fails no request when it is killed, and is read again after it returns", () =>
      within((own) =>
        Effect.gen(function* () {
          const { query } = yield* PgSession
          const sql = "select n, pg_is_in_recovery() as here, pg_postmaster_start_time()::text as start from counts"
          const read = Effect.map(known(query(`${sql} where id = 0`, [], "replica")), ([row]) => {
            assert.strictEqual(row?.["n"], 0)
            return row
          })
          const first = yield* eventually(read, (row) => row?.["here"] === true)
          yield* own.kill
          for (let at = 0; at < 20; at++) yield* read
          yield* eventually(read, (row) => row?.["here"] === true && row["start"] !== first?.["start"])
        })
      )
    )

    it.live("makes the primary respond to the current request when it hangs, and receives no further ones", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const own = yield* ReplicaPair.freshDatabase(pair)
          const { port, silence, speak, swallowed } = yield* proxyTo(own.replica)
          const through = ReplicaPair.layer({ ...own, replica: { ...own.replica, port } }, { statementTimeout: 500 })
          yield* Effect.gen(function* () {
            const { query } = yield* PgSession
            const mark = "a statement of this test"
            const sql = "select $1::text as mark, pg_is_in_recovery() as here"
            const read = Effect.map(known(query(sql, [mark], "replica")), ([row]) => row?.["here"])
            const swallows = Effect.gen(function* () {
              yield* speak
              yield* eventually(read, (here) => here === true)
              yield* silence
              assert.isFalse(yield* read)
              return swallowed.filter((packet) => packet.includes(mark)).length
            })
            // Repeated when the check of the replica was the first to find that it hangs.
            assert.strictEqual(yield* eventually(swallows, (sent) => sent > 0), 1)
            assert.isFalse(yield* read)
            assert.lengthOf(
              swallowed.filter((packet) => packet.includes(mark)),
              1
            )
          }).pipe(Effect.provide(through))
        })
      )
    )

    it.live("cancels a statement because of changes to apply, and the primary responds", () =>
      within((own) =>
        Effect.gen(function* () {
          const { query } = yield* PgSession
          const seconds = "case when pg_is_in_recovery() then 1 else 0 end + 0 * n"
          const slow = `select count(*)::int as n, pg_is_in_recovery() as here from counts, pg_sleep(${seconds})`
          const activity = "select from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()"
          const seen = eventually(own.administer("replica", activity), ({ length }) => length > 0)
          const start = Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(known(query(`${slow} where id >= 0`, [], "replica")))
            return { fiber, runs: yield* Effect.raceFirst(Effect.as(seen, true), Effect.as(Fiber.await(fiber), false)) }
          })
          const { fiber: counting } = yield* eventually(start, ({ runs }) => runs)
          yield* own.administer("primary", "delete from counts where id > 4", own.primary.database)
          yield* own.administer("primary", "vacuum counts", own.primary.database)
          assert.deepStrictEqual(yield* Fiber.join(counting), [{ n: 5, here: false }])
          yield* eventually(known(readNumber("replica")), isHere)
        })
      )
    )
  })

  describe("an unsuitable replica (rule replica-fit)", () => {
    const primary = { at: 1n, timeline: "00000001", identity: "1/5" }
    const fit: typeof Replica.Standby.Type = {
      at: "1",
      identity: "1/5",
      isolation: "read committed",
      timeline: "00000001"
    }
    it("fails permanently, or is skipped for now", () => {
      const cases = [
        [{}, undefined],
        [{ identity: "1/6" }, false],
        [{ isolation: "repeatable read" }, false],
        [{ at: null }, true],
        [{ timeline: "00000002" }, true]
      ] as const
      for (const [differing, passes] of cases)
        assert.strictEqual(Replica.findFault({ ...fit, ...differing }, primary)?.passes, passes)
    })

    it.live("fails at startup by name for another database, or one of another server", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const one = yield* ReplicaPair.freshDatabase(pair)
          const two = yield* ReplicaPair.freshDatabase(pair)
          const foreign = yield* TestDatabase.freshDatabase()
          for (const replica of [two.replica, foreign]) {
            const refused = Effect.provide(Effect.void, ReplicaPair.attempt({ ...one, replica }), { local: true })
            const { message } = yield* Effect.flip(refused)
            assert.include(
              message,
              `the database "${replica.database}" at ${replica.host}:${replica.port} cannot be used`
            )
            assert.match(message, /as a replica: it is not a copy of the primary's database/)
          }
        })
      )
    )

    it.live("receives no reads when it is missing or the primary itself, and is reported", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const own = yield* ReplicaPair.freshDatabase(pair)
          for (const [replica, reason] of [
            [{ ...own.replica, port: 1 }, /ECONNREFUSED/],
            [own.primary, /it is not a replica: it was promoted, or it is the primary/]
          ] as const) {
            const lines: Array<string> = []
            const logger = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))])
            const answer = Effect.provide(known(readNumber("replica")), ReplicaPair.layer({ ...own, replica }), {
              local: true
            })
            assert.deepStrictEqual(yield* Effect.provide(answer, logger), [0, false])
            assert.lengthOf(lines, 1)
            assert.match(lines.join(), reason)
          }
        })
      )
    )
  })

  it.live("reports the delay, and which database responds (rule replica-told)", () =>
    within(
      () =>
        Effect.gen(function* () {
          yield* eventually(known(readNumber("replica")), isHere)
          const gauges = yield* Metric.snapshot
          const valueOf = (id: string, by: string) =>
            gauges.flatMap((gauge) =>
              gauge.id === id && Object.values(gauge.attributes ?? {}).includes(by)
                ? [Reflect.get(gauge.state, "value")]
                : []
            )
          const name = `${pair.replica.host}:${pair.replica.port}`
          assert.deepStrictEqual(valueOf("quire_postgres_replica_up", name), [1])
          const [lag] = valueOf("quire_postgres_replica_lag_seconds", name)
          assert.isBelow(Number(lag), 60)
          assert.isAbove(Number(valueOf("quire_postgres_reads", name)[0]), 0)
          assert.lengthOf(valueOf("quire_postgres_reads", "primary"), 1)
        }),
      { staleness: 60_000 }
    )
  )
})
