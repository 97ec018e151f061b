import { randomUUID } from "node:crypto"
import { StoreError } from "@quire/core"
import { Context, Effect, Exit, Layer, Option, Ref, type Result, Semaphore } from "effect"
import * as MemoryState from "./MemoryState.ts"
import * as References from "./References.ts"

/** The last lock in the global order, and all locks held. */
export interface Locks {
  last: { readonly rank: number; readonly id: string } | undefined
  readonly held: Set<string>
}

/** A running transaction: a draft visible to it alone, until it is published or dropped. */
export interface Transaction {
  open: boolean
  draft: MemoryState.MemoryState
  readonly locks: Locks
  /** Rows whose references are checked when the transaction ends. */
  readonly unchecked: Array<References.RowName>
  /** Called when it is published. */
  readonly callbacks: Array<() => void>
}

const storeError = (operation: string, cause: unknown) =>
  cause instanceof StoreError.StoreError ? cause : new StoreError.StoreError({ operation, cause, unavailable: false })

const attempt = <A>(operation: string, evaluate: () => A): Effect.Effect<A> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(evaluate())
    } catch (cause) {
      return Effect.die(storeError(operation, cause))
    }
  })

/**
 * The state behind the ports in memory, shared by all of them. Transactions run one after the other, each on a draft
 * that is published in one step, so outside readers see only committed state. An exception in a callback is a defect
 * (`StoreError`), and leaves the draft unchanged.
 */
export class MemoryStore extends Context.Service<
  MemoryStore,
  {
    /** Reads the draft inside a transaction, otherwise the committed state. */
    readonly read: <A>(operation: string, f: (state: MemoryState.MemoryState) => A) => Effect.Effect<A>
    /** Reads the committed state, even inside a transaction. */
    readonly readCommitted: <A>(operation: string, f: (state: MemoryState.MemoryState) => A) => Effect.Effect<A>
    /** Writes to the current transaction, or to a new one. */
    readonly write: <A, E = never>(
      operation: string,
      f: (transaction: Transaction) => Result.Result<A, E>
    ) => Effect.Effect<A, E>
    /** Uses the current transaction; a defect outside of one. */
    readonly within: <A>(operation: string, f: (transaction: Transaction) => A) => Effect.Effect<A>
    /** Calls back when the current transaction is published, at once outside of one. */
    readonly afterCommit: (callback: () => void) => Effect.Effect<void>
    readonly atomic: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@quire/adapters/MemoryStore") {
  static readonly layer = Layer.sync(this, () => make())
}

const make = (): typeof MemoryStore.Service => {
  const { events } = MemoryState.empty
  const committed = Ref.makeUnsafe<MemoryState.MemoryState>({
    ...MemoryState.empty,
    events: { ...events, epochs: [randomUUID()] }
  })
  const current = Context.Reference(`@quire/adapters/MemoryStore/current/${randomUUID()}`, {
    defaultValue: () => Option.none<Transaction>()
  })
  const oneAtATime = Semaphore.makeUnsafe(1)

  /** Runs `f` on the transaction of this fiber, if any, in the same step that checks whether it is still open. */
  const withTransaction = <A>(operation: string, f: (transaction: Option.Option<Transaction>) => A): Effect.Effect<A> =>
    Effect.flatMap(current, (transaction) =>
      attempt(operation, () => {
        if (Option.exists(transaction, ({ open }) => !open)) throw new Error("the transaction has ended")
        return f(transaction)
      })
    )

  const run = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const transaction: Transaction = {
          open: true,
          draft: yield* Ref.get(committed),
          locks: { last: undefined, held: new Set() },
          unchecked: [],
          callbacks: []
        }
        const exit = yield* Effect.exit(restore(Effect.provideService(body, current, Option.some(transaction))))
        transaction.open = false
        if (Exit.isSuccess(exit)) {
          yield* attempt("commit", () => References.check(transaction.draft.tables, transaction.unchecked))
          yield* Ref.set(committed, transaction.draft)
          for (const callback of transaction.callbacks) callback()
        }
        return yield* exit
      })
    )

  const atomic = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(withTransaction("atomic", Option.isSome), (nested) =>
      nested ? body : oneAtATime.withPermits(1)(run(body))
    )

  const within = <A>(operation: string, f: (transaction: Transaction) => A): Effect.Effect<A> =>
    withTransaction(operation, (transaction) => {
      if (Option.isNone(transaction)) throw new Error("no transaction is active")
      return f(transaction.value)
    })

  const afterCommit = (callback: () => void) =>
    withTransaction("afterCommit", (transaction) => {
      if (Option.isSome(transaction)) transaction.value.callbacks.push(callback)
      else callback()
    })

  return {
    afterCommit,
    atomic,
    within,
    read: (operation, f) =>
      Effect.flatMap(Ref.get(committed), (state) =>
        withTransaction(operation, (transaction) => f(Option.isSome(transaction) ? transaction.value.draft : state))
      ),
    readCommitted: (operation, f) =>
      Effect.flatMap(Ref.get(committed), (state) => withTransaction(operation, () => f(state))),
    write: (operation, f) => atomic(Effect.flatMap(within(operation, f), Effect.fromResult))
  }
}
