import { Context, type Effect } from "effect"

/** What one request that changed something did (decisions T23). Instants are epoch ms; `before` and `after` are JSON. */
export interface Event {
  readonly id: string
  /** The operation, as `spaces.create`. */
  readonly type: string
  readonly at: number
  /** A user's id, or `system`. */
  readonly actor: string
  /** The id of the token that was used; null for hosts and sessions. */
  readonly token: string | null
  readonly organization: string | null
  readonly space: string | null
  /** Every id that the request touched. */
  readonly subjects: ReadonlyArray<string>
  readonly before?: unknown
  readonly after?: unknown
}

/** Where a reader stands: opaque, compared by nobody. `""` is the beginning. */
export type Offset = string

/**
 * Domain events, written in the transaction of the change that they announce. Readers see an event only when no event
 * before it can still appear, so following the offset misses none.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly append: (event: Event) => Effect.Effect<void>
    readonly read: (
      after: Offset,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly offset: Offset; readonly event: Event }>>
  }
>()("@quire/core/Outbox") {}
