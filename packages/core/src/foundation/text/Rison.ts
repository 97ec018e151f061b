import { Result } from "effect"
import type { Json } from "./CanonicalJson.ts"

/** Maximum nesting depth of values. */
export const limits = { depth: 16 } as const

/** The text is not valid Rison. */
export interface RisonInvalid {
  readonly length: number
}

const idPattern = /[^\s'!:(),*@$\-0-9][^\s'!:(),*@$]*/y
const numberPattern = /-?\d+(?:\.\d+)?(?:e-?\d+)?/y
const literals: ReadonlyMap<string, boolean | null> = new Map([
  ["t", true],
  ["f", false],
  ["n", null]
])

/** Reads consecutive values; fails if the text is not valid. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Json {
    const value = this.#value(0)
    return this.#at === this.#text.length ? value : this.#fail()
  }

  #fail(): never {
    throw new SyntaxError(`no Rison at ${this.#at}`)
  }

  #takes(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #value(depth: number): Json {
    if (depth > limits.depth) return this.#fail()
    if (this.#takes("(")) return this.#fields(depth)
    if (this.#takes("'")) return this.#quoted()
    if (this.#takes("!")) return this.#marked(depth)
    const number = this.#match(numberPattern)
    return number === undefined ? (this.#match(idPattern) ?? this.#fail()) : Number(number)
  }

  #marked(depth: number): Json {
    if (this.#takes("(")) return this.#items(depth)
    const literal = literals.get(this.#text[this.#at] ?? "")
    this.#at += 1
    return literal === undefined ? this.#fail() : literal
  }

  #quoted(): string {
    let text = ""
    for (;;) {
      if (this.#at >= this.#text.length) return this.#fail()
      if (this.#takes("'")) return text
      if (this.#takes("!")) {
        const escaped = this.#text[this.#at]
        if (escaped !== "!" && escaped !== "'") return this.#fail()
      }
      text += this.#text[this.#at] ?? ""
      this.#at += 1
    }
  }

  #items(depth: number): ReadonlyArray<Json> {
    const items: Array<Json> = []
    if (this.#takes(")")) return items
    do items.push(this.#value(depth + 1))
    while (this.#takes(","))
    return this.#takes(")") ? items : this.#fail()
  }

  #fields(depth: number): Json {
    const fields: Array<readonly [string, Json]> = []
    if (this.#takes(")")) return {}
    do {
      const name = this.#takes("'") ? this.#quoted() : (this.#match(idPattern) ?? this.#fail())
      if (!this.#takes(":")) return this.#fail()
      fields.push([name, this.#value(depth + 1)])
    } while (this.#takes(","))
    return this.#takes(")") ? Object.fromEntries(fields) : this.#fail()
  }
}

/** Parses Rison, a notation for values in URLs: `(isBeta:!t,plan:pro)`. */
export const parse = (text: string): Result.Result<Json, RisonInvalid> =>
  Result.try({ try: () => new Reader(text).whole(), catch: (): RisonInvalid => ({ length: text.length }) })
