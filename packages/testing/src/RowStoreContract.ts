import { layer } from "@effect/vitest"
import type { RowStore } from "@quire/core"
import type { Layer } from "effect"
import * as AtomicCases from "./row-store/AtomicCases.ts"
import * as CounterCases from "./row-store/CounterCases.ts"
import * as FilterCases from "./row-store/FilterCases.ts"
import * as InterruptCases from "./row-store/InterruptCases.ts"
import * as KeyCases from "./row-store/KeyCases.ts"
import * as ListCases from "./row-store/ListCases.ts"
import * as LockCases from "./row-store/LockCases.ts"
import * as PagingCases from "./row-store/PagingCases.ts"
import * as ReferenceCases from "./row-store/ReferenceCases.ts"
import * as TogetherCases from "./row-store/TogetherCases.ts"
import * as ValueCases from "./row-store/ValueCases.ts"
import * as WriteCases from "./row-store/WriteCases.ts"
import { live, type Options } from "./Suite.ts"

/** The contract of `RowStore`, for a store with the collections of `testShapes`. */
export const suite = <E>(name: string, store: Layer.Layer<RowStore.RowStore, E>, options: Options = {}): void => {
  layer(store, live)(`${name}: RowStore rows`, (it) => {
    WriteCases.cases(it)
    ValueCases.cases(it)
    KeyCases.cases(it)
    CounterCases.cases(it)
    ReferenceCases.cases(it)
  })
  layer(store, live)(`${name}: RowStore lists`, (it) => {
    ListCases.cases(it)
    FilterCases.cases(it)
    PagingCases.cases(it, options)
  })
  layer(store, live)(`${name}: RowStore transactions`, (it) => {
    AtomicCases.cases(it, options)
    InterruptCases.cases(it)
    LockCases.cases(it, options)
    TogetherCases.cases(it)
  })
}
