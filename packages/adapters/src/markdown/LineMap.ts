import type { Markdown } from "@quire/core"

/** How many lines an original may have that its translation has not, between two lines that both have. */
const widest = 200
/** The same before a line that the original has several times. */
const widestRepeated = 5

const lineBreak = /\r\n?|\n/

/** The line of the original that each line of a translated text comes from, counted from 1. */
export type Origins = ReadonlyArray<number>

/** Finds the index of the first line with text from an index on, for indices that do not decrease. */
const nextWithText = (lines: ReadonlyArray<string>): ((from: number) => number) => {
  let at = 0
  return (from) => {
    at = Math.max(at, from)
    while (at < lines.length && lines[at]?.trim() === "") at++
    return at
  }
}

/**
 * The likely origins of a text whose translation did not note them: for each line the equal line where the original has
 * one further on, else the line with text after the previous equal one. Indentation does not count.
 */
export const guessOrigins = (original: string, translated: string): Origins => {
  const originalLines = original.split(lineBreak)
  const places = new Map<string, { readonly at: Array<number>; next: number }>()
  for (const [index, whole] of originalLines.entries()) {
    const line = whole.trim()
    const known = places.get(line)
    if (known === undefined) places.set(line, { at: [index], next: 0 })
    else known.at.push(index)
  }
  const next = nextWithText(originalLines)
  let reached = 0
  return translated.split(lineBreak).map((whole) => {
    const line = whole.trim()
    const place = line === "" ? undefined : places.get(line)
    if (place !== undefined) {
      while ((place.at[place.next] ?? Number.POSITIVE_INFINITY) < reached) place.next++
      const index = place.at[place.next]
      if (index !== undefined && index - reached <= (place.at.length === 1 ? widest : widestRepeated)) {
        reached = index + 1
        return reached
      }
    }
    return Math.min(next(reached) + 1, originalLines.length)
  })
}

/** The origins of a text that was translated twice; undefined origins stand for a text with the same lines. */
export const compose = (first: Origins | undefined, second: Origins | undefined): Origins | undefined =>
  first === undefined || second === undefined ? (first ?? second) : second.map((line) => first[line - 1] ?? line)

/** Lines of front matter that are searched for fields. */
const mostHeadLines = 2_000

/** How many of the parts of one text are searched for. */
const mostParts = 100

/** How many occurrences of a part are looked at. */
const mostOccurrences = 10_000

/** Signs before a target or a name, the surest first; without any of them it is a word of the text. */
const signsBefore = [/["'(<=]/, /[\s[]/]
const signAfter = /^[\s)"'>\]:,;|{#]?$/

/** Where a part of a text is a target or a name; -1 where it is none. */
const placeOf = (text: string, part: string): number => {
  const places: Array<number> = []
  for (let at = text.indexOf(part); at !== -1 && places.length < mostOccurrences; at = text.indexOf(part, at + 1))
    places.push(at)
  const ends = places.filter((at) => signAfter.test(text.charAt(at + part.length)))
  const sure = signsBefore.flatMap((sign) => ends.filter((at) => sign.test(text.charAt(at - 1))))
  return sure[0] ?? -1
}

/** The line at which each part of a text begins first, counted from 1, for those that it has. */
export const linesOfParts = (given: string, parts: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const text = given.replace(/\r\n?/g, "\n")
  const places = parts
    .slice(0, mostParts)
    .map((part) => ({ part, at: part === "" ? -1 : placeOf(text, part) }))
    .filter(({ at }) => at !== -1)
    .toSorted((left, right) => left.at - right.at)
  const lines = new Map<string, number>()
  let [line, from] = [1, 0]
  for (const { at, part } of places) {
    for (let end = text.indexOf("\n", from); end !== -1 && end < at; end = text.indexOf("\n", from)) {
      line++
      from = end + 1
    }
    lines.set(part, line)
  }
  return lines
}

/** The lines of parts of a text, each under its name; of several parts with one name, the first line. */
export const linesOfNames = (text: string, names: ReadonlyMap<string, string>): ReadonlyMap<string, number> =>
  new Map(
    Array.from(
      linesOfParts(text, [...names.keys()]),
      ([part, line]) => [names.get(part) ?? part, line] as const
    ).toReversed()
  )

const fieldName = /^["']?([\w.-]{1,64})["']?[ \t]*:/
const fence = /^---[ \t]*$/

/** The line of each field of the front matter of a text, counted from 1. */
export const linesOfFields = (text: string): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>()
  const [first = "", ...rest] = text.split(lineBreak, mostHeadLines)
  if (!fence.test(first)) return lines
  for (const [index, line] of rest.entries()) {
    if (fence.test(line)) break
    const name = fieldName.exec(line)?.[1]
    if (name !== undefined && !lines.has(name)) lines.set(name, index + 2)
  }
  return lines
}

/** Warnings about a text that is no file, whose lines say nothing. */
export const withoutLines = (warnings: ReadonlyArray<Markdown.Warning>): ReadonlyArray<Markdown.Warning> =>
  warnings.map(({ line, ...warning }) => warning)

/** Warnings about a translated text with the lines of the original; without origins, the two have the same lines. */
export const inOriginal = (
  warnings: ReadonlyArray<Markdown.Warning>,
  origins: Origins | undefined
): ReadonlyArray<Markdown.Warning> =>
  origins === undefined
    ? warnings
    : warnings.map((warning) =>
        warning.line === undefined ? warning : { ...warning, line: origins[warning.line - 1] ?? warning.line }
      )
