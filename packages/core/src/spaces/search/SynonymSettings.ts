import { Context, Effect, Layer, Option, Schema } from "effect"
import type { FindSynonyms } from "../../content/search-index/SearchQueries.ts"
import * as Synonyms from "../../content/search-index/Synonyms.ts"
import { closed, describeFields } from "../../foundation/input/Input.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { codePoints, singleLine } from "../../foundation/text/Text.ts"
import type { Organization } from "../../people/organization/Organization.ts"

export const limits = {
  groups: 500,
  /** Expressions of one group. */
  expressions: 20,
  expressionLength: 64,
  expressionWords: 8,
  /** Characters of all expressions. */
  characters: 100_000,
  /** Expressions that are prepared for searches and stay in memory. */
  prepared: 100_000
} as const

const groups = Schema.Array(Schema.Array(Schema.String))

/** The synonyms of an organization, stored under its id. */
export const SynonymSettings = Schema.Struct({ id: Schema.String, groups })
export type SynonymSettings = typeof SynonymSettings.Type

export const collection = Repository.collection({
  name: "search_synonyms",
  schema: SynonymSettings,
  columns: {},
  indexes: {},
  unique: {},
  references: [{ column: "id", to: "organizations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

const findFault = (expression: string): string | undefined => {
  const { words } = Synonyms.inspect(expression)
  if (words === 0) return "must have a word that search can find"
  return words > limits.expressionWords ? `must have at most ${limits.expressionWords} words` : undefined
}

const Expression = singleLine(1, limits.expressionLength).pipe(
  Schema.check(Schema.makeFilter(findFault, { toJsonSchema: () => ({}) }))
)

const Group = Schema.Array(Expression).check(
  Schema.isBetweenLength(2, limits.expressions, { expected: `an array of 2 to ${limits.expressions} items` })
)

/** The first expression that is the same as an earlier one for search. */
const findRepetition = (given: ReadonlyArray<Synonyms.SynonymGroup>) => {
  const seen = new Set<string>()
  for (const [at, group] of given.entries()) {
    for (const [index, expression] of group.entries()) {
      const { key } = Synonyms.inspect(expression)
      if (seen.has(key)) return { path: [at, index], issue: "must differ from all other expressions" }
      seen.add(key)
    }
  }
  return undefined
}

const isShort = (given: ReadonlyArray<Synonyms.SynonymGroup>): boolean =>
  given.flat().reduce((sum, expression) => sum + codePoints(expression), 0) <= limits.characters

const Groups = Schema.Array(Group).check(
  Schema.isMaxLength(limits.groups, { expected: `an array of at most ${limits.groups} items` }),
  Schema.makeFilter((given) => isShort(given) || `must have at most ${limits.characters} characters in total`, {
    toJsonSchema: () => ({})
  }),
  Schema.makeFilter(findRepetition, { toJsonSchema: () => ({}) })
)

/** Replaces the synonyms of an organization. */
export const SearchSynonymsPut = closed(
  "SearchSynonymsPut",
  { groups: Groups },
  {
    groups:
      "Groups of words and expressions that mean the same in searches. All expressions differ for search, and each has 1 to 8 words that it can find."
  }
)
export type SearchSynonymsPut = typeof SearchSynonymsPut.Type

/** The synonyms that searches in the organization use. */
export const SearchSynonymsView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("search-synonyms"),
      groups,
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      groups: "Groups of words and expressions that mean the same in searches.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "SearchSynonyms" })
export type SearchSynonymsView = typeof SearchSynonymsView.Type

/** The digest of groups that their organization has; undefined if there are none. */
export const digestOf = (given: SynonymSettings["groups"]): string | undefined =>
  given.length === 0 ? undefined : digest(JSON.stringify(given))

interface PreparedSynonyms {
  readonly digest: string | undefined
  readonly find: FindSynonyms
}

/** Finds synonyms for searches that have decided about access. */
export class ApplicableSynonyms extends Context.Service<ApplicableSynonyms>()("@quire/core/ApplicableSynonyms", {
  make: Effect.gen(function* () {
    const rows = yield* Repository.make(collection)
    const recent = Recent.make<PreparedSynonyms>(limits.prepared)

    /**
     * Prepares the synonyms of an organization; undefined if it has none. They are read only if they have changed since
     * this process read them.
     */
    const ofOrganization = Effect.fnUntraced(function* ({ id, searchSynonyms }: Organization) {
      if (searchSynonyms === undefined) return undefined
      const known = recent.get(id)
      if (known?.digest === searchSynonyms) return known.find
      const row = yield* rows.get(id)
      if (Option.isNone(row)) return undefined
      const { groups: found } = row.value.value
      const find = Synonyms.prepare(found)
      recent.put(id, { digest: digestOf(found), find }, found.flat().length)
      return find
    })

    return { ofOrganization } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
