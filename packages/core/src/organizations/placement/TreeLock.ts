import { Data, Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type { Actor } from "../../foundation/operation/Actor.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection } from "./OrganizationTree.ts"

/** What was decided about is in another organization by now than those that were locked. */
class Transferred extends Data.TaggedError("Transferred") {}

/** More transfers of one thing than happen while somebody asks for it. */
const tries = 3

/** Changes of what the trees of organizations guard: places, members, teams, invites and fields. */
export const make = Effect.gen(function* () {
  const trees = yield* Repository.make(Repository.withoutCounters(collection))
  const mutation = yield* Mutation.make

  /** Locks trees, in id order. The first lock of the mutation that calls it. */
  const lock = (...organizations: ReadonlyArray<OrganizationId>) => Effect.asVoid(trees.lock(organizations))

  /** Runs the body in a mutation that holds the tree. What was decided before may be so no more. */
  const withTreeLock = <A, E, R>(organization: OrganizationId, body: Effect.Effect<A, E, R>) =>
    mutation(Effect.andThen(lock(organization), body))

  /**
   * Runs the body in a mutation that holds the tree. `decide` says who may and what it is about: it is asked before the
   * lock, so that nobody waits for those who may not, and on fresh facts under it.
   */
  const decideAndLock = <O, E, R, A, E2, R2>(
    organization: OrganizationId,
    decide: Effect.Effect<O, E, R>,
    body: (decided: O) => Effect.Effect<A, E2, R2>
  ) => Effect.andThen(decide, withTreeLock(organization, Effect.flatMap(decide, body)))

  /**
   * The same with the trees that follow from what was decided. Where they are others under the lock, all of it is done
   * once more.
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
      return mutation(Effect.andThen(lock(...held), again))
    }).pipe(
      Effect.retry({ times: tries, while: (error) => error instanceof Transferred }),
      Effect.catchIf(
        (error) => error instanceof Transferred,
        (error) => Effect.die(error)
      )
    )

  return { lock, withTreeLock, decideAndLock, decideAndLockTrees } as const
})
