import { type OrganizationId, Repository } from "@quire/core"
import { EventDelivery } from "@quire/core/internal"
import { Effect, Option } from "effect"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const address = "https://hooks.test/in"

/** Webhooks of an organization are few, so those of calls are deleted with its limit in mind. */
const make = async (world: World, organizationId: string) => {
  const { json } = await world.send("admin", "POST", `/v1/orgs/${organizationId}/webhooks`, { body: { url: address } })
  return { organizationId, webhookId: String(json["id"]) }
}

/** A new webhook of a separate organization. */
export const webhook = async (world: World) => make(world, await world.club())

/** A new webhook of the organization, in place of those that were made before. */
const own = async (world: World) => {
  const at = `/v1/orgs/${world.organization}/webhooks`
  const { json } = await world.send("admin", "GET", `${at}?limit=50`)
  const items = json["items"] as ReadonlyArray<{ readonly id: string }>
  for (const { id } of items.length < 50 ? [] : items) await world.send("admin", "DELETE", `${at}/${id}`)
  return make(world, world.organization)
}

/** So many deliveries of a webhook, which all failed. */
const failed = (world: World, { organizationId, webhookId }: Awaited<ReturnType<typeof own>>, count: number) =>
  world.api.run(
    Effect.gen(function* () {
      const queues = yield* Repository.make(EventDelivery.deliveryQueueCollection)
      const deliveries = yield* Repository.make(EventDelivery.collection)
      if (Option.isNone(yield* queues.get(webhookId))) {
        yield* queues.insert(EventDelivery.emptyQueue(webhookId, "webhook", organizationId as OrganizationId))
      }
      const ids: Array<string> = []
      for (let at = 0; at < count; at++) {
        const eventId = `event-${organizationId}-${newNumber()}`
        const event = { eventId, type: "teams.create", at: "2026-01-01T00:00:00.000Z", organization: organizationId }
        const payload = JSON.stringify({ ...event, actor: "system", subjects: [] })
        const made = EventDelivery.made({ receiver: webhookId, eventId, seq: newNumber(), payload }, 0)
        yield* deliveries.insert(EventDelivery.refused(made, { why: "no", status: 404 }, 0))
        ids.push(eventId)
      }
      return ids
    }).pipe(Effect.orDie)
  )

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const

const ofWebhook =
  (body?: unknown): Make =>
  async (world) => ({ path: await own(world), ...(body === undefined ? {} : { body }) })

const ofDelivery: Make = async (world) => {
  const path = await own(world)
  const [eventId = ""] = await failed(world, path, 1)
  return { path: { ...path, eventId } }
}

const inOrganization =
  (body: unknown): Make =>
  async (world) => {
    const { organizationId } = await own(world)
    return { path: { organizationId }, body }
  }

export const webhooks: Readonly<Record<string, Scenario>> = {
  listWebhooks: {
    ...administering,
    calls: { 200: async ({ organization }) => ({ path: { organizationId: organization } }) },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 0; at < count; at++) await make(world, organizationId)
      return [{ path: { organizationId }, who: "admin" }]
    }
  },
  createWebhook: {
    ...administering,
    event: "webhooks.create",
    calls: { 201: inOrganization({ url: address, events: ["spaces.create", "content.edit"], description: "Mirror" }) },
    idle: [
      { status: 400, call: inOrganization({ url: "http://hooks.test/in" }) },
      { status: 400, call: inOrganization({ url: address, events: ["spaces.unknown"] }) }
    ]
  },
  getWebhook: { ...administering, calls: { 200: ofWebhook() }, unknown: { webhookId: "none" } },
  updateWebhook: {
    ...administering,
    event: "webhooks.update",
    calls: { 200: ofWebhook({ events: "all", description: "Other", active: false }) },
    unknown: { webhookId: "none" },
    idle: [
      { status: 200, call: ofWebhook({}) },
      { status: 400, call: ofWebhook({ url: "https://a:b@hooks.test/in" }) }
    ]
  },
  deleteWebhook: {
    ...administering,
    event: "webhooks.delete",
    calls: {
      205: ofWebhook(),
      204: async ({ organization }) => ({ path: { organizationId: organization, webhookId: "none" } })
    }
  },
  rotateWebhookSecret: {
    ...administering,
    event: "webhooks.rotate",
    calls: { 200: ofWebhook() },
    unknown: { webhookId: "none" }
  },
  pingWebhook: {
    ...administering,
    event: "webhooks.ping",
    calls: { 204: ofWebhook() },
    unknown: { webhookId: "none" }
  },
  listWebhookDeliveries: {
    ...administering,
    calls: {
      200: async (world) => {
        const { organizationId, webhookId } = (await ofDelivery(world)).path ?? {}
        return { path: { organizationId: organizationId ?? "", webhookId: webhookId ?? "" }, query: "status=failed" }
      }
    },
    unknown: { webhookId: "none" },
    items: async (world, count) => {
      const path = await webhook(world)
      await failed(world, path, count)
      return [{ path, who: "admin" }]
    }
  },
  getWebhookDelivery: {
    ...administering,
    calls: { 200: ofDelivery },
    unknown: { webhookId: "none", eventId: "none" }
  },
  replayWebhookDelivery: {
    ...administering,
    event: "webhookDeliveries.replay",
    calls: { 204: ofDelivery },
    unknown: { webhookId: "none", eventId: "none" }
  },
  replayWebhookDeliveries: {
    ...administering,
    event: "webhookDeliveries.replay",
    calls: {
      200: async (world) => {
        const path = await own(world)
        await failed(world, path, 2)
        return { path }
      }
    },
    unknown: { webhookId: "none" },
    idle: [{ status: 200, call: ofWebhook() }]
  }
}
