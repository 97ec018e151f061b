import { Context, type Effect } from "effect"

/** The changes of one request (rule audit-one-event). Instants are epoch ms; `before` and `after` are JSON. */
export interface Event {
  readonly id: string
  /** The type, such as `spaces.create`, as named by the version that wrote it. */
  readonly type: string
  readonly at: number
  /** A user's id, that of an installation of an integration, or `system`. */
  readonly actor: string
  /** The id of the token that was used; null for hosts and sessions. */
  readonly token: string | null
  readonly organization: string | null
  readonly space: string | null
  /** Ids of all resources that the request changed. */
  readonly subjects: ReadonlyArray<string>
  readonly before?: unknown
  readonly after?: unknown
}

/** A reader's position: opaque and not comparable. `""` is the beginning, and so is an offset unknown to the store. */
export type Offset = string

/** The events after an offset. */
export interface Lag {
  readonly events: number
  /** When the earliest of them happened; absent when there is none. */
  readonly since: number | undefined
}

/**
 * Domain events, written in the transaction of the change that they announce. An event becomes visible only when no
 * earlier one can still appear, so a reader that follows the offsets misses none, even after the store is restored from
 * a dump. Offsets of the dumped store stay valid, and each event is read once; with an offset of a server unknown to
 * the dump, all events are read again, so that none is missed.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly append: (event: Event) => Effect.Effect<void>
    readonly read: (
      after: Offset,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly offset: Offset; readonly event: Event }>>
    /**
     * Removes `before` and `after` from the events that contain personal data of a user (`personOf`), and returns those
     * events. They keep their positions.
     */
    readonly strip: (person: string) => Effect.Effect<ReadonlyArray<Event>>
    /**
     * Whether an offset belongs to this store, or to the store whose dump it was restored from; `""` belongs to every
     * store.
     */
    readonly knows: (offset: Offset) => Effect.Effect<boolean>
    /** Number of committed events after an offset, counted up to a limit, including those that are not readable yet. */
    readonly lag: (after: Offset, limit: number) => Effect.Effect<Lag>
    /** The offset of the last readable event; `""` when there is none. */
    readonly last: Effect.Effect<Offset>
    /** The earliest of some offsets; `""` for an empty list. */
    readonly earliest: (offsets: ReadonlyArray<Offset>) => Effect.Effect<Offset>
    /**
     * Removes the oldest events, at most `limit`: those up to an offset, before the first that happened at an instant
     * or later. The very last event is retained. Returns how many were removed.
     */
    readonly prune: (through: Offset, happenedBefore: number, limit: number) => Effect.Effect<number>
    /** Whether all events after an offset are still stored. */
    readonly keeps: (after: Offset) => Effect.Effect<boolean>
  }
>()("@quire/core/Outbox") {}
