import type {
  AccessFacts,
  BlobStore,
  BudgetStore,
  ContentStore,
  JobStore,
  Outbox,
  PublicationFacts,
  RowStore,
  SearchIndex,
  StoreCopy
} from "@quire/core"
import { Layer } from "effect"
import * as MemoryAccessFacts from "./MemoryAccessFacts.ts"
import * as MemoryBlobStore from "./MemoryBlobStore.ts"
import * as MemoryBudgetStore from "./MemoryBudgetStore.ts"
import * as MemoryContentStore from "./MemoryContentStore.ts"
import * as MemoryJobStore from "./MemoryJobStore.ts"
import * as MemoryOutbox from "./MemoryOutbox.ts"
import * as MemoryPublicationFacts from "./MemoryPublicationFacts.ts"
import * as MemoryRowStore from "./MemoryRowStore.ts"
import * as MemorySearchIndex from "./MemorySearchIndex.ts"
import { MemoryStore } from "./MemoryStore.ts"
import * as MemoryStoreCopy from "./MemoryStoreCopy.ts"

/** Every storing port on one state in memory, which is empty at first and released with the layer's scope. */
export const layer: Layer.Layer<
  | RowStore.RowStore
  | ContentStore.ContentStore
  | SearchIndex.SearchIndex
  | Outbox.Outbox
  | JobStore.JobStore
  | AccessFacts.AccessFacts
  | PublicationFacts.PublicationFacts
  | BlobStore.BlobStore
  | BudgetStore.BudgetStore
  | StoreCopy.StoreCopy
> = Layer.mergeAll(
  MemoryRowStore.layer,
  MemoryContentStore.layer,
  MemorySearchIndex.layer,
  MemoryOutbox.layer,
  MemoryJobStore.layer,
  MemoryAccessFacts.layer,
  MemoryPublicationFacts.layer,
  MemoryBlobStore.layer,
  MemoryBudgetStore.layer,
  MemoryStoreCopy.layer
).pipe(Layer.provide(MemoryStore.layer))
