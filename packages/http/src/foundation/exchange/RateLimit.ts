import { isIPv6 } from "node:net"
import { Clock, Context, Effect, Layer, Metric, Option } from "effect"
import { TooManyRequests } from "../error/Errors.ts"
import * as ClientAddress from "./ClientAddress.ts"
import * as Exchange from "./Exchange.ts"

/**
 * Requests per minute, the fraction of them that may be mutating, and how many keys are remembered before the least
 * recently used is forgotten.
 */
export const limits = { perMinute: 6_000, mutatingShare: 5, keys: 10_000 } as const

/** Remaining budget of a key, and whether the counted request is within it. */
export interface Budget {
  readonly isWithin: boolean
  readonly limit: number
  readonly remaining: number
  /** When the oldest counted requests leave the window, in seconds since the epoch. */
  readonly resetAt: number
  /** Seconds until a refused request may be retried; 0 when it was not refused. */
  readonly retryAfter: number
}

export interface Service {
  readonly isOn: boolean
  /** Counts a request of a key, unless it is refused. None while limits are off. */
  readonly take: (key: string, isMutating: boolean) => Effect.Effect<Option.Option<Budget>>
  /** The same without counting. */
  readonly peek: (key: string, isMutating: boolean) => Effect.Effect<Option.Option<Budget>>
}

const windowSeconds = 60

/** Counts events in each second of the last minute. */
class SlidingMinute {
  private readonly counts = new Uint32Array(windowSeconds)
  private total = 0
  private second = 0

  advance(now: number): void {
    const passed = Math.min(Math.max(now - this.second, 0), windowSeconds)
    for (let step = 1; step <= passed; step++) this.clear((now - passed + step) % windowSeconds)
    this.second = Math.max(now, this.second)
  }

  private clear(bucket: number): void {
    this.total -= this.counts[bucket] ?? 0
    this.counts[bucket] = 0
  }

  add(): void {
    const bucket = this.second % windowSeconds
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.total += 1
  }

  budget(limit: number): Budget {
    const remaining = Math.max(limit - this.total, 0)
    const resetAt = this.oldest() + windowSeconds
    const isWithin = this.total < limit
    return { isWithin, limit, remaining, resetAt, retryAfter: isWithin ? 0 : Math.max(resetAt - this.second, 1) }
  }

  private oldest(): number {
    for (let age = windowSeconds - 1; age > 0; age--) {
      const second = this.second - age
      if (second >= 0 && (this.counts[second % windowSeconds] ?? 0) > 0) return second
    }
    return this.second
  }
}

interface Entry {
  readonly all: SlidingMinute
  readonly mutating: SlidingMinute
}

/** Remembers the most recently used keys, at most `capacity` of them. */
class Entries {
  private readonly byKey = new Map<string, Entry>()
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  /** The key's entry as of `now`; a new key is not remembered yet. */
  lookUp(key: string, now: number): Entry {
    const entry = this.byKey.get(key) ?? { all: new SlidingMinute(), mutating: new SlidingMinute() }
    entry.all.advance(now)
    entry.mutating.advance(now)
    return entry
  }

  remember(key: string, entry: Entry): void {
    this.byKey.delete(key)
    this.byKey.set(key, entry)
    if (this.byKey.size > this.capacity) this.forget()
  }

  private forget(): void {
    for (const oldest of this.byKey.keys()) {
      this.byKey.delete(oldest)
      return
    }
  }
}

/** Returns the budget that refuses, or else the one with less left. */
export const pickTighter = (left: Budget, right: Budget): Budget => {
  if (left.isWithin !== right.isWithin) return left.isWithin ? right : left
  return left.remaining < right.remaining ? left : right
}

/**
 * Limits the requests of a key in any minute, counted by the second in this process. Keys are verified facts: the id of
 * an authenticated user, or the address of a connection.
 */
export class RateLimit extends Context.Service<RateLimit, Service>()("@quire/http/RateLimit") {
  static readonly layerOff = Layer.succeed(this, {
    isOn: false,
    take: () => Effect.succeedNone,
    peek: () => Effect.succeedNone
  })

