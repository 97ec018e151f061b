import type { Markdown } from "@quire/core"

/** How many lines an original may have that its translation has not, between two lines that both have. */
const widest = 200

/**
 * Finds for each line of a translated text the line of the original that it came from, both counted from 1: the equal
 * line where the original has one further on, else the line after the previous equal one.
 */
const makeLineMap = (original: string, translated: string): ((line: number) => number) => {
  const originalLines = original.split("\n")
  const places = new Map<string, { readonly at: Array<number>; next: number }>()
  for (const [index, line] of originalLines.entries()) {
    const known = places.get(line)
    if (known === undefined) places.set(line, { at: [index], next: 0 })
    else known.at.push(index)
  }
  let reached = 0
  const lines = translated.split("\n").map((line) => {
    const place = line.trim() === "" ? undefined : places.get(line)
    if (place !== undefined) {
      while ((place.at[place.next] ?? Number.POSITIVE_INFINITY) < reached) place.next++
      const index = place.at[place.next]
      if (index !== undefined && index - reached <= widest) {
        reached = index + 1
        return reached
      }
    }
    return Math.min(reached + 1, originalLines.length)
  })
  return (line) => lines[line - 1] ?? originalLines.length
}

/** How many of the parts of one text are searched for. */
const mostParts = 100

/** The line at which each part of a text begins first, counted from 1, for those that it has. */
export const linesOfParts = (text: string, parts: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const places = parts
    .slice(0, mostParts)
    .map((part) => ({ part, at: text.indexOf(part) }))
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

/** Warnings about a translated text with the lines of the original. */
export const inOriginal = (
  warnings: ReadonlyArray<Markdown.Warning>,
  original: string,
  translated: string
): ReadonlyArray<Markdown.Warning> => {
  if (original === translated || warnings.every(({ line }) => line === undefined)) return warnings
  const lineOf = makeLineMap(original, translated)
  return warnings.map((warning) => (warning.line === undefined ? warning : { ...warning, line: lineOf(warning.line) }))
}
