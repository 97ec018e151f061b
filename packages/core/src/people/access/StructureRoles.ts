import { Context, Effect, Layer } from "effect"
import type { Placement } from "../placement/Placement.ts"
import type { PlacementAccess } from "./Access.ts"
import { Grantings, type IntegrationGrant, roleOf, scopesFor } from "./IntegrationGrant.ts"
import type { Role } from "./Role.ts"
import type { Viewer } from "./Viewer.ts"

/** A permitted caller's view of a site; with scopes where the caller is an integration. */
export type StructureViewer = Viewer & Partial<Pick<PlacementAccess, "organization" | "scopes">>

/** An integration with the scope that shows it the structure of a site. */
export type Integration = Extract<Viewer, { readonly isHost: false }> &
  Pick<PlacementAccess, "organization"> & { readonly scopes: ReadonlySet<string> }

/** Whether the caller is an integration that sees the whole structure of a site (rule site-metadata-scope). */
export const isIntegration = (viewer: StructureViewer): viewer is Integration =>
  !viewer.isHost && viewer.organization !== undefined && viewer.scopes?.has("site:metadata:read") === true

/** Roles of integrations on the spaces of a site. */
export class StructureRoles extends Context.Service<StructureRoles>()("@quire/core/StructureRoles", {
  make: Effect.gen(function* () {
    const { spacesOf } = yield* Grantings

    /** The roles of an integration on spaces of a site; null where it may not view the space itself. */
    const rolesOn = Effect.fnUntraced(function* (
      { member, organization, scopes }: Integration,
      on: ReadonlyArray<Placement>
    ) {
      const isOn = yield* spacesOf(
        member.user,
        on.map(({ id }) => id)
      )
      const granted: IntegrationGrant = { organization: organization.value.id, scopes, isOn: true }
      const opened = scopesFor("space", "content:view").some((scope) => scopes.has(scope)) ? roleOf(granted) : null
      return new Map<string, Role | null>(on.map(({ id }) => [id, isOn.has(id) ? opened : null]))
    })

    return { rolesOn } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
