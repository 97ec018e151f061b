import type { ConditionList, PublishedSpace } from "../../content/search-index/SearchIndex.ts"
import type * as Slices from "../../foundation/turns/Slices.ts"
import type { SiteSpace } from "../../sites/structure/SiteStructure.ts"
import * as Conditions from "../publication/Conditions.ts"
import type { Publication } from "../publication/Publications.ts"

/**
 * The site-spaces that a search of a publication is about, by space: each space where it is seen first. `chosen` leaves
 * out all others; undefined leaves out none.
 */
export const choose = (
  { seen }: Publication,
  chosen: ReadonlyArray<string> | undefined
): ReadonlyMap<string, SiteSpace> => {
  const wanted = chosen === undefined ? undefined : new Set(chosen)
  const found = new Map<string, SiteSpace>()
  for (const { siteSpaces } of seen.structure.sections) {
    for (const siteSpace of siteSpaces) {
      if (wanted !== undefined && !wanted.has(siteSpace.id)) continue
      if (seen.spaces.has(siteSpace.space) && !found.has(siteSpace.space)) found.set(siteSpace.space, siteSpace)
    }
  }
  return found
}

/** What conditions in a space read; spaces have no texts of their own yet. */
export const rootsOf = ({ seen }: Publication, _space: string): Conditions.Roots =>
  Conditions.rootsOf(seen.audience.claims, { space: {}, page: {} })

/** Cost of evaluating an expression, in units of work; each character is one more. */
const expressionWork = 40

/** The spaces with those of the given conditions that all pass there (rule search-conditions). */
export function* pass(
  publication: Publication,
  spaces: Iterable<string>,
  listed: ReadonlyArray<{ readonly space: string; readonly conditions: ConditionList }>
): Slices.Steps<ReadonlyArray<PublishedSpace>> {
  const made: Array<PublishedSpace> = []
  for (const space of spaces) {
    const { allHold, isKnown } = Conditions.make(rootsOf(publication, space))
    const passing: Array<ConditionList> = []
    for (const each of listed) {
      if (each.space !== space) continue
      for (const source of each.conditions) yield isKnown(source) ? 1 : expressionWork + source.length
      if (allHold(each.conditions)) passing.push(each.conditions)
    }
    made.push({ space, passing })
  }
  return made
}
