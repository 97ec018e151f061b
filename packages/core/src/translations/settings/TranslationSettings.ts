import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Language } from "../../foundation/text/Language.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
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

export const limits = {
  titleLength: 100,
  instructionsLength: 5000,
  settingsPerOrganization: 100
} as const

const SourceInput = closed(
  "TranslationSourceInput",
  { space: SpaceId, language: Language },
  { space: "Space whose primary content is translated.", language: "Language of the space." }
)

const Title = singleLine(1, limits.titleLength)

/** Settings without a source are a name for now. */
export const Create = closed(
  "TranslationSettingsCreate",
  { title: Title, source: optional(SourceInput) },
  { title: "Title of the translation in the organization.", source: "Space that is translated, with its language." }
)
export type Create = typeof Create.Type

/** Without `source` it stays. */
export const TranslationPut = closed(
  "TranslationSettingsPut",
  { title: Title, source: optional(SourceInput) },
  { title: "Title of the translation in the organization.", source: "Space that is translated, with its language." }
)
export type TranslationPut = typeof TranslationPut.Type

/** `space` is required for a new language and never changes. */
export const LanguagePut = closed(
  "TranslationLanguagePut",
  {
    instructions: optional(multiLine(0, limits.instructionsLength)),
    space: optional(SpaceId)
  },
  {
    instructions: "Instructions to the translator, such as tone and forms of address.",
    space: "Space to write the translation to. Defaults to a new space."
  }
)
export type LanguagePut = typeof LanguagePut.Type

/** The organization has no such settings. */
export class TranslationSettingsNotFound extends Schema.TaggedError<TranslationSettingsNotFound>()(
  "TranslationSettingsNotFound",
  { id: Schema.String }
) {
  readonly kind = "not-found" as const
  override get message() {
    return `translation settings ${this.id} do not exist`
  }
}

/** The settings do not translate into that language. */
export class TranslationLanguageNotFound extends Schema.TaggedError<TranslationLanguageNotFound>()(
  "TranslationLanguageNotFound",
  { language: Schema.String }
) {
  readonly kind = "not-found" as const
  override get message() {
    return `there is no translation to ${this.language}`
  }
}

/** Why settings, or one of their languages, cannot be set as requested. */
export const conflicts = {
  "source-fixed": "the source cannot be changed while the translation has languages",
  "no-source": "the settings have no source to translate",
  "same-language": "the source is already in that language",
  "space-missing": "a new language requires a space for its content",
  "space-fixed": "the space of a language cannot be changed",
  "space-taken": "the space contains another translation",
  "space-full": "the space is not empty",
  circle: "the source depends on that space",
  "source-language": "the source space has a different language"
} as const

/**
 * Settings, or one of their languages, cannot be set as requested (rules translation-source and translation-circle).
 */
export class TranslationConflict extends Schema.TaggedError<TranslationConflict>()("TranslationConflict", {
  reason: Schema.Literals([
    "source-fixed",
    "no-source",
    "same-language",
    "space-missing",
    "space-fixed",
    "space-taken",
    "space-full",
    "circle",
    "source-language"
  ])
}) {
  readonly kind = "conflict" as const
  override get message() {
    return conflicts[this.reason]
  }
}

/** The organization has reached its limit of settings. */
export class TooManyTranslations extends Schema.TaggedError<TooManyTranslations>()("TooManyTranslations", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.settingsPerOrganization} translation settings`
  }
}
