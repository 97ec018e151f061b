import { limits } from "./Body.ts"

/** Why a body is refused. `path` is in JSON form, empty for the whole body. */
export interface Refusal {
  readonly reason: "MalformedJson" | "JsonTooDeep" | "JsonTooLarge" | "InvalidText" | "InvalidKey" | "InvalidNumber"
  readonly path: string
  readonly rule: string
}

export interface Options {
  /** Whether keys that reach prototypes are allowed, as data. */
  readonly anyKeys: boolean
  /** The greatest number of values, nested ones included. */
  readonly values: number
}

interface ArrayFrame {
  readonly _tag: "Array"
  readonly value: Array<unknown>
}

interface ObjectFrame {
  readonly _tag: "Object"
  readonly value: { [key: string]: unknown }
  key: string
  pairs: number
}

type Frame = ArrayFrame | ObjectFrame

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing"

const refusal = (reason: Refusal["reason"], path: string, rule: string): Refusal => ({ reason, path, rule })

const malformed = refusal("MalformedJson", "", "must be valid JSON")

const tooDeep = refusal("JsonTooDeep", "", `must be nested at most ${limits.depth} deep`)

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

const words = new Map<number, readonly [string, unknown]>([
  [0x74, ["true", true]],
  [0x66, ["false", false]],
  [0x6e, ["null", null]]
])

const textFault = (text: string): string | undefined => {
  if (!text.isWellFormed()) return "must be well-formed Unicode"
  return text.includes("\u0000") ? "must not contain NUL" : undefined
}

const refusedKeys = new Set(["__proto__", "constructor"])

const unescape = (text: string): string | undefined => {
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}

const stepOf = (frame: Frame): string => (frame._tag === "Array" ? String(frame.value.length) : frame.key)

/** Parses a JSON text incrementally, in one pass and in time linear in its length. */
export class JsonReader {
  private readonly text: string
  private readonly options: Options
  private readonly stack: Array<Frame> = []
  private expected: Expected = "value"
  private at = 0
  private count = 0
  private refused: Refusal | undefined
  private isOver = false
  private root: unknown

  constructor(text: string, options: Options) {
    this.text = text
    this.options = options
  }

  /** Parses about that many characters, in whole tokens and at least one; returns whether the text is finished. */
  advance(characters: number): boolean {
    const until = this.at + characters
    while (!this.isOver && this.at < until) this.readToken()
    return this.isOver
  }

  /** The first reason to refuse the text; malformed JSON takes precedence over all others. */
  get refusal(): Refusal | undefined {
    return this.refused
  }

  get value(): unknown {
    return this.root
  }

  private readToken(): void {
    const code = this.text.charCodeAt(this.at)
    if (isBlank(code)) this.at++
    else if (this.at >= this.text.length) this.end(this.expected === "nothing" ? undefined : malformed)
    else if (this.expected === "value") this.startValue(code)
    else if (this.expected === "key") this.readKey(code)
    else if (this.expected === "colon") this.readSeparator(code === colon, "value")
    else if (this.expected === "comma or end") this.readAfterValue(code)
    else if (this.isEmptied(code)) this.close()
    else if (this.expected === "value or end") this.startValue(code)
    else if (this.expected === "key or end") this.readKey(code)
    else this.end(malformed)
  }

  private isEmptied(code: number): boolean {
    return code === closeBracket
      ? this.expected === "value or end"
      : code === closeBrace && this.expected === "key or end"
  }

  private end(refused: Refusal | undefined): void {
    this.refused = refused ?? this.refused
    this.isOver = true
  }

  private addFault(reason: Refusal["reason"], path: string, rule: string): void {
    this.refused ??= refusal(reason, path, rule)
  }

  /** The path that leads through the given number of outermost frames. */
  private pathOf(frames: number): string {
    return this.stack.slice(0, frames).map(stepOf).join(".")
  }

  private readSeparator(isRight: boolean, next: Expected): void {
    if (!isRight) return this.end(malformed)
    this.at++
    this.expected = next
  }

