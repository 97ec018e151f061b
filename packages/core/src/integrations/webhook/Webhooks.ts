import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { Fetcher } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, WebhookId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import * as Webhook from "./Webhook.ts"
import {
  announced,
  collection,
  limits as inputLimits,
  isPaused,
  isSafeAddress,
  limits,
  patch,
  type SecretWebhookView,
  TooManyWebhooks,
  view,
  WebhookAddressRefused
} from "./Webhook.ts"
import * as WebhookAccess from "./WebhookAccess.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"

const checkCreate = checked(Webhook.Create)
const checkPatch = checked(Webhook.Patch)

/** Webhooks of organizations and their deliveries. */
export class Webhooks extends Context.Service<Webhooks>()("@quire/core/Webhooks", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const events = yield* Events
    const { isListed } = yield* Fetcher
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const { decideAndLock } = yield* TreeLock
    const { forget, hold, release, standings } = yield* EventDeliveries
    const { decide, find } = yield* WebhookAccess.WebhookAccess
    const secrets = yield* WebhookSecrets
    const webhooks = yield* Repository.make(collection)

    const viewMany = Effect.fnUntraced(function* (selves: ReadonlyArray<Webhook.Webhook>) {
      const queues = yield* standings(selves.map(({ id }) => id))
      const now = yield* Clock.currentTimeMillis
      return selves.map((self) => view(self, queues.get(self.id), base, now))
    })

    const viewOne = Effect.fnUntraced(function* (self: Webhook.Webhook) {
      const queue = (yield* standings([self.id])).get(self.id)
      return view(self, queue, base, yield* Clock.currentTimeMillis)
    })

    const checkAddress = (url: string | undefined) =>
      url === undefined || isSafeAddress(url, isListed) ? Effect.void : Effect.fail(new WebhookAddressRefused())

    /** Lists webhooks by id, which is the order of creation. */
    const list = operation("Webhooks.list")(function* (organization: OrganizationId, request: PageRequest) {
      yield* decide(organization)
      return yield* paged({
        list: "webhooks",
        filters: organization,
        request,
        ...webhooks.source("inOrganization", { equals: { organization } }),
        view: (rows) => viewMany(Repository.values(rows))
      })
    })

    /** A webhook of an organization. */
    const get = operation("Webhooks.get")(function* (organization: OrganizationId, id: WebhookId) {
      return yield* viewOne((yield* find(organization, id)).value)
    })

    const insert = Effect.fnUntraced(function* (organization: OrganizationId, input: Webhook.Create) {
      const count = yield* webhooks.count("inOrganization", { equals: { organization } })
      if (count >= inputLimits.webhooksPerOrganization) return yield* new TooManyWebhooks({ organization })
      const now = yield* Clock.currentTimeMillis
      const made: Webhook.Webhook = {
        id: WebhookId.make(yield* nextId),
        organization,
        url: input.url,
        events: input.events ?? "all",
        description: input.description ?? "",
        active: input.active ?? true,
        overlapsUntil: null,
        createdAt: now,
        updatedAt: now
      }
      if (!made.active) yield* hold(WebhookAccess.receiverOf(made))
      yield* webhooks.insert(made)
      const secret = yield* secrets.renew(made.id, now)
      yield* events.announce({ type: "webhooks.create", organization, subjects: [made.id], after: announced(made) })
      return { ...(yield* viewOne(made)), secret } satisfies SecretWebhookView
    })

    /** Creates a webhook and returns its secret, which is not shown again (rule webhook-secret). */
    const create = operation("Webhooks.create")(function* (organization: OrganizationId, given: Webhook.Create) {
      const input = yield* checkCreate(given)
      yield* decide(organization)
      yield* checkAddress(input.url)
      return yield* decideAndLock(organization, decide(organization), () => insert(organization, input))
    })

    /** Suspends or resumes the queue according to a change (rule webhook-paused). */
    const follow = Effect.fnUntraced(function* (
      seen: Webhook.Webhook,
      next: Webhook.Webhook,
      changes: Webhook.Patch,
      wasPaused: boolean
    ) {
      const receiver = WebhookAccess.receiverOf(next)
      if (!next.active) return yield* seen.active ? hold(receiver) : Effect.void
      const isResumed = wasPaused && changes.active === true
      const isElsewhere = !wasPaused && next.url !== seen.url
      if (isResumed || isElsewhere || !seen.active) yield* release(receiver)
    })

    const change = Effect.fnUntraced(function* (
      seen: Repository.VersionedValue<Webhook.Webhook>,
      changes: Webhook.Patch
    ) {
      const { value: before } = seen
      const wasPaused = isPaused(before, (yield* standings([before.id])).get(before.id))
      const patched = patch(before, changes)
      yield* follow(before, patched, changes, wasPaused)
      const written = yield* webhooks.update(seen, patched)
      const isResumed = wasPaused && changes.active === true
      if (written.version === seen.version && !isResumed) return yield* viewOne(before)
      const next = { ...patched, updatedAt: yield* Clock.currentTimeMillis }
      yield* webhooks.update(written, next)
      yield* events.announce({
        type: "webhooks.update",
        organization: next.organization,
        subjects: [next.id],
        before: { ...announced(before), paused: wasPaused },
        after: { ...announced(next), paused: wasPaused && next.active && !isResumed }
      })
      return yield* viewOne(next)
    })

    /** Changes the fields that are given. */
    const update = operation("Webhooks.update")(function* (
      organization: OrganizationId,
      id: WebhookId,
      given: Webhook.Patch
    ) {
      const changes = yield* checkPatch(given)
      yield* find(organization, id)
      yield* checkAddress(changes.url)
      return yield* decideAndLock(organization, find(organization, id), (seen) => change(seen, changes))
    })

    /** Creates a new secret; the previous one also signs for a day (rule webhook-rotation). */
    const rotate = operation("Webhooks.rotate")(function* (organization: OrganizationId, id: WebhookId) {
      return yield* decideAndLock(organization, find(organization, id), (seen) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const next = { ...seen.value, overlapsUntil: now + limits.overlap, updatedAt: now }
          const secret = yield* secrets.renew(id, next.overlapsUntil)
          yield* webhooks.update(seen, next)
          yield* events.announce({ type: "webhooks.rotate", organization, subjects: [id] })
          return { ...(yield* viewOne(next)), secret } satisfies SecretWebhookView
        })
      )
    })

    /** Sends an event to this webhook only (rule webhook-ping). */
    const ping = operation("Webhooks.ping")(function* (organization: OrganizationId, id: WebhookId) {
      yield* decideAndLock(organization, find(organization, id), () =>
        events.announce({ type: "webhooks.ping", organization, subjects: [id] })
      )
    })

    /** Deletes a webhook with its deliveries; returns false if it does not exist. */
    const remove = operation("Webhooks.remove")(function* (organization: OrganizationId, id: WebhookId) {
      return yield* decideAndLock(organization, find(organization, id), ({ value: before }) =>
        Effect.gen(function* () {
          yield* forget(id)
          yield* webhooks.remove([id])
          yield* events.announce({
            type: "webhooks.delete",
            organization,
            subjects: [id],
            before: announced(before)
          })
          return true
        })
      ).pipe(Effect.catchTag("WebhookNotFound", () => Effect.succeed(false)))
    })

    return { list, get, create, update, rotate, ping, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      EventDeliveries.layer,
      Events.layer,
      Paging.layer,
      TreeLock.layer,
      WebhookAccess.WebhookAccess.layer,
      WebhookSecrets.layer
    ])
  )
}
