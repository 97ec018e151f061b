import { Context, Effect, Layer, Schema } from "effect"
import { type OrganizationId, SiteSectionId, SiteSpaceId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { PageRequest } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Language } from "../../foundation/text/Language.ts"
import { Searches } from "../../spaces/search/Searches.ts"
import { kindField, toCursorFilters } from "../../spaces/search/SearchFilter.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import type * as SiteStructure from "../structure/SiteStructure.ts"
import { limits as siteLimits } from "../structure/SiteStructure.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"

export const limits = { siteSpaces: siteLimits.siteSpaces, sections: siteLimits.sections, languages: 50 } as const

const atMost = (count: number) => Schema.isMaxLength(count, { message: `must have at most ${count} entries` })

const hasEntry = Schema.isMinLength(1, { message: "must have an entry" })

const siteSpaceIds = Schema.Array(SiteSpaceId).check(hasEntry, atMost(limits.siteSpaces))

/** The scope of a search on a site (rule site-search-scope). */
export const Scope = Schema.Union([
  Schema.Struct(
    describeFields(
      {
        mode: Schema.Literal("default"),
        includedSiteSpaces: optional(Schema.Array(SiteSpaceId).check(atMost(limits.siteSpaces)))
      },
      { includedSiteSpaces: "Site spaces to search in addition to the default ones." }
    )
  ),
  Schema.Struct(
    describeFields({ mode: Schema.Literal("specific"), siteSpaceIds }, { siteSpaceIds: "Site spaces to search." })
  ),
  Schema.Struct({ mode: Schema.Literal("all") })
])
export type Scope = typeof Scope.Type

/** Deprecated forms name the site spaces next to the query; exactly one form must be used (rule site-search-scope). */
const findFault = (given: {
  readonly scope?: unknown
  readonly mode?: string
  readonly siteSpaceId?: unknown
  readonly siteSpaceIds?: unknown
}) => {
  const { mode, scope, siteSpaceId, siteSpaceIds } = given
  if (scope !== undefined) {
    const other = [mode, siteSpaceId, siteSpaceIds].some((each) => each !== undefined)
    return other ? { path: ["scope"], issue: "must not be combined with a deprecated form" } : undefined
  }
  if (mode === "all") return undefined
  if (mode === "current") return siteSpaceId === undefined ? { path: ["siteSpaceId"], issue: "is missing" } : undefined
  return siteSpaceIds === undefined ? { path: ["scope"], issue: "is missing" } : undefined
}

export const SiteSearch = closed(
  "SiteSearch",
  {
    query: Schema.String,
    scope: optional(Scope),
    mode: optional(Schema.Literals(["all", "current", "specific"])),
    siteSpaceId: optional(SiteSpaceId),
    siteSpaceIds: optional(siteSpaceIds),
    sections: optional(Schema.Array(SiteSectionId).check(hasEntry, atMost(limits.sections))),
    languages: optional(Schema.Array(Language).check(hasEntry, atMost(limits.languages))),
    ...kindField
  },
  {
    sections: "Sections of the site to search, of those in the scope.",
    languages: "Languages of the spaces to search, of those in the scope.",
    siteSpaceIds: "Site spaces to search.",
    query: "Words to search for. Must contain at least one character that is not a space.",
    scope: "Site spaces to search.",
    mode: "Deprecated: an older form of the scope; use `scope` instead.",
    siteSpaceId: "Deprecated: an older form of the scope; use `scope` instead."
  }
).pipe(Schema.check(Schema.makeFilter(findFault, { toJsonSchema: () => ({}) })))
export type SiteSearch = typeof SiteSearch.Type

/** The scope that a search names, in whichever form. */
export const scopeOf = ({ mode, scope, siteSpaceId, siteSpaceIds }: SiteSearch): Scope => {
  if (scope !== undefined) return scope
  if (mode === "all") return { mode: "all" }
  if (siteSpaceId !== undefined && mode === "current") return { mode: "default", includedSiteSpaces: [siteSpaceId] }
  return { mode: "specific", siteSpaceIds: siteSpaceIds ?? [] }
}

const check = checked(SiteSearch)

/** A site space as the scope and the filter of a search see it. */
export interface SearchedSiteSpace extends Pick<SiteStructure.PlacedSiteSpace, "isDefault" | "section"> {
  readonly id: SiteSpaceId
  /** Undefined unless its space is translated, or a translation. */
  readonly language: Language | undefined
}

const isInScope = (scope: Scope, { id, isDefault }: SearchedSiteSpace): boolean => {
  switch (scope.mode) {
    case "all":
      return true
    case "default":
      return isDefault || (scope.includedSiteSpaces ?? []).includes(id)
    case "specific":
      return scope.siteSpaceIds.includes(id)
  }
}

const isAmong = <A>(chosen: ReadonlyArray<A> | undefined, value: A | null | undefined): boolean =>
  chosen === undefined || (value !== null && value !== undefined && chosen.includes(value))

/** Whether a search is about a site space (rules site-search-scope and site-search-filter). */
export const isSearched = (search: SiteSearch, siteSpace: SearchedSiteSpace): boolean =>
  isInScope(scopeOf(search), siteSpace) &&
  isAmong(search.sections, siteSpace.section) &&
  isAmong(search.languages, siteSpace.language)

/**
 * Searches the spaces of a site for a member, by their role and not as readers of the site do (rules site-search-who and
 * site-search-scope).
 */
export class SiteSearches extends Context.Service<SiteSearches>()("@quire/core/SiteSearches", {
  make: Effect.gen(function* () {
    const { findSite } = yield* SiteAccess
    const structures = yield* SiteStructures
    const { listVisible } = yield* SiteStructureViews
    const searches = yield* Searches
    const spaces = yield* Repository.make(spaceCollection)

    /** Searches the pages of a published site. */
    const search = operation("SiteSearches.search")(function* (
      organization: OrganizationId,
      id: string,
      input: SiteSearch,
      request: PageRequest
    ) {
      const asked = yield* check(input)
      const { kind, languages, query, sections } = asked
      const found = yield* findSite(organization, id)
      const { value: structure } = yield* structures.load(id)
      const visible = yield* listVisible(found, structure)
      const rows = yield* spaces.getMany(languages === undefined ? [] : visible.map(({ siteSpace }) => siteSpace.space))
      const searched = visible.filter(({ siteSpace: { id, space }, ...placed }) =>
        isSearched(asked, { ...placed, id, language: rows.get(space)?.value.translation?.language })
      )
      return yield* searches.amongSpaces({
        viewer: found,
        organization,
        spaces: [...new Set(searched.map(({ siteSpace }) => siteSpace.space))],
        query,
        request,
        kind,
        list: "site.search",
        filters: [id, scopeOf(asked), query, ...toCursorFilters({ kind, languages, sections })]
      })
    })

    return { search } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Searches.layer, SiteAccess.layer, SiteStructureViews.layer, SiteStructures.layer])
  )
}
