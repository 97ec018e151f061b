import { Clock, Context, Effect, Layer } from "effect"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import type { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { recorded } from "../event/RecordedPayload.ts"
import { collection, type EventStatus, type IntegrationEvent, limits, type TraceLine } from "./IntegrationEvent.ts"

/** Record of a run to be stored. */
export interface RunRecord {
  readonly integration: IntegrationId
  readonly installation: InstallationId | null
  readonly payload: EventPayload
  readonly status: EventStatus
  readonly trace: ReadonlyArray<TraceLine>
}

/** Stores the events that scripts received, up to a maximum per integration (rule integration-records). */
export class EventRecords extends Context.Service<EventRecords>()("@quire/core/EventRecords", {
  make: Effect.gen(function* () {
    const { mutate } = yield* Mutation
    const mutation = <A, E>(body: Effect.Effect<A, E>) => Effect.provideService(mutate(body), Actor, system)
    const events = yield* Repository.make(collection)

    const dropOldest = Effect.fnUntraced(function* (integration: IntegrationId) {
      const over = (yield* events.count("ofIntegration", { equals: { integration } })) - limits.perIntegration
      if (over <= 0) return
      const oldest = yield* events.list("ofIntegration", { equals: { integration }, limit: over })
      yield* events.remove(oldest.map(({ value }) => value.id))
    })

    const insert = Effect.fnUntraced(function* (made: IntegrationEvent) {
      yield* events.tryInsert(made)
      yield* dropOldest(made.integration)
    })

    /** Stores an outcome. A repeated event gets the newer outcome; of two simultaneous outcomes, one is kept. */
    const keep = Effect.fnUntraced(function* ({ payload, ...outcome }: RunRecord) {
      const id = payload.eventId
      const createdAt = yield* Clock.currentTimeMillis
      const write = Effect.gen(function* () {
        const seen = (yield* events.lock([id])).get(id)
        yield* seen === undefined
          ? insert({ id, createdAt, payload: recorded(payload), ...outcome })
          : Effect.asVoid(events.update(seen, { ...seen.value, status: outcome.status, trace: outcome.trace }))
      })
      yield* Effect.catchTag(mutation(write), "Taken", () => Effect.void)
    })

    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      mutation(events.removeWhere("kept", { equals: {}, range: { to: now - limits.keptFor } }))
    )

    return { forgetOld, keep } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}
