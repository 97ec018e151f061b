import { Context, type Effect } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"

/** What people are to each other: `listing` may list the other members of an organization that both are in. */
export type Fellowship = "none" | "shared" | "listing"

/**
 * What accounts ask of organizations, which stand above them. Disabled members are nobody's fellows
 * (rule access-disabled).
 */
export class Fellows extends Context.Service<
  Fellows,
  {
    /** What `other` is to a caller: asks the same of whoever it is, or nobody. */
    readonly findFellowship: (caller: UserId, other: UserId) => Effect.Effect<Fellowship>
    /** Has members found by other words, inside the mutation that changes the person. */
    readonly updateSearchWords: (user: UserId, words: string) => Effect.Effect<void>
  }
>()("@quire/core/Fellows") {}
