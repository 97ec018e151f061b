import { Context, type Effect, Schema } from "effect"
import type { Language } from "../../foundation/text/Language.ts"
import type * as GlossaryEntry from "../glossary/GlossaryEntry.ts"

/** Texts to translate, with instructions to the translator. */
export interface TranslationTask {
  /**
   * Texts with numbered marks, `<1>…</1>` around words and `<2/>` in place of what is not sent; `<`, `>` and `&` of the
   * text itself are `&lt;`, `&gt;` and `&amp;`.
   */
  readonly texts: ReadonlyArray<string>
  readonly from: Language
  readonly to: Language
  /** `""` if there are none. */
  readonly instructions: string
  /** The terms of the glossary that the texts use. */
  readonly glossary: ReadonlyArray<GlossaryEntry.Pair>
}

/**
 * Why a translator returned no result: it is `unconfigured`, temporarily unreachable (`unavailable`), it rejected the
 * request (`refused`), or its response is unreadable or for different texts (`malformed`).
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

/** Translates texts of documentation. Callers validate every response; an implementation guarantees nothing. */
export class Translator extends Context.Service<
  Translator,
  {
    /** The same texts in the other language, in the same order and number. */
    readonly translate: (task: TranslationTask) => Effect.Effect<ReadonlyArray<string>, TranslationFailed>
  }
>()("@quire/core/Translator") {}
