import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type GlossaryEntry, GlossaryEntryId, Terms } from "./GlossaryEntry.ts"

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
