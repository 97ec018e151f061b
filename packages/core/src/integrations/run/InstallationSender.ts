import { Effect, Layer, Option, Schema } from "effect"
import { InstallationId, IntegrationId } from "../../foundation/id/Ids.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import type { DeliveryResult } from "../delivery/Receivers.ts"
import * as EventFanOut from "../event/EventFanOut.ts"
import { EventPayload } from "../event/EventPayload.ts"
import type { ScriptOutcome } from "../script/ScriptRunner.ts"
import { IntegrationRuns, type Run } from "./IntegrationRuns.ts"

/** Stored payload of a delivery: the event and the integration whose script receives it. */
const StoredEvent = Schema.fromJsonString(Schema.Struct({ integration: IntegrationId, payload: EventPayload }))
const encodeStored = Schema.encodeSync(StoredEvent)
const decodeStored = Schema.decodeUnknownOption(StoredEvent)

const placeOf = (payload: EventPayload): Run["place"] => {
  if ("spaceId" in payload && payload.spaceId !== undefined) return { kind: "space", id: payload.spaceId }
  return "siteId" in payload ? { kind: "site", id: payload.siteId } : undefined
}

const ofStatus = (status: number): DeliveryResult => {
  if (status >= 200 && status < 300) return { _tag: "Delivered", status }
  const failing = { why: `the script returned status ${status}`, status }
  const isPassing = status >= 500 || status === 408 || status === 429
  return isPassing ? { _tag: "Retry", ...failing } : { _tag: "Refused", ...failing }
}

/** Result of a delivery by the outcome of its run (rule integration-delivered). */
export const sentOf = ({ answer, failure }: Pick<ScriptOutcome, "answer" | "failure">): DeliveryResult => {
  if (answer !== undefined) return ofStatus(answer.status)
  const why = failure === undefined ? "the script returned no response" : `${failure.reason}: ${failure.message}`
  return failure?.reason === "invalid" ? { _tag: "Refused", why } : { _tag: "Retry", why }
}

/**
 * Delivers events to the scripts of installations: at least once, in order per installation (rule
 * integration-delivered).
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { register } = yield* EventDeliveries
    const { run } = yield* IntegrationRuns
    const { fanOut } = yield* EventFanOut.EventFanOut

    const send = Effect.fnUntraced(function* (receiver: string, text: string): Effect.fn.Return<DeliveryResult> {
      const stored = Option.getOrUndefined(decodeStored(text))
      if (stored === undefined) return { _tag: "Refused", why: "this version does not support the event" }
      const { integration, payload } = stored
      const installation = InstallationId.make(receiver)
      const outcome = Option.getOrUndefined(yield* run({ integration, installation, payload, place: placeOf(payload) }))
      if (outcome === undefined) return { _tag: "Refused", why: "the integration is not published" }
      const sent = sentOf(outcome)
      return payload.type === "installation_deleted" && sent._tag === "Delivered" ? { _tag: "Gone" } : sent
    })

    yield* register({
      receivers: {
        kind: EventFanOut.kind,
        of: (organization, events) =>
          Effect.map(fanOut(organization, events), (tellings) =>
            tellings.map(({ event, installation, integration, payload }) => ({
              receiver: installation,
              event,
              eventId: payload.eventId,
              payload: encodeStored({ integration, payload })
            }))
          )
      },
      sender: { kind: EventFanOut.kind, send: (receiver, { payload }) => send(receiver, payload) }
    })
  })
).pipe(Layer.provide([EventDeliveries.layer, EventFanOut.EventFanOut.layer, IntegrationRuns.layer]))
