import { Context, Data, Effect, Layer, Schema } from "effect"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import type { Actor } from "../../foundation/operation/Actor.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/**
 * The row that every write of an organization's placements locks first. It has the organization's id, and counts the
 * organization's active spaces, its collections and sites.
 */
export const OrganizationTree = Schema.Struct({ id: OrganizationId })
export type OrganizationTree = typeof OrganizationTree.Type

export const collection = Repository.collection({
  name: "organization_trees",
  schema: OrganizationTree,
  columns: {},
  indexes: {},
  unique: {},
  references: [{ column: "id", to: "organizations", onDelete: "cascade" }],
  counters: ["spaces", "collections", "sites"],
  rank: 0
})

/** The subject of the decision has moved to an organization that is not locked. */
class Transferred extends Data.TaggedError("Transferred") {}

/** Maximum number of attempts, more than concurrent transfers of one resource can cause. */
const tries = 3

/** Locks for changes guarded by organization trees: placements, members, teams, invites and custom fields. */
export class TreeLock extends Context.Service<TreeLock>()("@quire/core/TreeLock", {
  make: Effect.gen(function* () {
    const trees = yield* Repository.make(Repository.withoutCounters(collection))
    const { mutate } = yield* Mutation

    /** Locks trees, in id order. Must be the first lock of a mutation. */
    const lock = (...organizations: ReadonlyArray<OrganizationId>) => trees.lockOnly(organizations)

    /** Runs the body in a mutation that has locked the tree. Earlier decisions may no longer be valid. */
    const withTreeLock = <A, E, R>(organization: OrganizationId, body: Effect.Effect<A, E, R>) =>
      mutate(Effect.andThen(lock(organization), body))

    /**
     * Runs the body in a mutation that has locked the tree. `decide` checks permission and finds the subject. It runs
     * before the lock, so that callers without permission do not delay others, and again under the lock on fresh facts.
     */
    const decideAndLock = <O, E, R, A, E2, R2>(
      organization: OrganizationId,
      decide: Effect.Effect<O, E, R>,
      body: (decided: O) => Effect.Effect<A, E2, R2>
    ) => Effect.andThen(decide, withTreeLock(organization, Effect.flatMap(decide, body)))

    /**
     * Like `decideAndLock`, with the trees that follow from the decision. If the second decision needs other trees,
     * everything is retried.
     */
    const decideAndLockTrees = <O, E, R, A, E2, R2>(
      treesOf: (decided: O) => ReadonlyArray<OrganizationId>,
      decide: Effect.Effect<O, E, R>,
      body: (decided: O) => Effect.Effect<A, E2, R2>
    ): Effect.Effect<A, E | E2, R | R2 | Actor> =>
      Effect.flatMap(decide, (first) => {
        const held = treesOf(first)
        const again = Effect.flatMap(
          decide,
          (decided): Effect.Effect<A, E2 | Transferred, R2> =>
            treesOf(decided).every((tree) => held.includes(tree)) ? body(decided) : new Transferred()
        )
        return mutate(Effect.andThen(lock(...held), again))
      }).pipe(
        Effect.retry({ times: tries, while: (error) => error instanceof Transferred }),
        Effect.catchIf(
          (error) => error instanceof Transferred,
          (error) => Effect.die(error)
        )
      )

    return { lock, withTreeLock, decideAndLock, decideAndLockTrees } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}
