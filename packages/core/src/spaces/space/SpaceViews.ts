import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Access } from "../../organizations/access/Access.ts"
import type { Role } from "../../organizations/access/Role.ts"
import type { Viewer } from "../../organizations/access/Viewer.ts"
import type { Placement } from "../../organizations/placement/Placement.ts"
import { collection, type Space } from "./Space.ts"
import { SpaceSites } from "./SpaceSites.ts"
import { type SpaceView, view } from "./SpaceView.ts"

/** Views of spaces for the caller, with a constant number of queries for a whole page. */
export class SpaceViews extends Context.Service<SpaceViews>()("@quire/core/SpaceViews", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { app, base } = yield* Addresses
    const { together } = yield* RowStore
    const sites = yield* SpaceSites
    const spaces = yield* Repository.make(collection)

    /** Views of those placements that are spaces the caller may view, in the given order. */
    const many = Effect.fnUntraced(function* (viewer: Viewer, placed: ReadonlyArray<Placement>) {
      const [[rows, roles], published] = yield* together(
        together(spaces.getMany(placed.map(({ id }) => id)), access.rolesOn(viewer, placed)),
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

    /** A space that the caller has just changed or been permitted to view, as they see it now. */
    const one = Effect.fnUntraced(function* (id: string) {
      const { placement, role, subject } = yield* access.findPresent("space", id)
      return yield* ofFound({ row: spaces.decode(subject), placement, role })
    })

    return { many, one, ofFound } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
