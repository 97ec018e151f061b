import { Context, type Effect } from "effect"

/** Milliseconds for which usage counts against a budget. */
export const limits = { window: 60_000 } as const

/** Tokens of an earlier lease that were not used. */
export interface UnusedTokens {
  readonly until: number
  readonly tokens: number
}

/** What a server asks of one budget. */
export interface TokenRequest {
  readonly key: string
  /** How many tokens there are in any window. */
  readonly most: number
  readonly wanted: number
  readonly unused: UnusedTokens
}

/** A lease: tokens that a server may use until it expires, and the number that all servers have leased. */
export interface Lease {
  readonly granted: number
  /** All that counts now, this lease among it. */
  readonly taken: number
  /** When the earliest lease that counts ends; the window later its tokens are free again. */
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
    /** Leases until a moment, in the order of the asks, whose keys differ. */
    readonly take: (
      asks: ReadonlyArray<TokenRequest>,
      now: number,
      until: number
    ) => Effect.Effect<ReadonlyArray<Lease>>
    /** Removes budgets without usage that still counts; returns how many. */
    readonly forget: (now: number) => Effect.Effect<number>
  }
>()("@quire/core/BudgetStore") {}
