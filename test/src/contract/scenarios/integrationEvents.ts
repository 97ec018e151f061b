import { Installations, type OrganizationId, Repository } from "@quire/core"
import { EventDelivery, Integration, IntegrationRuns } from "@quire/core/internal"
import { Effect, Option } from "effect"
import { as } from "../../support/engine.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { integration } from "./integrations.ts"

const installed = async (world: World) => {
  const path = await integration(world)
  const { id } = await world.api.run(
    Effect.flatMap(Installations.Installations, (installations) =>
      installations.create(path.integrationName, { organization: world.organization })
    ).pipe(as(world.people.admin.id), Effect.orDie)
  )
  return { ...path, installation: id }
}

const known = new WeakMap<World, ReturnType<typeof installed>>()

/** An integration and its installation that the scenarios of a world share. */
const shared = async (world: World) => {
  const made = known.get(world) ?? installed(world)
  known.set(world, made)
  return made
}

/** The event that could not be delivered to the installation, with the dead letter. */
const failed = async (world: World, eventId: string) => {
  const { installation, integrationName } = await shared(world)
  const organization: OrganizationId = world.organization
  await world.api.run(
    Effect.gen(function* () {
      const { keep } = yield* Effect.provide(IntegrationRuns.EventRecords, IntegrationRuns.EventRecords.layer)
      const queues = yield* Repository.make(EventDelivery.deliveryQueueCollection)
      const deliveries = yield* Repository.make(EventDelivery.collection)
      const payload = { type: "installation_setup", eventId, installationId: installation, status: "active" } as const
      yield* keep({
        integration: Integration.idOf(integrationName),
        installation,
        payload,
        status: "failed",
        trace: []
      })
      if (Option.isNone(yield* queues.get(installation))) {
        yield* queues.insert(EventDelivery.emptyQueue(installation, "installation", organization))
      }
      const made = EventDelivery.made({ receiver: installation, eventId, seq: newNumber(), payload: "{}" }, 0)
      yield* deliveries.insert(EventDelivery.refused(made, { why: "no" }, 0))
    }).pipe(Effect.orDie)
  )
  return { integrationName, eventId }
}

const newId = ({ organization }: World) => `event-${organization}-${newNumber()}`

const ofFailed: Make = async (world) => ({ path: await failed(world, newId(world)) })

const administering = {
  by: "admin",
  refused: { who: "creator", status: 403 },
  unknown: { integrationName: "none", eventId: "none" }
} as const

export const integrationEvents: Readonly<Record<string, Scenario>> = {
  listIntegrationEvents: {
    ...administering,
    calls: { 200: async (world) => ({ path: { integrationName: (await shared(world)).integrationName } }) },
    items: async (world, count) => {
      const { integrationName } = await integration(world)
      const keeping = Effect.gen(function* () {
        const { keep } = yield* Effect.provide(IntegrationRuns.EventRecords, IntegrationRuns.EventRecords.layer)
        for (let at = 0; at < count; at++) {
          yield* keep({
            integration: Integration.idOf(integrationName),
            installation: null,
            payload: { type: "task", eventId: newId(world), task: {} },
            status: "success",
            trace: []
          })
        }
      })
      await world.api.run(keeping)
      return [{ path: { integrationName }, who: "admin" }]
    }
  },
  getIntegrationEvent: { ...administering, calls: { 200: ofFailed } },
  replayIntegrationEvent: {
    ...administering,
    event: "integrationEvents.replay",
    calls: { 204: ofFailed }
  }
}
