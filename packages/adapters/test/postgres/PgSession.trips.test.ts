import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, type Exit } from "effect"
import { Client } from "pg"
import * as Session from "../../src/postgres/PgSession.ts"
import { codeOf, reasonOf, storeErrorOf } from "./support/Failures.ts"
import { counted } from "./support/RoundTrips.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const { PgSession } = Session

/** A table with a key, on the session in context. */
const table = Effect.fnUntraced(function* (name: string) {
  const { execute, query, script } = yield* PgSession
  yield* script(`create table ${name} (id integer primary key)`)
  const insert = (id: number) => execute(`insert into ${name} values ($1)`, [id])
  const ids = Effect.map(query(`select id from ${name} order by id`), (rows) => rows.map(({ id }) => id))
  return { insert, ids }
})

layer(TestDatabase.layer({ maxConnections: 1 }))("a session's use of round trips", (it) => {
  it.effect("sends a transaction's statements and its end, and nothing without statements", () =>
    Effect.gen(function* () {
      const { atomic, isAtomic } = yield* PgSession
      const { ids, insert } = yield* table("plain")
      assert.deepStrictEqual(yield* counted(atomic(isAtomic)), [true, 0])
      assert.deepStrictEqual(yield* counted(Effect.flip(atomic(Effect.fail("no")))), ["no", 0])
      assert.deepStrictEqual(yield* counted(atomic(insert(1))), [1, 2])
      assert.deepStrictEqual(yield* counted(atomic(Effect.all([insert(2), insert(3)]))), [[1, 1], 3])
      assert.deepStrictEqual(yield* counted(Effect.flip(atomic(Effect.andThen(insert(4), Effect.fail("no"))))), [
        "no",
        2
      ])
      assert.deepStrictEqual(yield* ids, [1, 2, 3])
    })
  )

  it.effect("sends a savepoint with its statement, and takes one trip to undo it", () =>
    Effect.gen(function* () {
      const { atomic, attempt } = yield* PgSession
      const { ids, insert } = yield* table("nested")
      const kept = atomic(
        Effect.all([attempt(insert(1)), attempt(attempt(insert(2))), attempt(Effect.void), insert(3)])
      )
      assert.deepStrictEqual(yield* counted(kept), [[1, 1, undefined, 1], 4])
      const inner = Effect.andThen(attempt(insert(5)), Effect.fail("inner"))
      const undone = atomic(Effect.all([insert(4), Effect.flip(attempt(inner)), attempt(insert(6))]))
      assert.deepStrictEqual(yield* counted(undone), [[1, "inner", 1], 5])
      const unused = atomic(Effect.andThen(Effect.flip(attempt(Effect.fail("before"))), insert(7)))
      assert.deepStrictEqual(yield* counted(unused), [1, 2])
      assert.deepStrictEqual(yield* ids, [1, 2, 3, 4, 6, 7])
    })
  )

  it.effect("sends a refused savepoint with its statement, and does not keep the transaction", () =>
    Effect.gen(function* () {
      const { atomic, attempt } = yield* PgSession
      const { ids, insert } = yield* table("refused")
      yield* insert(1)
      const met: Array<string | undefined> = []
      const note = (exit: Exit.Exit<unknown, unknown>) => Effect.sync(() => met.push(codeOf(storeErrorOf(exit))))
      const body = Effect.andThen(Effect.exit(insert(1)), Effect.flatMap(Effect.exit(attempt(insert(2))), note))
      assert.match(reasonOf(storeErrorOf(yield* Effect.exit(atomic(body)))), /rolled back/)
      assert.deepStrictEqual(met, ["25P02"])
      assert.deepStrictEqual(yield* ids, [1])
    })
  )

  it.effect("prepares a statement that failed when it was first sent", () =>
    Effect.gen(function* () {
      const { query } = yield* PgSession
      const quotient = (by: number) => query("select 6 / $1::int as quotient /* retried */", [by])
      const broken = query("select 1 / $1::int as no, nothing /* retried */", [1])
      assert.strictEqual(codeOf(storeErrorOf(yield* Effect.exit(quotient(0)))), "22012")
      assert.deepStrictEqual(yield* quotient(2), [{ quotient: 3 }])
      for (const _ of [1, 2]) assert.strictEqual(codeOf(storeErrorOf(yield* Effect.exit(broken))), "42703")
      assert.deepStrictEqual(yield* quotient(3), [{ quotient: 2 }])
    })
  )

  it.effect("sends values as text, bytes, lists and null, and fails for others without sending", () =>
    Effect.gen(function* () {
      const { query } = yield* PgSession
      const texts = ['a"b', "c\\d", "", "null", "{e,f}", "é😀"]
      const [row] = yield* query(
        `select $1::text as text, $2::int as number, $3::boolean as yes, $4::bytea as bytes, $5::text[] as texts,
          $6::int[] as numbers, $7::text as nothing, $8::text[] as none`,
        [texts.join(), -7, true, new Uint8Array([0, 255]), texts, [1, null, 3], null, []]
      )
      const bytes = Buffer.from([0, 255])
      const lists = { texts, numbers: [1, null, 3], none: [] }
      assert.deepStrictEqual(row, { text: texts.join(), number: -7, yes: true, bytes, nothing: null, ...lists })
      for (const value of [{ a: 1 }, 1n, [["nested"]], Symbol("no")]) {
        const [exit, trips] = yield* counted(Effect.exit(query("select $1::text", [value])))
        assert.deepStrictEqual([storeErrorOf(exit).unavailable, trips], [false, 0])
      }
    })
  )
})

describe("a session's use of round trips on a host's client", () => {
  for (const pipeline of [false, true]) {
    it.effect(
      `leaves the host's transaction unchanged ${pipeline ? "in the driver's pipeline mode" : "in the usual mode"}`,
      () =>
        Effect.gen(function* () {
          const { database } = yield* TestDatabase.freshDatabase()
          const client = yield* TestDatabase.client(database, { pipeline })
          assert.instanceOf(client, Client)
          const run = (sql: string) => Effect.promise(() => client.query(sql))
          yield* run("create table rows (id integer primary key)")
          yield* run("begin")
          yield* run("savepoint quire_0")
          yield* Effect.provide(
            Effect.gen(function* () {
              const { atomic, attempt, execute } = yield* PgSession
              const insert = (id: number) => execute("insert into rows values ($1)", [id])
              yield* atomic(Effect.all([insert(1), attempt(insert(2)), Effect.flip(attempt(insert(1))), insert(3)]))
              yield* Effect.flip(atomic(Effect.andThen(insert(4), Effect.fail("no"))))
              assert.strictEqual(client.getTransactionStatus(), "T")
            }),
            Session.layerFromClient(client)
          )
          yield* run("insert into rows values (5)")
          const { rows } = yield* run("select id from rows order by id")
          assert.deepStrictEqual(rows, [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 5 }])
          yield* run("rollback to savepoint quire_0")
          assert.deepStrictEqual((yield* run("select id from rows")).rows, [])
          yield* run("rollback")
        })
    )
  }
})
