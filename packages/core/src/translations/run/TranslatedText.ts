import { Schema } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { TranslationLanguageId } from "../settings/TranslationLanguage.ts"

/** The result of the translator for one text during a run, stored until a run has succeeded. */
export const TranslatedText = Schema.Struct({
  /** Covers the language and all instructions that the translator received. */
  id: Schema.String,
  language: TranslationLanguageId,
  text: Schema.String
})
export type TranslatedText = typeof TranslatedText.Type

export const collection = Repository.collection({
  name: "translated_texts",
  schema: TranslatedText,
  columns: { language: { kind: "text", of: (self) => self.language } },
  indexes: { ofLanguage: { on: ["language"] } },
  unique: {},
  references: [{ column: "language", to: "translation_languages", onDelete: "cascade" }],
  counters: [],
  rank: 4
})
