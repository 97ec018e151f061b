import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { RowStore } from "../foundation/store/RowStore.ts"
import type { AccessFacts } from "../organizations/access/AccessFacts.ts"
import * as FactCases from "./access/FactCases.ts"
import * as ReaderCases from "./access/ReaderCases.ts"
import { live } from "./Suite.ts"

/** The contract of `AccessFacts`, for a store with the collections of `Declared`. */
export const suite = <E>(name: string, stores: Layer.Layer<AccessFacts | RowStore, E>): void =>
  layer(stores, live)(`${name}: AccessFacts`, (it) => {
    FactCases.cases(it)
    ReaderCases.cases(it)
  })
