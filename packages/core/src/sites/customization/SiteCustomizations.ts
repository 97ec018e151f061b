import { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type Customization, collection } from "./Customization.ts"
import { merge, ofSite } from "./CustomizationOverrides.ts"

/** The effective settings of a site and, by id, of the site spaces that override some. */
export interface SiteCustomizations {
  readonly site: Customization
  readonly siteSpaces: ReadonlyMap<string, Customization>
}

/** Reads all settings of a site. The caller has decided already who may have them. */
export const makeReader = Effect.map(Repository.make(collection), (rows) =>
  Effect.fnUntraced(function* (organization: OrganizationId, site: string) {
    const found = Repository.values(yield* rows.list("inSite", { equals: { organization, site }, limit: noLimit }))
    const own = ofSite(found.find(({ id }) => id === site)?.overrides ?? {})
    const others = found.filter(({ id }) => id !== site)
    return {
      site: own,
      siteSpaces: new Map(others.map(({ id, overrides }) => [id, merge(own, overrides)]))
    } satisfies SiteCustomizations
  })
)
