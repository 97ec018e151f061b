import { Effect, Schema } from "effect"
import type { Completion } from "./Exchange.ts"
import type { PrimaryPosition } from "./Position.ts"

/** The state of a replica, as queried by `Position.lookAtReplica`. */
export const Standby = Schema.Struct({
  at: Schema.NullOr(Schema.String),
  identity: Schema.String,
  isolation: Schema.String,
  timeline: Schema.String
})

const decode = Schema.decodeUnknownEffect(Schema.Tuple([Standby]))

export const read = (answer: Completion | undefined): Effect.Effect<typeof Standby.Type> =>
  Effect.orDie(Effect.map(decode(answer?.rows ?? []), ([row]) => row))

/** Why a replica is not used, and whether the reason may go away without intervention. */
export interface Fault {
  readonly reason: string
  readonly passes: boolean
}

/** Why a server cannot be used as a replica of the primary; undefined where it can (rule replica-fit). */
export const findFault = (
  { at, identity, isolation, timeline }: typeof Standby.Type,
  primary: PrimaryPosition
): Fault | undefined => {
  if (identity !== primary.identity) return { reason: "it is not a copy of the primary's database", passes: false }
  if (isolation !== "read committed")
    return {
      reason: `default_transaction_isolation must be "read committed" on the replica, not "${isolation}"`,
      passes: false
    }
  if (at === null) return { reason: "it is not a replica: it was promoted, or it is the primary", passes: true }
  return timeline === primary.timeline
    ? undefined
    : {
        reason: "its timeline differs from the primary's, or it has not yet reported its timeline",
        passes: true
      }
}
