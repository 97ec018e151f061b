import { layer } from "@effect/vitest"
import type { AccessFacts, RowStore } from "@quire/core"
import type { Layer } from "effect"
import * as FactCases from "./access/FactCases.ts"
import * as ReaderCases from "./access/ReaderCases.ts"
import { live } from "./Suite.ts"

/** The contract of `AccessFacts`, for a store with the collections of `Declared`. */
export const suite = <E>(name: string, stores: Layer.Layer<AccessFacts.AccessFacts | RowStore.RowStore, E>): void =>
  layer(stores, live)(`${name}: AccessFacts`, (it) => {
    FactCases.cases(it)
    ReaderCases.cases(it)
  })
