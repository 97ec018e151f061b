import { Context, type Effect } from "effect"

/** Milliseconds for which usage counts against a budget. */
export const limits = { window: 60_000 } as const

/** Unused tokens of an earlier lease. */
export interface UnusedTokens {
  readonly until: number
  readonly tokens: number
}

/** A server's request for tokens of one budget. */
export interface TokenRequest {
  readonly key: string
  /** Maximum number of tokens in any window. */
  readonly most: number
  readonly wanted: number
  readonly unused: UnusedTokens
}

/** A lease: tokens that a server may use until it expires, and the number that all servers have leased. */
export interface Lease {
  readonly granted: number
  /** All tokens that count now, including this lease. */
  readonly taken: number
  /** When the earliest lease that counts ends; one window later its tokens are available again. */
  readonly first: number
}

/**
 * Budgets that several servers share: each server leases some tokens at a time and spends them locally. A token counts
 * from the start of its lease until one window after its end, so that no window exceeds `most` (rule rate-shared). The
 * store does not read a clock, and does not store keys in plain text.
 */
export class BudgetStore extends Context.Service<
  BudgetStore,
  {
    /** Leases tokens until an instant, in the order of the requests, which have different keys. */
    readonly take: (
      asks: ReadonlyArray<TokenRequest>,
      now: number,
      until: number
    ) => Effect.Effect<ReadonlyArray<Lease>>
    /** Removes budgets without usage that still counts; returns how many. */
    readonly forget: (now: number) => Effect.Effect<number>
  }
>()("@quire/core/BudgetStore") {}
