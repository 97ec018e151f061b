import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Access } from "../../people/access/Access.ts"
import type { Role } from "../../people/access/Role.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import type { Placement } from "../../people/placement/Placement.ts"
import { collection, type Space, type SpaceView, view } from "./Space.ts"
import { SpaceSites } from "./SpaceSites.ts"

/** Views of spaces for the caller, with a constant number of queries for a whole page. */
export class SpaceViews extends Context.Service<SpaceViews>()("@quire/core/SpaceViews", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { app, base } = yield* Addresses
    const { together } = yield* RowStore
    const sites = yield* SpaceSites
    const spaces = yield* Repository.make(collection)

    /** Views of those placements that are spaces with a role in `findRoles`, in the given order. */
    const withRoles = Effect.fnUntraced(function* (
      placed: ReadonlyArray<Placement>,
      findRoles: Effect.Effect<ReadonlyMap<string, Role | null>>
    ) {
      const [[rows, roles], published] = yield* together(
        together(spaces.getMany(placed.map(({ id }) => id)), findRoles),
        sites.findPublished(placed)
      )
      return placed.flatMap((placement): ReadonlyArray<SpaceView> => {
        const row = rows.get(placement.id)
        const role = roles.get(placement.id)
        return row === undefined || role === undefined
          ? []
          : [view(row, { app, base, placement, role, published: published.get(placement.id) })]
      })
    })

    /** Views of those placements that are spaces the caller may view, in the given order. */
    const many = (viewer: Viewer, placed: ReadonlyArray<Placement>) => withRoles(placed, access.rolesOn(viewer, placed))

    /** A space with the caller's role on it. */
    const ofFound = Effect.fnUntraced(function* ({
      placement,
      role,
      row
    }: {
      readonly row: Repository.VersionedValue<Space>
      readonly placement: Placement
      readonly role: Role | null
    }) {
      const published = (yield* sites.findPublished([placement])).get(placement.id)
      return view(row, { app, base, placement, role, published })
    })

    /** A space that the caller has just changed or been permitted to view, in its current state. */
    const one = Effect.fnUntraced(function* (id: string) {
      const { placement, role, subject } = yield* access.findPresent("space", id)
      return yield* ofFound({ row: spaces.decode(subject), placement, role })
    })

    return { many, withRoles, one, ofFound } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}
