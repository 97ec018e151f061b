import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Language } from "../../foundation/text/Language.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import {
  Stats,
  Status,
  type TranslationLanguage,
  TranslationLanguageId,
  UntranslatedText
} from "./TranslationLanguage.ts"
import { Source, type TranslationSettings, TranslationSettingsId } from "./TranslationSettings.ts"

/** Settings as shown to members of their organization who are no guests. */
export const TranslationSettingsView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("translation-settings"),
      id: TranslationSettingsId,
      title: Schema.String,
      source: optional(Source),
      languages: Schema.Array(Language),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      permissions: Schema.Struct(
        describeFields(
          { view: Schema.Boolean, edit: Schema.Boolean },
          { view: "Whether the caller may view it.", edit: "Whether the caller may change it." }
        )
      ),
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      source: "Space that is translated, with its language.",
      languages: "Languages that the source is translated into.",
      id: "Identifier, which never changes.",
      title: "Display title.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      permissions: "What the caller may do with the object.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "TranslationSettings" })
export type TranslationSettingsView = typeof TranslationSettingsView.Type

/** A language of settings, as shown to the same. */
export const TranslationLanguageView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("translation-language-settings"),
      /** Name of the translation in sources of computed content. */
      id: TranslationLanguageId,
      language: Language,
      instructions: Schema.String,
      space: SpaceId,
      status: Status,
      reason: optional(Schema.String),
      kept: Schema.Array(UntranslatedText),
      stats: Stats,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      permissions: Schema.Struct(
        describeFields(
          { view: Schema.Boolean, edit: Schema.Boolean },
          { view: "Whether the caller may view it.", edit: "Whether the caller may change it." }
        )
      ),
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      language: "Language that the source is translated into.",
      instructions: "Instructions to the translator; empty if there are none.",
      space: "Space that holds the translation.",
      status: "State of the last run.",
      reason: "Reason why the last run failed.",
      kept: "Segments that were left in the language of the source, each with the reason.",
      stats: "Counts of what was translated.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      permissions: "What the caller may do with the object.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "TranslationLanguageSettings" })
export type TranslationLanguageView = typeof TranslationLanguageView.Type

export interface ViewContext {
  readonly base: string
  readonly mayEdit: boolean
}

export const locationOf = (
  base: string,
  { id, organization }: Pick<TranslationSettings, "id" | "organization">
): string => `${base}/v1/orgs/${organization}/translations/${id}`

/** `languages` are those of the settings. */
export const view = (
  self: TranslationSettings,
  languages: ReadonlyArray<TranslationLanguage>,
  { base, mayEdit }: ViewContext
): TranslationSettingsView => ({
  object: "translation-settings",
  id: self.id,
  title: self.title,
  ...(self.source === null ? {} : { source: self.source }),
  languages: languages.map(({ language }) => language),
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  permissions: { view: true, edit: mayEdit },
  urls: { location: locationOf(base, self) }
})

export const viewLanguage = (self: TranslationLanguage, { base, mayEdit }: ViewContext): TranslationLanguageView => ({
  object: "translation-language-settings",
  id: self.id,
  language: self.language,
  instructions: self.instructions,
  space: self.space,
  status: self.status,
  ...(self.reason === null ? {} : { reason: self.reason }),
  kept: self.kept,
  stats: self.stats,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  permissions: { view: true, edit: mayEdit },
  urls: {
    location: `${locationOf(base, { id: self.settings, organization: self.organization })}/languages/${self.language}`
  }
})
