import { Result } from "effect"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
const bitsPerCharacter = 6

/** Both alphabets of `lz-string`: the URL-safe one, in which a query turns `+` into a space, and Base64. */
const valueOf = (character: string): number => {
  if (character === " ") return 62
  if (character === "/") return 63
  if (character === "$" || character === "=") return 0
  return alphabet.indexOf(character)
}

/** Reads bits of a text, most significant first within each character. */
class Bits {
  private readonly text: string
  private at = 0
  isOver = false

  constructor(text: string) {
    this.text = text
  }

  private next(): number {
    const character = this.text.charAt(Math.floor(this.at / bitsPerCharacter))
    const value = character === "" ? -1 : valueOf(character)
    if (value < 0) this.isOver = true
    const shift = bitsPerCharacter - 1 - (this.at % bitsPerCharacter)
    this.at += 1
    return (Math.max(value, 0) >> shift) & 1
  }

  /** Reads a number of the given bits, least significant first. */
  read(count: number): number {
    let value = 0
    for (let bit = 0; bit < count && !this.isOver; bit++) value += this.next() * 2 ** bit
    return value
  }
}

const marks = { byte: 0, character: 1, end: 2 } as const

/** Dictionary of decoded texts, and the number of bits of an entry. */
class Dictionary {
  private readonly texts: Array<string> = ["", "", ""]
  private readonly bits: Bits
  private room = 4
  private width = 3

  constructor(bits: Bits) {
    this.bits = bits
  }

  private grow(): void {
    this.room -= 1
    if (this.room > 0) return
    this.room = 2 ** this.width
    this.width += 1
  }

  /** Reads a new character and adds it to the dictionary. */
  private introduce(mark: number): string {
    return String.fromCharCode(this.bits.read(mark === marks.byte ? 8 : 16))
  }

  /** Reads the start of a text; undefined if it is empty. */
  first(): Result.Result<string | undefined, undefined> {
    const mark = this.bits.read(2)
    if (mark === marks.end) return Result.succeed(undefined)
    const text = this.introduce(mark)
    this.texts.push(text)
    return mark > marks.end || this.bits.isOver ? Result.fail(undefined) : Result.succeed(text)
  }

  /** Reads the next part of the text; undefined at the end. */
  after(last: string): Result.Result<string | undefined, undefined> {
    const code = this.bits.read(this.width)
    if (this.bits.isOver) return Result.fail(undefined)
    if (code === marks.end) return Result.succeed(undefined)
    const isNew = code < marks.end
    if (isNew) {
      this.texts.push(this.introduce(code))
      this.grow()
    }
    const at = isNew ? this.texts.length - 1 : code
    const text = at === this.texts.length ? last + last.charAt(0) : this.texts[at]
    if (text === undefined || this.bits.isOver) return Result.fail(undefined)
    this.texts.push(last + text.charAt(0))
    this.grow()
    return Result.succeed(text)
  }
}

/**
 * Decompresses text that `lz-string` compressed for URLs or as Base64, up to a number of characters; fails with the
 * reason (rule integration-render-compressed).
 */
export const unpack = (packed: string, limit: number): Result.Result<string, string> => {
  const malformed = Result.fail("must be text compressed by lz-string for URLs")
  const bits = new Bits(packed)
  const dictionary = new Dictionary(bits)
  const parts: Array<string> = []
  let length = 0
  let read = dictionary.first()
  while (Result.isSuccess(read)) {
    const text = read.success
    if (text === undefined) return Result.succeed(parts.join(""))
    parts.push(text)
    length += text.length
    if (length > limit) return Result.fail(`must be at most ${limit} characters when decompressed`)
    read = dictionary.after(text)
  }
  return malformed
}
