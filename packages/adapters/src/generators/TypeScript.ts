import { type Program, parse } from "acorn"

export const limits = {
  /** Types of one text that are removed one by one. */
  types: 300,
  /** Characters that are parsed for one text, each as often as it is parsed. */
  characters: 10_000_000
} as const

const pairs: ReadonlyMap<string, number> = new Map([
  ["(", 1],
  ["[", 1],
  ["{", 1],
  ["<", 1],
  [")", -1],
  ["]", -1],
  ["}", -1]
])

/** The end of the type that begins at a place. */
const endOfType = (text: string, begin: number): number => {
  let depth = 0
  let last = ""
  for (let at = begin; at < text.length; at++) {
    const sign = text[at] ?? ""
    const isArrow = sign === "=" && text[at + 1] === ">"
    const isContinued = last === "" || "|&<,(:=[?".includes(last)
    if (depth === 0) {
      if (isArrow ? last !== ")" : ",;)]}=".includes(sign)) return at
      if (sign === "\n" && !isContinued && !/^\s*[|&]/.test(text.slice(at, at + 100))) return at
      if (sign === "{" && !isContinued) return at
    }
    depth += sign === ">" && last !== "=" ? -1 : (pairs.get(sign) ?? 0)
    if (isArrow) at++
    if (sign.trim() !== "") last = isArrow ? ":" : sign
  }
  return text.length
}

const blanked = (text: string, from: number, to: number): string =>
  text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, " ") + text.slice(to)

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1

/** A text without the type at which a parser of JavaScript stopped; undefined where none is known. */
const withoutTypeAt = (text: string, at: number): string | undefined => {
  const rest = text.slice(at, at + 200)
  const start = lineStart(text, at)
  const before = text.slice(start, at)
  const words = before.replace(/\s+/g, " ").trim()
  const statement = /^(?:export(?: |$))?(?:declare(?: |$))?(type|interface)?$/.exec(words)
  const keyword = statement === null ? undefined : (statement[1] ?? /^(?:type|interface)\b/.exec(rest)?.[0])
  if (keyword === "interface" || (keyword === "type" && /^(?:type[ \t]+)?\w+(?:<[^=\n]*>)?\s*=/.test(rest))) {
    const body = text.indexOf(keyword === "type" ? "=" : "{", at)
    if (body < 0) return undefined
    const end = endOfType(text, keyword === "type" ? body + 1 : body)
    return blanked(text, start, keyword === "type" ? end : end + 1)
  }
  const word = /\btype\s+$/.exec(before)
  if (word !== null) return blanked(text, start + word.index, at)
  const mark = /^(?:\)\s*)?\??:|^(?:as|satisfies)\b|^[<!]/.exec(rest)?.[0]
  if (mark === undefined) return undefined
  const first = at + mark.length - 1
  if (mark === "!") return blanked(text, at, at + 1)
  if (mark === "<") return blanked(text, at, text.indexOf(">", at) + 1)
  if (!mark.endsWith(":")) return blanked(text, at, endOfType(text, at + mark.length))
  return blanked(text, text[first - 1] === "?" ? first - 1 : first, endOfType(text, first + 1))
}

const calls = /\b(\w{1,80})<(?:[\w.[\]|&,:;'" ]|<[\w.[\]|&,'" ]{0,200}>){1,200}>(?=\()/g

const errorAt = (error: unknown): number | undefined =>
  error instanceof SyntaxError && "pos" in error && typeof error.pos === "number" ? error.pos : undefined

/** Parses a module of TypeScript, whose types are removed where a parser of JavaScript stops at them. */
export const parseModule = (whole: string): Program => {
  let text = whole.replace(/^import type [^\n]*$/gm, "").replace(calls, "$1")
  for (let count = 0; ; count++) {
    try {
      return parse(text, { ecmaVersion: "latest", sourceType: "module", allowReturnOutsideFunction: true })
    } catch (error) {
      const at = errorAt(error)
      const next = at === undefined ? undefined : withoutTypeAt(text, at)
      if (next === undefined || next === text || count >= limits.types || (count + 2) * text.length > limits.characters)
        throw error
      text = next
    }
  }
}
