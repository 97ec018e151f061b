import { Context, Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import type { OrganizationNotEmpty } from "./Organization.ts"

/** Rows of later areas that are removed with their organization (rule organization-remove). */
export interface Source {
  readonly make: Effect.Effect<
    (organization: OrganizationId) => Effect.Effect<unknown, OrganizationNotEmpty>,
    never,
    RowStore
  >
}

/** A collection whose index `inOrganization` has all rows of an organization. */
export const source = <
  A extends { readonly id: string },
  I,
  Cs extends Repository.Columns<A> & { readonly organization: { readonly kind: "text" } },
  Ix extends Repository.Indexes<Cs> & { readonly inOrganization: { readonly on: readonly ["organization"] } },
  Ux extends Repository.Uniques<Cs>
>(
  collection: Repository.Collection<A, I, Cs, Ix, Ux>
): Source => ({
  make: Effect.gen(function* () {
    const store = yield* RowStore
    const { shape } = yield* Repository.make(collection)
    return (organization) => store.removeWhere(shape, "inOrganization", { equals: { organization } })
  })
})

/** The collections that are removed with an organization and that are not known to this area. */
export class OrganizationRows extends Context.Service<OrganizationRows, ReadonlyArray<Source>>()(
  "@quire/core/OrganizationRows"
) {}
