/**
 * JSON that preserves numbers as written: a double has about 17 digits, and a description may have more (rule
 * description-numbers).
 */

/** A number or boolean that JavaScript would print differently from its source. */
export class Literal {
  /** The JSON text of the value. */
  readonly json: string
  /** The source text, such as `0123` in YAML. */
  readonly written: string

  constructor(json: string, written: string = json) {
    this.json = json
    this.written = written
  }

  /** Whether a double has the same value, so that only trailing zeros of a fraction are lost. */
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

/** Texts that may contain a number that JavaScript prints differently; strings count too. */
const mayHaveLiterals = /[\d.]{16}|\.\d*0(?!\d)|\.0{6}|\d[eE]|-0/

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y

/** The index of the closing quote of the string that starts at an index. */
const endOf = (text: string, begin: number): number => {
  let at = begin + 1
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1
  return at
}

/** Returns the text with an `s` before each string, and with literals as strings that start with an `n`. */
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

/** The value of a JSON text; undefined if it is not valid. */
export const parse = (text: string): ExactJson | undefined => {
  try {
    const value: ExactJson = mayHaveLiterals.test(text) ? JSON.parse(mark(text), unmark) : JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** The JSON text of a value, indented if a step is given. */
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

/** Whether a literal in a value satisfies a condition. */
export const someLiteral = (value: unknown, condition: (literal: Literal) => boolean): boolean => {
  if (value instanceof Literal) return condition(value)
  if (typeof value !== "object" || value === null) return false
  return Object.values(value).some((each) => someLiteral(each, condition))
}
