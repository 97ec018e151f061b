import { DescriptionReader, ExactJson } from "@quire/core"
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, Scalar } from "yaml"
import { limits } from "./DescriptionLimits.ts"

const [quote, backslash, comma] = [34, 92, 44]
const [openObject, closeObject, openList, closeList] = [123, 125, 91, 93]

const lineOf = (text: string, at: number): number => {
  let line = 1
  for (let next = text.indexOf("\n"); next !== -1 && next < at; next = text.indexOf("\n", next + 1)) line++
  return line
}

/** The index of the quote that ends the string which begins at an index. */
const endOf = (text: string, begin: number): number => {
  let at = begin + 1
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

const keyOf = (raw: string): string => {
  if (!raw.includes("\\")) return raw
  const key: unknown = JSON.parse(`"${raw}"`)
  return String(key)
}

/** Refuses valid JSON that is too deep or too much, or has a key twice, of which the parser would keep the last. */
const examine = (text: string): void => {
  /** The keys of each object that is open; undefined for a list. */
  const open: Array<Set<string> | undefined> = []
  let values = 1
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOf(text, at)
      const keys = isKey ? open.at(-1) : undefined
      if (keys !== undefined) {
        const key = keyOf(text.slice(at + 1, end))
        if (keys.has(key)) throw refuse(`line ${lineOf(text, at)} contains the key "${key}" twice`)
        keys.add(key)
      }
      isKey = false
      at = end
    } else if (code === openObject || code === openList) {
      isKey = code === openObject
      values++
      if (open.push(isKey ? new Set() : undefined) > limits.depth) {
        throw refuse(`line ${lineOf(text, at)} is nested more than ${limits.depth} levels deep`)
      }
    } else if (code === closeObject || code === closeList) {
      isKey = false
      open.pop()
    } else if (code === comma) {
      isKey = open.at(-1) !== undefined
      values++
      if (values > limits.values) throw refuse(`it contains more than ${limits.values.toLocaleString("en")} values`)
    }
  }
}

const validate = (text: string): void => {
  try {
    JSON.parse(text)
  } catch (error) {
    throw refuse(`it is not valid JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}`)
  }
}

/** The value of a JSON text, its numbers as they are written; throws `DescriptionRefused`. */
const parseJson = (text: string): unknown => {
  validate(text)
  examine(text)
  return ExactJson.parse(text)
}

type Value = ExactJson.ExactJson

/** A value with the number of values in it, aliases followed. */
interface Made {
  readonly value: Value
  readonly weight: number
}

/** Creates values from the nodes of a document, in its order. Each use of an alias is the same value, not a copy. */
class Values {
  readonly #lines: LineCounter
  readonly #anchors = new Map<string, Made>()
  #weight = 0

  constructor(lines: LineCounter) {
    this.#lines = lines
  }

