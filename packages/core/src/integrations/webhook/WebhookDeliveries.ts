import { Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type { WebhookId } from "../../foundation/id/WebhookId.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import type * as EventDelivery from "../delivery/EventDelivery.ts"
import { collection, rowId } from "../delivery/EventDelivery.ts"
import * as WebhookAccess from "./WebhookAccess.ts"
import { view, viewWithPayload } from "./WebhookDeliveryView.ts"
import { WebhookDeliveryNotFound } from "./WebhookInput.ts"

/** Deliveries of webhooks; only for administrators of their organization. */
export class WebhookDeliveries extends Context.Service<WebhookDeliveries>()("@quire/core/WebhookDeliveries", {
  make: Effect.gen(function* () {
    const announcements = yield* Events
    const { paged } = yield* Paging
    const { mutate } = yield* Mutation
    const { find } = yield* WebhookAccess.WebhookAccess
    const deliveries = yield* EventDeliveries
    const rows = yield* Repository.make(collection)

    /** Lists deliveries, newest first; a replayed delivery counts as new. */
    const list = operation("WebhookDeliveries.list")(function* (
      organization: OrganizationId,
      id: WebhookId,
      asked: PageRequest & { readonly status?: EventDelivery.Status | undefined }
    ) {
      const { status, ...request } = asked
      yield* find(organization, id)
      return yield* paged({
        list: "webhookDeliveries",
        filters: [id, status ?? null],
        request,
        ...deliveries.source(id, status),
        view: (found) => Effect.succeed(Repository.values(found).map(view))
      })
    })

    /** Returns the delivery of one event to a webhook, with its payload. */
    const get = operation("WebhookDeliveries.get")(function* (
      organization: OrganizationId,
      id: WebhookId,
      event: string
    ) {
      yield* find(organization, id)
      const found = isStorable(event) ? yield* rows.get(rowId(id, event)) : Option.none()
      if (Option.isNone(found)) return yield* new WebhookDeliveryNotFound({ event })
      return viewWithPayload(found.value.value)
    })

    /** Queues a failed delivery again, after all pending ones (rule delivery-replay). */
    const replay = operation("WebhookDeliveries.replay")(function* (
      organization: OrganizationId,
      id: WebhookId,
      event: string
    ) {
      yield* mutate(
        Effect.gen(function* () {
          const { value } = yield* find(organization, id)
          if (!isStorable(event)) return yield* new WebhookDeliveryNotFound({ event })
          yield* deliveries.replay(WebhookAccess.receiverOf(value), event)
          yield* announcements.announce({ type: "webhookDeliveries.replay", organization, subjects: [id, event] })
        })
      )
    })

    /** Queues the oldest thousand failed deliveries again, in order (rule delivery-replay). */
    const replayAll = operation("WebhookDeliveries.replayAll")(function* (organization: OrganizationId, id: WebhookId) {
      return yield* mutate(
        Effect.gen(function* () {
          const { value } = yield* find(organization, id)
          const done = yield* deliveries.replayAll(WebhookAccess.receiverOf(value))
          if (done.replayed > 0) {
            yield* announcements.announce({ type: "webhookDeliveries.replay", organization, subjects: [id] })
          }
          return done
        })
      )
    })

    return { list, get, replay, replayAll } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      EventDeliveries.layer,
      Events.layer,
      Mutation.layer,
      Paging.layer,
      WebhookAccess.WebhookAccess.layer
    ])
  )
}
