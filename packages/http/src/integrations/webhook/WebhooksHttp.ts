import { WebhookDeliveries, Webhooks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "webhooks", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const webhooks = yield* Webhooks.Webhooks
      const deliveries = yield* WebhookDeliveries.WebhookDeliveries
      return handlers
        .handle(
          "listWebhooks",
          answering(({ params: path, query }) => onWire(webhooks.list(path.organizationId, query)))
        )
        .handle(
          "createWebhook",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(webhooks.create(path.organizationId, payload)))
          )
        )
        .handle(
          "getWebhook",
          answering(({ params: path }) => onWire(webhooks.get(path.organizationId, path.webhookId)))
        )
        .handle(
          "updateWebhook",
          answering(({ params: path, payload }) =>
            onWire(webhooks.update(path.organizationId, path.webhookId, payload))
          )
        )
        .handle(
          "deleteWebhook",
          answering(({ params: path }) => respondRemoved(onWire(webhooks.remove(path.organizationId, path.webhookId))))
        )
        .handle(
          "rotateWebhookSecret",
          answering(({ params: path }) => onWire(webhooks.rotate(path.organizationId, path.webhookId)))
        )
        .handle(
          "pingWebhook",
          answering(({ params: path }) => onWire(webhooks.ping(path.organizationId, path.webhookId)))
        )
        .handle(
          "listWebhookDeliveries",
          answering(({ params: path, query }) => onWire(deliveries.list(path.organizationId, path.webhookId, query)))
        )
        .handle(
          "getWebhookDelivery",
          answering(({ params: path }) => onWire(deliveries.get(path.organizationId, path.webhookId, path.eventId)))
        )
        .handle(
          "replayWebhookDelivery",
          answering(({ params: path }) => onWire(deliveries.replay(path.organizationId, path.webhookId, path.eventId)))
        )
        .handle(
          "replayWebhookDeliveries",
          answering(({ params: path }) => onWire(deliveries.replayAll(path.organizationId, path.webhookId)))
        )
    })
  )
)
