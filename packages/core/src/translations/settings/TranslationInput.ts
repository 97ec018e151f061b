import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { Language } from "../../foundation/text/Language.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"

export const limits = {
  titleLength: 100,
  instructionsLength: 5000,
  settingsPerOrganization: 100
} as const

const SourceInput = closed(
  "TranslationSourceInput",
  { space: SpaceId, language: Language },
  { space: "Space whose primary content is translated.", language: "Language that the space is written in." }
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

/** `space` is wanted for a new language and never changes. */
export const LanguagePut = closed(
  "TranslationLanguagePut",
  {
    instructions: optional(multiLine(0, limits.instructionsLength)),
    space: optional(SpaceId)
  },
  {
    instructions: "Instructions to the translator, such as tone and forms of address.",
    space: "Space that receives the translation; a new one when absent."
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
    return `there is no translation into ${this.language}`
  }
}

/** Why settings, or a language of theirs, cannot be as asked. */
export const conflicts = {
  "source-fixed": "the source cannot change while there are languages",
  "no-source": "the settings name no source to translate",
  "same-language": "the source is in that language",
  "space-missing": "a new language needs a space to hold its content",
  "space-fixed": "the space of a language cannot change",
  "space-taken": "the space holds the content of another translation",
  "space-full": "the space has content of its own",
  circle: "the source is made of that space",
  "source-language": "the source is in another language"
} as const

/** Settings, or a language of theirs, cannot be as asked (rules translation-source and translation-circle). */
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
    return `organization ${this.organization} has ${limits.settingsPerOrganization} translation settings, which is the most`
  }
}
