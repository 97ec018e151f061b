import { Schema } from "effect"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type GlossaryEntry, GlossaryEntryId, Terms } from "./GlossaryEntry.ts"

/** An entry as shown to members of its organization who are no guests. */
export const GlossaryEntryView = Schema.Struct({
  object: Schema.Literal("glossary-entry"),
  id: GlossaryEntryId,
  translations: Terms,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "GlossaryEntry" })
export type GlossaryEntryView = typeof GlossaryEntryView.Type

export const view = (self: GlossaryEntry, base: string): GlossaryEntryView => ({
  object: "glossary-entry",
  id: self.id,
  translations: self.translations,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  urls: { location: `${base}/v1/orgs/${self.organization}/translations-glossary/${self.id}` }
})
