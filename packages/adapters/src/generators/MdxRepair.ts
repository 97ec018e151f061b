import { Predicate } from "effect"

/** A text of MDX in which one construct that is not valid has become text. */
export interface RepairedText {
  readonly text: string
  /** The index of the line of the construct. */
  readonly line: number
}

const placeOf = (place: unknown): number | undefined => {
  const point = Predicate.isReadonlyObject(place) ? (place["start"] ?? place) : undefined
  const offset = Predicate.isReadonlyObject(point) ? point["offset"] : undefined
  return typeof offset === "number" ? offset : undefined
}

const opened = /\((\d{1,9}):(\d{1,9})-\d{1,9}:\d{1,9}\)/

/** The place of the element that an error says is not closed. */
const openedAt = (text: string, message: string): number | undefined => {
  const [, line, column] = opened.exec(message) ?? []
  if (line === undefined || column === undefined) return undefined
  let start = 0
  for (let at = 1; at < Number(line); at++) start = text.indexOf("\n", start) + 1
  return start + Number(column) - 1
}

/** The last sign before a place that nothing escapes. */
const signBefore = (text: string, sign: string, end: number): number | undefined => {
  let at = text.lastIndexOf(sign, end - 1)
  while (at > 0 && text[at - 1] === "\\") at = text.lastIndexOf(sign, at - 1)
  return at < 0 ? undefined : at
}

/** The last brace before a place that is not closed. */
const braceBefore = (text: string, end: number): number | undefined => {
  let depth = 0
  for (let at = end - 1; at >= 0; at--) {
    if (text[at] === "}") depth++
    else if (text[at] === "{" && text[at - 1] !== "\\" && --depth < 0) return at
  }
  return undefined
}

/** The place of the module statement around a place. */
const moduleBefore = (text: string, end: number): number | undefined => {
  for (let start = text.lastIndexOf("\n", end - 1) + 1; ; start = text.lastIndexOf("\n", start - 2) + 1) {
    if (/^(?:im|ex)port\b/.test(text.slice(start, start + 7))) return start
    if (start === 0) return undefined
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length - 1

/** The first character of a module statement, as a character reference: the line is then no statement. */
const references: ReadonlyMap<string, string> = new Map([
  ["i", "&#105;"],
  ["e", "&#101;"]
])

/** Makes the construct that a parser refused to text; undefined where it cannot be found. */
export const repair = (text: string, error: unknown): RepairedText | undefined => {
  if (!Predicate.isReadonlyObject(error)) return undefined
  const { message, place, ruleId, source } = error
  const end = placeOf(place)
  const unclosed = openedAt(text, String(message))
  const replaced = (at: number | undefined, length: number, shown: string): RepairedText | undefined =>
    at === undefined ? undefined : { text: text.slice(0, at) + shown + text.slice(at + length), line: lineAt(text, at) }
  if (unclosed !== undefined) return text[unclosed] === "<" ? replaced(unclosed, 0, "\\") : undefined
  if (end === undefined) return undefined
  if (ruleId === "acorn") {
    const at = moduleBefore(text, end)
    return replaced(at, 1, references.get(text[at ?? 0] ?? "") ?? "")
  }
  if (source === "micromark-extension-mdx-expression") return replaced(braceBefore(text, end), 0, "\\")
  return replaced(signBefore(text, "<", end), 0, "\\")
}