  #line(node: unknown): string {
    const range = node !== null && typeof node === "object" && "range" in node ? node.range : undefined
    const start: unknown = Array.isArray(range) ? range[0] : undefined
    return typeof start === "number" ? `line ${this.#lines.linePos(start).line}` : "it"
  }

  #spend(node: unknown, weight: number): void {
    this.#weight += weight
    if (this.#weight > limits.values) {
      const most = limits.values.toLocaleString("en")
      throw refuse(`${this.#line(node)} expands to more than ${most} values, counting each use of an alias`)
    }
  }

  make(node: unknown, depth: number): Made {
    if (depth > limits.depth) throw refuse(`${this.#line(node)} is nested more than ${limits.depth} levels deep`)
    const made = this.#made(node, depth)
    const anchor = node !== null && typeof node === "object" && "anchor" in node ? node.anchor : undefined
    if (typeof anchor === "string") this.#anchors.set(anchor, made)
    return made
  }

  #made(node: unknown, depth: number): Made {
    if (isAlias(node)) {
      const found = this.#anchors.get(node.source)
      if (found === undefined)
        throw refuse(`${this.#line(node)} repeats *${node.source}, which is not complete before this alias`)
      this.#spend(node, found.weight)
      return found
    }
    this.#spend(node, 1)
    if (isMap(node)) return this.#map(node.items, depth)
    if (isSeq(node)) {
      const items = node.items.map((item) => (isPair(item) ? this.#map([item], depth + 1) : this.make(item, depth + 1)))
      return { value: items.map(({ value }) => value), weight: items.reduce((sum, { weight }) => sum + weight, 1) }
    }
    return { value: isScalar(node) ? scalar(node) : null, weight: 1 }
  }

  #key(pair: Pair<unknown, unknown>): string {
    const { key } = pair
    if (isScalar(key)) return key.type === Scalar.PLAIN ? (key.source ?? String(key.value)) : String(key.value)
    throw refuse(`${this.#line(key)} has a key that is not a string`)
  }

  #map(pairs: ReadonlyArray<Pair<unknown, unknown>>, depth: number): Made {
    const own = new Map<string, Value>()
    const merged = new Map<string, Value>()
    let weight = 1
    for (const pair of pairs) {
      const key = this.#key(pair)
      const made = this.make(pair.value, depth + 1)
      weight += made.weight
      if (key === "<<") {
        for (const each of Array.isArray(made.value) ? made.value : [made.value]) {
          if (ExactJson.isRecord(each))
            for (const [name, value] of Object.entries(each)) merged.set(name, merged.get(name) ?? value)
        }
      } else if (own.has(key)) {
        throw refuse(`${this.#line(pair.key)} contains the key "${key}" twice`)
      } else own.set(key, made.value)
    }
    for (const [name, value] of merged) if (!own.has(name)) own.set(name, value)
    return { value: Object.fromEntries(own), weight }
  }
}

const decimal = /^([-+]?)(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/

/**
 * The JSON form of a YAML number, which may have a sign, leading zeros, or no digits on one side of its decimal point.
 */
const numberOf = (source: string, value: number): string => {
  const [, sign, whole, fraction, exponent = ""] = decimal.exec(source) ?? []
  if (whole === undefined) return /^0[xo]/.test(source) ? String(BigInt(source)) : String(value)
  return `${sign === "-" ? "-" : ""}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction ? `.${fraction}` : ""}${exponent}`
}

const scalar = ({ source, value }: Scalar): Value => {
  if (typeof value === "string" || value === null) return value
  if (source === undefined || source === String(value)) {
    return typeof value === "number" || typeof value === "boolean" ? value : String(value)
  }
  if (typeof value === "boolean") return new ExactJson.Literal(String(value), source)
  const isNumber = typeof value === "number" && (Number.isFinite(value) || decimal.test(source))
  return isNumber ? new ExactJson.Literal(numberOf(source, value), source) : source
}

const tooDeep = () => refuse("it is nested too deeply to be read")

/** Parses a text. The parser reports some of its own overflows as errors in the text. */
const parseNodes = (text: string, lineCounter: LineCounter): Node | null => {
  try {
    const { contents, errors } = parseDocument<Node>(text, { uniqueKeys: false, lineCounter, logLevel: "error" })
    const [first] = errors
    if (first === undefined) return contents
    if (first.message.includes("call stack")) throw tooDeep()
    throw refuse(`it is not valid YAML: ${first.message.split("\n", 1).join("")}`)
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error
  }
}

/** Parses YAML; throws `DescriptionRefused`. Keys must be strings, and `<<` merges other mappings. */
const parseYaml = (text: string): unknown => {
  if (text.length > limits.yamlCharacters) {
    throw refuse(`it has more than ${limits.yamlCharacters.toLocaleString("en")} characters of YAML`)
  }
  const lines = new LineCounter()
  return new Values(lines).make(parseNodes(text, lines), 1).value
}

const refuse = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw refuse("it is not valid UTF-8")
  }
}

/** The value that a description is, of JSON if it begins like it, else of YAML; throws `DescriptionRefused`. */
export const parse = (bytes: Uint8Array): unknown => {
  const text = decode(bytes)
  if (text.trim() === "") throw refuse("it is empty")
  if (text.length > limits.characters) {
    throw refuse(`it has more than ${limits.characters.toLocaleString("en")} characters`)
  }
  return /^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text)
}
