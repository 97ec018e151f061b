import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { EventType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { type Event, Outbox } from "../../foundation/outbox/Outbox.ts"
import { redact } from "../../organizations/audit/Redaction.ts"

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
    return `cursor ${this.cursor} is not of this store: begin anew without one`
  }
}

/** What happened, as the audit log tells it; `at` in epoch milliseconds. */
export interface FeedEvent extends Omit<Event, "type"> {
  /** `unknown` where another version of the engine wrote a type that this one does not know. */
  readonly type: EventType | "unknown"
  /** The type as it was written, if that is another. */
  readonly writtenType?: string
}

/** An event, and the cursor from which the next follow. */
export interface FeedItem {
  readonly cursor: string
  readonly event: FeedEvent
}

const isKnown = Schema.is(EventType)

const shown = ({ after, before, type, ...event }: Event): FeedEvent => {
  const current = toCurrentType(type)
  return {
    ...event,
    type: isKnown(current) ? current : "unknown",
    ...(current === type && isKnown(current) ? {} : { writtenType: type }),
    ...(before === undefined ? {} : { before: redact(before) }),
    ...(after === undefined ? {} : { after: redact(after) })
  }
}

/** The events of all organizations, for programs that embed the engine. Host only. */
export class EventFeed extends Context.Service<EventFeed>()("@quire/core/EventFeed", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox

    const open = Effect.fnUntraced(function* (cursor: string) {
      yield* hostOnly("EventFeed.subscribe")
      if (!(yield* outbox.knows(cursor))) return yield* new CursorUnknown({ cursor })
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
     * come; it ends with the engine. Each comes once for one subscription. Whoever keeps the cursor of what they have
     * dealt with and subscribes from there misses none (rule feed-once-or-more). Nothing is read before it is asked for.
     */
    const subscribe = (cursor = "") => Stream.unwrap(Effect.as(open(cursor), Stream.paginate(cursor, readNext)))

    return { subscribe } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
