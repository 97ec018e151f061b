import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref } from "effect"
import type { Client } from "pg"
import * as Session from "../../src/postgres/PgSession.ts"
import { codeOf, interrupted, storeErrorOf } from "./support/Failures.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const { PgSession } = Session

/** A host's own connection to a fresh database with one table, and a second one to observe from outside. */
const host = Effect.gen(function* () {
  const { database } = yield* TestDatabase.freshDatabase()
  const [client, observer] = [yield* TestDatabase.client(database), yield* TestDatabase.client(database)]
  yield* Effect.promise(() => client.query("create table rows (id integer primary key)"))
  const idsBy = (by: Client) =>
    Effect.promise(async () => (await by.query("select id from rows order by id")).rows.map(({ id }) => id))
  const run = (sql: string) => Effect.promise(() => client.query(sql))
  return { client, run, seen: idsBy(observer), own: idsBy(client) }
})

const insert = (id: number) => Effect.flatMap(PgSession, ({ query }) => query("insert into rows values ($1)", [id]))
const atomic = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.flatMap(PgSession, (session) => session.atomic(body))

describe("PgSession on a host's client", () => {
  it.effect(
    "commits nothing inside the host's transaction, undoes only its own work, and follows the host's rollback",
    () =>
      Effect.gen(function* () {
        const { client, run, seen, own } = yield* host
        yield* run("begin")
        yield* run("insert into rows values (1)")
        yield* Effect.provide(
          Effect.gen(function* () {
            yield* insert(2)
            yield* atomic(Effect.andThen(insert(3), atomic(insert(4))))
            yield* Effect.flip(atomic(Effect.andThen(insert(5), Effect.fail("no"))))
            storeErrorOf(yield* Effect.exit(atomic(Effect.andThen(insert(6), insert(1)))))
          }),
          Session.layerFromClient(client)
        )
        assert.deepStrictEqual([yield* own, yield* seen], [[1, 2, 3, 4], []])
        yield* run("rollback")
        assert.deepStrictEqual(yield* seen, [])
        yield* run("begin")
        yield* Effect.provide(atomic(insert(7)), Session.layerFromClient(client))
        yield* run("commit")
        assert.deepStrictEqual(yield* seen, [7])
      })
  )

  it.effect("never repeats a body inside the host's transaction, but does so outside", () =>
    Effect.gen(function* () {
      const { client, run } = yield* host
      const runs = yield* Ref.make(0)
      const conflict = atomic(
        Effect.gen(function* () {
          yield* Ref.update(runs, (n) => n + 1)
          const { script } = yield* PgSession
          yield* script("do $$ begin raise exception 'planted' using errcode = '40001'; end $$")
        })
      ).pipe(Effect.exit, Effect.provide(Session.layerFromClient(client)))
      yield* run("begin")
      assert.strictEqual(codeOf(storeErrorOf(yield* conflict)), "40001")
      assert.strictEqual(yield* Ref.get(runs), 1)
      yield* run("rollback")
      storeErrorOf(yield* conflict)
      assert.strictEqual(yield* Ref.get(runs), 7)
    })
  )

  it.effect("begins and ends a separate transaction outside one, and undoes it on interruption", () =>
    Effect.gen(function* () {
      const { client, seen } = yield* host
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* atomic(Effect.andThen(insert(1), insert(2)))
          const written = yield* Deferred.make<void>()
          const fiber = yield* Effect.forkChild(
            atomic(Effect.all([insert(3), Deferred.succeed(written, undefined), Effect.never]))
          )
          yield* Deferred.await(written)
          yield* Fiber.interrupt(fiber)
          yield* Effect.forEach([4, 5, 6, 7], (id) => atomic(Effect.andThen(insert(id), insert(id * 10))), {
            concurrency: 4
          })
        }),
        Session.layerFromClient(client)
      )
      assert.deepStrictEqual(yield* seen, [1, 2, 4, 5, 6, 7, 40, 50, 60, 70])
    })
  )

  it.effect("ends with its layer, and leaves the host's client unchanged", () =>
    Effect.gen(function* () {
      const { client, run, own } = yield* host
      const listeners = client.listenerCount("error")
      const session = yield* Effect.provide(PgSession, Session.layerFromClient(client))
      assert.isFalse(storeErrorOf(yield* Effect.exit(session.query("select 1"))).unavailable)
      assert.strictEqual(client.listenerCount("error"), listeners)
      yield* run("insert into rows values (1)")
      assert.deepStrictEqual(yield* own, [1])
      assert.strictEqual(client.getTransactionStatus(), "I")
    })
  )
})

describe("withLock", () => {
  it.effect("admits one of many at a time, on one connection, from any session", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const sessions = yield* Effect.all([Session.make(config), Session.make({ ...config, maxConnections: 1 })])
      const [inside, most] = [yield* Ref.make(0), yield* Ref.make(0)]
      const enter = (session: typeof PgSession.Service) => {
        const backend = Effect.map(session.query("select pg_backend_pid() as pid"), ([row]) => row?.["pid"])
        const body = Effect.gen(function* () {
          const now = yield* Ref.updateAndGet(inside, (n) => n + 1)
          yield* Ref.update(most, (n) => Math.max(n, now))
          const pids = yield* Effect.all([backend, session.atomic(backend), backend], { concurrency: 3 })
          yield* Ref.update(inside, (n) => n - 1)
          return new Set(pids).size
        })
        return session.withLock("door", body)
      }
      const sizes = yield* Effect.forEach([...sessions, ...sessions], enter, { concurrency: 4 })
      assert.deepStrictEqual(sizes, [1, 1, 1, 1])
      assert.strictEqual(yield* Ref.get(most), 1)
    })
  )

  it.effect("releases the lock after failure and interruption, and fails inside a transaction", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const [one, other] = [yield* Session.make(config), yield* Session.make(config)]
      const entered = yield* Deferred.make<void>()
      const holder = yield* Effect.forkChild(
        one.withLock("door", Effect.andThen(Deferred.succeed(entered, undefined), Effect.never))
      )
      yield* Deferred.await(entered)
      const waiter = yield* Effect.forkChild(one.withLock("door", Effect.never))
      yield* other.withLock("another door", Effect.void)
      assert.isTrue(Exit.hasInterrupts(yield* interrupted(waiter)))
      assert.isTrue(Exit.hasInterrupts(yield* interrupted(holder)))
      assert.strictEqual(yield* Effect.flip(other.withLock("door", Effect.fail("no"))), "no")
      yield* one.withLock("door", Effect.void)
      storeErrorOf(yield* Effect.exit(one.atomic(one.withLock("door", Effect.void))))
    })
  )
})
