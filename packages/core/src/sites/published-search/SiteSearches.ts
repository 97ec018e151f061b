import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { PageRequest } from "../../foundation/paging/Paging.ts"
import { SiteAccess } from "../../sites/site/SiteAccess.ts"
import type * as SiteStructure from "../../sites/structure/SiteStructure.ts"
import { SiteStructures } from "../../sites/structure/SiteStructures.ts"
import { SiteStructureViews } from "../../sites/structure/SiteStructureViews.ts"
import { Searches } from "../../spaces/search/Searches.ts"
import * as SiteSearchInput from "./SiteSearchInput.ts"

const check = checked(SiteSearchInput.SiteSearch)

/** Whether a search of this scope is about a site-space. */
const isIn = (
  scope: SiteSearchInput.Scope,
  { isDefault, siteSpace: { id } }: SiteStructure.PlacedSiteSpace
): boolean => {
  switch (scope.mode) {
    case "all":
      return true
    case "default":
      return isDefault || (scope.includedSiteSpaces ?? []).includes(id)
    case "specific":
      return scope.siteSpaceIds.includes(id)
  }
}

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

    /** Searches the pages of a published site. */
    const search = operation("SiteSearches.search")(function* (
      organization: OrganizationId,
      id: string,
      input: SiteSearchInput.SiteSearch,
      request: PageRequest
    ) {
      const asked = yield* check(input)
      const scope = SiteSearchInput.scopeOf(asked)
      const found = yield* findSite(organization, id)
      const { value: structure } = yield* structures.load(id)
      const visible = yield* listVisible(found, structure)
      const spaces = new Set(visible.filter((each) => isIn(scope, each)).map(({ siteSpace }) => siteSpace.space))
      return yield* searches.amongSpaces({
        viewer: found,
        organization,
        spaces: [...spaces],
        query: asked.query,
        request,
        list: "site.search",
        filters: [id, scope, asked.query]
      })
    })

    return { search } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Searches.layer, SiteAccess.layer, SiteStructureViews.layer, SiteStructures.layer])
  )
}
