import { FeedEvent, type Outbox } from "@quire/core"
import { EventStateSchemas, EventStates } from "@quire/core/internal"
import { Result, Schema } from "effect"
import { assert } from "vitest"

/** The name of the schema of what events of a type tell. */
export const names: { readonly [type: string]: keyof typeof EventStateSchemas } = EventStates.stateNames
export const schemas: { readonly [name: string]: Schema.Codec<unknown> } = EventStateSchemas

/** What an event tells hosts that is not as it is typed. */
export const findTypeFaults = (event: Outbox.Event) => {
  const { after, before, type } = FeedEvent.shown(event)
  const schema = schemas[names[type] ?? ""]
  return Object.entries({ before, after }).flatMap(([when, told]) => {
    if (told === undefined) return []
    if (schema === undefined) return [`${type} tells ${when}, and has no type for it`]
    const decoded = Schema.decodeUnknownResult(schema)(told, { onExcessProperty: "error" })
    if (Result.isFailure(decoded)) return [`${type} tells ${when} ${JSON.stringify(told)}: ${decoded.failure}`]
    assert.deepStrictEqual(decoded.success, told)
    return []
  })
}
