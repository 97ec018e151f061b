/**
 * JSON that keeps its numbers as they are written: a double has about 17 digits, and a description may have more
 * (rule description-numbers).
 */

/** A number or truth value that JavaScript would print in another way than it was written. */
export class Literal {
  /** The JSON text of the value. */
  readonly json: string
  /** What the source has, such as `0123` in YAML. */
  readonly written: string

  constructor(json: string, written: string = json) {
    this.json = json
    this.written = written
  }

  /** Whether a double is the same number, so that only zeros at the end of a fraction are lost. */
  get isDouble(): boolean {
    return this.json.replace(/^(-?\d+)\.0+$|^(-?\d+\.\d*?[1-9])0+$/, "$1$2") === String(Number(this.json))
  }
}

export type ExactJson =
  | null
  | boolean
  | number
  | string
  | Literal
  | ReadonlyArray<ExactJson>
  | { readonly [key: string]: ExactJson }

export const isRecord = (value: unknown): value is { readonly [key: string]: ExactJson } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Literal)

/** Texts in which there may be a number that JavaScript prints in another way; strings count too. */
const mayHaveLiterals = /[\d.]{16}|\.\d*0(?!\d)|\.0{6}|\d[eE]|-0/

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y

/** The index of the quote that ends the string which begins at an index. */
const endOf = (text: string, begin: number): number => {
  let at = begin + 1
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1
  return at
}

/** The text with an `s` before each string, and numbers that are literals as strings that begin with an `n`. */
const mark = (text: string): string => {
  const starts = /["\d-]/g
  const parts: Array<string> = []
  let from = 0
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const at = found.index
    if (found[0] === '"') {
      parts.push(text.slice(from, at), '"s')
      from = at + 1
      starts.lastIndex = endOf(text, at) + 1
      continue
    }
    numberAt.lastIndex = at
    const [number = ""] = numberAt.exec(text) ?? []
    starts.lastIndex = at + Math.max(1, number.length)
    if (number === "" || String(Number(number)) === number) continue
    parts.push(text.slice(from, at), `"n${number}"`)
    from = at + number.length
  }
  return [...parts, text.slice(from)].join("")
}

const unmark = (_: string, value: unknown): unknown => {
  if (typeof value === "string") return value.startsWith("n") ? new Literal(value.slice(1)) : value.slice(1)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.slice(1), each]))
}

/** The value of a JSON text; undefined where that is none. */
export const parse = (text: string): ExactJson | undefined => {
  try {
    const value: ExactJson = mayHaveLiterals.test(text) ? JSON.parse(mark(text), unmark) : JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** The JSON text of a value, on lines where a step to indent by is given. */
export const stringify = (value: unknown, step = "", indent = ""): string => {
  if (value instanceof Literal) return value.json
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const inner = indent + step
  const items = Array.isArray(value)
    ? value.map((each: unknown) => stringify(each, step, inner))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}:${step && " "}${stringify(each, step, inner)}`
      )
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  if (items.length === 0) return `${open}${close}`
  return step === ""
    ? `${open}${items.join(",")}${close}`
    : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`
}

/** Whether a literal in a value fulfils a condition. */
export const someLiteral = (value: unknown, condition: (literal: Literal) => boolean): boolean => {
  if (value instanceof Literal) return condition(value)
  if (typeof value !== "object" || value === null) return false
  return Object.values(value).some((each) => someLiteral(each, condition))
}
