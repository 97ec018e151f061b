import { StoreError } from "@quire/core"
import { Cause, Effect, Schema } from "effect"
import type * as DatabaseUrl from "../../text/DatabaseUrl.ts"
import type { Completion } from "./Exchange.ts"
import * as Failure from "./Failure.ts"
import type { PrimaryPosition } from "./Position.ts"
import * as Position from "./Position.ts"
import { type Answer, type Statement, textOf } from "./Statement.ts"
import type * as Transaction from "./Transaction.ts"

/** The state of a replica, as queried by `Position.lookAtReplica`. */
export const Standby = Schema.Struct({
  at: Schema.NullOr(Schema.String),
  identity: Schema.String,
  isolation: Schema.String,
  timeline: Schema.String
})

const decode = Schema.decodeUnknownEffect(Schema.Tuple([Standby]))

const read = (answer: Completion | undefined): Effect.Effect<typeof Standby.Type> =>
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

/** A time of this process in milliseconds, and the number of commits of the session that had been acknowledged. */
export interface CommitMark {
  readonly at: number
  readonly commits: number
}

const never: CommitMark = { at: Number.NEGATIVE_INFINITY, commits: -1 }

/** The first of the defects, in words. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  const reason = failure instanceof StoreError.StoreError ? failure.cause : failure
  return reason instanceof Error && reason.message !== "" ? reason.message : String(reason)
}

/** Whether the replica refused one statement, and is there for the next. */
const isRefusal = (cause: Cause.Cause<unknown>): boolean => {
  const failure = Cause.squash(cause)
  return (
    failure instanceof StoreError.StoreError && Failure.isReported(failure.cause) && !Failure.isFatal(failure.cause)
  )
}

/** The state of a replica as known to this process. */
export class Replica {
  readonly where: DatabaseUrl.Location
  readonly #lease: Transaction.Lease
  /** Why it is not read; undefined while it is. */
  fault: Fault | undefined = { reason: "it has not been checked yet", passes: true }
  /** Everything acknowledged before this time has been applied. */
  current = never
  /** How far it has applied the log, at least. */
  applied: Position.Position = { at: -1n, timeline: "" }
  /** Statements that it has answered. */
  answered = 0

  constructor(where: DatabaseUrl.Location, lease: Transaction.Lease) {
    this.where = where
    this.#lease = lease
  }

  /** Its name in logs and metrics. */
  get name(): string {
    return this.where.servers
  }

  readonly #ask = (commands: ReadonlyArray<{ readonly text: string; readonly values: ReadonlyArray<unknown> }>) =>
    this.#lease((connection) => Effect.orDie(connection.runAll(commands)))

  /** Whether it has applied everything before a position. */
  readonly has = ({ at, timeline }: Position.Position): boolean =>
    this.applied.timeline === timeline && this.applied.at >= at

  /**
   * Queries the state of the replica, and whether it has reached the position that the primary had at a given moment.
   */
  readonly look = (primary: Position.PrimaryPosition, moment: CommitMark): Effect.Effect<void> =>
    Effect.flatMap(this.#ask([Position.lookAtReplica]), ([answer]) => read(answer)).pipe(
      Effect.matchCause({
        onFailure: (cause) => this.lose({ reason: reasonOf(cause), passes: true }),
        onSuccess: (standby) => {
          const fault = findFault(standby, primary)
          if (fault !== undefined) return this.lose(fault)
          this.fault = undefined
          this.applied = { at: BigInt(standby.at ?? -1), timeline: standby.timeline }
          if (this.has(primary)) this.current = moment
        }
      })
    )

  readonly lose = (fault: Fault): void => {
    this.fault = fault
    this.current = never
  }

  readonly #read = (
    needed: Position.Position,
    [positionResult, answer]: ReadonlyArray<Completion>
  ): Effect.Effect<Answer | undefined> =>
    Effect.map(Position.readApplied(positionResult), (applied) => {
      if (applied === undefined) {
        this.lose({ reason: "it was promoted", passes: true })
        return undefined
      }
      if (answer === undefined || applied < needed.at) return undefined
      this.answered += 1
      return answer
    })

  /**
   * Runs a statement if the replica is known to have applied everything before the position; undefined where the
   * statement must go to the primary. The position of the replica is queried before the statement, in the same
   * exchange.
   */
  readonly answer = (statement: Statement, needed: Position.Position): Effect.Effect<Answer | undefined> => {
    const { sql, values } = statement
    const asked = Effect.flatMap(this.#ask([Position.ofReplica, { text: textOf(sql), values }]), (answers) =>
      this.#read(needed, answers)
    )
    return Effect.catchCause(asked, (cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      if (!isRefusal(cause)) this.lose({ reason: reasonOf(cause), passes: true })
      return Effect.succeed(undefined)
    })
  }
}
