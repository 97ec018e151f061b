/** The tests that find faults in computed pages. */
export const suites = {
  computations: ["test/src/engine/openapi/Computations.", "-t", "on memory"],
  computedReads: ["test/src/engine/openapi/ComputedReads.", "-t", "on memory"],
  computedLinks: ["test/src/engine/openapi/ComputedLinks.", "-t", "on memory"],
  computedIndexes: ["test/src/engine/openapi/ComputedIndexes.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "computations",
    bug: "an API description is computed for callers who may not view it",
    file: "translations/computation/Computations.ts",
    from: "Effect.mapError(specs.get(organization, id), missing)",
    to: `Effect.mapError(Effect.flatMap(Effect.promise(() => import("../../foundation/operation/Actor.ts")), ({ Actor, system }) =>
      Effect.provideService(specs.get(organization, id), Actor, system)), missing)`
  },
  {
    suite: "computedReads",
    bug: "a computed page takes the slug of a stored page",
    file: "content/tree/Expansion.ts",
    from: "claims.map(({ at, slug }, index) => [at, claimed[index] ?? slug])",
    to: "claims.map(({ at, slug }) => [at, slug])"
  },
  {
    suite: "computedLinks",
    bug: "links to computed pages count as valid after the last placeholder is removed",
    file: "content/link-index/LinkEntries.ts",
    from: "expanded.before !== before || expanded.after !== after",
    to: "expanded.after !== after"
  },
  {
    suite: "computedIndexes",
    bug: "pages of a version that is gone stay in the index",
    file: "spaces/commit/ComputedReindexing.ts",
    from: "new Map(self.pages.map(({ ids, placeholder }) => [placeholder, ids]))",
    to: "new Map()"
  }
]
