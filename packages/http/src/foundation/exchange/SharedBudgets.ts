import { BudgetStore } from "@quire/core"
import { Clock, Deferred, Effect, Layer, Option, Schedule } from "effect"
import * as Lease from "./Lease.ts"
import { type Budget, pickTighter, RateLimit, limits as rateLimits, type Service } from "./RateLimit.ts"

/** Times in milliseconds. */
export const limits = {
  /** How long a server may use the tokens that it has taken. */
  life: 5_000,
  /** Divisor of a budget: the part that a server takes at a time, unless more requests wait. */
  share: 20,
  /** How long a request waits for the store. */
  patience: 500,
  /** How long each server counts separately after the store was late. */
  apart: 5_000
} as const

export interface Options {
  readonly perMinute: number
  readonly keys?: number
  /** Milliseconds. */
  readonly patience?: number
}

/** The budget of a key and that of its mutating requests. */
interface Entry {
  readonly all: Lease.Lease
  readonly mutating: Lease.Lease
  /** Requests that wait for the store. */
  waiting: number
  asking: Deferred.Deferred<boolean> | undefined
}

const leasesOf = ({ all, mutating }: Entry, isMutating: boolean): ReadonlyArray<Lease.Lease> =>
  isMutating ? [mutating, all] : [all]

const budgetOf = (entry: Entry, isMutating: boolean, now: number): Budget => {
  const all = Lease.budget(entry.all, now)
  return isMutating ? pickTighter(Lease.budget(entry.mutating, now), all) : all
}

/** Requests tokens from the store for the leases that have none; returns whether it succeeded. */
const ask = (store: BudgetStore.BudgetStore["Service"], entry: Entry, isMutating: boolean): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const until = now + limits.life
    const empty = leasesOf(entry, isMutating).filter((lease) => Lease.isEmpty(lease, now))
    const asks = empty.map((lease) => {
      const wanted = Math.max(Math.ceil(lease.most / limits.share), entry.waiting)
      return { key: lease.key, most: lease.most, wanted, unused: Lease.unused(lease) }
    })
    const answers = yield* store.take(asks, now, until)
    for (const [at, lease] of empty.entries()) {
      const answer = answers[at]
      if (answer !== undefined) Lease.fill(lease, answer, now, until)
    }
    return true
  }).pipe(Effect.catchCause(() => Effect.succeed(false)))

/** Shares one pending request to the store among all requests of a key. */
const askOnce = (store: BudgetStore.BudgetStore["Service"], entry: Entry, isMutating: boolean) =>
  Effect.suspend(() => {
    if (entry.asking !== undefined) return Effect.succeed(entry.asking)
    const asking = Deferred.makeUnsafe<boolean>()
    entry.asking = asking
    const asked = Effect.flatMap(ask(store, entry, isMutating), (answered) => {
      entry.asking = undefined
      return Deferred.succeed(asking, answered)
    })
    return Effect.as(Effect.forkDetach(asked), asking)
  }).pipe(Effect.uninterruptible)

const makeEntries = ({ keys = rateLimits.keys, perMinute }: Options) => {
  const entries = new Map<string, Entry>()
  const mutatingLimit = Math.max(Math.floor(perMinute / rateLimits.mutatingShare), 1)
  return (key: string): Entry => {
    const entry = entries.get(key) ?? {
      all: Lease.make(key, perMinute),
      mutating: Lease.make(`${key} mutating`, mutatingLimit),
      waiting: 0,
      asking: undefined
    }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > keys && oldest !== undefined) entries.delete(oldest)
    return entry
  }
}

/** Tracks whether rate limits are shared, and logs changes. */
const makeTogether = () => {
  let apartUntil = 0
  let isApart = false
  return {
    isApart: (now: number) => now < apartUntil,
    /** Whether the store has answered. */
    tell: (answered: boolean, now: number): Effect.Effect<void> => {
      if (!answered) apartUntil = now + limits.apart
      if (isApart === !answered) return Effect.void
      isApart = !answered
      return isApart
        ? Effect.logWarning("rate limits are counted per server: the store does not respond in time")
        : Effect.logInfo("rate limits are shared by all servers again")
    }
  }
}

const make = (store: BudgetStore.BudgetStore["Service"], alone: Service, options: Options): Service => {
  const entryOf = makeEntries(options)
  const together = makeTogether()
  const patience = options.patience ?? limits.patience

  /** Waits a limited time for tokens; a late response still serves later requests. */
  const refill = (entry: Entry, isMutating: boolean) =>
    Effect.gen(function* () {
      entry.waiting += 1
      const asking = yield* askOnce(store, entry, isMutating)
      const answered = yield* Effect.timeoutOption(Deferred.await(asking), patience)
      const hasAnswered = Option.getOrElse(answered, () => false)
      yield* together.tell(hasAnswered, yield* Clock.currentTimeMillis)
      return hasAnswered
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          entry.waiting -= 1
        })
      )
    )

  const take: Service["take"] = Effect.fnUntraced(function* (key, isMutating) {
    const entry = entryOf(key)
    const leases = leasesOf(entry, isMutating)
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      if (together.isApart(now)) return yield* alone.take(key, isMutating)
      if (leases.some((lease) => Lease.isRefused(lease, now))) return Option.some(budgetOf(entry, isMutating, now))
      if (leases.every((lease) => !Lease.isEmpty(lease, now))) {
        for (const lease of leases) Lease.use(lease)
        yield* alone.take(key, isMutating)
        return Option.some({ ...budgetOf(entry, isMutating, now), isWithin: true, retryAfter: 0 })
      }
      yield* refill(entry, isMutating)
    }
  })

  return {
    isOn: true,
    take,
    peek: (key, isMutating) =>
      Effect.map(Clock.currentTimeMillis, (now) => Option.some(budgetOf(entryOf(key), isMutating, now)))
  }
}

/**
 * Limits the requests of a key per minute over all servers that share a store (rule rate-shared). While the store is
 * late or unavailable, each server counts separately (rule rate-apart).
 */
export const layer = (options: Options): Layer.Layer<RateLimit, never, BudgetStore.BudgetStore> =>
  Layer.effect(
    RateLimit,
    Effect.gen(function* () {
      const store = yield* BudgetStore.BudgetStore
      const alone = yield* RateLimit
      yield* Effect.flatMap(Clock.currentTimeMillis, store.forget).pipe(
        Effect.catchCause((cause) => Effect.logWarning("expired rate limit counters could not be deleted", cause)),
        Effect.schedule(Schedule.spaced("1 minute")),
        Effect.withTracerEnabled(false),
        Effect.forkScoped
      )
      return make(store, alone, options)
    })
  ).pipe(Layer.provide(RateLimit.layerMemory(options)))
