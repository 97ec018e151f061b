import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref } from "effect"
import { ConstraintViolation, PgSession } from "../../src/postgres/PgSession.ts"
import { codeOf, interrupted, reasonOf, storeErrorOf, warningsHere } from "./support/Failures.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

/** A table of the test's own, with a unique key. */
const table = Effect.fnUntraced(function* (name: string) {
  const { script, query } = yield* PgSession
  yield* script(`create table ${name} (id integer primary key, value text)`)
  const insert = (id: number, value = "") => query(`insert into ${name} (id, value) values ($1, $2)`, [id, value])
  const ids = Effect.map(query(`select id from ${name} order by id`), (rows) => rows.map(({ id }) => id))
  return { insert, ids }
})

const raise = (code: string) => `do $$ begin raise exception 'planted' using errcode = '${code}'; end $$`

describe("PgSession", () => {
  layer(TestDatabase.layer())("the result of a statement", (it) => {
    it.effect("contains numbers, text, bytes and parsed JSON", () =>
      Effect.gen(function* () {
        const { query } = yield* PgSession
        const [row] = yield* query(
          `select 9007199254740991::int8 as big, count(*) as rows, array[1, null, 3]::int8[] as list, '{}'::int8[] as none,
             '{"b": [1]}'::jsonb as doc, '\\x00ff'::bytea as bytes, 1.50::numeric as exact, 1.5::float8 as float, true as yes,
             timestamptz '2026-01-02 03:04:05.678901+00' as at, array['a', 'b,c'] as texts, null as nothing
           from generate_series(1, 3)`
        )
        assert.deepStrictEqual(
          { ...row, bytes: Buffer.from((row?.["bytes"] ?? []) as Uint8Array).toString("hex") },
          {
            big: 9007199254740991,
            rows: 3,
            list: [1, null, 3],
            none: [],
            doc: { b: [1] },
            bytes: "00ff",
            exact: "1.50",
            float: 1.5,
            yes: true,
            at: "2026-01-02 03:04:05.678901+00",
            texts: ["a", "b,c"],
            nothing: null
          }
        )
      })
    )

    it.effect(
      "fails the statement if it is an int8 beyond the range of numbers, and affects neither the connection nor the next statement",
      () =>
        Effect.gen(function* () {
          const { query } = yield* PgSession
          const error = storeErrorOf(yield* Effect.exit(query("select 9007199254740993::int8 as big")))
          assert.match(reasonOf(error), /9007199254740993/)
          assert.isFalse(error.unavailable)
          assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
        })
    )

    it.effect("counts rows for execute, and reports a mistake as a fault, not an outage", () =>
      Effect.gen(function* () {
        const { execute, query } = yield* PgSession
        const { ids } = yield* table("counted")
        assert.strictEqual(yield* execute("insert into counted select generate_series(1, $1::int)", [7]), 7)
        assert.strictEqual(yield* execute("delete from counted where id > $1", [5]), 2)
        assert.strictEqual((yield* ids).length, 5)
        const error = storeErrorOf(yield* Effect.exit(query("select  nonsense\n from counted")))
        assert.strictEqual(error.operation, "select nonsense from counted")
        assert.strictEqual(codeOf(error), "42703")
        assert.isFalse(error.unavailable)
      })
    )
  })

  layer(TestDatabase.layer())("atomic", (it) => {
    it.effect("keeps everything or nothing, and passes failures and defects through", () =>
      Effect.gen(function* () {
        const { atomic, isAtomic } = yield* PgSession
        const { insert, ids } = yield* table("whole")
        assert.strictEqual(yield* atomic(Effect.as(Effect.andThen(insert(1), insert(2)), "kept")), "kept")
        assert.strictEqual(yield* Effect.flip(atomic(Effect.andThen(insert(3), Effect.fail("no")))), "no")
        const defect = yield* Effect.exit(atomic(Effect.andThen(insert(4), Effect.die("bug"))))
        assert.deepStrictEqual(defect, Exit.die("bug"))
        assert.deepStrictEqual(yield* ids, [1, 2])
        assert.deepStrictEqual([yield* isAtomic, yield* atomic(isAtomic)], [false, true])
      })
    )

    it.effect("undoes its writes after an interruption between two of them", () =>
      Effect.gen(function* () {
        const { atomic } = yield* PgSession
        const { insert, ids } = yield* table("cut")
        const written = yield* Deferred.make<void>()
        const body = Effect.all([insert(1), Deferred.succeed(written, undefined), Effect.never, insert(2)])
        const fiber = yield* Effect.forkChild(atomic(body))
        yield* Deferred.await(written)
        assert.isTrue(Exit.hasInterrupts(yield* interrupted(fiber)))
        assert.deepStrictEqual(yield* ids, [])
      })
    )

    it.effect("hides its writes from others before the end", () =>
      Effect.gen(function* () {
        const { atomic } = yield* PgSession
        const { insert, ids } = yield* table("hidden")
        const [written, looked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const fiber = yield* Effect.forkChild(
          atomic(Effect.all([insert(1), Deferred.succeed(written, undefined), Deferred.await(looked)]))
        )
        yield* Deferred.await(written)
        assert.deepStrictEqual(yield* ids, [])
        yield* Deferred.succeed(looked, undefined)
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* ids, [1])
      })
    )

    it.effect("joins the outer transaction when nested", () =>
      Effect.gen(function* () {
        const { atomic, query } = yield* PgSession
        const { insert, ids } = yield* table("joined")
        const transaction = Effect.map(query("select pg_current_xact_id()::text as id"), ([row]) => row?.["id"])
        const [outer, inner] = yield* atomic(Effect.all([transaction, atomic(Effect.andThen(insert(1), transaction))]))
        assert.strictEqual(inner, outer)
        yield* Effect.flip(atomic(Effect.andThen(atomic(insert(2)), Effect.fail("outer"))))
        assert.deepStrictEqual(yield* ids, [1])
      })
    )

    it.effect("serializes concurrent children on its one connection, without the driver's queue", () =>
      Effect.gen(function* () {
        const { atomic, query } = yield* PgSession
        const { insert, ids } = yield* table("turns")
        const warnings = yield* warningsHere
        const backends = yield* atomic(
          Effect.forEach(
            Array.from({ length: 40 }, (_, index) => index),
            (index) => Effect.andThen(insert(index), query("select pg_backend_pid() as pid")),
            { concurrency: "unbounded" }
          )
        )
        assert.strictEqual(new Set(backends.map(([row]) => row?.["pid"])).size, 1)
        assert.strictEqual((yield* ids).length, 40)
        assert.deepStrictEqual(warnings, [])
      })
    )

    it.effect("ends for every fiber: statements, joins and attempts of a remaining fiber die, and write nothing", () =>
      Effect.gen(function* () {
        const { atomic, attempt } = yield* PgSession
        const { insert, ids } = yield* table("over")
        const ended = yield* Deferred.make<void>()
        const late = <A, E>(use: Effect.Effect<A, E>) =>
          Effect.forkDetach(Effect.exit(Effect.andThen(Deferred.await(ended), use)))
        const fibers = yield* atomic(
          Effect.tap(Effect.all([late(insert(1)), late(atomic(insert(2))), late(attempt(insert(3)))]), () => insert(4))
        )
        yield* Deferred.succeed(ended, undefined)
        for (const fiber of fibers) {
          assert.strictEqual(reasonOf(storeErrorOf(yield* Fiber.join(fiber))), "the transaction has ended")
        }
        assert.deepStrictEqual(yield* ids, [4])
      })
    )

    it.effect("fails the commit after a swallowed failure inside", () =>
      Effect.gen(function* () {
        const { atomic } = yield* PgSession
        const { insert, ids } = yield* table("swallowed")
        yield* insert(1)
        const exit = yield* Effect.exit(atomic(Effect.all([insert(2), Effect.exit(insert(1))])))
        assert.match(reasonOf(storeErrorOf(exit)), /rolled back/)
        assert.deepStrictEqual(yield* ids, [1])
      })
    )

    it.effect("reports a constraint that fails at the commit as a StoreError, and writes nothing", () =>
      Effect.gen(function* () {
        const { atomic, attempt, script, execute, query } = yield* PgSession
        yield* script(`
          create table parents (id integer primary key);
          create table children (parent integer references parents deferrable initially deferred)`)
        const orphan = execute("insert into children values ($1)", [9])
        const error = storeErrorOf(yield* Effect.exit(atomic(orphan)))
        assert.deepStrictEqual([codeOf(error), error.operation, error.unavailable], ["23503", "COMMIT", false])
        const violation = yield* Effect.flip(attempt(orphan))
        assert.strictEqual(violation.kind, "foreign-key")
        yield* atomic(Effect.andThen(orphan, execute("insert into parents values ($1)", [9])))
        assert.deepStrictEqual(yield* query("select count(*) as n from children"), [{ n: 1 }])
      })
    )
  })

  layer(TestDatabase.layer())("attempt", (it) => {
    it.effect("reports a violated constraint by name, and continues the transaction", () =>
      Effect.gen(function* () {
        const { atomic, attempt, script } = yield* PgSession
        const { insert, ids } = yield* table("tried")
        yield* script("alter table tried add constraint short check (length(value) < 5)")
        const broken = yield* atomic(
          Effect.gen(function* () {
            yield* insert(1)
            const unique = yield* Effect.flip(attempt(Effect.andThen(insert(2), insert(1))))
            const check = yield* Effect.flip(attempt(insert(3, "much too long")))
            yield* insert(4)
            return [unique, check]
          })
        )
        assert.deepStrictEqual(broken, [
          new ConstraintViolation({ kind: "unique", constraint: "tried_pkey", table: "tried" }),
          new ConstraintViolation({ kind: "check", constraint: "short", table: "tried" })
        ])
        assert.deepStrictEqual(yield* ids, [1, 4])
        const alone = yield* Effect.flip(attempt(Effect.andThen(insert(5), insert(1))))
        assert.strictEqual(alone.kind, "unique")
        assert.deepStrictEqual(yield* ids, [1, 4])
      })
    )

    it.effect("undoes only itself, at any depth, and leaves other faults as defects", () =>
      Effect.gen(function* () {
        const { atomic, attempt, query } = yield* PgSession
        const { insert, ids } = yield* table("depths")
        yield* atomic(
          Effect.gen(function* () {
            yield* insert(1)
            const outer = attempt(
              Effect.gen(function* () {
                yield* insert(2)
                yield* Effect.flip(attempt(Effect.andThen(insert(3), Effect.fail("inner"))))
                yield* insert(4)
              })
            )
            yield* outer
            yield* Effect.flip(attempt(Effect.andThen(insert(5), Effect.fail("outer"))))
            const fault = yield* Effect.exit(attempt(query("select 1 / 0")))
            assert.strictEqual(codeOf(storeErrorOf(fault)), "22012")
          })
        )
        assert.deepStrictEqual(yield* ids, [1, 2, 4])
      })
    )

    it.effect("isolates itself in the transaction, so that concurrent writes are not undone with it", () =>
      Effect.gen(function* () {
        const { atomic, attempt } = yield* PgSession
        const { insert, ids } = yield* table("siblings")
        yield* insert(0)
        const failing = Effect.flip(
          attempt(Effect.forEach([101, 102, 103, 0], (id) => Effect.andThen(Effect.yieldNow, insert(id))))
        )
        const sibling = Effect.forEach([1, 2, 3, 4, 5], (id) => Effect.andThen(Effect.yieldNow, insert(id)))
        yield* atomic(Effect.all([failing, sibling, failing], { concurrency: "unbounded" }))
        assert.deepStrictEqual(yield* ids, [0, 1, 2, 3, 4, 5])
      })
    )
  })

  layer(TestDatabase.layer())("a conflict", (it) => {
    it.effect("runs the outermost body again, up to 5 times, and then becomes an outage", () =>
      Effect.gen(function* () {
        const { atomic, script } = yield* PgSession
        const { insert, ids } = yield* table("again")
        for (const code of ["40001", "40P01"]) {
          const [outer, inner] = [yield* Ref.make(0), yield* Ref.make(0)]
          const count = (ref: Ref.Ref<number>) => Ref.update(ref, (n) => n + 1)
          const nested = atomic(Effect.andThen(count(inner), script(raise(code))))
          const exit = yield* Effect.exit(atomic(Effect.all([count(outer), insert(1), nested])))
          const error = storeErrorOf(exit)
          assert.deepStrictEqual([codeOf(error), error.unavailable], [code, true])
          assert.deepStrictEqual([yield* Ref.get(outer), yield* Ref.get(inner)], [6, 6])
        }
        assert.deepStrictEqual(yield* ids, [])
      })
    )

    it.effect("repeats a body that hid it, and a single statement", () =>
      Effect.gen(function* () {
        const { atomic, script, query, execute } = yield* PgSession
        const { insert, ids } = yield* table("hidden_conflict")
        const runs = yield* Ref.make(0)
        yield* atomic(
          Effect.gen(function* () {
            const run = yield* Ref.updateAndGet(runs, (n) => n + 1)
            yield* insert(run)
            if (run < 3) yield* Effect.exit(script(raise("40001")))
          })
        )
        assert.deepStrictEqual([yield* Ref.get(runs), yield* ids], [3, [3]])
        yield* script(`
          create sequence tries;
          create function flaky() returns integer language plpgsql as $$
            begin
              if nextval('tries') < 4 then raise exception 'planted' using errcode = '40001'; end if;
              return 1;
            end $$`)
        assert.deepStrictEqual(yield* query("select flaky() as answer"), [{ answer: 1 }])
        assert.strictEqual(yield* execute("select setval('tries', 1)"), 1)
      })
    )

    it.effect("does not repeat other failures", () =>
      Effect.gen(function* () {
        const { atomic, script } = yield* PgSession
        const runs = yield* Ref.make(0)
        const body = Effect.andThen(
          Ref.update(runs, (n) => n + 1),
          script(raise("P0001"))
        )
        storeErrorOf(yield* Effect.exit(atomic(body)))
        assert.strictEqual(yield* Ref.get(runs), 1)
      })
    )

    it.effect("ends a real deadlock with both transactions done", () =>
      Effect.gen(function* () {
        const { atomic, query, script } = yield* PgSession
        const { insert } = yield* table("deadlock")
        yield* Effect.all([insert(1), insert(2)])
        const [first, second, over] = [
          yield* Deferred.make<void>(),
          yield* Deferred.make<void>(),
          yield* Deferred.make<void>()
        ]
        const runs = yield* Ref.make(0)
        const append = (id: number) => query("update deadlock set value = value || 'x' where id = $1", [id])
        const cross = (from: number, to: number, mine: Deferred.Deferred<void>, other: Deferred.Deferred<void>) =>
          atomic(
            Effect.gen(function* () {
              const run = yield* Ref.updateAndGet(runs, (n) => n + 1)
              if (run > 2) yield* Deferred.await(over)
              yield* script("set local deadlock_timeout = '20ms'")
              yield* append(from)
              yield* Deferred.succeed(mine, undefined)
              yield* Deferred.await(other)
              yield* append(to)
            })
          ).pipe(Effect.andThen(Deferred.succeed(over, undefined)))
        yield* Effect.all([cross(1, 2, first, second), cross(2, 1, second, first)], { concurrency: 2 })
        assert.strictEqual(yield* Ref.get(runs), 3)
        assert.deepStrictEqual(yield* query("select value from deadlock"), [{ value: "xx" }, { value: "xx" }])
      })
    )

    it.effect("repeats the loser of a serialization failure, also at the commit", () =>
      Effect.gen(function* () {
        const { atomic, query, script } = yield* PgSession
        const { insert, ids } = yield* table("skew")
        const read = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
        const runs = yield* Ref.make(0)
        const addIfFew = (id: 0 | 1) =>
          atomic(
            Effect.gen(function* () {
              yield* Ref.update(runs, (n) => n + 1)
              yield* script("set transaction isolation level serializable")
              const [row] = yield* query("select count(*) as n from skew")
              yield* Deferred.succeed(read[id], undefined)
              yield* Deferred.await(read[id === 0 ? 1 : 0])
              if (row?.["n"] === 0) yield* insert(id)
            })
          )
        yield* Effect.all([addIfFew(0), addIfFew(1)], { concurrency: 2 })
        assert.strictEqual((yield* ids).length, 1)
        assert.strictEqual(yield* Ref.get(runs), 3)
      })
    )
  })

  layer(TestDatabase.layer({ maxConnections: 1 }))("a prepared statement", (it) => {
    const prepared = "select name from pg_prepared_statements where statement like '%find me%'"

    it.effect("prepares once, under a name from its text", () =>
      Effect.gen(function* () {
        const { query, script } = yield* PgSession
        for (const value of [1, 2, 3]) yield* query("select $1::int as found /* find me */", [value])
        yield* script("select 'not this one' /* find me */")
        const names = (yield* query(prepared)).map(({ name }) => name as string)
        assert.strictEqual(names.filter((name) => name.startsWith("quire_")).length, names.length)
        assert.strictEqual(names.length, 2)
      })
    )

    it.effect("survives a migration that changes its result, inside and outside transactions", () =>
      Effect.gen(function* () {
        const { query, script, atomic } = yield* PgSession
        const { insert } = yield* table("growing")
        yield* insert(1)
        const all = query("select * from growing")
        assert.deepStrictEqual(yield* all, [{ id: 1, value: "" }])
        yield* script("alter table growing add column more integer default 7")
        assert.deepStrictEqual(yield* all, [{ id: 1, value: "", more: 7 }])
        yield* script("alter table growing drop column more")
        assert.deepStrictEqual(yield* atomic(all), [{ id: 1, value: "" }])
      })
    )
  })

  layer(TestDatabase.layer({ maxConnections: 1, transactionPooler: true, statementTimeout: 2_000 }))(
    "behind a pooler",
    (it) => {
      it.effect("leaves nothing on the connection, and applies the limit inside transactions", () =>
        Effect.gen(function* () {
          const { query, atomic, withLock } = yield* PgSession
          yield* query("select $1::int as found", [1])
          yield* withLock("anything", query("select 1 as one"))
          const [state] = yield* query(
            `select (select count(*) from pg_prepared_statements) as prepared,
                  (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
                  current_setting('statement_timeout') as timeout`
          )
          assert.deepStrictEqual(state, { prepared: 0, locks: 0, timeout: "0" })
          assert.deepStrictEqual(yield* atomic(query("select current_setting('statement_timeout') as timeout")), [
            { timeout: "2s" }
          ])
        })
      )
    }
  )
})
