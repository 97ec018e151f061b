import { SlicedJson } from "@quire/core"
import type { Effect } from "effect"
import type * as SiteSearch from "../print/SiteSearch.ts"
import type { FoundPage } from "../print/SiteSearch.ts"

const viewOf = ({ breadcrumbs = [], id, path, sections, siteSpace, title }: FoundPage) => ({
  object: "search-result",
  id,
  siteSpace,
  title,
  path,
  breadcrumbs,
  sections
})

/** The search results of a reader as JSON. */
export const print = ({ count, items }: SiteSearch.Results): Effect.Effect<string> =>
  SlicedJson.encode({ items: items.map(viewOf), count })
