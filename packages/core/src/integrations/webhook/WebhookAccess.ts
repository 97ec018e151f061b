import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { Access } from "../../people/access/Access.ts"
import type * as Receivers from "../delivery/Receivers.ts"
import { collection, kind, type Webhook, WebhookNotFound } from "./Webhook.ts"

/** The webhook as a receiver. */
export const receiverOf = ({ id, organization }: Webhook): Receivers.Receiver => ({ id, kind, organization })

/** Access to webhooks, for administrators of their organization (rule webhook-who). */
export class WebhookAccess extends Context.Service<WebhookAccess>()("@quire/core/WebhookAccess", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const webhooks = yield* Repository.make(collection)

    const decide = (organization: OrganizationId) => access.organization(organization, "organization:admin")

    const find = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      yield* decide(organization)
      const found = isStorable(id) ? Option.getOrUndefined(yield* webhooks.get(id)) : undefined
      if (found?.value.organization !== organization) return yield* new WebhookNotFound({ id })
      return found
    })

    return { decide, find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}
