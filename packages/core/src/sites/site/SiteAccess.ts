import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import type { Actor } from "../../foundation/operation/Actor.ts"
import { Addresses, type Urls } from "../../foundation/operation/Addresses.ts"
import type { Scope } from "../../foundation/operation/Scope.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, Forbidden, type OrganizationNotFound, type PlacementAccess } from "../../people/access/Access.ts"
import { SiteNotFound } from "../../people/placement/Placement.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import * as ShareKey from "../share-link/ShareKey.ts"
import { collection, type Site } from "./Site.ts"
import type { AddressedSite } from "./SiteAddress.ts"

/** A site for a caller who may view it, with the parts of its addresses. */
export type FoundSite = PlacementAccess & {
  readonly row: Repository.VersionedValue<Site>
  readonly addressed: AddressedSite & Urls
}

/** Who may read and who may change what belongs to a site (rule site-who). Every operation on a site starts here. */
export class SiteAccess extends Context.Service<SiteAccess>()("@quire/core/SiteAccess", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const { decideAndLock } = yield* TreeLock
    const sites = yield* Repository.make(collection)

    /** Finds a site that the caller may view. */
    const findSite = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const notFound = () => new SiteNotFound({ id })
      const found = yield* access.placement("site", id, "content:view", notFound)
      if (found.placement.value.organization !== organization) return yield* notFound()
      const row = sites.decode(found.subject)
      const shareKey = yield* ShareKey.ofSite(row.value.id)
      const addressed = { ...addresses, site: row.value, organization: found.organization.value, shareKey }
      return { ...found, row, addressed } satisfies FoundSite
    })

    /** Requires that the caller is an administrator of the organization or an integration with the scope. */
    const administered = (found: FoundSite, scope?: Scope): Effect.Effect<FoundSite, Forbidden> => {
      if (found.isAdmin || (scope !== undefined && found.scopes?.has(scope) === true)) return Effect.succeed(found)
      const lacking = found.scopes === undefined ? {} : { scopes: scope === undefined ? [] : [scope] }
      const target = `site ${found.row.value.id}`
      return Effect.fail(new Forbidden({ action: "organization:admin", target, ...lacking }))
    }

    /** Finds a site for administrators of the organization, and for integrations with the scope. */
    const findAdministered = (organization: OrganizationId, id: string, scope?: Scope) =>
      Effect.flatMap(findSite(organization, id), (found) => administered(found, scope))

    /**
     * Changes a site, for an administrator or an integration with the scope, with the organization's tree and the site
     * locked; the body sees the site as it is under the lock.
     */
    const withSite = <A, E, R>(
      organization: OrganizationId,
      id: string,
      body: (found: FoundSite) => Effect.Effect<A, E, R>,
      scope?: Scope
    ): Effect.Effect<A, E | SiteNotFound | Forbidden | OrganizationNotFound, R | Actor> =>
      decideAndLock(organization, findAdministered(organization, id, scope), (found) =>
        Effect.flatMap(sites.lock([id]), (rows) => {
          const row = rows.get(id) ?? found.row
          return body({ ...found, row, addressed: { ...found.addressed, site: row.value } })
        })
      )

    return { findSite, administered, findAdministered, withSite } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, TreeLock.layer]))
}
