import { fold } from "../../foundation/text/Text.ts"
import type * as GlossaryEntry from "../glossary/GlossaryEntry.ts"

/** Terms of a glossary as they are looked for in texts: in any case, wherever they stand. */
export interface GlossaryMatcher {
  /** The pairs whose term a text uses. */
  readonly usedBy: (text: string) => ReadonlyArray<GlossaryEntry.Pair>
}

export const make = (pairs: ReadonlyArray<GlossaryEntry.Pair>): GlossaryMatcher => {
  const folded = pairs.map((pair) => [fold(pair[0]), pair] as const)
  return {
    usedBy: (text) => {
      if (folded.length === 0) return []
      const words = fold(text)
      return folded.flatMap(([term, pair]) => (words.includes(term) ? [pair] : []))
    }
  }
}

/** The pairs that only one of two glossaries has: of each term that changed, what it was and what it is. */
export const changed = (
  before: ReadonlyArray<GlossaryEntry.Pair>,
  after: ReadonlyArray<GlossaryEntry.Pair>
): ReadonlyArray<GlossaryEntry.Pair> => {
  const [old, now] = [new Map(before), new Map(after)]
  return [
    ...before.filter(([term, translated]) => now.get(term) !== translated),
    ...after.filter(([term, translated]) => old.get(term) !== translated)
  ]
}
