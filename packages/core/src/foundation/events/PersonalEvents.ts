import type * as Outbox from "../outbox/Outbox.ts"
import type { EventType } from "./EventType.ts"

/**
 * Events whose `before` and `after` say something of a person themselves: the last of their subjects. They belong to no
 * organization, and say it no more once the person is erased (rule user-erase).
 */
export const personalEvents = ["users.update", "tokens.create"] as const satisfies ReadonlyArray<EventType>

const types: ReadonlySet<string> = new Set(personalEvents)

/** The person of whom an event says something, if it is of one. */
export const personOf = ({ subjects, type }: Pick<Outbox.Event, "subjects" | "type">): string | undefined =>
  types.has(type) ? subjects.at(-1) : undefined
