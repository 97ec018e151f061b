import { Schema } from "effect"
import { type EventState, statesOf } from "../../foundation/events/EventStates.ts"
import { EventType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { redact } from "../../people/audit/Redaction.ts"
import type { StateOf } from "./EventStateTypes.ts"

interface Common extends Omit<Outbox.Event, "type" | "before" | "after"> {
  /** The stored type, if it differs. */
  readonly writtenType?: string
}

/**
 * An event of one type, as in the audit log. `at`, like all times in it, is in epoch milliseconds. `before` and `after`
 * have the types that this version of the engine writes (rule event-typed). They are not validated on delivery: an
 * event written by another version is delivered as it was stored, may have additional fields, and may lack fields that
 * were added since. Both are null if that version did not record them, and for an erased user. Credentials are replaced
 * by a text that says that they were omitted.
 */
export type FeedEventOf<T extends EventType | "unknown"> = Common & { readonly type: T } & EventState<
    T,
    StateOf<T> | null
  >

/**
 * An event. The type is `unknown` if another version of the engine wrote a type that this version does not know (rule
 * event-tells).
 */
export type FeedEvent = { readonly [T in EventType | "unknown"]: FeedEventOf<T> }[EventType | "unknown"]

interface EventWithState extends Common {
  readonly type: EventType | "unknown"
  readonly before?: Json
  readonly after?: Json
}

const isKnown = Schema.is(EventType)

const isTold = (event: EventWithState): event is EventWithState & FeedEvent => {
  const states = statesOf(event.type)
  return (!states.before || event.before !== undefined) && (!states.after || event.after !== undefined)
}

/** An event as delivered to hosts, without secrets. */
export const shown = ({ after, before, type: written, ...event }: Outbox.Event): FeedEvent => {
  const current = toCurrentType(written)
  const type = isKnown(current) ? current : "unknown"
  const states = statesOf(type)
  const isOpen = !states.before && !states.after
  const said: EventWithState = {
    ...event,
    type,
    ...(current === written && type !== "unknown" ? {} : { writtenType: written }),
    ...(states.before || (isOpen && before !== undefined) ? { before: redact(before) } : {}),
    ...(states.after || (isOpen && after !== undefined) ? { after: redact(after) } : {})
  }
  return isTold(said) ? said : { ...event, type: "unknown", writtenType: written }
}
