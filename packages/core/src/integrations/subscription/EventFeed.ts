import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import { type FeedEvent, shown } from "./FeedEvent.ts"

export const limits = {
  /** Events that are read at a time. */
  batch: 200,
  /** Milliseconds between polls for new events. */
  pause: 1_000
} as const

/** The cursor belongs to another store and has no meaning in this one (rule feed-cursor). */
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

/** An event, and the cursor after it. */
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

    /** Waits until there are events to read. */
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
     * Streams all committed events after a cursor (or from the first without one) in commit order, and then new ones;
     * it ends with the engine. Each event is delivered once. A consumer that stores the cursor of the last event it has
     * processed and continues from there misses none (rule feed-once-or-more). Events are read on demand.
     */
    const follow = (cursor = "") => Stream.unwrap(Effect.as(open(cursor), Stream.paginate(cursor, readNext)))

    return { follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
