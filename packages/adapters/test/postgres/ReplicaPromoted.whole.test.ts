import { assert, describe, it } from "@effect/vitest"
import { ReadingOnly } from "@quire/core"
import { Effect } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as ReplicaPair from "./support/ReplicaPair.ts"

const table = Effect.flatMap(PgSession, ({ script }) =>
  script("create table counts (n int not null); insert into counts values (0)")
)

const read = Effect.flatMap(PgSession, ({ query }) =>
  ReadingOnly.reading(
    Effect.andThen(query("select 1"), query("select n, pg_is_in_recovery() as here from counts", [], "replica"))
  )
)

const visit = Effect.flatMap(PgSession, ({ query }) =>
  ReadingOnly.reading(query("select n, pg_is_in_recovery() as here from counts", [], "late"))
)

describe.skipIf(!ReplicaPair.isPossible)(ReplicaPair.title("a replica that is promoted (rule replica-gone)"), () => {
  it.live("receives no reads from that moment on, whatever is written to it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const pair = yield* ReplicaPair.freshDatabase(yield* ReplicaPair.start(table))
        yield* Effect.gen(function* () {
          while ((yield* read)[0]?.["here"] !== true) yield* Effect.yieldNow
          yield* pair.administer("replica", "select pg_promote()")
          yield* pair.administer("replica", "update counts set n = 99", pair.replica.database)
          for (let at = 0; at < 20; at++) {
            assert.deepStrictEqual(yield* read, [{ n: 0, here: false }])
            assert.deepStrictEqual(yield* visit, [{ n: 0, here: false }])
          }
        }).pipe(Effect.provide(ReplicaPair.layer(pair)))
      })
    )
  )
})
