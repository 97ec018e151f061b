import { BudgetStore } from "@quire/core"
import type * as RateLimit from "./RateLimit.ts"

/** What a server holds and knows of one budget. */
export interface Lease {
  readonly key: string
  readonly most: number
  /** Tokens that this server may use until `until`. */
  tokens: number
  until: number
  /** What all servers have taken, by the last answer. */
  taken: number
  /** When the first tokens are free again. */
  freeAt: number
  /** Until when nothing is asked for, as nothing was left. */
  refusedUntil: number
}

/** How long a server believes that nothing is left, in milliseconds: another may give back what it has not used. */
const refusal = 1_000

export const make = (key: string, most: number): Lease => ({
  key,
  most,
  tokens: 0,
  until: 0,
  taken: 0,
  freeAt: 0,
  refusedUntil: 0
})

export const isEmpty = ({ tokens, until }: Lease, now: number): boolean => tokens === 0 || until <= now

export const isRefused = (self: Lease, now: number): boolean => isEmpty(self, now) && now < self.refusedUntil

/** The tokens that go back with the next question. */
export const unused = ({ tokens, until }: Lease): BudgetStore.UnusedTokens => ({ tokens, until })

export const use = (self: Lease): void => {
  self.tokens -= 1
}

export const fill = (self: Lease, { first, granted, taken }: BudgetStore.Lease, now: number, until: number): void => {
  self.tokens = granted
  self.until = until
  self.taken = taken
  self.freeAt = first + BudgetStore.limits.window
  self.refusedUntil = granted > 0 ? 0 : Math.min(self.freeAt, now + refusal)
}

export const budget = (self: Lease, now: number): RateLimit.Budget => {
  const isKnown = self.freeAt > now
  const remaining = isKnown ? Math.max(self.most - self.taken, 0) + self.tokens : self.most
  const isWithin = !isRefused(self, now)
  const resetAt = Math.ceil((isKnown ? self.freeAt : now) / 1000)
  const seconds = Math.ceil((self.freeAt - now) / 1000)
  return { isWithin, limit: self.most, remaining, resetAt, retryAfter: isWithin ? 0 : Math.max(seconds, 1) }
}
