import * as Lazy from "../../foundation/operation/Lazy.ts"
import { fold } from "./Folding.ts"

/** Maximum length of a term in code units: what every store can use as a key. */
const longest = 256

const endsInHalf = /[\ud800-\udbff]$/

const shorten = (word: string): string =>
  word.length <= longest ? word : word.slice(0, longest).replace(endsInHalf, "")

/** Kinds of characters; all from `lower` on belong to words. */
const kind = { none: 0, mark: 1, unspaced: 2, line: 3, digit: 4, lower: 5, upper: 6 } as const

const isUnspaced =
  /^(?=[\p{L}\p{Nl}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
/** Marks, and letters that belong to the previous character. */
const isMark = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]/u

const findKind = (character: string): number => {
  if (character === "_") return kind.line
  if (isMark.test(character)) return kind.mark
  if (isUnspaced.test(character)) return kind.unspaced
  if (/^\p{N}/u.test(character)) return kind.digit
  if (/^\p{Lu}/u.test(character)) return kind.upper
  return /^\p{L}/u.test(character) ? kind.lower : kind.none
}

const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLowHalf = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** Kinds of code units; those of surrogates are not used. */
const unitKinds = Lazy.make(() =>
  Uint8Array.from({ length: 0x10000 }, (_, unit) => findKind(String.fromCharCode(unit)))
)

/** Receives a word or another term of a text: the folded text, and where it starts and ends as written. */
export interface Reader {
  /** Words in order. Two neighbouring characters of a script without spaces are a word. */
  readonly word: (term: string, start: number, end: number) => void
  /** Terms that find the word before them, besides the word itself. */
  readonly form: (term: string) => void
}

/** Endings after an apostrophe that are no words. */
const endings: ReadonlySet<string> = new Set(["s", "t", "d", "m", "ll", "re", "ve"])

interface Part {
  readonly start: number
  readonly end: number
}

class Scanner {
  readonly #text: string
  readonly #reader: Reader
  readonly #kinds = unitKinds()

  constructor(text: string, reader: Reader) {
    this.#text = text
    this.#reader = reader
  }

  #kindAt(at: number): number {
    const unit = this.#text.charCodeAt(at)
    if (isLowHalf(unit) && at > 0 && isHighHalf(this.#text.charCodeAt(at - 1))) return this.#kindAt(at - 1)
    if (isHighHalf(unit)) return findKind(this.#text.slice(at, at + 2))
    return this.#kinds[unit] ?? kind.none
  }

  /** The end of the character that starts at an index, with the marks after it. */
  #endOfCharacter(start: number): number {
    let end = start + (isHighHalf(this.#text.charCodeAt(start)) ? 2 : 1)
    while (end < this.#text.length && this.#kindAt(end) === kind.mark) end++
    return end
  }

  #emitWord(start: number, end: number): string {
    const word = shorten(fold(this.#text.slice(start, end)))
    if (word !== "") this.#reader.word(word, start, end)
    return word
  }

  #emitForm(form: string): void {
    if (form !== "") this.#reader.form(shorten(form))
  }

  /** Reads a run of a script without spaces: each two neighbouring characters, and the last one alone. */
  #readUnspaced(start: number): number {
    let at = start
    while (at < this.#text.length && this.#kindAt(at) === kind.unspaced) {
      const end = this.#endOfCharacter(at)
      const isLast = end >= this.#text.length || this.#kindAt(end) !== kind.unspaced
      this.#emitWord(at, isLast ? end : this.#endOfCharacter(end))
      at = end
    }
    return at
  }

  /** Whether the character at an index joins digits to one number, as in `1,024` and `1.2.3`. */
  #joinsDigits(at: number): boolean {
    const sign = this.#text.charAt(at)
    return (sign === "." || sign === ",") && this.#kindAt(at - 1) === kind.digit && this.#kindAt(at + 1) === kind.digit
  }

  #isWordAt(at: number): boolean {
    return at < this.#text.length && (this.#kindAt(at) >= kind.line || this.#kindAt(at) === kind.mark)
  }

  /** The kind of the character before or after an index, apart from marks. */
  #kindNextTo(at: number, step: 1 | -1): number {
    let next = at + step
    while (next >= 0 && next < this.#text.length && this.#kindAt(next) === kind.mark) next += step
    return next < 0 || next >= this.#text.length ? kind.none : this.#kindAt(next)
  }

  /** Whether a part of an identifier starts at an index within a word: `getUser`, `HTTPServer`. */
  #startsPart(at: number): boolean {
    if (this.#kindAt(at) !== kind.upper) return false
    const before = this.#kindNextTo(at, -1)
    if (before === kind.lower) return true
    return (before === kind.upper || before === kind.digit) && this.#kindNextTo(at, 1) === kind.lower
  }

  /** The parts of a run of word characters that starts at an index, and its end. */
  #readRun(start: number): { readonly parts: ReadonlyArray<Part>; readonly end: number } {
    const parts: Array<Part> = []
    let from = start
    let at = start
    const close = (): void => {
      if (at > from) parts.push({ start: from, end: at })
    }
    while (this.#isWordAt(at) || (at > start && this.#joinsDigits(at))) {
      if (this.#kindAt(at) === kind.line) {
        close()
        from = at + 1
      } else if (at > from && this.#startsPart(at)) {
        close()
        from = at
      }
      at++
    }
    close()
    return { parts, end: at }
  }

  /** The end of a run with the signs of `C++`, `C#` and `F#`. */
  #endWithSigns(parts: ReadonlyArray<Part>, end: number): number {
    const last = parts.at(-1)
    if (last === undefined || last.end !== end || this.#kindAt(end - 1) < kind.lower) return end
    const length = this.#text.startsWith("++", end)
      ? 2
      : this.#text.charAt(end) === "#" && last.end - last.start === 1
        ? 1
        : 0
    return this.#isWordAt(end + length) ? end : end + length
  }

  /** The end of an ending such as `'s` at an index; the index itself if there is none. */
  #endOfEnding(at: number): number {
    const sign = this.#text.charAt(at)
    if (sign !== "'" && sign !== "’") return at
    let end = at + 1
    while (this.#isWordAt(end)) end++
    return endings.has(this.#text.slice(at + 1, end).toLowerCase()) ? end : at
  }

  #emitPart({ end, start }: Part): void {
    const word = this.#emitWord(start, end)
    const number = /^v(?=\d)/.test(word) ? word.slice(1) : word
    const plain = number.replaceAll(",", "")
    if (plain !== word) this.#emitForm(plain)
  }

  /** Reads a word, with those joined to it by hyphens and dots. */
  #readWord(first: number): number {
    let start = first
    let joined = ""
    let count = 0
    for (;;) {
      const { end, parts } = this.#readRun(start)
      const signed = this.#endWithSigns(parts, end)
      const rest = this.#endOfEnding(signed)
      const written = parts.map((part, at) =>
        at === parts.length - 1 && signed > end ? { ...part, end: signed } : part
      )
      for (const part of written) this.#emitPart(part)
      const whole = parts.map((part) => fold(this.#text.slice(part.start, part.end))).join("")
      if (signed > end) this.#emitForm(fold(this.#text.slice(parts.at(-1)?.start ?? end, end)))
      if (rest > signed && this.#text.slice(signed + 1, rest).toLowerCase() === "t") this.#emitForm(`${whole}t`)
      if (parts.length > 1) this.#emitForm(whole)
      if (count === 0 && first > 0 && this.#text.charAt(first - 1) === "." && !this.#isWordAt(first - 2))
        this.#emitForm(`.${whole}`)
      joined += joined.length > longest ? "" : whole
      count++
      const sign = this.#text.charAt(rest)
      const joins = (sign === "-" || sign === ".") && rest === end
      if (!joins || !this.#isWordAt(rest + 1) || this.#kindAt(rest + 1) === kind.mark) {
        if (count > 1) this.#emitForm(joined)
        return rest
      }
      start = rest + 1
    }
  }

  run(): void {
    for (let at = 0; at < this.#text.length; ) {
      const own = this.#kindAt(at)
      if (own === kind.unspaced) at = this.#readUnspaced(at)
      else if (own >= kind.line) at = this.#readWord(at)
      else at += 1
    }
  }
}

/**
 * Reads the words of a text (rule search-terms). Identifiers are split into their parts: `getUserById`, `user_id` and
 * `dry-run` are several words, and also one form without signs.
 */
export const read = (text: string, reader: Reader): void => new Scanner(text, reader).run()
