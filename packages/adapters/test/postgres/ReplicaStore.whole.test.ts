import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  BlobStoreContract,
  ContentStoreContract,
  Rounds,
  RowStoreAgreement,
  RowStoreContract,
  SearchIndexContract,
  TransactionContract
} from "@quire/testing"
import { Effect, Exit, Layer, Scope } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import * as ReplicaPair from "./support/ReplicaPair.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

describe.skipIf(!ReplicaPair.isPossible)(
  ReplicaPair.title("a store whose reading is answered by a replica (rule replica-reads)"),
  () => {
    let pair: ReplicaPair.Pair
    const scope = Effect.runSync(Scope.make())
    beforeAll(async () => {
      pair = await Effect.runPromise(Scope.provide(ReplicaPair.start(StoreTemplate.stores.build), scope))
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), 60_000)

    const session = Layer.unwrap(
      Effect.map(
        Effect.suspend(() => ReplicaPair.freshDatabase(pair)),
        ReplicaPair.layerEager
      )
    )
    const store = Postgres.layerFromSession.pipe(Layer.provideMerge(session))
    const runs = { runs: Rounds.rounds(4, 1_000, 12) }

    it.live("reads from the replica", () =>
      Effect.gen(function* () {
        const { atomic, query } = yield* PgSession
        const where = query("select pg_is_in_recovery() as here", [], "replica")
        assert.deepStrictEqual(yield* where, [{ here: true }])
        assert.deepStrictEqual(yield* atomic(where), [{ here: false }])
      }).pipe(Effect.provide(session))
    )

    TransactionContract.suite("replica", store)
    RowStoreContract.suite("replica", store, runs)
    RowStoreAgreement.suite("replica", store, runs)
    ContentStoreContract.suite("replica", store)
    SearchIndexContract.suite("replica", store, runs)
    BlobStoreContract.suite("replica", store)
  }
)
