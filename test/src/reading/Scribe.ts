import { ContentRef } from "@quire/core"
import type { Writing } from "./blocks.ts"

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join("")

/** A word that stands in one field alone, whatever the field's text is. */
const wordOf = (field: string): string => `zq${field.toLowerCase().replace(/[^a-z0-9]/g, "")}qz`

/** Other addresses lead nowhere (rule published-links). */
const leadsOn = /^(?:[a-z][a-z0-9+.-]*:|[\\/#])/i

/** Writes one text into every field, each with a word of its own behind it. */
export class Scribe {
  readonly #text: string
  readonly #words = new Map<string, string>()

  constructor(text: string) {
    this.#text = text.replaceAll("\u0000", "").toWellFormed()
  }

  /** The words of the fields that were written, by field. */
  get words(): ReadonlyMap<string, string> {
    return this.#words
  }

  #word(field: string): string {
    const word = wordOf(field)
    this.#words.set(field, word)
    return word
  }

  /** A text of a field that takes any. */
  readonly say: Writing["say"] = (field) => `${this.#text} ${this.#word(field)}`

  /** A text of a field of one line, of at most so many characters. */
  readonly line = (field: string, length: number): string => {
    const word = this.#word(field)
    return `${cut(this.#text.replace(control, " ").trim(), length - word.length - 1)} ${word}`.trim()
  }

  /** An address: the text itself where it may be one, else with the text in it. */
  readonly url: Writing["url"] = (field) => {
    const word = wordOf(field)
    const own = `${this.#text.trim()}#${word}`
    if (leadsOn.test(own)) this.#word(field)
    return ContentRef.isSafeUrl(own) ? own : `https://example.com/${cut(this.#text.replace(control, " "), 500)}#${word}`
  }

  /** An address on the web. */
  readonly web = (field: string): string => {
    const own = this.url(field, "")
    this.#word(field)
    return /^https?:\/\//i.test(own) && URL.canParse(own) ? own : `https://example.com/?${encodeURIComponent(own)}`
  }

  /** A text as one part of a path; the word is not in it. */
  readonly part = (length: number): string =>
    cut(
      this.#text
        .replace(control, " ")
        .replace(/[/.?#]/g, "-")
        .trim(),
      length
    )
}
