import { ExpressionRefused } from "./ExpressionRefused.ts"

/** A token of an expression; `at` is its offset in UTF-16 units. */
export type Token = { readonly at: number; readonly isOnNewLine: boolean } & (
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "end" }
)

const space = /\s+/y
const name = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
/** The ASCII prefix of a name: V8 takes a hundred times as long for a pattern with Unicode classes. */
const plainName = /[A-Za-z$_][A-Za-z0-9$_]*/y
const number = /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y
const afterNumber = /[\p{ID_Continue}$\\]/uy
const plainAfterNumber = /[A-Za-z0-9$_\\]/y
const mark = /===|!==|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?![0-9])|[-+*/%<>!?:.,()[\]]/y
const unsupported = /--|\+\+|\/\/|\/\*/y
const escape =
  /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{0*([0-9A-Fa-f]{1,6})\}|(0)(?![0-9])|([^0-9xu\r\n\u2028\u2029]))/suy
const lineBreak = /[\r\n\u2028\u2029]/

const escaped: { readonly [letter: string]: string } = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" }

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const unescape = (text: string, at: number): readonly [value: string, length: number] => {
  const [all, two, four, point, zero, letter] = matchAt(escape, text, at) ?? []
  const code = two ?? four ?? point
  if (all === undefined) throw new ExpressionRefused(at, "this escape sequence is not supported")
  if (zero !== undefined) return ["\0", all.length]
  if (code === undefined) return [escaped[letter ?? ""] ?? letter ?? "", all.length]
  const value = Number.parseInt(code, 16)
  if (value > 0x10ffff) throw new ExpressionRefused(at, "this escape sequence is not a valid character")
  return [String.fromCodePoint(value), all.length]
}

const readQuoted = (text: string, start: number): readonly [value: string, end: number] => {
  const quote = text.charAt(start)
  let value = ""
  let at = start + 1
  while (at < text.length) {
    const unit = text.charAt(at)
    if (unit === quote) return [value, at + 1]
    if (unit === "\n" || unit === "\r") break
    const [piece, length] = unit === "\\" ? unescape(text, at) : ([unit, 1] as const)
    value += piece
    at += length
  }
  throw new ExpressionRefused(start, "this string is not terminated")
}

const isPlain = (text: string, at: number): boolean => !(text.charCodeAt(at) > 0x7f)

/** The end of a match of a sticky pattern, or the start position if it does not match. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const endOfNumeral = (text: string, at: number): number => {
  const end = endOf(number, text, at)
  if (end > at && endOf(isPlain(text, end) ? plainAfterNumber : afterNumber, text, end) > end) {
    throw new ExpressionRefused(at, "this number is not a decimal number")
  }
  return end
}

const endOfName = (text: string, at: number): number => {
  const end = isPlain(text, at) ? endOf(plainName, text, at) : at
  return isPlain(text, end) ? end : endOf(name, text, at)
}

const endOfMark = (text: string, at: number): number => {
  const end = endOf(mark, text, at)
  if (end === at || endOf(unsupported, text, at) > at)
    throw new ExpressionRefused(at, "this character is not allowed here")
  return end
}

type Read = readonly [token: Token, end: number]

const readToken = (text: string, at: number, isOnNewLine: boolean): Read => {
  const unit = text.charAt(at)
  if (unit === '"' || unit === "'") {
    const [value, end] = readQuoted(text, at)
    return [{ at, isOnNewLine, kind: "text", value }, end]
  }
  const numeral = endOfNumeral(text, at)
  if (numeral > at) return [{ at, isOnNewLine, kind: "number", value: Number(text.slice(at, numeral)) }, numeral]
  const word = endOfName(text, at)
  if (word > at) return [{ at, isOnNewLine, kind: "name", text: text.slice(at, word) }, word]
  const end = endOfMark(text, at)
  return [{ at, isOnNewLine, kind: "mark", text: text.slice(at, end) }, end]
}

/** The tokens of an expression; the last one marks the end. */
export const tokenize = (text: string): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  for (let at = 0; ; ) {
    const start = endOf(space, text, at)
    const isOnNewLine = start > at && lineBreak.test(text.slice(at, start))
    if (start >= text.length) {
      found.push({ at: start, isOnNewLine, kind: "end" })
      return found
    }
    const [token, end] = readToken(text, start, isOnNewLine)
    found.push(token)
    at = end
  }
}
