import { SearchIndex } from "@quire/core"
import { Rounds, SearchIndexContract } from "@quire/core/testing"
import { Effect, Layer } from "effect"
import * as PgSearchIndex from "../../src/postgres/PgSearchIndex.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

const indexOf = (version: string) => Effect.provide(SearchIndex.SearchIndex, PgSearchIndex.layerOf(version))

SearchIndexContract.suite("postgres", StoreTemplate.layer(), { runs: Rounds.rounds(12, 1_000, 30) })
SearchIndexContract.versions(
  "postgres",
  Layer.effect(
    SearchIndexContract.Versions,
    Effect.all({ former: indexOf("1/former"), current: indexOf("1/current") })
  ).pipe(Layer.provide(StoreTemplate.layer()))
)
