import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import { makeSteps } from "../../src/postgres/session/Statement.ts"
import { counted } from "./support/RoundTrips.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const number = (value: number) =>
  Effect.flatMap(PgSession, ({ query }) =>
    Effect.map(query("select $1::int as number", [value]), ([row]) => row?.["number"])
  )

layer(TestDatabase.layer())("together", (it) => {
  it.effect("sends one statement for any number of callers, each with separate parameters", () =>
    Effect.gen(function* () {
      const { together } = yield* PgSession
      assert.deepStrictEqual(yield* counted(together(number(1), number(2))), [[1, 2], 1])
      const four = together(together(number(1), number(2)), together(number(3), number(4)))
      const [answers, count] = yield* counted(four)
      assert.deepStrictEqual([...answers.flat(), count], [1, 2, 3, 4, 1])
      assert.deepStrictEqual(yield* counted(together(number(1), Effect.void)), [[1, undefined], 1])
      assert.deepStrictEqual(yield* counted(together(together(number(1), number(2)), number(3))), [[[1, 2], 3], 1])
    })
  )

  it.effect("sends as many statements as the longer effect needs, and then a commit", () =>
    Effect.gen(function* () {
      const { atomic, together } = yield* PgSession
      const three = Effect.forEach([1, 2, 3], number)
      assert.deepStrictEqual(yield* counted(together(three, number(4))), [[[1, 2, 3], 4], 3])
      assert.deepStrictEqual(yield* counted(atomic(together(three, number(4)))), [[[1, 2, 3], 4], 4])
    })
  )

  it.effect("writes with steps, counts written rows, and sends separately what cannot be joined", () =>
    Effect.gen(function* () {
      const { execute, query, script, together } = yield* PgSession
      yield* script("create table cells (id int primary key, value int)")
      const insert = makeSteps(["#added as (insert into cells values ($1, $2) returning id)"], "select id from #added")
      const both = together(query(insert, [1, 10]), query(insert, [2, 20]))
      assert.deepStrictEqual(yield* counted(both), [[[{ id: 1 }], [{ id: 2 }]], 1])
      const add = execute("update cells set value = value + $1", [1])
      assert.deepStrictEqual(yield* counted(together(add, add)), [[2, 2], 2])
      const lone = query("with one as (select 1 as id) select id from one")
      assert.deepStrictEqual(yield* counted(together(lone, add)), [[[{ id: 1 }], 2], 2])
      const values = query("select id, value from cells order by id")
      assert.deepStrictEqual(yield* values, [
        { id: 1, value: 13 },
        { id: 2, value: 23 }
      ])
      const [gone, left] = yield* together(execute("delete from cells where id = $1", [1]), values)
      assert.deepStrictEqual([gone, left.length], [1, 2])
    })
  )

  it.effect("dies as a whole when a statement is at fault, and the session continues", () =>
    Effect.gen(function* () {
      const { query, together } = yield* PgSession
      for (const broken of [query("select 1 / $1::int as one", [0]), query("select nothing")]) {
        const exits = yield* together(Effect.exit(number(1)), Effect.exit(broken))
        assert.deepStrictEqual(exits.map(Exit.hasDies), [true, true])
      }
      assert.strictEqual(yield* number(5), 5)
    })
  )
})
