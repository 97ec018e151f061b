import { Schema } from "effect"
import { type LabelFilter, labels, type SearchQuery } from "../../content/search-index/SearchIndex.ts"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"

export const limits = { spaces: 50 } as const

/** Pages that show or are computed from an API description, or all others (rule search-kind). */
export const SearchKind = Schema.Literals(["page", "api"]).annotate({ identifier: "SearchKind" })
export type SearchKind = typeof SearchKind.Type

/** The filter of every search. */
export const kindField = describeFields(
  { kind: optional(SearchKind) },
  { kind: "Kind of the pages to find: `api` for those about an API, `page` for all others." }
)

export const SpaceSearchFilter = closed("SpaceSearchFilter", kindField)
export type SpaceSearchFilter = typeof SpaceSearchFilter.Type

/** The spaces that a search of an organization is limited to. */
export const SpaceIds = Schema.Array(SpaceId).check(
  Schema.isMinLength(1, { message: "must have an entry" }),
  Schema.isMaxLength(limits.spaces, { message: `must have at most ${limits.spaces} entries` })
)

export const OrganizationSearchFilter = closed(
  "OrganizationSearchFilter",
  { ...kindField, spaces: optional(SpaceIds) },
  { spaces: "Spaces to search." }
)
export type OrganizationSearchFilter = typeof OrganizationSearchFilter.Type

const labelFilters: Readonly<Record<SearchKind, LabelFilter>> = {
  page: { excluded: [labels.api] },
  api: { required: [labels.api] }
}

/** The query limited to pages of a kind. */
export const ofKind = (query: SearchQuery, kind: SearchKind | undefined): SearchQuery =>
  kind === undefined ? query : { ...query, labels: labelFilters[kind] }

/** What a filter adds to the filters of a cursor: nothing if it is empty, as cursors do not expire. */
export const toCursorFilters = (filter: object): ReadonlyArray<string> => {
  const given = JSON.stringify(filter)
  return given === "{}" ? [] : [given]
}
