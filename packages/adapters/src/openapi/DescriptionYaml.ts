import { DescriptionReader, ExactJson } from "@quire/core"
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, Scalar } from "yaml"
import { limits } from "./DescriptionLimits.ts"

const refuse = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

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
export const parse = (text: string): unknown => {
  if (text.length > limits.yamlCharacters) {
    throw refuse(`it has more than ${limits.yamlCharacters.toLocaleString("en")} characters of YAML`)
  }
  const lines = new LineCounter()
  return new Values(lines).make(parseNodes(text, lines), 1).value
}
