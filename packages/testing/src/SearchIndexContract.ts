import { layer } from "@effect/vitest"
import type { AccessFacts, RowStore, SearchIndex } from "@quire/core"
import type { Layer } from "effect"
import { live, type Options } from "./Suite.ts"
import * as AgreementCases from "./search/AgreementCases.ts"
import * as MaintenanceCases from "./search/MaintenanceCases.ts"
import * as MatchCases from "./search/MatchCases.ts"
import * as PrefixCases from "./search/PrefixCases.ts"
import * as PublishedCases from "./search/PublishedCases.ts"
import * as SpaceCases from "./search/SpaceCases.ts"
import * as VersionCases from "./search/VersionCases.ts"

export { page } from "./search/Pages.ts"
export { Versions } from "./search/VersionCases.ts"

/** The contract of `SearchIndex`, for a store with the collections of `Declared`. */
export const suite = <E>(
  name: string,
  stores: Layer.Layer<SearchIndex.SearchIndex | AccessFacts.AccessFacts | RowStore.RowStore, E>,
  options: Options = {}
): void =>
  layer(stores, live)(`${name}: SearchIndex`, (it) => {
    MatchCases.cases(it)
    MaintenanceCases.cases(it)
    SpaceCases.cases(it, options)
    PrefixCases.cases(it)
    PublishedCases.cases(it)
    AgreementCases.cases(it, options)
  })

/** The contract of two indexes on one store whose processes split text by different versions of the tokens. */
export const versions = <E>(name: string, indexes: Layer.Layer<VersionCases.Versions, E>): void =>
  layer(indexes, live)(`${name}: SearchIndex of two versions`, (it) => VersionCases.cases(it))
