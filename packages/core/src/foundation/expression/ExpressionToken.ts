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
const number = /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y
const afterNumber = /[\p{ID_Continue}$\\]/uy
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
  if (all === undefined) throw new ExpressionRefused(at, "this escape is not understood")
  if (zero !== undefined) return ["\0", all.length]
  if (code === undefined) return [escaped[letter ?? ""] ?? letter ?? "", all.length]
  const value = Number.parseInt(code, 16)
  if (value > 0x10ffff) throw new ExpressionRefused(at, "this escape names no character")
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
  throw new ExpressionRefused(start, "this text has no end")
}

const readNumeral = (text: string, at: number): string | undefined => {
  const [found] = matchAt(number, text, at) ?? []
  if (found !== undefined && matchAt(afterNumber, text, at + found.length) !== null) {
    throw new ExpressionRefused(at, "this number is not a decimal one")
  }
  return found
}

/** The tokens of an expression; the last one marks the end. */
export const tokenize = (text: string): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  let at = 0
  for (;;) {
    const [gap = ""] = matchAt(space, text, at) ?? []
    at += gap.length
    const place = { at, isOnNewLine: lineBreak.test(gap) }
    if (at >= text.length) return [...found, { ...place, kind: "end" }]
    const unit = text.charAt(at)
    const digits = readNumeral(text, at)
    const [word] = matchAt(name, text, at) ?? []
    const [sign] = matchAt(unsupported, text, at) === null ? (matchAt(mark, text, at) ?? []) : []
    if (unit === '"' || unit === "'") {
      const [value, end] = readQuoted(text, at)
      found.push({ ...place, kind: "text", value })
      at = end
    } else if (digits !== undefined) {
      found.push({ ...place, kind: "number", value: Number(digits) })
      at += digits.length
    } else if (word !== undefined) {
      found.push({ ...place, kind: "name", text: word })
      at += word.length
    } else if (sign !== undefined) {
      found.push({ ...place, kind: "mark", text: sign })
      at += sign.length
    } else throw new ExpressionRefused(at, "this has no meaning here")
  }
}
