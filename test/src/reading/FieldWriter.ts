import { ContentRef } from "@quire/core"
import type { Writing } from "./blocks.ts"

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join("")

/** A word that stands in one field alone, whatever the field's text is. */
const wordOf = (field: string): string => `zq${field.toLowerCase().replace(/[^a-z0-9]/g, "")}qz`

/** Writes one text into every field, each followed by a word that stands in no other field. */
export class FieldWriter {
  readonly #text: string

  constructor(text: string) {
    this.#text = text.replaceAll("\u0000", "").toWellFormed()
  }

  /** A text of a field that takes any. */
  readonly say: Writing["say"] = (field) => `${this.#text} ${wordOf(field)}`

  /** A text of a field of one line, of at most so many characters. */
  readonly line = (field: string, length: number): string => {
    const word = wordOf(field)
    return `${cut(this.#text.replace(control, " ").trim(), length - word.length - 1)} ${word}`.trim()
  }

  /** An address: the text itself where it may be one, else with the text in it. */
  readonly url: Writing["url"] = (field) => {
    const word = wordOf(field)
    const own = `${this.#text.trim()}#${word}`
    return ContentRef.isSafeUrl(own) ? own : `https://example.com/${cut(this.#text.replace(control, " "), 500)}#${word}`
  }
}
