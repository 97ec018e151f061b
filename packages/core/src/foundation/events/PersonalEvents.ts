import type * as Outbox from "../outbox/Outbox.ts"
import type { EventType } from "./EventType.ts"

/**
 * Events whose `before` and `after` contain personal data of the user that is the last of their subjects. They belong
 * to no organization, and the data is removed when the user is erased (rule user-erase).
 */
export const personalEvents = ["users.update", "tokens.create"] as const satisfies ReadonlyArray<EventType>

const types: ReadonlySet<string> = new Set(personalEvents)

/** The user whose personal data an event contains, if any. */
export const personOf = ({ subjects, type }: Pick<Outbox.Event, "subjects" | "type">): string | undefined =>
  types.has(type) ? subjects.at(-1) : undefined
