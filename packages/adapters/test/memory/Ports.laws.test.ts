import { Memory } from "@quire/adapters/memory"
import { SearchIndex } from "@quire/core"
import {
  AccessFactsContract,
  BlobStoreContract,
  BudgetStoreContract,
  ContentStoreContract,
  JobStoreContract,
  OutboxContract,
  Rounds,
  SearchIndexContract,
  TransactionContract
} from "@quire/testing"
import { Effect, Layer } from "effect"
import * as MemorySearchIndex from "../../src/memory/MemorySearchIndex.ts"
import { MemoryStore } from "../../src/memory/MemoryStore.ts"

const indexOf = (version: string) => Effect.provide(SearchIndex.SearchIndex, MemorySearchIndex.layerOf(version))

TransactionContract.suite("memory", Memory.layer)
BudgetStoreContract.suite("memory", Memory.layer)
ContentStoreContract.suite("memory", Memory.layer)
SearchIndexContract.suite("memory", Memory.layer, { runs: Rounds.rounds(40, 5_000, 100) })
SearchIndexContract.versions(
  "memory",
  Layer.effect(
    SearchIndexContract.Versions,
    Effect.all({ former: indexOf("1/former"), current: indexOf("1/current") })
  ).pipe(Layer.provide(MemoryStore.layer))
)
JobStoreContract.suite("memory", Memory.layer, { serial: true })
OutboxContract.suite("memory", Memory.layer, { serial: true })
AccessFactsContract.suite("memory", Memory.layer)
BlobStoreContract.suite("memory", Memory.layer)
