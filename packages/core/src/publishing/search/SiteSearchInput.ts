import { Schema } from "effect"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { optional } from "../../foundation/input/Input.ts"
import { limits as siteLimits } from "../../sites/structure/SiteStructure.ts"

export const limits = { siteSpaces: siteLimits.siteSpaces } as const

const mostSiteSpaces = Schema.isMaxLength(limits.siteSpaces, {
  message: `must have at most ${limits.siteSpaces} entries`
})

const siteSpaceIds = Schema.Array(SiteSpaceId).pipe(
  Schema.check(Schema.isMinLength(1, { message: "must have an entry" })),
  Schema.check(mostSiteSpaces)
)

/** What a search of a site is about (rule site-search-scope). */
export const Scope = Schema.Union([
  Schema.Struct({
    mode: Schema.Literal("default"),
    includedSiteSpaces: optional(Schema.Array(SiteSpaceId).pipe(Schema.check(mostSiteSpaces)))
  }),
  Schema.Struct({ mode: Schema.Literal("specific"), siteSpaceIds }),
  Schema.Struct({ mode: Schema.Literal("all") })
])
export type Scope = typeof Scope.Type

const query = { query: Schema.String }

/** Older forms name the site-spaces beside the query. */
export const SiteSearch = Schema.Union([
  Schema.Struct({ ...query, scope: Scope }),
  Schema.Struct({ ...query, mode: Schema.Literal("current"), siteSpaceId: SiteSpaceId }),
  Schema.Struct({ ...query, mode: Schema.Literal("all") }),
  Schema.Struct({ ...query, mode: optional(Schema.Literal("specific")), siteSpaceIds })
]).annotate({ identifier: "SiteSearch" })
export type SiteSearch = typeof SiteSearch.Type

/** The scope that a search names, in whichever form. */
export const scopeOf = (input: SiteSearch): Scope => {
  if ("scope" in input) return input.scope
  if ("siteSpaceId" in input) return { mode: "default", includedSiteSpaces: [input.siteSpaceId] }
  return "siteSpaceIds" in input ? { mode: "specific", siteSpaceIds: input.siteSpaceIds } : { mode: "all" }
}
