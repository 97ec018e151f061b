import { Clock, Context, Data, Effect, Layer, type Scope } from "effect"
import type { Actor } from "../operation/Actor.ts"
import { RowStore } from "../store/RowStore.ts"
import type * as Job from "./Job.ts"
import * as JobKind from "./JobKind.ts"
import type { Again, JobRun } from "./JobRun.ts"
import { JobStore } from "./JobStore.ts"

/** The handler for the jobs of one kind. */
export interface Handler {
  readonly terms: JobKind.Terms
  /** Whether the kind is recurring. */
  readonly isStanding: boolean
  readonly handle: (run: JobRun<string>) => Effect.Effect<Again | void, unknown, Actor>
}

export interface JobTiming {
  /** Epoch ms before which the job does not run; now when absent. */
  readonly runAt?: number
  /** For shared kinds, the organization whose share of the kind the job belongs to (rule jobs-shared). */
  readonly share?: string
}

/** A job that is offered with others: its key, its payload, and its share for a shared kind. */
type JobOffer<A> = readonly [key: string, payload: A, share?: string]

const misuse = (message: string) => Effect.die(new Error(message))

/** Contains nothing from the payload, which may be user data. */
class Unreadable extends Data.TaggedError("Unreadable") {
  override get message() {
    return "the payload of the job cannot be decoded"
  }
}

/** The key and payload of recurring jobs. */
const standing = { key: "", payload: "null" } as const

/**
 * Background work. A service declares a `JobKind`, registers a handler when it is created, and offers jobs in the
 * transactions that need them; a runner in any process runs them (rule jobs-once).
 */
export class Jobs extends Context.Service<Jobs>()("@quire/core/Jobs", {
  make: Effect.gen(function* () {
    const store = yield* JobStore
    const rows = yield* RowStore
    const handlers = new Map<string, Handler>()
    const listeners = new Set<() => void>()

    /** Wakes the runners of this process when the current transaction is committed. */
    const nudge = rows.afterCommit(() => {
      for (const listener of listeners) listener()
    })

    /** Registers a callback that runs when an offer of this process was committed. */
    const listen = (listener: () => void): Effect.Effect<void, never, Scope.Scope> =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
      )

    const register = (handler: Handler) =>
      Effect.suspend(() => {
        const { name } = handler.terms
        if (name === "" || name.length > JobKind.limits.nameLength)
          return misuse(`"${name}" is not a valid name for a job kind`)
        if (handlers.has(name)) return misuse(`a handler for jobs of kind "${name}" is already registered`)
        handlers.set(name, handler)
        return Effect.void
      })

    /**
     * Registers the handler for the jobs of a kind. It runs in the process that registered it, with the host as the
     * caller (`Actor`).
     */
    const handle = <A>(
      kind: JobKind.JobKind<A>,
      handler: (run: JobRun<A>) => Effect.Effect<Again | void, unknown, Actor>
    ): Effect.Effect<void> =>
      register({
        terms: kind,
        isStanding: false,
        handle: (run) =>
          Effect.flatMap(
            Effect.mapError(kind.decode(run.payload), () => new Unreadable()),
            (payload) => handler({ ...run, payload })
          )
      })

    /** Runs an effect periodically, in one process at a time (rule jobs-repeated). */
    const repeat = (kind: JobKind.RepeatingKind, body: Effect.Effect<unknown, unknown, Actor>): Effect.Effect<void> =>
      register({
        terms: kind,
        isStanding: true,
        handle: () => Effect.map(Effect.andThen(body, Clock.currentTimeMillis), (now) => ({ again: now + kind.every }))
      })

    const makeOffer = Effect.fnUntraced(function* <A>(
      kind: JobKind.JobKind<A>,
      key: string,
      payload: A,
      { runAt, share }: JobTiming
    ) {
      const text = kind.encode(payload)
      if (key.length > JobKind.limits.keyLength) return yield* misuse(`a key of job kind "${kind.name}" is too long`)
      if (kind.isShared !== (share !== undefined)) {
        return yield* misuse(
          `a job of kind "${kind.name}" ${kind.isShared ? "requires a share" : "cannot have a share"}`
        )
      }
      if (text.length > JobKind.limits.payloadLength)
        return yield* misuse(`a payload of job kind "${kind.name}" is too long`)
      const at = yield* Clock.currentTimeMillis
      const offer: Job.Offer = { kind: kind.name, key, payload: text, runAt: runAt ?? at, at }
      return share === undefined ? offer : { ...offer, share }
    })

    /**
     * Offers a job in the current transaction (rule jobs-offered), after all other locks, because it locks the job. It
     * supersedes an earlier offer of the same kind and key, and discards the results of a run of that offer.
     */
    const offer = <A>(kind: JobKind.JobKind<A>, key: string, payload: A, when: JobTiming = {}): Effect.Effect<void> =>
      makeOffer(kind, key, payload, when).pipe(
        Effect.flatMap((made) => store.offer([made])),
        Effect.andThen(nudge)
      )

    /** Creates one offer for each key; the last one with a key is used. */
    const makeOffers = <A>(kind: JobKind.JobKind<A>, asked: ReadonlyArray<JobOffer<A>>) =>
      Effect.forEach(new Map(asked.map((each) => [each[0], each])).values(), ([key, payload, share]) =>
        makeOffer(kind, key, payload, share === undefined ? {} : { share })
      )

    /** Offers several jobs of a kind. */
    const offerAll = Effect.fnUntraced(function* <A>(kind: JobKind.JobKind<A>, asked: ReadonlyArray<JobOffer<A>>) {
      if (asked.length === 0) return
      yield* store.offer(yield* makeOffers(kind, asked))
      yield* nudge
    })

    /** Offers the jobs of a kind that do not exist; existing offers are not changed. */
    const offerAbsent = Effect.fnUntraced(function* <A>(kind: JobKind.JobKind<A>, asked: ReadonlyArray<JobOffer<A>>) {
      if (asked.length === 0) return
      yield* store.offerAbsent(yield* makeOffers(kind, asked))
      yield* nudge
    })

    /** Cancels an offer in the current transaction, and discards the results of a run of it (rule jobs-supersede). */
    const withdraw = <A>({ name }: JobKind.JobKind<A>, key: string): Effect.Effect<void> =>
      store.withdraw({ kind: name, key })

    /** Offers the recurring jobs that do not exist. */
    const ensureStanding = Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const names = [...handlers.values()].flatMap(({ isStanding, terms }) => (isStanding ? [terms.name] : []))
      if (names.length === 0) return
      yield* store.offerAbsent(names.map((kind) => ({ ...standing, kind, runAt: at, at })))
    })

    const registered: ReadonlyMap<string, Handler> = handlers
    return {
      ensureStanding,
      handle,
      listen,
      nudge,
      offer,
      offerAbsent,
      offerAll,
      registered,
      repeat,
      withdraw
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
