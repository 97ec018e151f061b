import { Context, type Effect } from "effect"

export const limits = {
  /** Maximum number of UTF-16 code units of a text; longer texts stay plain. */
  text: 50_000,
  /** Maximum number of code units of all code on a page, and of all its formulas; text beyond the limit stays plain. */
  texts: 500_000
} as const

/** Syntax kinds for highlighting. */
export const kinds = [
  "comment",
  "keyword",
  "string",
  "number",
  "title",
  "attr",
  "addition",
  "deletion",
  "emphasis",
  "strong"
] as const
export type Kind = (typeof kinds)[number]

/** Characters of one kind; plain ones have none. */
export interface Run {
  readonly text: string
  readonly kind?: Kind
}

/** A line of code without its line break; its runs form the line. */
export type Line = ReadonlyArray<Run>

export interface CodeText {
  /** Name of the language, or an alias of it. */
  readonly language: string
  readonly text: string
}

export interface Formula {
  readonly tex: string
  /** Whether it is a separate block. */
  readonly isBlock: boolean
}

/** The texts of a page to typeset. */
export interface Texts {
  readonly codes: ReadonlyArray<CodeText>
  readonly formulas: ReadonlyArray<Formula>
}

/** The results in the same order; undefined for texts that stay plain. */
export interface Typeset {
  readonly codes: ReadonlyArray<ReadonlyArray<Line> | undefined>
  /** MathML without scripts and styles. */
  readonly formulas: ReadonlyArray<string | undefined>
  /** Whether another attempt would make no difference. */
  readonly isFinal: boolean
}

/** All texts unchanged. */
export const plain = ({ codes, formulas }: Texts, isFinal: boolean): Typeset => ({
  codes: codes.map(() => undefined),
  formulas: formulas.map(() => undefined),
  isFinal
})

/**
 * Typesets user-provided code and formulas; only the caller waits, and only for a bounded time. Never fails: a text
 * that is in no known language, invalid, too long or too slow is returned as it was written.
 */
export class Typesetting extends Context.Service<
  Typesetting,
  { readonly typeset: (texts: Texts) => Effect.Effect<Typeset> }
>()("@quire/core/Typesetting") {}
