import { Context, type Effect } from "effect"

/** Milliseconds for which a budget counts what was used of it. */
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

/** A lease: tokens that a server may use until it ends, and what all servers have taken. */
export interface Lease {
  readonly granted: number
  /** All that counts now, this lease among it. */
  readonly taken: number
  /** When the earliest lease that counts ends; the window later its tokens are free again. */
  readonly first: number
}

/**
 * Budgets that several servers share: each takes some tokens at a time and uses them by itself. A token counts from its
 * lease until a window after the end of that, so that no window has more than `most` (rule rate-shared). The store looks
 * at no clock; keys are not kept as they are.
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
    /** Removes budgets of which nothing counts any more; answers how many. */
    readonly forget: (now: number) => Effect.Effect<number>
  }
>()("@quire/core/BudgetStore") {}
