import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import { type FeedEvent, shown } from "./FeedEvent.ts"

export const limits = {
  /** Events that are read at a time. */
  batch: 200,
  /** Milliseconds from one look for new events to the next. */
  pause: 1_000
} as const

/** The cursor is of another store, so it says nothing of what was read of this one (rule feed-cursor). */
export class CursorUnknown extends Schema.TaggedError<CursorUnknown>()("CursorUnknown", { cursor: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `cursor ${this.cursor} does not belong to this store; start again without a cursor`
  }
}

/** Events after the cursor were removed, so that some would be missed (rule events-kept). */
export class CursorTooOld extends Schema.TaggedError<CursorTooOld>()("CursorTooOld", { cursor: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `events after cursor ${this.cursor} were removed; start again without a cursor`
  }
}

/** An event, and the cursor from which the next follow. */
export interface FeedItem {
  readonly cursor: string
  readonly event: FeedEvent
}

/** The events of all organizations, for programs that embed the engine. Host only. */
export class EventFeed extends Context.Service<EventFeed>()("@quire/core/EventFeed", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox

    const open = Effect.fnUntraced(function* (cursor: string) {
      yield* hostOnly("EventFeed.follow")
      if (!(yield* outbox.knows(cursor))) return yield* new CursorUnknown({ cursor })
      if (cursor !== "" && !(yield* outbox.keeps(cursor))) return yield* new CursorTooOld({ cursor })
    })

    /** Waits until there is something to read. */
    const readNext = Effect.fnUntraced(function* (cursor: string) {
      for (;;) {
        const read = yield* outbox.read(cursor, limits.batch)
        const last = read.at(-1)
        if (last === undefined) yield* Effect.sleep(limits.pause)
        else {
          const items = read.map(({ event, offset }): FeedItem => ({ cursor: offset, event: shown(event) }))
          return [items, Option.some(last.offset)] as const
        }
      }
    })

    /**
     * All committed events after a cursor, from the first without one, in the order of their commits, and then those that
     * come; it ends with the engine. Each comes once. Whoever keeps the cursor of what they have dealt with and follows
     * from there misses none (rule feed-once-or-more). Nothing is read before it is asked for.
     */
    const follow = (cursor = "") => Stream.unwrap(Effect.as(open(cursor), Stream.paginate(cursor, readNext)))

    return { follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
