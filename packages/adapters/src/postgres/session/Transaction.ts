import { StoreError } from "@quire/core"
import { Cause, type Context, Effect, Exit, Random, Semaphore } from "effect"
import { pause } from "../Pause.ts"
import type { Connection, DeferredCommand } from "./Connection.ts"
import * as Failure from "./Failure.ts"
import type { StatementBatch } from "./StatementBatch.ts"

export type Restore = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Lends a connection that no other fiber uses. Waiting for it is interruptible; its use is only within `restore`. */
export type Lease = <A, E, R>(
  use: (connection: Connection, restore: Restore) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

/** State of one run of an outermost transaction, shared with its savepoints. */
export interface Run {
  conflict: boolean
  /** Whether it is inside a host's transaction, which must not be run again. */
  hosted: boolean
  /** Called when it is committed. */
  readonly callbacks: Array<() => void>
}

/** A request to a connection. */
export type ConnectionTask<A> = (connection: Connection) => Effect.Effect<A, StoreError.StoreError>

/** The private token of a transaction or savepoint: its statements run one after another until it ends. */
export class Frame {
  readonly turn = Semaphore.makeUnsafe(1)
  readonly connection: Connection
  readonly run: Run
  /** The number of enclosing frames. */
  readonly depth: number
  isOpen = true
  /** Whether a statement in it failed that no inner savepoint rolled back. */
  hasFailed = false
  constructor(connection: Connection, run: Run, depth: number) {
    this.connection = connection
    this.run = run
    this.depth = depth
  }
}

/** Whether a transaction is open, and where statements go. */
export type Base = { readonly _tag: "Idle"; readonly lease: Lease } | { readonly _tag: "Inside"; readonly frame: Frame }

/** Where the statements of the current fiber are sent: individually, or together with those of concurrent fibers. */
export type StatementScope =
  | Base
  | { readonly _tag: "Batched"; readonly gathering: StatementBatch; readonly base: Base }

export const baseOf = (place: StatementScope): Base => (place._tag === "Batched" ? place.base : place)

/** The commands that begin, keep and undo a unit of work. `kept` is the tag that confirms `keep`. */
export interface Verbs {
  readonly begin: readonly [string, ...ReadonlyArray<string>]
  readonly keep: string
  readonly kept: string
  readonly undo: string
  /** Releases a savepoint after it was undone. */
  readonly release?: string
}

/** Statement and lock timeouts that apply to a single transaction, in milliseconds. */
export const transactionVerbs = (limit: number | undefined, lockLimit: number | undefined): Verbs => ({
  begin: [
    "BEGIN ISOLATION LEVEL READ COMMITTED",
    ...(limit === undefined ? [] : [`SET LOCAL statement_timeout = ${limit}`]),
    ...(lockLimit === undefined ? [] : [`SET LOCAL lock_timeout = ${lockLimit}`])
  ],
  keep: "COMMIT",
  kept: "COMMIT",
  undo: "ROLLBACK"
})

/** Savepoints are named by depth, so that undoing one undoes those inside. */
export const savepointVerbs = (depth: number): Verbs => {
  const name = `quire_${depth}`
  return {
    begin: [`SAVEPOINT ${name}`],
    keep: `RELEASE SAVEPOINT ${name}`,
    kept: "RELEASE",
    undo: `ROLLBACK TO SAVEPOINT ${name}`,
    release: `RELEASE SAVEPOINT ${name}`
  }
}

const dieWith = (operation: string, message: string, unavailable = false) =>
  Effect.die(new StoreError.StoreError({ operation, cause: new Error(message), unavailable }))

/** Turns failures into defects and records conflicts, as the body may hide them. */
export const runTask = <A>(connection: Connection, run: Run, question: ConnectionTask<A>): Effect.Effect<A> =>
  Effect.catch(question(connection), (error) => {
    run.conflict ||= Failure.isConflict(error)
    return Effect.die(error)
  })

const requireOpen = <A, E, R>(frame: Frame, operation: string, self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => (frame.isOpen ? self : dieWith(operation, "the transaction has ended")))

const askWithin = <A>(frame: Frame, question: ConnectionTask<A>): Effect.Effect<A> =>
  Effect.onError(runTask(frame.connection, frame.run, question), () =>
    Effect.sync(() => {
      frame.hasFailed = true
    })
  )

/** Runs a statement once the previous ones have finished; dies when the frame has ended. */
export const runStatement = <A>(frame: Frame, operation: string, question: ConnectionTask<A>): Effect.Effect<A> =>
  frame.turn.withPermit(requireOpen(frame, operation, askWithin(frame, question)))

/**
 * Holds a statement back until the next one, in the same order as if it ran at once. Not in a savepoint, which would take
 * it back if nothing else is sent.
 */
export const deferStatement = (frame: Frame, text: string, values: ReadonlyArray<unknown>): Effect.Effect<void> =>
  frame.depth > 0
    ? Effect.asVoid(runStatement(frame, text, ({ run }) => run(text, values)))
    : frame.turn.withPermit(
        requireOpen(
          frame,
          text,
          Effect.sync(() => void frame.connection.defer(text, values))
        )
      )

/** Runs a nested transaction as part of the enclosing one. */
export const joinTransaction = <A, E, R>(frame: Frame, body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  requireOpen(frame, "atomic", body)

const undoWork = ({ connection, depth }: Frame, verbs: Verbs, begun: DeferredCommand) =>
  Effect.suspend(() => {
    const isWaiting = connection.isWaiting(begun)
    connection.takeBack(begun)
    if (isWaiting) return Effect.void
    const undone = Effect.asVoid(connection.run(verbs.undo))
    const { release } = verbs
    if (release === undefined) return undone
    const released: Effect.Effect<unknown, StoreError.StoreError> =
      depth === 0 ? connection.run(release) : Effect.sync(() => connection.defer(release))
    return Effect.andThen(undone, Effect.asVoid(released))
  }).pipe(Effect.ignore)

/**
 * Ends the frame, then keeps or undoes the work: later uses of the frame die. Work that has sent nothing needs neither,
 * and a savepoint without failures is released with the next command.
 */
const finish = Effect.fnUntraced(function* <A, E>(
  frame: Frame,
  verbs: Verbs,
  begun: DeferredCommand,
  exit: Exit.Exit<A, E>
) {
  const { connection, depth, run } = frame
  yield* frame.turn.withPermit(
    Effect.sync(() => {
      frame.isOpen = false
    })
  )
  if (Exit.isFailure(exit)) {
    yield* undoWork(frame, verbs, begun)
    return yield* exit
  }
  if (!frame.hasFailed && connection.isWaiting(begun)) {
    connection.takeBack(begun)
    return exit.value
  }
  if (!frame.hasFailed && depth > 0) {
    connection.defer(verbs.keep)
    return exit.value
  }
  const answer = yield* Effect.onError(
    runTask(connection, run, ({ run: ask }) => ask(verbs.keep)),
    () => undoWork(frame, verbs, begun)
  )
  if (answer.tag !== verbs.kept) {
    return yield* dieWith(verbs.keep, "rolled back because a statement inside failed", run.conflict)
  }
  return exit.value
})

const callBack = ({ depth, run }: Frame) => {
  if (depth === 0) for (const callback of run.callbacks) callback()
}

/** Registers a callback for the commit of the outermost transaction. */
export const afterCommit = (frame: Frame, callback: () => void): Effect.Effect<void> =>
  requireOpen(
    frame,
    "afterCommit",
    Effect.sync(() => void frame.run.callbacks.push(callback))
  )

/**
 * Runs the body in a separate frame on the connection; everything but the body is uninterruptible. The opening commands
 * are sent with the first statement inside.
 */
export const enclose = <A, E, R>(
  place: Context.Reference<StatementScope>,
  frame: Frame,
  verbs: Verbs,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      const [first, ...settings] = verbs.begin
      const begun = frame.connection.defer(first)
      for (const setting of settings) frame.connection.defer(setting)
      return Effect.flatMap(
        Effect.exit(restore(Effect.provideService(body, place, { _tag: "Inside", frame }))),
        (exit) => Effect.tap(finish(frame, verbs, begun, exit), () => Effect.sync(() => callBack(frame)))
      )
    })
  )

