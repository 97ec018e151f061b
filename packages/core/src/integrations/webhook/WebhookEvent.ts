import { type Option, Schema } from "effect"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { redact, toStorableText } from "../../people/audit/Redaction.ts"

/**
 * An event as sent to a webhook: the content of the audit log, without the tokens that were used (rule webhook-told).
 */
export const WebhookEvent = Schema.Struct(
  describeFields(
    {
      eventId: Schema.String,
      type: Schema.String,
      at: Schema.String,
      organization: Schema.String,
      space: Schema.optionalKey(Schema.String),
      actor: Schema.String,
      subjects: Schema.Array(Schema.String),
      before: Schema.optionalKey(Schema.Unknown),
      after: Schema.optionalKey(Schema.Unknown)
    },
    {
      eventId: "Identifier of the event, the same in every attempt.",
      type: "Type of the event, such as `spaces.update`.",
      at: "Time of the event.",
      organization: "Organization in which it happened.",
      space: "Space in which it happened.",
      actor: "User who caused the event.",
      subjects: "Identifiers of what the event is about, in the order of its type.",
      before: "State before the event.",
      after: "State after the event."
    }
  )
).annotate({ identifier: "WebhookEvent" })
export type WebhookEvent = typeof WebhookEvent.Type

const Text = Schema.fromJsonString(WebhookEvent)
const encode = Schema.encodeSync(Text)

/** Encodes an event as it is sent; the text is the same in every attempt. */
export const toText = (organization: string, { after, before, space, ...event }: Outbox.Event): string =>
  encode({
    eventId: event.id,
    type: toCurrentType(event.type),
    at: toTimestamp(event.at),
    organization,
    ...(space === null ? {} : { space }),
    actor: event.actor,
    subjects: event.subjects.map(toStorableText),
    ...(before === undefined ? {} : { before: redact(before) }),
    ...(after === undefined ? {} : { after: redact(after) })
  })

/** Decodes an event. */
export const ofText = (text: string): Option.Option<WebhookEvent> => Schema.decodeOption(Text)(text)
