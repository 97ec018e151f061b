import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Language } from "../../foundation/text/Language.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const TranslationSettingsId = Id.make("TranslationSettingsId", "Identifier of a translation.")
export type TranslationSettingsId = typeof TranslationSettingsId.Type

/** The space whose content is translated, and its language. */
export const Source = Schema.Struct(
  describeFields(
    { space: SpaceId, language: Language },
    { space: "Space whose primary content is translated.", language: "Language of the space." }
  )
)
export type Source = typeof Source.Type

/** The source of a translation, as stored; its languages are separate rows. */
export const TranslationSettings = Schema.Struct({
  id: TranslationSettingsId,
  organization: OrganizationId,
  title: Schema.String,
  source: Schema.NullOr(Source),
  createdAt: Instant,
  updatedAt: Instant
})
export type TranslationSettings = typeof TranslationSettings.Type

export const collection = Repository.collection({
  name: "translation_settings",
  schema: TranslationSettings,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    source: { kind: "text", of: (self) => self.source?.space ?? "" }
  },
  indexes: { inOrganization: { on: ["organization"] }, ofSource: { on: ["source"] } },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})
