import { ReadingOnly } from "@quire/core"
import { Effect } from "effect"
import * as Position from "./Position.ts"
import type { Replica } from "./Replica.ts"
import type { Replicas } from "./Replicas.ts"
import { type Answer, reachOf, type Statement, textOf } from "./Statement.ts"
import * as Transaction from "./Transaction.ts"

/** Decides which server runs the statements outside of transactions. */
export interface StatementRouter {
  /** `alone` sends a single statement to the primary, or to the borrowed connection. */
  readonly send: (lease: Transaction.Lease, statement: Statement, alone: Effect.Effect<Answer>) => Effect.Effect<Answer>
  /** Runs an effect that may commit. */
  readonly writing: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Runs an effect that may commit, with or without replicas. */
export const writing = <A, E, R>(
  routing: StatementRouter | undefined,
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => (routing === undefined ? self : routing.writing(self))

/** What a read-only request has seen so far. */
interface ReadSnapshot {
  /**
   * The position in the log after everything that was read, and after everything acknowledged before the request began.
   */
  before: Position.Position | undefined
  /** When that was recorded, in milliseconds of the process. */
  at: number
  /** The replica that serves this request, so that later reads never see an earlier state. */
  replica: Replica | undefined
  /** Whether the primary serves the rest of the request. */
  stays: boolean
}

const later = (one: Position.Position | undefined, other: Position.Position): Position.Position =>
  one !== undefined && one.timeline === other.timeline && one.at > other.at ? one : other

export const make = (primary: Transaction.Lease, replicas: Replicas): StatementRouter => {
  const known = new WeakMap<object, ReadSnapshot>()
  const seenBy = (request: object): ReadSnapshot => {
    const seen = known.get(request) ?? { before: undefined, at: 0, replica: undefined, stays: false }
    known.set(request, seen)
    return seen
  }
  let turn = 0

  /** One of the suitable replicas, in round-robin order. */
  const pick = (fits: (replica: Replica) => boolean): Replica | undefined => {
    const fitting = replicas.all.filter(fits)
    turn = (turn + 1) % 1_000_000
    return fitting[turn % Math.max(fitting.length, 1)]
  }

  /** A replica for the first read of a request, which may lag by at most the staleness bound. */
  const pickLate = (seen: ReadSnapshot): Replica | undefined => {
    const replica = pick(replicas.isCurrent)
    if (replica !== undefined) {
      seen.before = replica.applied
      seen.at = performance.now()
    } else if (replicas.all.some(replicas.isReadable)) replicas.hurry()
    return replica
  }

  const pickFor = (seen: ReadSnapshot, statement: Statement): Replica | undefined => {
    const reach = reachOf(statement)
    if (seen.stays || reach === "primary") return undefined
    if (seen.before === undefined) return reach === "late" ? pickLate(seen) : undefined
    const { timeline } = seen.before
    const isFit = (replica: Replica) => replicas.isReadable(replica) && replica.applied.timeline === timeline
    if (performance.now() - seen.at > replicas.staleness) return undefined
    if (seen.replica === undefined) return pick(isFit)
    return isFit(seen.replica) ? seen.replica : undefined
  }

  /** The position is queried after the statement, so that it covers everything the statement has read. */
  const askPrimary = (seen: ReadSnapshot, statement: Statement) => {
    const at = performance.now()
    const command = { text: textOf(statement.sql), values: statement.values }
    return Transaction.retryConflicts((run) =>
      primary((connection) =>
        Transaction.runTask(connection, run, ({ runAll }) => runAll([command, Position.ofPrimary]))
      )
    ).pipe(
      Effect.flatMap(([answer, positionResult]) =>
        Effect.map(Position.readPrimary(positionResult), (position): Answer => {
          seen.before = later(seen.before, position)
          seen.at = at
          return answer ?? { rows: [], count: 0 }
        })
      )
    )
  }

  const askReplica = (seen: ReadSnapshot, replica: Replica, statement: Statement, alone: Effect.Effect<Answer>) =>
    Effect.suspend(() => {
      const { before } = seen
      if (before === undefined) return alone
      seen.replica = replica
      return Effect.flatMap(replica.answer(statement, before), (answer) => {
        if (answer !== undefined) return Effect.succeed(answer)
        seen.stays = true
        replicas.stayed += 1
        return alone
      })
    })

  const read = (request: object, statement: Statement, alone: Effect.Effect<Answer>) =>
    Effect.suspend(() => {
      const seen = seenBy(request)
      const replica = pickFor(seen, statement)
      if (replica !== undefined) return askReplica(seen, replica, statement, alone)
      if (reachOf(statement) !== "primary") replicas.stayed += 1
      if (!replicas.all.some(replicas.isReadable)) seen.stays = true
      return seen.stays ? alone : askPrimary(seen, statement)
    })

  const counted: StatementRouter["writing"] = (self) =>
    Effect.flatMap(ReadingOnly.ReadingOnly, (request) => {
      if (request !== undefined) seenBy(request).stays = true
      return Effect.ensuring(self, Effect.sync(replicas.countCommit))
    })

  return {
    send: (lease, statement, alone) =>
      Effect.flatMap(ReadingOnly.ReadingOnly, (request) => {
        const reach = reachOf(statement)
        if (reach === "aside") return alone
        if (reach === "writes") return counted(alone)
        return request === undefined || lease !== primary ? alone : read(request, statement, alone)
      }),
    writing: counted
  }
}