  /** A fifth of `perMinute` requests may be mutating. */
  static readonly layerMemory = (options: { readonly perMinute: number; readonly keys?: number }) =>
    Layer.sync(this, (): Service => {
      const entries = new Entries(options.keys ?? limits.keys)
      const mutatingLimit = Math.max(Math.floor(options.perMinute / limits.mutatingShare), 1)
      const budgetOf = (entry: Entry, isMutating: boolean): Budget => {
        const all = entry.all.budget(options.perMinute)
        return isMutating ? pickTighter(entry.mutating.budget(mutatingLimit), all) : all
      }
      const entryOf = (key: string) =>
        Effect.map(Clock.currentTimeMillis, (now) => entries.lookUp(key, Math.floor(now / 1000)))
      return {
        isOn: true,
        peek: (key, isMutating) => Effect.map(entryOf(key), (entry) => Option.some(budgetOf(entry, isMutating))),
        take: (key, isMutating) =>
          Effect.map(entryOf(key), (entry) => {
            const before = budgetOf(entry, isMutating)
            entries.remember(key, entry)
            if (!before.isWithin) return Option.some(before)
            entry.all.add()
            if (isMutating) entry.mutating.add()
            return Option.some({ ...budgetOf(entry, isMutating), isWithin: true, retryAfter: 0 })
          })
      }
    })
}

/** The response headers for a budget. */
export const headersOf = (budget: Budget): ReadonlyArray<readonly [string, string]> => [
  ["x-ratelimit-limit", String(budget.limit)],
  ["x-ratelimit-remaining", String(budget.remaining)],
  ["x-ratelimit-reset", String(budget.resetAt)],
  ...(budget.isWithin ? [] : [["retry-after", String(budget.retryAfter)] as const])
]

/** The key of a user's budget, shared by all of their credentials. */
export const personKey = (user: string): string => `person:${user}`

const groupsOf = (part: string): ReadonlyArray<string> => part.split(":").filter((group) => group !== "")

/** The /64 network of an IPv6 address: its owner chooses the other half freely. */
const networkOf = (address: string): string => {
  const [left = "", right = ""] = address.split("::")
  const [before, after] = [groupsOf(left), groupsOf(right)]
  const between = Array.from({ length: 8 - before.length - after.length }, () => "0")
  const network = [...before, ...between, ...after].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}

/** The client that an address stands for: an IPv4 address, or the /64 network of an IPv6 address. */
export const rateLimitAddress = (address: string): string => {
  const plain = ClientAddress.normalize(address)
  return isIPv6(plain) ? networkOf(plain) : plain
}

/** The key of the budget for requests that need or bring no credential. IPv6 addresses count by their /64 network. */
export const addressKey = (address: string): string => `address:${rateLimitAddress(address)}`

/**
 * The key of the budget for invalid credentials, kept apart so that guessing does not lock out others at the same
 * address.
 */
export const refusedKey = (address: string): string => `refused:${rateLimitAddress(address)}`

/** The key of the budget for sign-ins started from an address. Each stores a row, although it is a GET. */
export const newcomerKey = (address: string): string => `begun-by:${rateLimitAddress(address)}`

/** The key of the budget for sign-ins started with an existing identity provider. */
export const providerKey = (provider: string): string => `begun-with:${provider}`

/** The key of the budget for requests of all callers to one integration. */
export const integrationKey = (integration: string): string => `integration:${integration}`

/** Metric of refused requests, by kind of budget rather than by key. */
const refusals = (key: string) =>
  Metric.counter("quire_rate_limited_requests_total", {
    description: "Requests refused because of a rate limit, by kind of limit",
    attributes: { budget: key.slice(0, key.indexOf(":")) },
    incremental: true
  })

export interface Charge {
  /** Derived from the method of the request by default. */
  readonly isMutating?: boolean
  /** Whether the budget is shared with other callers; if so, the response does not show what is left. */
  readonly isShared?: boolean
}

/**
 * Counts a request of a key, adds its budget to the response headers, and refuses the request if it exceeds the budget.
 */
export const charge = (
  limits: Service,
  key: string,
  { isMutating, isShared = false }: Charge = {}
): Effect.Effect<void, TooManyRequests> =>
  Effect.gen(function* () {
    const exchange = Option.getOrUndefined(yield* Exchange.current)
    if (exchange?.charged.has(key) === true) return
    const taken = yield* limits.take(key, isMutating ?? exchange?.isMutating ?? true)
    if (Option.isNone(taken)) return
    const budget = taken.value
    if (budget.isWithin) exchange?.charged.add(key)
    if (budget.isWithin && isShared) return
    for (const [name, value] of headersOf(budget)) exchange?.headers.set(name, value)
    if (budget.isWithin) return
    yield* Metric.update(refusals(key), 1)
    const message = `at most ${budget.limit} such requests a minute; try again in ${budget.retryAfter} seconds`
    return yield* Effect.fail(new TooManyRequests({ error: { code: 429, reason: "TooManyRequests", message } }))
  })
