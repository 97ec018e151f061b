import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { closed, describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Language } from "../../foundation/text/Language.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"

export const GlossaryEntryId = Id.make("GlossaryEntryId", "Identifier of a glossary entry.")
export type GlossaryEntryId = typeof GlossaryEntryId.Type

export const limits = {
  termLength: 100,
  /** Limits of one organization. */
  entries: 500,
  operationsPerBatch: 500
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

/** An entry as shown to members of its organization who are no guests. */
export const GlossaryEntryView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("glossary-entry"),
      id: GlossaryEntryId,
      translations: Terms,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      translations: "Texts of the entry by language code.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "GlossaryEntry" })
export type GlossaryEntryView = typeof GlossaryEntryView.Type

export const view = (self: GlossaryEntry, base: string): GlossaryEntryView => ({
  object: "glossary-entry",
  id: self.id,
  translations: self.translations,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  urls: { location: `${base}/v1/orgs/${self.organization}/translations-glossary/${self.id}` }
})

const Insert = closed(
  "GlossaryInsert",
  { type: Schema.Literal("insert"), translations: Terms },
  { translations: "Texts of the entry by language code." }
)
const Update = closed(
  "GlossaryUpdate",
  { type: Schema.Literal("update"), id: GlossaryEntryId, translations: Terms },
  { translations: "Texts of the entry by language code.", id: "Entry to change." }
)
const Delete = closed(
  "GlossaryDelete",
  { type: Schema.Literal("delete"), id: GlossaryEntryId },
  { id: "Entry to remove." }
)

export const GlossaryOperation = Schema.Union([Insert, Update, Delete]).annotate({ identifier: "GlossaryOperation" })
export type GlossaryOperation = typeof GlossaryOperation.Type

/** Applied in order, all or none (rule glossary-batch). */
export const GlossaryBatch = closed(
  "GlossaryBatch",
  {
    operations: Schema.Array(GlossaryOperation).check(
      Schema.isBetweenLength(1, limits.operationsPerBatch, {
        expected: `an array of 1 to ${limits.operationsPerBatch} items`
      })
    )
  },
  { operations: "Changes to the glossary. They are applied in order, and either all or none take effect." }
)
export type GlossaryBatch = typeof GlossaryBatch.Type

/** The organization has no such entry. */
export class GlossaryEntryNotFound extends Schema.TaggedError<GlossaryEntryNotFound>()("GlossaryEntryNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `glossary entry ${this.id} does not exist`
  }
}

/** The organization has reached its limit of entries. */
export class TooManyGlossaryEntries extends Schema.TaggedError<TooManyGlossaryEntries>()("TooManyGlossaryEntries", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.entries} glossary entries`
  }
}
