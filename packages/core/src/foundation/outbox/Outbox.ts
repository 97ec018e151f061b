import { Context, type Effect } from "effect"

/**
 * What one request that changed something did (rule audit-one-event). Instants are epoch ms; `before` and `after` are
 * JSON.
 */
export interface Event {
  readonly id: string
  /** What happened, as `spaces.create`, in the words of the version that wrote it. */
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

/** Where a reader stands: opaque, compared by nobody. `""` is the beginning, and so is one that the store does not know. */
export type Offset = string

/**
 * Domain events, written in the transaction of the change that they announce. Readers see an event only when no event
 * before it can still appear, so following the offset misses none, also when the store goes on elsewhere from a dump.
 * Each comes once to who follows the offsets of the store that was dumped; all come again, rather than some never, where
 * an offset is of a server that the dump knows nothing of.
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
