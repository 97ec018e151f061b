import { decode, encode } from "./Host.ts"

type Pair = readonly [name: string, value: string]

const unescapeLossy = (text: string): string => {
  const bytes: Array<number> = []
  for (let at = 0; at < text.length; at++) {
    const code = /^%[0-9a-f]{2}$/i.test(text.slice(at, at + 3)) ? Number.parseInt(text.slice(at + 1, at + 3), 16) : -1
    if (code >= 0) at += 2
    if (code >= 0) bytes.push(code)
    else bytes.push(...encode(text.charAt(at)))
  }
  return decode(new Uint8Array(bytes), true)
}

const read = (text: string): string => {
  const spaced = text.replaceAll("+", " ")
  if (!spaced.includes("%")) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return unescapeLossy(spaced)
  }
}

const write = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+")

export const parsePairs = (text: string): Array<Pair> =>
  text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=")
      return at < 0 ? [read(part), ""] : [read(part.slice(0, at)), read(part.slice(at + 1))]
    })

const isIterable = (value: object): value is Iterable<Iterable<unknown>> => Symbol.iterator in value

const pairsOf = (init: unknown): Array<Pair> => {
  if (init === undefined || init === null) return []
  if (typeof init !== "object") return parsePairs(String(init).replace(/^\?/, ""))
  if (!isIterable(init)) return Object.entries(init).map(([name, value]) => [name, String(value)])
  return Array.from(init, (pair) => {
    const [name, value, ...more] = Array.from(pair, String)
    if (name === undefined || value === undefined || more.length > 0)
      throw new TypeError("A pair must have a name and a value")
    return [name, value]
  })
}

export class URLSearchParams {
  #pairs: Array<Pair>
  readonly #changed: ((text: string) => void) | undefined
  /** `changed` is only passed by a URL, which must be updated. */
  constructor(init?: unknown, changed?: (text: string) => void) {
    this.#pairs = pairsOf(init)
    this.#changed = changed
  }
  #change(pairs: Array<Pair>): void {
    this.#pairs = pairs
    this.#changed?.(this.toString())
  }
  get size(): number {
    return this.#pairs.length
  }
  append(name: unknown, value: unknown): void {
    this.#change([...this.#pairs, [String(name), String(value)]])
  }
  delete(name: unknown, value?: unknown): void {
    this.#change(
      this.#pairs.filter(([own, one]) => own !== String(name) || (value !== undefined && one !== String(value)))
    )
  }
  get(name: unknown): string | null {
    return this.#pairs.find(([own]) => own === String(name))?.[1] ?? null
  }
  getAll(name: unknown): Array<string> {
    return this.#pairs.filter(([own]) => own === String(name)).map(([, value]) => value)
  }
  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(([own, one]) => own === String(name) && (value === undefined || one === String(value)))
  }
  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex(([own]) => own === String(name))
    if (at < 0) return this.append(name, value)
    const rest = this.#pairs.filter(([own], index) => own !== String(name) || index <= at)
    this.#change(rest.with(at, [String(name), String(value)]))
  }
  sort(): void {
    this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  }
  forEach(use: (value: string, name: string, all: URLSearchParams) => void, self?: unknown): void {
    for (const [name, value] of this.#pairs) use.call(self, value, name, this)
  }
  *entries(): Generator<[string, string]> {
    for (const [name, value] of this.#pairs) yield [name, value]
  }
  *keys(): Generator<string> {
    for (const [name] of this.#pairs) yield name
  }
  *values(): Generator<string> {
    for (const [, value] of this.#pairs) yield value
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries()
  }
  toString(): string {
    return this.#pairs.map(([name, value]) => `${write(name)}=${write(value)}`).join("&")
  }
}
