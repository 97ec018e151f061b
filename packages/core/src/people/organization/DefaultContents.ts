import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../access/Access.ts"
import { collection as placementCollection } from "../placement/Placement.ts"
import { collection, type DefaultContent } from "./Organization.ts"

/** The default site of an organization (rule organization-default-content). */
export class DefaultContents extends Context.Service<DefaultContents>()("@quire/core/DefaultContents", {
  make: Effect.gen(function* () {
    const organizations = yield* Repository.make(collection)
    const placements = yield* Repository.make(placementCollection)

    /** Fails unless it is the id of a site of the organization, which is locked. */
    const check = Effect.fnUntraced(function* (organization: OrganizationId, { site }: typeof DefaultContent.Type) {
      const found = (yield* placements.getMany([site])).get(site)?.value
      if (found?.kind !== "site" || found.organization !== organization) {
        return yield* new ReferenceNotFound({ field: "defaultContent.site", id: site })
      }
    })

    /** Clears it if it is the id of a site that is being removed. */
    const forget = Effect.fnUntraced(function* (organization: OrganizationId, site: string) {
      const rows = yield* organizations.lock([organization])
      for (const seen of rows.values()) {
        if (seen.value.defaultContent?.site !== site) continue
        yield* organizations.update(seen, { ...seen.value, defaultContent: null })
      }
    })

    return { check, forget } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
