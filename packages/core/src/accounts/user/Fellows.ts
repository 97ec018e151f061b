import { Context, type Effect } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"

/** How two people are related: with `listing`, the first may list the members of an organization that both are in. */
export type Fellowship = "none" | "shared" | "listing"

/**
 * Port through which accounts ask organizations, which depend on them. Disabled members are nobody's fellows
 * (rule access-disabled).
 */
export class Fellows extends Context.Service<
  Fellows,
  {
    /** How `caller` is related to `other`. Sends the same queries whether or not `other` exists. */
    readonly findFellowship: (caller: UserId, other: UserId) => Effect.Effect<Fellowship>
    /** Updates the words by which a user's memberships are found, inside the mutation that changes the user. */
    readonly updateSearchWords: (user: UserId, words: string) => Effect.Effect<void>
  }
>()("@quire/core/Fellows") {}
