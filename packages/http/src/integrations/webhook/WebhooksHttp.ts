import { WebhookDeliveries, Webhooks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "webhooks",
  Effect.gen(function* () {
    const webhooks = yield* Webhooks.Webhooks
    const deliveries = yield* WebhookDeliveries.WebhookDeliveries
    return {
      listWebhooks: ({ params: path, query }) => webhooks.list(path.organizationId, query),
      createWebhook: ({ params: path, payload }) => withOwnLocation(webhooks.create(path.organizationId, payload)),
      getWebhook: ({ params: path }) => webhooks.get(path.organizationId, path.webhookId),
      updateWebhook: ({ params: path, payload }) => webhooks.update(path.organizationId, path.webhookId, payload),
      deleteWebhook: ({ params: path }) => respondRemoved(webhooks.remove(path.organizationId, path.webhookId)),
      rotateWebhookSecret: ({ params: path }) => webhooks.rotate(path.organizationId, path.webhookId),
      pingWebhook: ({ params: path }) => webhooks.ping(path.organizationId, path.webhookId),
      listWebhookDeliveries: ({ params: path, query }) => deliveries.list(path.organizationId, path.webhookId, query),
      getWebhookDelivery: ({ params: path }) => deliveries.get(path.organizationId, path.webhookId, path.eventId),
      replayWebhookDelivery: ({ params: path }) => deliveries.replay(path.organizationId, path.webhookId, path.eventId),
      replayWebhookDeliveries: ({ params: path }) => deliveries.replayAll(path.organizationId, path.webhookId)
    }
  })
)
