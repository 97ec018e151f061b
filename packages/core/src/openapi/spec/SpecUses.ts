import { Context, Effect, Layer } from "effect"
import { collection as linkCollection } from "../../content/link-index/LinkSource.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection as placementCollection } from "../../people/placement/Placement.ts"

export const limits = {
  /** Maximum number of uses that an error names. */
  named: 10
} as const

/** Pages and reusable contents that refer to a spec, as far as one viewer may see them. */
export interface SpecUse {
  /** `{space}/{page or reusable content}`, in the order of their ids; the first ones in spaces that may be viewed. */
  readonly places: ReadonlyArray<string>
  readonly total: number
}

/** Finds where the primary content of the spaces of an organization refers to a spec (rule spec-delete). */
export class SpecUses extends Context.Service<SpecUses>()("@quire/core/SpecUses", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const placements = yield* Repository.make(placementCollection)
    const sources = yield* Repository.make(linkCollection)

    const find = Effect.fnUntraced(function* (organization: OrganizationId, viewer: Viewer, slug: string) {
      const spaces = yield* placements.list("inOrganization", {
        equals: { organization, kind: "space", active: true },
        limit: noLimit
      })
      if (spaces.length === 0) return { places: [], total: 0 } satisfies SpecUse
      const rows = yield* sources.list("inSpace", {
        equals: { space: { in: spaces.map(({ value }) => value.id) } },
        has: { marks: LinkTarget.keyOf({ kind: "openapi", spec: slug }) },
        limit: noLimit
      })
      const found = Repository.values(rows)
      const holding = new Set<string>(found.map(({ space }) => space))
      const roles = yield* access.rolesOn(
        viewer,
        Repository.values(spaces).filter(({ id }) => holding.has(id))
      )
      const places = found.flatMap(({ owner, space }) => (roles.has(space) ? [`${space}/${owner}`] : []))
      return { places: places.slice(0, limits.named), total: found.length } satisfies SpecUse
    })

    return { find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}
