import { comparedForm, type FindSynonyms, readExpression } from "./SearchQueries.ts"

/** Expressions that mean the same. */
export type SynonymGroup = ReadonlyArray<string>

/** The number of words of an expression, and the form in which expressions are compared. */
export const inspect = (expression: string): { readonly words: number; readonly key: string } => {
  const words = readExpression(expression)
  return { words: words.length, key: words.map(comparedForm).join(" ") }
}

/** Prepares groups for queries: each position of a query takes as many look-ups as the longest expression has words. */
export const prepare = (groups: ReadonlyArray<SynonymGroup>): FindSynonyms => {
  const places = new Map<string, { readonly group: SynonymGroup; readonly expression: string }>()
  let longest = 0
  for (const group of groups) {
    for (const expression of group) {
      const { key, words } = inspect(expression)
      places.set(key, { group, expression })
      longest = Math.max(longest, words)
    }
  }
  return (words, at) => {
    for (let length = Math.min(longest, words.length - at); length > 0; length--) {
      const place = places.get(words.slice(at, at + length).join(" "))
      if (place !== undefined) return { length, others: place.group.filter((other) => other !== place.expression) }
    }
    return undefined
  }
}
