import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Config, connected, fresh } from "./database.ts"
import { watch } from "./watch.ts"

/** Writes, and the tables in which they are noticed. */
const writes: ReadonlyArray<readonly [name: string, sql: ReadonlyArray<string>, noticed: ReadonlyArray<string>]> = [
  ["nothing", ["select * from things"], []],
  ["a row more", ["insert into things values (3, 'c')"], ["public.things"]],
  ["a row less", ["delete from things where id = 1"], ["public.things"]],
  ["another value", ["update things set word = 'z' where id = 1"], ["public.things"]],
  ["the same value once more", ["update things set word = word where id = 1"], ["public.things"]],
  ["one row for another", ["delete from things where id = 1", "insert into things values (1, 'a')"], ["public.things"]],
  ["a row that came and went", ["insert into things values (4, 'd')", "delete from things where id = 4"], []],
  ["what was rolled back", ["begin", "delete from things", "rollback"], []],
  ["a lock", ["begin", "select from things for update", "commit"], []],
  ["when a token was used", [`update api_tokens set doc = doc || '{"lastUsedAt": 2}'`], []],
  ["what a token is called", [`update api_tokens set doc = doc || '{"label": "y"}'`], ["public.api_tokens"]],
  ["a token less", ["delete from api_tokens"], ["public.api_tokens"]],
  ["a row of another schema", ["insert into other.things values (1)"], ["other.things"]]
]

const client = (config: Config) =>
  Effect.acquireRelease(
    Effect.promise(() => connected(config)),
    (opened) => Effect.promise(() => opened.end())
  )

const watching = (config: Config) =>
  Effect.acquireRelease(
    Effect.promise(() => watch(config)),
    ({ close }) => Effect.promise(close)
  )

describe("a database watch", () => {
  it.live("detects a write, whatever was written before", () =>
    Effect.gen(function* () {
      const config = yield* fresh
      const writer = yield* client(config)
      yield* Effect.promise(async () => {
        await writer.query("create schema other; create table other.things (id int)")
        await writer.query("create table things (id int, word text); create table api_tokens (id text, doc jsonb)")
      })
      const { changes } = yield* watching(config)
      yield* Effect.promise(async () => {
        for (const [name, sql, noticed] of writes) {
          await writer.query("truncate things, api_tokens; insert into things values (1, 'a'), (2, 'b')")
          await writer.query(`insert into api_tokens values ('t', '{"label": "x", "lastUsedAt": 1}')`)
          const changed = await changes(async () => {
            for (const statement of sql) await writer.query(statement)
          })
          assert.deepStrictEqual(changed, noticed, name)
        }
      })
    }).pipe(Effect.scoped)
  )

  it.live("ignores tables that are scanned in parallel", () =>
    Effect.gen(function* () {
      const config = yield* fresh
      const writer = yield* client(config)
      yield* Effect.promise(async () => {
        const settings = { parallel_setup_cost: "0", parallel_tuple_cost: "0", min_parallel_table_scan_size: "1GB" }
        for (const [name, value] of Object.entries(settings))
          await writer.query(`alter database "${config.database}" set ${name} = '${value}'`)
        for (const size of [20_000, 20_001, 20_002, 20_003, 1])
          await writer.query(`create table t${size} as select generate_series(1, ${size}) as id; analyze t${size}`)
      })
      const { changes } = yield* watching(config)
      yield* Effect.promise(async () => {
        for (let left = 20; left > 0; left--)
          assert.deepStrictEqual(await changes(() => writer.query("begin; select from t1 for update; commit")), [])
      })
    }).pipe(Effect.scoped)
  )
})
