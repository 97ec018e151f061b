import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connected, fresh } from "./database.ts"
import { watch } from "./watch.ts"

/** Writes, and whether they are noticed. */
const writes: ReadonlyArray<readonly [name: string, sql: ReadonlyArray<string>, isNoticed: boolean]> = [
  ["nothing", ["select * from things"], false],
  ["a row more", ["insert into things values (3, 'c')"], true],
  ["a row less", ["delete from things where id = 1"], true],
  ["another value", ["update things set word = 'z' where id = 1"], true],
  ["the same value once more", ["update things set word = word where id = 1"], true],
  ["one row for another", ["delete from things where id = 1", "insert into things values (1, 'a')"], true],
  ["a row that came and went", ["insert into things values (4, 'd')", "delete from things where id = 4"], false],
  ["what was rolled back", ["begin", "delete from things", "rollback"], false],
  ["a lock", ["begin", "select from things for update", "commit"], false],
  ["when a token was used", [`update api_tokens set doc = doc || '{"lastUsedAt": 2}'`], false],
  ["what a token is called", [`update api_tokens set doc = doc || '{"label": "y"}'`], true],
  ["a token less", ["delete from api_tokens"], true],
  ["a row of another schema", ["insert into beside.things values (1)"], true]
]

describe("a watch of a database", () => {
  it.live("notices what is written, whatever was written before", () =>
    Effect.gen(function* () {
      const config = yield* fresh
      const writer = yield* Effect.acquireRelease(
        Effect.promise(() => connected(config)),
        (client) => Effect.promise(() => client.end())
      )
      const { changes } = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          await writer.query("create schema beside; create table beside.things (id int)")
          await writer.query("create table things (id int, word text); create table api_tokens (id text, doc jsonb)")
          return watch(config)
        }),
        ({ close }) => Effect.promise(close)
      )
      yield* Effect.promise(async () => {
        for (const [name, sql, isNoticed] of writes) {
          await writer.query("truncate things, api_tokens; insert into things values (1, 'a'), (2, 'b')")
          await writer.query(`insert into api_tokens values ('t', '{"label": "x", "lastUsedAt": 1}')`)
          const isChanged = await changes(async () => {
            for (const statement of sql) await writer.query(statement)
          })
          assert.strictEqual(isChanged, isNoticed, name)
        }
      })
    }).pipe(Effect.scoped)
  )
})
