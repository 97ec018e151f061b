import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Language } from "../../foundation/text/Language.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { TranslationSettingsId } from "./TranslationSettings.ts"

export const TranslationLanguageId = Id.make("TranslationLanguageId", "Identifier of a translation language.")
export type TranslationLanguageId = typeof TranslationLanguageId.Type

/** `pending` from the request of a run until one succeeds; `failed` while the last run has failed. */
export const Status = Schema.Literals(["pending", "running", "completed", "failed"]).annotate({
  identifier: "TranslationStatus"
})
export type Status = typeof Status.Type

/** The inputs of the output. */
export const Basis = Schema.Struct({
  source: SpaceId,
  revision: RevisionId,
  language: Language,
  instructions: Schema.String,
  /** Terms and what they are translated to. */
  glossary: Schema.Array(Schema.Tuple([Schema.String, Schema.String]))
})
export type Basis = typeof Basis.Type

/** A text that is untranslated in the output, and the reason. */
export const UntranslatedText = Schema.Struct(
  describeFields(
    {
      /** A page or reusable content. */
      owner: Schema.String,
      /** The number of the text among those of its owner, from 0. */
      at: Schema.Int,
      reason: Schema.String
    },
    {
      owner: "Page or document of the segment.",
      at: "Position of the segment in the page or document.",
      reason: "Reason why the text was not translated."
    }
  )
)
export type UntranslatedText = typeof UntranslatedText.Type

/** Results of runs. */
export const Stats = Schema.Struct(
  describeFields(
    {
      runs: Schema.Int,
      /** Number of texts sent to the translator, in all runs and in the last one. */
      texts: Schema.Int,
      lastTexts: Schema.Int,
      /** Pages and reusable contents that the last run translated again. */
      lastPages: Schema.Int
    },
    {
      runs: "Number of runs so far.",
      texts: "Number of texts translated in all runs.",
      lastTexts: "Number of texts translated in the last run.",
      lastPages: "Number of pages that the last run translated."
    }
  )
)
export type Stats = typeof Stats.Type

/** One language into which a space is translated, and the space that contains the result, as stored. */
export const TranslationLanguage = Schema.Struct({
  id: TranslationLanguageId,
  organization: OrganizationId,
  settings: TranslationSettingsId,
  language: Language,
  /** Instructions to the translator in addition to the texts; `""` if there are none. */
  instructions: Schema.String,
  space: SpaceId,
  status: Status,
  /** Why the last run failed. */
  reason: Schema.NullOr(Schema.String),
  /** Null until the first run has ended well. */
  basis: Schema.NullOr(Basis),
  kept: Schema.Array(UntranslatedText),
  stats: Stats,
  createdAt: Instant,
  updatedAt: Instant
})
export type TranslationLanguage = typeof TranslationLanguage.Type

export const collection = Repository.collection({
  name: "translation_languages",
  schema: TranslationLanguage,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    settings: { kind: "text", of: (self) => self.settings },
    language: { kind: "text", of: (self) => self.language },
    space: { kind: "text", of: (self) => self.space }
  },
  indexes: { ofSettings: { on: ["settings"] }, inOrganization: { on: ["organization"] } },
  unique: { language: { on: ["settings", "language"] }, space: { on: ["space"] } },
  references: [
    { column: "settings", to: "translation_settings", onDelete: "cascade" },
    { column: "space", to: "spaces", onDelete: "cascade" }
  ],
  counters: [],
  // A run locks the specs that its pages are computed of first.
  rank: 4
})

const noStats: Stats = { runs: 0, texts: 0, lastTexts: 0, lastPages: 0 }

type NewLanguage = Pick<TranslationLanguage, "id" | "organization" | "settings" | "language" | "instructions" | "space">

/** A language without a run so far. */
export const make = (given: NewLanguage, now: number): TranslationLanguage => ({
  ...given,
  status: "pending",
  reason: null,
  basis: null,
  kept: [],
  stats: noStats,
  createdAt: now,
  updatedAt: now
})

/** Result of a successful run. */
export interface Done {
  readonly basis: Basis
  readonly kept: ReadonlyArray<UntranslatedText>
  readonly texts: number
  readonly pages: number
}

/** The language after a run that ended well. */
export const complete = (self: TranslationLanguage, done: Done, now: number): TranslationLanguage => ({
  ...self,
  status: "completed",
  reason: null,
  basis: done.basis,
  kept: done.kept,
  stats: {
    runs: self.stats.runs + 1,
    texts: self.stats.texts + done.texts,
    lastTexts: done.texts,
    lastPages: done.pages
  },
  updatedAt: now
})

/** The language after a run that failed: its output stays. */
export const fail = (self: TranslationLanguage, reason: string, now: number): TranslationLanguage => ({
  ...self,
  status: "failed",
  reason,
  updatedAt: now
})
