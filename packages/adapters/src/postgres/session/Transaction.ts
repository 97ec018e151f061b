import { StoreError } from "@quire/core"
import { Cause, type Context, Effect, Exit, Random, Semaphore } from "effect"
import type { QueryResult } from "pg"
import { pause } from "../Pause.ts"
import type { Command, Connection } from "./Connection.ts"
import * as Failure from "./Failure.ts"
import type { Gathering } from "./Gathering.ts"

export type Restore = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Lends a connection that no other fiber uses; waiting for it can be interrupted, its use only by way of `restore`. */
export type Lease = <A, E, R>(
  use: (connection: Connection, restore: Restore) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

/** What a run from the outside met; shared by a transaction and its savepoints. */
export interface Run {
  conflict: boolean
  /** Inside a host's transaction, which is not ours to run again. */
  hosted: boolean
}

/** The private token of a transaction or savepoint: statements go through it one after the other, until it ends. */
export class Frame {
  readonly turn = Semaphore.makeUnsafe(1)
  readonly connection: Connection
  readonly run: Run
  isOpen = true
  constructor(connection: Connection, run: Run) {
    this.connection = connection
    this.run = run
  }
}

/** Whether a transaction is open, and where statements go. */
export type Base = { readonly _tag: "Idle"; readonly lease: Lease } | { readonly _tag: "Inside"; readonly frame: Frame }

/** Where the statements of the current fiber go: by themselves, or together with those of others. */
export type Place = Base | { readonly _tag: "Beside"; readonly gathering: Gathering; readonly base: Base }

export const baseOf = (place: Place): Base => (place._tag === "Beside" ? place.base : place)

/** Statements that open, keep and undo a unit of work. `kept` is the command that the server confirms it with. */
interface Verbs {
  readonly begin: string
  readonly keep: string
  readonly kept: string
  readonly undo: string
}

export const transaction = (limit: string): Verbs => ({
  begin: `BEGIN ISOLATION LEVEL READ COMMITTED${limit}`,
  keep: "COMMIT",
  kept: "COMMIT",
  undo: "ROLLBACK"
})

export const savepoint: Verbs = {
  begin: "SAVEPOINT quire",
  keep: "RELEASE SAVEPOINT quire",
  kept: "RELEASE",
  undo: "ROLLBACK TO SAVEPOINT quire; RELEASE SAVEPOINT quire"
}

const fault = (operation: string, message: string, unavailable = false) =>
  Effect.die(new StoreError.StoreError({ operation, cause: new Error(message), unavailable }))

/** Failures are defects from here on; a conflict is remembered, as the body may hide it. */
export const send = (connection: Connection, run: Run, command: Command): Effect.Effect<QueryResult> =>
  Effect.orDie(
    Effect.tapError(connection.run(command), (error) =>
      Effect.sync(() => {
        run.conflict ||= Failure.isConflict(error)
      })
    )
  )

const ifOpen = <A, E, R>(frame: Frame, operation: string, self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => (frame.isOpen ? self : fault(operation, "the transaction is over")))

/** Waits for its turn; a token that has ended dies. */
export const statement = (frame: Frame, command: Command): Effect.Effect<QueryResult> =>
  frame.turn.withPermits(1)(ifOpen(frame, command.text, send(frame.connection, frame.run, command)))

/** A transaction begun inside another is part of it. */
export const joined = <A, E, R>(frame: Frame, body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  ifOpen(frame, "atomic", body)

/** The token ends before the work is kept or undone: whoever still holds it finds it over. */
const finish = Effect.fnUntraced(function* <A, E>(frame: Frame, verbs: Verbs, exit: Exit.Exit<A, E>) {
  yield* frame.turn.withPermits(1)(
    Effect.sync(() => {
      frame.isOpen = false
    })
  )
  const undo = Effect.ignore(frame.connection.run({ text: verbs.undo }))
  if (Exit.isFailure(exit)) {
    yield* undo
    return yield* exit
  }
  const answer = yield* Effect.onError(send(frame.connection, frame.run, { text: verbs.keep }), () => undo)
  if (answer.command !== verbs.kept) {
    return yield* fault(verbs.keep, "rolled back, as a statement inside had failed", frame.run.conflict)
  }
  return exit.value
})

/** Runs the body with a token of its own on the connection; everything but the body is uninterruptible. */
export const enclose = <A, E, R>(
  place: Context.Reference<Place>,
  frame: Frame,
  verbs: Verbs,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.andThen(
      send(frame.connection, frame.run, { text: verbs.begin }),
      Effect.flatMap(Effect.exit(restore(Effect.provideService(body, place, { _tag: "Inside", frame }))), (exit) =>
        finish(frame, verbs, exit)
      )
    )
  )

/** A savepoint; while it lasts the enclosing token is taken, so that siblings' statements cannot fall into it. */
export const nested = <A, E, R>(
  place: Context.Reference<Place>,
  frame: Frame,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  frame.turn.withPermits(1)(
    ifOpen(frame, "attempt", enclose(place, new Frame(frame.connection, frame.run), savepoint, body))
  )

const retries = 5
const firstDelay = 4

/**
 * Runs the whole again after a serialization failure or a deadlock, at most 5 times, each after about twice the delay;
 * never in a host's transaction.
 */
export const persist = <A, E, R>(attempt: (run: Run) => Effect.Effect<A, E, R>, count = 0): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const run: Run = { conflict: false, hosted: false }
    return Effect.catchCause(attempt(run), (cause) => {
      const again = run.conflict && !run.hosted && count < retries
      if (!again || Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const delay = Effect.map(Random.nextBetween(0.5, 1.5), (part) => firstDelay * 2 ** count * part)
      return Effect.andThen(Effect.flatMap(delay, pause), persist(attempt, count + 1))
    })
  })
