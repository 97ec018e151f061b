import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Language } from "../../foundation/text/Language.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const GlossaryEntryId = Id.make("GlossaryEntryId", "Identifier of a glossary entry.")
export type GlossaryEntryId = typeof GlossaryEntryId.Type

export const limits = {
  termLength: 100,
  /** Limits of one organization. */
  entries: 500
} as const

/** A term by language; where a language is missing, the term is left to the translator. */
const { term } = describeFields(
  { term: Schema.optionalKey(singleLine(1, limits.termLength)) },
  { term: "Term in this language." }
)

export const Terms = Schema.Record(Language, term).annotate({
  identifier: "GlossaryTranslations"
})
export type Terms = typeof Terms.Type

/** Translations of one term in several languages, as stored. */
export const GlossaryEntry = Schema.Struct({
  id: GlossaryEntryId,
  organization: OrganizationId,
  translations: Terms,
  createdAt: Instant,
  updatedAt: Instant
})
export type GlossaryEntry = typeof GlossaryEntry.Type

export const collection = Repository.collection({
  name: "glossary_entries",
  schema: GlossaryEntry,
  columns: { organization: { kind: "text", of: (self) => self.organization } },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})

/** A term in the language of the source, and in that of the translation. */
export type Pair = readonly [term: string, translated: string]

/** The terms that entries have in both languages; of two for one term the older counts. */
export const pairsOf = (entries: ReadonlyArray<GlossaryEntry>, from: Language, to: Language): ReadonlyArray<Pair> => {
  const pairs = new Map<string, string>()
  for (const { translations } of entries) {
    const [term, translated] = [translations[from], translations[to]]
    if (term !== undefined && translated !== undefined && !pairs.has(term)) pairs.set(term, translated)
  }
  return [...pairs]
}
