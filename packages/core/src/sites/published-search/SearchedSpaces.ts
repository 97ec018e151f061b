import type * as SearchIndex from "../../content/search-index/SearchIndex.ts"
import type { ConditionList } from "../../content/search-index/SearchIndex.ts"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Publication } from "../publication/Publications.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"

/**
 * The site-spaces that a search of a publication is about, by space: each space where it is seen first. `chosen` leaves
 * out all others; undefined leaves out none.
 */
export const choose = (
  publication: Publication,
  chosen: ReadonlyArray<string> | undefined
): ReadonlyMap<string, SitePlaces.SitePlace> => {
  const wanted = chosen === undefined ? undefined : new Set(chosen)
  const found = new Map<string, SitePlaces.SitePlace>()
  for (const place of SitePlaces.list(publication)) {
    const { id, space } = place.siteSpace
    if (wanted !== undefined && !wanted.has(id)) continue
    if (publication.seen.spaces.has(space) && !found.has(space)) found.set(space, place)
  }
  return found
}

/** Cost of evaluating an expression, in units of work; each character is one more. */
const expressionWork = 40

/** The spaces, each with its listed conditions that pass for the audience (rule search-conditions). */
export function* pass(
  publication: Publication,
  spaces: Iterable<string>,
  listed: ReadonlyArray<{ readonly space: string; readonly conditions: ConditionList }>
): Slices.Steps<ReadonlyArray<SearchIndex.PublishedSpace>> {
  const { allHold, isKnown } = publication.seen.conditions
  const passing = new Map<string, Array<ConditionList>>(Array.from(spaces, (space) => [space, []]))
  for (const { conditions, space } of listed) {
    for (const source of conditions) yield isKnown(source) ? 1 : expressionWork + source.length
    if (allHold(conditions)) passing.get(space)?.push(conditions)
  }
  return Array.from(passing, ([space, lists]) => ({ space, passing: lists }))
}
