import { Schema } from "effect"
import { closed } from "../../foundation/input/Input.ts"
import * as GlossaryEntry from "./GlossaryEntry.ts"
import { limits as entryLimits, GlossaryEntryId } from "./GlossaryEntry.ts"

export const limits = { operationsPerBatch: 500 } as const

const Insert = closed(
  "GlossaryInsert",
  { type: Schema.Literal("insert"), translations: GlossaryEntry.Terms },
  { translations: "Texts of the entry by language code." }
)
const Update = closed(
  "GlossaryUpdate",
  { type: Schema.Literal("update"), id: GlossaryEntryId, translations: GlossaryEntry.Terms },
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
  { operations: "Changes of the glossary, applied in order, all of them or none." }
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
    return `organization ${this.organization} has ${entryLimits.entries} glossary entries, which is the most`
  }
}
