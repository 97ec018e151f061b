import { assert, describe, it, layer } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Deferred, Effect, Exit, Fiber, Random, Redacted } from "effect"
import { pause } from "../../src/postgres/Pause.ts"
import * as Session from "../../src/postgres/PgSession.ts"
import { codeOf, interrupted, reasonOf, storeErrorOf, warningsHere } from "./support/Failures.ts"
import { inTwo, proxyTo } from "./support/Proxy.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const { PgSession } = Session

const timeout = Rounds.patience

const backend = Effect.flatMap(PgSession, ({ query }) =>
  Effect.map(query("select pg_backend_pid() as pid"), ([row]) => row?.["pid"] as number)
)

const terminate = (pid: number) => TestDatabase.administer(`select pg_terminate_backend(${pid}, 2000)`)

describe("PgSession in outages", () => {
  layer(TestDatabase.layer({ maxConnections: 4 }))("interruption", (it) => {
    it.effect(
      "fails only the interrupted statements and transactions, many times over, and leaks nothing",
      () =>
        Effect.gen(function* () {
          const { query, atomic, script } = yield* PgSession
          const warnings = yield* warningsHere
          yield* script("create table storm (id integer, half integer)")
          const innocents: Array<Exit.Exit<unknown>> = []
          const stop = yield* Deferred.make<void>()
          const innocent = Effect.gen(function* () {
            while (!(yield* Deferred.isDone(stop))) {
              innocents.push(yield* Effect.exit(query("select pg_sleep(0.001)")))
              innocents.push(yield* Effect.exit(atomic(query("select pg_sleep(0.001)"))))
            }
          })
          const bystanders = yield* Effect.forkChild(Effect.all([innocent, innocent], { concurrency: 2 }))
          const write = (index: number, half: number) => query("insert into storm values ($1, $2)", [index, half])
          const victim = (index: number): Effect.Effect<unknown> =>
            index % 2 === 0
              ? query("select pg_sleep(0.003)")
              : atomic(Effect.all([write(index, 1), query("select pg_sleep(0.002)"), write(index, 2)]))
          let met = 0
          const count = Rounds.rounds(100, 5_000, 300)
          yield* Effect.forEach(
            Array.from({ length: count }, (_, index) => index),
            (index) =>
              Effect.gen(function* () {
                const fiber = yield* Effect.forkChild(victim(index))
                yield* pause(yield* Random.nextIntBetween(0, 6))
                if (Exit.hasInterrupts(yield* interrupted(fiber))) met += 1
              }),
            { concurrency: 2 }
          )
          yield* Deferred.succeed(stop, undefined)
          yield* Fiber.join(bystanders)
          assert.deepStrictEqual(innocents.filter(Exit.isFailure), [])
          assert.isAbove(innocents.length, count / 3)
          assert.isAbove(met, count / 3)
          assert.deepStrictEqual(warnings, [])
          const torn = yield* query("select id from storm group by id having count(*) <> 2")
          assert.deepStrictEqual(torn, [])
          const left = yield* query(
            "select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in%'"
          )
          assert.deepStrictEqual(left, [{ n: 0 }])
          yield* Effect.forEach([1, 2, 3, 4], () => atomic(query("select 1")), { concurrency: 4 })
        }),
      timeout
    )

    it.effect("returns for a statement when the statement has ended, not before", () =>
      Effect.gen(function* () {
        const { query, script } = yield* PgSession
        yield* script("create table ended (id integer)")
        const fiber = yield* Effect.forkChild(query("insert into ended select 1 from pg_sleep(0.1)"))
        yield* TestDatabase.until(
          "select exists (select from pg_stat_activity where query like 'insert into ended%') as met"
        )
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* query("select count(*) as n from ended"), [{ n: 1 }])
      })
    )

    it.effect("gives up a place in the queue, and no connection, while it waits for a connection", () =>
      Effect.gen(function* () {
        const { query, atomic } = yield* PgSession
        const [busy, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = atomic(Effect.andThen(Deferred.succeed(busy, undefined), Deferred.await(release)))
        const holders = yield* Effect.forkChild(Effect.all([holder, holder, holder, holder], { concurrency: 4 }))
        yield* Deferred.await(busy)
        const waiters = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], () => Effect.forkChild(query("select 1")))
        yield* Effect.yieldNow
        const exits = yield* Effect.forEach(waiters, interrupted)
        assert.isAbove(exits.filter(Exit.hasInterrupts).length, 3)
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holders)
        yield* Effect.forEach([1, 2, 3, 4], () => atomic(query("select pg_sleep(0.01)")), { concurrency: 4 })
      })
    )
  })

  layer(TestDatabase.layer({ maxConnections: 2, acquireTimeout: 500 }))("an exhausted pool", (it) => {
    it.effect("fails as unavailable instead of hanging, and recovers", () =>
      Effect.gen(function* () {
        const { query, atomic } = yield* PgSession
        const [busy, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = atomic(Effect.andThen(query("select 1"), Deferred.await(release)))
        const holders = yield* Effect.forkChild(
          Effect.all([holder, atomic(Effect.andThen(Deferred.succeed(busy, undefined), Deferred.await(release)))], {
            concurrency: 2
          })
        )
        yield* Deferred.await(busy)
        for (const use of [query("select 1"), atomic(query("select 1"))]) {
          const error = storeErrorOf(yield* Effect.exit(use))
          assert.isTrue(error.unavailable)
          assert.match(reasonOf(error), /timeout exceeded/)
        }
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holders)
        assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
      })
    )
  })

  layer(TestDatabase.layer({ statementTimeout: 400 }))("the time limit", (it) => {
    it.effect("makes a statement unavailable and undoes its transaction, and keeps the connection", () =>
      Effect.gen(function* () {
        const { query, atomic, script } = yield* PgSession
        yield* script("create table slow (id integer)")
        const slow = Effect.andThen(query("insert into slow values (1)"), query("select pg_sleep(5)"))
        const error = storeErrorOf(yield* Effect.exit(atomic(slow)))
        assert.deepStrictEqual([codeOf(error), error.unavailable], ["57014", true])
        assert.deepStrictEqual(yield* query("select count(*) as n from slow"), [{ n: 0 }])
        yield* Session.unbounded(atomic(query("select pg_sleep(0.9)")))
      })
    )

    it.effect("undoes a transaction that idles too long, and makes the next statement unavailable", () =>
      Effect.gen(function* () {
        const { query, atomic } = yield* PgSession
        const idle = atomic(Effect.andThen(query("select 1"), Effect.andThen(pause(600), query("select 2"))))
        assert.isTrue(storeErrorOf(yield* Effect.exit(idle)).unavailable)
        assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
      })
    )
  })

  layer(TestDatabase.layer({ maxConnections: 1, statementTimeout: 300 }))("the connection of a transaction", (it) => {
    it.effect("lasts for a transaction longer than any of its statements may be", () =>
      Effect.gen(function* () {
        const { atomic, query } = yield* PgSession
        const before = yield* backend
        yield* atomic(Effect.replicateEffect(query("select pg_sleep(0.05)"), 14))
        assert.strictEqual(yield* backend, before)
      })
    )

    it.effect("runs later statements outside a transaction that a script has left open", () =>
      Effect.gen(function* () {
        const { query, script } = yield* PgSession
        yield* script("begin; create table left_open (id integer)")
        assert.deepStrictEqual(yield* query("select to_regclass('left_open') is null as gone"), [{ gone: true }])
      })
    )

    it.effect("runs later statements outside a transaction that a script has begun and broken", () =>
      Effect.gen(function* () {
        const { query, script } = yield* PgSession
        storeErrorOf(yield* Effect.exit(script("begin; select nonsense")))
        assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
      })
    )
  })

  it.effect("runs later statements outside a broken transaction that is reported in two packets", () =>
    Effect.gen(function* () {
      const server = TestDatabase.server()
      const address = yield* proxyTo(server, inTwo)
      const { query, script } = yield* Session.make({ ...server, ...address, maxConnections: 1 })
      storeErrorOf(yield* Effect.exit(script("begin; select nonsense")))
      assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
    })
  )

  layer(TestDatabase.layer({ maxConnections: 3, applicationName: "lost connections" }))("a lost connection", (it) => {
    it.effect("makes its transaction unavailable and undone, and is replaced afterwards", () =>
      Effect.gen(function* () {
        const { query, atomic, script } = yield* PgSession
        yield* script("create table lost (id integer)")
        const cut = Effect.gen(function* () {
          yield* query("insert into lost values (1)")
          yield* terminate(yield* backend)
          yield* query("insert into lost values (2)")
        })
        assert.isTrue(storeErrorOf(yield* Effect.exit(atomic(cut))).unavailable)
        const atCommit = Effect.andThen(query("insert into lost values (3)"), Effect.flatMap(backend, terminate))
        assert.isTrue(storeErrorOf(yield* Effect.exit(atomic(atCommit))).unavailable)
        assert.deepStrictEqual(yield* query("select count(*) as n from lost"), [{ n: 0 }])
      })
    )

    it.effect("makes running statements unavailable, and goes unnoticed while idle", () =>
      Effect.gen(function* () {
        const { query } = yield* PgSession
        const ours = "from pg_stat_activity where application_name = 'lost connections'"
        const killAll = TestDatabase.administer(`select pg_terminate_backend(pid, 2000) ${ours}`)
        const three = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.all([self, self, self], { concurrency: 3 })
        const fiber = yield* Effect.forkChild(three(Effect.exit(query("select pg_sleep(20)"))))
        yield* TestDatabase.until(
          `select count(*) = 3 as met ${ours} and query like '%pg_sleep(20)' and state = 'active'`
        )
        yield* killAll
        for (const exit of yield* Fiber.join(fiber)) {
          const error = storeErrorOf(exit)
          assert.deepStrictEqual([codeOf(error), error.unavailable], ["57P01", true])
        }
        yield* three(query("select pg_sleep(0.01)"))
        yield* killAll
        yield* TestDatabase.until(`select count(*) = 0 as met ${ours}`)
        yield* pause(5)
        assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
      })
    )
  })

  describe("a server that cannot be reached", () => {
    const config = TestDatabase.server

    it.effect("fails the start", () =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(Session.make({ ...config(), port: 1 }))
        assert.isTrue(refused.unavailable)
        const wrong = yield* Effect.flip(Session.make({ ...config(), password: Redacted.make("wrong") }))
        assert.deepStrictEqual([codeOf(wrong), wrong.unavailable], ["28P01", false])
        const { host, password, port, username } = config()
        const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/mis%20sing`
        const missing = yield* Effect.flip(Session.make({ url: Redacted.make(url) }))
        assert.strictEqual(
          missing.message,
          `the database "mis sing" at ${host}:${port} cannot be used: database "mis sing" does not exist`
        )
        assert.notInclude(JSON.stringify(missing), Redacted.value(password))
      })
    )

    it.effect(
      "ends statements, transactions and new connections in the same way when the network drops everything",
      () =>
        Effect.gen(function* () {
          const { silence, speak, ...address } = yield* proxyTo(config())
          const limits = { acquireTimeout: 1_000, statementTimeout: 400, maxConnections: 1 }
          const { query, atomic } = yield* Session.make({ ...config(), ...address, ...limits })
          const inTransaction = yield* Effect.exit(atomic(Effect.andThen(silence, query("select 1"))))
          assert.match(reasonOf(storeErrorOf(inTransaction)), /did not respond in time/)
          assert.isTrue(storeErrorOf(inTransaction).unavailable)
          assert.isTrue(storeErrorOf(yield* Effect.exit(query("select 1"))).unavailable)
          yield* speak
          assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
        })
    )

    it.effect("makes a session whose scope has closed unavailable", () =>
      Effect.gen(function* () {
        const { query } = yield* Effect.scoped(Session.make(config()))
        assert.isTrue(storeErrorOf(yield* Effect.exit(query("select 1"))).unavailable)
      })
    )
  })
})