  private readAfterValue(code: number): void {
    const isArray = this.stack.at(-1)?._tag === "Array"
    if (code === (isArray ? closeBracket : closeBrace)) this.close()
    else this.readSeparator(code === comma, isArray ? "value" : "key")
  }

  private startValue(code: number): void {
    if (++this.count > this.options.values) {
      return this.end(refusal("JsonTooLarge", "", `must have at most ${this.options.values} values`))
    }
    if (code === openBracket) this.open({ _tag: "Array", value: [] }, "value or end")
    else if (code === openBrace) this.open({ _tag: "Object", value: {}, key: "", pairs: 0 }, "key or end")
    else if (code === quote) this.readText()
    else if (words.has(code)) this.readWord(code)
    else this.readNumber()
  }

  private open(frame: Frame, next: Expected): void {
    if (this.stack.length === limits.depth) return this.end(tooDeep)
    this.stack.push(frame)
    this.at++
    this.expected = next
  }

  private close(): void {
    const frame = this.stack.pop()
    this.at++
    if (frame === undefined) return this.end(malformed)
    if (frame._tag === "Array") {
      if (frame.value.length > limits.itemsPerArray) this.addTooLarge(`must have at most ${limits.itemsPerArray} items`)
    } else if (frame.pairs > limits.keysPerObject && Object.keys(frame.value).length > limits.keysPerObject) {
      this.addTooLarge(`must have at most ${limits.keysPerObject} keys`)
    }
    this.put(frame.value)
  }

  private addTooLarge(rule: string): void {
    this.addFault("JsonTooLarge", this.pathOf(this.stack.length), rule)
  }

  private put(value: unknown): void {
    const frame = this.stack.at(-1)
    this.expected = frame === undefined ? "nothing" : "comma or end"
    if (frame === undefined) this.root = value
    else if (frame._tag === "Array") frame.value.push(value)
    else if (frame.key !== "__proto__") frame.value[frame.key] = value
    else Object.defineProperty(frame.value, frame.key, { value, configurable: true, enumerable: true, writable: true })
  }

  private readWord(code: number): void {
    const [word, value] = words.get(code) ?? ["", undefined]
    if (!this.text.startsWith(word, this.at)) return this.end(malformed)
    this.at += word.length
    this.put(value)
  }

  private readNumber(): void {
    numberPattern.lastIndex = this.at
    const digits = numberPattern.exec(this.text)?.[0]
    if (digits === undefined) return this.end(malformed)
    const value = Number(digits)
    if (!Number.isFinite(value)) {
      this.addFault("InvalidNumber", this.pathOf(this.stack.length), "must be a finite number")
    }
    this.at += digits.length
    this.put(value)
  }

  private readText(): void {
    const text = this.readString()
    if (text === undefined) return this.end(malformed)
    const fault = textFault(text)
    if (fault !== undefined) this.addFault("InvalidText", this.pathOf(this.stack.length), fault)
    this.put(text)
  }

  private readKey(code: number): void {
    const frame = this.stack.at(-1)
    const key = code === quote ? this.readString() : undefined
    if (key === undefined || frame?._tag !== "Object") return this.end(malformed)
    frame.key = key
    frame.pairs++
    this.expected = "colon"
    const fault = textFault(key)
    if (!this.options.anyKeys && refusedKeys.has(key)) {
      this.addFault("InvalidKey", this.pathOf(this.stack.length), "is not an allowed key")
    } else if (fault !== undefined) {
      this.addFault("InvalidKey", this.pathOf(this.stack.length - 1), `a key ${fault}`)
    }
  }

  /** Parses the string that starts here; undefined when it is malformed. */
  private readString(): string | undefined {
    const start = this.at
    let isEscaped = false
    for (let index = start + 1; index < this.text.length; index++) {
      const code = this.text.charCodeAt(index)
      if (code === quote) {
        this.at = index + 1
        return isEscaped ? unescape(this.text.slice(start, this.at)) : this.text.slice(start + 1, index)
      }
      if (code < 0x20) return undefined
      if (code === backslash) {
        isEscaped = true
        index++
      }
    }
    return undefined
  }
}
