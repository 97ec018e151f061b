import { Schema } from "effect"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { limits as siteLimits } from "../../sites/structure/SiteStructure.ts"

export const limits = { siteSpaces: siteLimits.siteSpaces } as const

const mostSiteSpaces = Schema.isMaxLength(limits.siteSpaces, {
  message: `must have at most ${limits.siteSpaces} entries`
})

const siteSpaceIds = Schema.Array(SiteSpaceId).pipe(
  Schema.check(Schema.isMinLength(1, { message: "must have an entry" })),
  Schema.check(mostSiteSpaces)
)

/** The scope of a search on a site (rule site-search-scope). */
export const Scope = Schema.Union([
  Schema.Struct(
    describeFields(
      {
        mode: Schema.Literal("default"),
        includedSiteSpaces: optional(Schema.Array(SiteSpaceId).pipe(Schema.check(mostSiteSpaces)))
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
    siteSpaceIds: optional(siteSpaceIds)
  },
  {
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