/**
 * Runs the body in a savepoint. The enclosing frame is locked while it runs, so that statements of siblings cannot end
 * up in it.
 */
export const runNested = <A, E, R>(
  place: Context.Reference<StatementScope>,
  frame: Frame,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  frame.turn.withPermit(
    Effect.suspend(() => {
      const depth = frame.depth + 1
      const inside = new Frame(frame.connection, frame.run, depth)
      return requireOpen(frame, "attempt", enclose(place, inside, savepointVerbs(depth), body))
    })
  )

const retries = 5
const firstDelay = 4

/**
 * Retries a whole transaction after a serialization failure or a deadlock, at most 5 times, with a delay that about
 * doubles each time; never in a host's transaction.
 */
export const retryConflicts = <A, E, R>(
  attempt: (run: Run) => Effect.Effect<A, E, R>,
  count = 0
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const run: Run = { conflict: false, hosted: false, callbacks: [] }
    return Effect.catchCause(attempt(run), (cause) => {
      const again = run.conflict && !run.hosted && count < retries
      if (!again || Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const delay = Effect.map(Random.nextBetween(0.5, 1.5), (part) => firstDelay * 2 ** count * part)
      return Effect.andThen(Effect.flatMap(delay, pause), retryConflicts(attempt, count + 1))
    })
  })
