type Pair = readonly [name: string, value: string]

const nameOf = (name: unknown): string => {
  const text = String(name)
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text)) throw new TypeError(`Invalid header name: ${text.slice(0, 100)}`)
  return text.toLowerCase()
}

const valueOf = (value: unknown): string => {
  const text = String(value).replace(/^[\t\n\r ]+|(?<![\t\n\r ])[\t\n\r ]+$/g, "")
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) throw new TypeError("Invalid header value")
  return text
}

const isIterable = (value: object): value is Iterable<Iterable<unknown>> => Symbol.iterator in value

export class Headers {
  #pairs: Array<Pair> = []
  constructor(init?: unknown) {
    if (init === undefined || init === null) return
    if (typeof init !== "object") throw new TypeError("Headers must be an object or a list of pairs")
    if (!isIterable(init)) {
      for (const [name, value] of Object.entries(init)) this.append(name, value)
      return
    }
    for (const pair of init) {
      const [name, value, ...more] = Array.from(pair)
      if (value === undefined || more.length > 0) throw new TypeError("A header must have a name and a value")
      this.append(name, value)
    }
  }
  append(name: unknown, value: unknown): void {
    this.#pairs.push([nameOf(name), valueOf(value)])
  }
  delete(name: unknown): void {
    const folded = nameOf(name)
    this.#pairs = this.#pairs.filter(([own]) => own !== folded)
  }
  get(name: unknown): string | null {
    const folded = nameOf(name)
    const values = this.#pairs.filter(([own]) => own === folded)
    return values.length === 0 ? null : values.map(([, value]) => value).join(", ")
  }
  getSetCookie(): Array<string> {
    return this.#pairs.filter(([own]) => own === "set-cookie").map(([, value]) => value)
  }
  has(name: unknown): boolean {
    const folded = nameOf(name)
    return this.#pairs.some(([own]) => own === folded)
  }
  set(name: unknown, value: unknown): void {
    const pair: Pair = [nameOf(name), valueOf(value)]
    this.delete(name)
    this.#pairs.push(pair)
  }
  forEach(use: (value: string, name: string, all: Headers) => void, self?: unknown): void {
    for (const [name, value] of this) use.call(self, value, name, this)
  }
  /** Sorted by name, with values of one name joined, as the standard requires; each cookie is a separate entry. */
  *entries(): Generator<[string, string]> {
    const names = Array.from(new Set(this.#pairs.map(([name]) => name))).sort()
    for (const name of names) {
      if (name === "set-cookie") for (const cookie of this.getSetCookie()) yield [name, cookie]
      else yield [name, this.get(name) ?? ""]
    }
  }
  *keys(): Generator<string> {
    for (const [name] of this) yield name
  }
  *values(): Generator<string> {
    for (const [, value] of this) yield value
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries()
  }
}
