import { assert, describe, it } from "@effect/vitest"
import {
  AccessFactsContract,
  BlobStoreContract,
  BudgetStoreContract,
  ContentStoreContract,
  JobStoreContract,
  OutboxContract,
  Rounds,
  RowStoreAgreement,
  RowStoreContract,
  SearchIndexContract,
  TransactionContract
} from "@quire/testing"
import { Effect, Layer } from "effect"
import * as Migrations from "../../src/postgres/Migrations.ts"
import { migrations } from "../../src/postgres/migrations/index.ts"
import * as PgSession from "../../src/postgres/PgSession.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import * as PgBouncer from "./support/PgBouncer.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const session = (options: Partial<PgSession.Options> & { readonly template?: TestDatabase.Template } = {}) =>
  Effect.gen(function* () {
    const { template = StoreTemplate.stores, ...rest } = options
    const config = yield* TestDatabase.freshDatabase(template)
    return PgSession.layer({ ...config, ...(yield* PgBouncer.start), transactionPooler: true, ...rest })
  })

const store = Postgres.layerFromSession.pipe(Layer.provideMerge(Layer.orDie(Layer.unwrap(session()))))

const empty: TestDatabase.Template = { name: "empty", build: Effect.void }

describe.skipIf(PgBouncer.program === undefined)(
  PgBouncer.title("through PgBouncer in transaction mode (rule pooler-transaction)"),
  () => {
    const runs = { runs: Rounds.rounds(4, 1_000, 12) }
    TransactionContract.suite("pgbouncer", store)
    RowStoreContract.suite("pgbouncer", store, runs)
    RowStoreAgreement.suite("pgbouncer", store, runs)
    ContentStoreContract.suite("pgbouncer", store)
    SearchIndexContract.suite("pgbouncer", store, runs)
    OutboxContract.suite("pgbouncer", store)
    JobStoreContract.suite("pgbouncer", store)
    AccessFactsContract.suite("pgbouncer", store)
    BlobStoreContract.suite("pgbouncer", store)
    BudgetStoreContract.suite("pgbouncer", store)

    it.effect("runs each migration once for four starters on a fresh database", () =>
      Effect.gen(function* () {
        const layer = yield* session({ template: empty, maxConnections: 2 })
        const starter = Effect.provide(Migrations.apply(migrations), layer, { local: true })
        const answers = yield* Effect.all([starter, starter, starter, starter], { concurrency: 4 })
        assert.deepStrictEqual(
          answers
            .flat()
            .map(({ id }) => id)
            .sort((a, b) => a - b),
          migrations.map(({ id }) => id)
        )
      }).pipe(Effect.scoped)
    )

    it.effect("rejects a session without the pooler setting at startup, and names the setting", () =>
      Effect.gen(function* () {
        const layer = yield* session({ transactionPooler: false })
        const { message } = yield* Effect.flip(Effect.provide(Effect.void, layer))
        assert.match(message, /unsupported startup parameter: \w+_timeout \(.*--database-pooler transaction/)
      }).pipe(Effect.scoped)
    )

    it.effect("distributes statements over several connections, and leaves no state on them", () =>
      Effect.gen(function* () {
        const { query } = yield* PgSession.PgSession
        const state = query(
          `select pg_backend_pid() as pid, pg_sleep(0.1) is null as slept,
            (select count(*)::int from pg_prepared_statements) as prepared,
            (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
            current_setting('statement_timeout') as timeout`
        )
        const answers = yield* Effect.all(
          Array.from({ length: 20 }, () => state),
          { concurrency: 10 }
        )
        const found = answers.flat()
        assert.lengthOf(found, 20)
        assert.isAbove(new Set(found.map(({ pid }) => pid)).size, 1)
        assert.deepStrictEqual(
          found.filter(({ locks, prepared, timeout }) => locks !== 0 || prepared !== 0 || timeout !== "0"),
          []
        )
      }).pipe(Effect.provide(Layer.orDie(Layer.unwrap(session()))))
    )
  }
)
