import { Context, Effect, Layer } from "effect"
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

/** Reads customization. The caller has decided already who may have it. */
export class CustomizationReader extends Context.Service<CustomizationReader>()("@quire/core/CustomizationReader", {
  make: Effect.gen(function* () {
    const rows = yield* Repository.make(collection)

    /** Reads all settings of a site. */
    const readCustomizations = Effect.fnUntraced(function* (organization: OrganizationId, site: string) {
      const found = Repository.values(yield* rows.list("inSite", { equals: { organization, site }, limit: noLimit }))
      const own = ofSite(found.find(({ id }) => id === site)?.overrides ?? {})
      const others = found.filter(({ id }) => id !== site)
      return {
        site: own,
        siteSpaces: new Map(others.map(({ id, overrides }) => [id, merge(own, overrides)]))
      } satisfies SiteCustomizations
    })

    return { readCustomizations } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
