import { Effect, Exit, Fiber, Option, type Scope } from "effect"
import { pause } from "../Pause.ts"
import * as Position from "./Position.ts"
import type { CommitMark, Replica } from "./Replica.ts"
import type * as Transaction from "./Transaction.ts"

/** The default staleness in milliseconds. */
export const usualStaleness = 2_000

/** Times in milliseconds. */
const times = {
  /** Timeout for the status query of a replica. */
  patience: 1_000,
  /** The longest pause between two checks of the replicas. */
  longestPause: 1_000,
  /** The shortest one, when reading waits for a replica to be current again. */
  shortestPause: 20,
  /** Time after which a primary that does not respond counts as absent. */
  primaryPatience: 5_000,
  /** How long replicas serve published sites while there is no primary. */
  longestOutage: 600_000
} as const

/** The position of the primary, and when it was queried. */
interface PrimarySeen {
  readonly primary: Position.PrimaryPosition
  readonly moment: CommitMark
}

/** The replicas of a session, and how many commits it has acknowledged. */
export interface Replicas {
  readonly all: ReadonlyArray<Replica>
  /** Maximum lag of reads behind writes that other processes acknowledged, in milliseconds. */
  readonly staleness: number
  /** Statements that a replica could have answered, and the primary did. */
  stayed: number
  readonly commits: () => number
  readonly countCommit: () => void
  /** Whether a replica is there, and late by the bound at most, or was when the primary was last seen. */
  readonly isReadable: (replica: Replica) => boolean
  /** Whether it may serve a published site: it has all that this session has committed, unless there is no primary. */
  readonly isCurrent: (replica: Replica) => boolean
  /** Requests an early check of the replicas. */
  readonly hurry: () => void
  readonly watch: Effect.Effect<void, never, Scope.Scope>
  readonly look: Effect.Effect<void>
}

const annotated = <A, E, R>({ name }: Replica, log: Effect.Effect<A, E, R>) =>
  Effect.annotateLogs(log, { replica: name })

/** Logs once when a replica is no longer used, and once when it is used again (rule replica-told). */
const tell = (replica: Replica, isRead: boolean): Effect.Effect<void> => {
  if (isRead) return annotated(replica, Effect.logInfo("reads are sent to the replica"))
  const { current, fault } = replica
  const late = performance.now() - current.at
  const reason =
    fault?.reason ?? (Number.isFinite(late) ? `it is ${Math.round(late)} ms late` : "it has not caught up yet")
  return annotated(
    replica,
    Effect.annotateLogs(Effect.logWarning("the replica is not used; reads are sent to the primary"), { reason })
  )
}

/** Waits until a timer expires or a call ends it, whichever comes first. */
const makeWaiting = () => {
  let end = () => {}
  const wait = (millis: number): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const timer = setTimeout(() => resume(Effect.void), millis)
      end = () => {
        clearTimeout(timer)
        resume(Effect.void)
      }
      return Effect.sync(() => clearTimeout(timer))
    })
  return { wait, end: () => end() }
}

/**
 * Periodically queries the primary and then the replicas. A replica that has reached the queried position of the
 * primary has everything that was acknowledged before: this bounds its lag without comparing clocks.
 */
export const make = (primary: Transaction.Lease, all: ReadonlyArray<Replica>, staleness: number): Replicas => {
  let commits = 0
  const shown = new Map<Replica, boolean>()
  const asked = new Set<Replica>()
  const waiting = makeWaiting()
  let lastSeen: PrimarySeen | undefined
  let pending: Fiber.Fiber<PrimarySeen> | undefined
  let outage: { readonly since: number } | undefined
  /** The time from which a replica may be late by the bound: of an outage, when the primary was last seen. */
  const latest = () => {
    const now = performance.now()
    return outage !== undefined && now - outage.since <= times.longestOutage ? outage.since : now
  }
  const isReadable = ({ current, fault }: Replica) => fault === undefined && latest() - current.at <= staleness

  /**
   * Checks a replica in the background: statements cannot be interrupted, and a replica that hangs must not block
   * others.
   */
  const lookAt = Effect.fnUntraced(function* (replica: Replica, seen: Position.PrimaryPosition, moment: CommitMark) {
    if (asked.has(replica)) return
    asked.add(replica)
    const ended = Effect.sync(() => void asked.delete(replica))
    const query = yield* Effect.forkDetach(Effect.ensuring(replica.look(seen, moment), ended))
    const answered = Effect.as(Fiber.await(query), true)
    if (!(yield* Effect.raceFirst(answered, Effect.as(pause(times.patience), false))))
      replica.lose({ reason: "it does not respond in time", passes: true })
  })

  const tellOf = (replica: Replica) =>
    Effect.suspend(() => {
      const isRead = isReadable(replica)
      if (shown.get(replica) === isRead) return Effect.void
      shown.set(replica, isRead)
      return tell(replica, isRead)
    })

  const lookAtPrimary = Effect.gen(function* () {
    const moment = { at: performance.now(), commits }
    const [answer] = yield* primary((connection) => Effect.orDie(connection.runAll([Position.lookAtPrimary])))
    return { primary: yield* Position.readLooked(answer), moment }
  })

  /** Runs in the background as well, so that a primary that hangs is an outage before the deadline of the statement. */
  const queryPrimary = Effect.gen(function* () {
    const query = pending ?? (yield* Effect.forkDetach(lookAtPrimary))
    pending = query
    const ended = Effect.map(Fiber.await(query), (exit) => {
      pending = undefined
      return Option.some(exit)
    })
    return yield* Effect.raceFirst(ended, Effect.as(pause(times.primaryPatience), Option.none()))
  })

  /** While there is no primary, replicas are compared with its last position. */
  const look = Effect.gen(function* () {
    const response = yield* queryPrimary
    if (Option.isSome(response) && (Exit.isSuccess(response.value) || lastSeen === undefined)) {
      lastSeen = yield* response.value
      outage = undefined
    } else if (lastSeen !== undefined) outage ??= { since: lastSeen.moment.at }
    const seen = lastSeen
    if (seen === undefined) return
    yield* Effect.forEach(
      all,
      (replica) => Effect.andThen(lookAt(replica, seen.primary, seen.moment), tellOf(replica)),
      { concurrency: "unbounded", discard: true }
    )
  })

  const rest = Effect.andThen(
    Effect.suspend(() => waiting.wait(Math.min(staleness / 4, times.longestPause))),
    pause(times.shortestPause)
  )
  const watch = Effect.asVoid(Effect.forkScoped(Effect.forever(Effect.andThen(rest, Effect.exit(look)))))
  return {
    all,
    staleness,
    stayed: 0,
    commits: () => commits,
    countCommit: () => {
      commits += 1
    },
    isReadable,
    isCurrent: (replica) => isReadable(replica) && (outage !== undefined || replica.current.commits === commits),
    hurry: waiting.end,
    watch,
    look
  }
}
