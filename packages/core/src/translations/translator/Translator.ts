import { Context, type Effect, Schema } from "effect"
import type { Language } from "../../foundation/text/Language.ts"
import type * as GlossaryEntry from "../glossary/GlossaryEntry.ts"

/** Texts to translate, with what is said to the translator besides. */
export interface TranslationTask {
  /**
   * Texts with numbered marks, `<1>…</1>` around words and `<2/>` in place of what is not sent; `<`, `>` and `&` of the
   * text itself are `&lt;`, `&gt;` and `&amp;`.
   */
  readonly texts: ReadonlyArray<string>
  readonly from: Language
  readonly to: Language
  /** `""` when there is nothing to say. */
  readonly instructions: string
  /** Of the glossary, the terms that the texts use. */
  readonly glossary: ReadonlyArray<GlossaryEntry.Pair>
}

/**
 * Why a translator gave no answer: it is `unconfigured`, cannot be reached now (`unavailable`), refuses (`refused`), or
 * its answer cannot be read or is of other texts (`malformed`).
 */
export const Reason = Schema.Literals(["unconfigured", "unavailable", "refused", "malformed"])
export type Reason = typeof Reason.Type

export class TranslationFailed extends Schema.TaggedError<TranslationFailed>()("TranslationFailed", {
  reason: Reason,
  detail: Schema.String
}) {
  readonly kind = "unavailable" as const
  override get message() {
    return `the translator is ${this.reason}: ${this.detail}`
  }
}

/** Translates texts of documentation. What it answers is checked by whoever asks; it need not keep any promise. */
export class Translator extends Context.Service<
  Translator,
  {
    /** The same texts in the other language, in the same order and number. */
    readonly translate: (task: TranslationTask) => Effect.Effect<ReadonlyArray<string>, TranslationFailed>
  }
>()("@quire/core/Translator") {}
