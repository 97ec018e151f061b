import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../foundation/operation/Actor.ts"
import { Access, type Forbidden, type PlacementAccess, permit } from "../access/Access.ts"
import type { TreeKind } from "../access/AccessFacts.ts"
import type { ContentAction } from "../access/Decision.ts"
import { isActive } from "./Placement.ts"
import { TreeLock } from "./TreeLock.ts"

/** The placement and action of an operation, and the error if there is no such placement. */
export interface PlacementTarget<E> {
  readonly kind: TreeKind
  readonly id: string
  readonly action: ContentAction
  readonly notFound: (id: string) => E
}

/** Finds placements for changes, and locks their trees. */
export class LockedPlacement extends Context.Service<LockedPlacement>()("@quire/core/LockedPlacement", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { decideAndLockTrees } = yield* TreeLock

    /**
     * Finds a placement that is not deleted, for a caller who may perform the action. A deleted one is treated as unknown
     * (rule space-deleted).
     */
    const findActive = Effect.fnUntraced(function* <E>({ action, id, kind, notFound }: PlacementTarget<E>) {
      const found = yield* access.placement(kind, id, "content:view", notFound)
      if (!isActive(found.placement.value)) return yield* Effect.fail(notFound(id))
      yield* permit(found, action)
      return found
    })

    /**
     * Runs the body in a transaction that has locked the tree of the placement's organization, with the placement as read
     * under the lock. `find` decides which states are acceptable; it runs before the lock and again under it.
     */
    const withPlacement = <E, A, E2, R>(
      find: Effect.Effect<PlacementAccess, E, Actor>,
      body: (found: PlacementAccess) => Effect.Effect<A, E2, R>
    ) => decideAndLockTrees(({ placement }) => [placement.value.organization], find, body)

    const withActive = <E, A, E2, R>(
      wanted: PlacementTarget<E>,
      body: (found: PlacementAccess) => Effect.Effect<A, E2, R>
    ): Effect.Effect<A, E | Forbidden | E2, R | Actor> => withPlacement(findActive(wanted), body)

    return { findActive, withActive, withPlacement } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, TreeLock.layer]))
}
