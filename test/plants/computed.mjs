/** The tests of computed pages that find a planted bug. */
export const suites = {
  computations: ["test/src/engine/openapi/Computations.", "-t", "on memory"],
  computedReads: ["test/src/engine/openapi/ComputedReads.", "-t", "on memory"],
  computedLinks: ["test/src/engine/openapi/ComputedLinks.", "-t", "on memory"],
  computedIndexes: ["test/src/engine/openapi/ComputedIndexes.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "computations",
    bug: "a description is computed for callers who may not see it",
    file: "translations/computation/Computations.ts",
    from: "Effect.mapError(specs.get(organization, id), missing)",
    to: `Effect.mapError(Effect.flatMap(Effect.promise(() => import("../../foundation/operation/Actor.ts")), ({ Actor, system }) =>
      Effect.provideService(specs.get(organization, id), Actor, system)), missing)`
  },
  {
    suite: "computedReads",
    bug: "a computed page takes the slug of a stored one",
    file: "content/tree/Expansion.ts",
    from: "claims.map(({ at, slug }, index) => [at, claimed[index] ?? slug])",
    to: "claims.map(({ at, slug }) => [at, slug])"
  },
  {
    suite: "computedLinks",
    bug: "links to computed pages stay whole when the last placeholder goes",
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
