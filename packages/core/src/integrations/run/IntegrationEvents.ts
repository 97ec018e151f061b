import { Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone, ScopesOnly } from "../../foundation/operation/PublishedOnly.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { Access } from "../../people/access/Access.ts"
import { DeadLetterNotFound, EventDeliveries } from "../delivery/EventDeliveries.ts"
import { kind } from "../event/EventFanOut.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type Integration, idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import { collection, view, viewTraced } from "./IntegrationEvent.ts"

/** The integration received no event with that id, or the event is no longer stored. */
export class IntegrationEventNotFound extends Schema.TaggedError<IntegrationEventNotFound>()(
  "IntegrationEventNotFound",
  { id: Schema.String }
) {
  readonly kind = "not-found" as const
  override get message() {
    return `event ${this.id} does not exist`
  }
}

/** Events that scripts received, for their developers (rule integration-records-who). */
export class IntegrationEvents extends Context.Service<IntegrationEvents>()("@quire/core/IntegrationEvents", {
  make: Effect.gen(function* () {
    const { paged } = yield* Paging
    const reaching = yield* IntegrationReach.IntegrationReach
    const integrations = yield* Repository.make(integrationCollection)
    const events = yield* Repository.make(collection)
    const installations = yield* Repository.make(installationCollection)
    const announcements = yield* Events
    const deliveries = yield* EventDeliveries
    const { mutate } = yield* Mutation
    const administer = IntegrationReach.administer(yield* Access)

    /** Requires an administrator of the owner; other callers who can see the integration get a refusal. */
    const administered = Effect.fnUntraced(function* (name: string, self: Integration | undefined) {
      const reach = yield* reaching.of(yield* callingAnyone)
      if (self === undefined) return yield* new IntegrationNotFound({ name })
      const isSeen = IntegrationReach.maySee(reach, self) || IntegrationReach.isInside(reach, self.organization)
      if (!isSeen) return yield* new IntegrationNotFound({ name })
      yield* administer(self)
      return { integration: self, installation: undefined }
    })

    /** The integration, and the installation if the token is limited to one. */
    const find = Effect.fnUntraced(function* (name: string) {
      const caller = yield* Actor
      const found = Option.getOrUndefined(yield* integrations.get(idOf(name)))?.value
      if (caller._tag !== "Integration") return yield* administered(name, found)
      if (found === undefined || caller.acting.integration !== found.id) return yield* new ScopesOnly()
      return { integration: found, installation: caller.acting.installation }
    })

    /** Newest first. */
    const list = operation("IntegrationEvents.list")(function* (name: string, request: PageRequest) {
      const { installation, integration } = yield* find(name)
      const direction = "desc" as const
      const equals = { integration: integration.id }
      const source =
        installation === undefined
          ? events.source("ofIntegration", { equals, direction })
          : events.source("ofInstallation", { equals: { ...equals, installation }, direction })
      return yield* paged({
        list: "integrationEvents",
        filters: [integration.id, installation ?? null],
        request,
        ...source,
        view: (rows) => Effect.succeed(Repository.values(rows).map((self) => view(self, integration.name)))
      })
    })

    const findEvent = Effect.fnUntraced(function* (name: string, id: string) {
      const { installation, integration } = yield* find(name)
      const event = isStorable(id) ? Option.getOrUndefined(yield* events.get(id))?.value : undefined
      const isOwn = installation === undefined || event?.installation === installation
      if (event?.integration !== integration.id || !isOwn) return yield* new IntegrationEventNotFound({ id })
      return { event, integration }
    })

    /** Returns an event that an integration received, with its outcome. */
    const get = operation("IntegrationEvents.get")(function* (name: string, id: string) {
      const { event, integration } = yield* findEvent(name, id)
      return viewTraced(event, integration.name)
    })

    /** Queues a failed event of an installation again, after all pending events (rule integration-replay). */
    const replay = operation("IntegrationEvents.replay")(function* (name: string, id: string) {
      return yield* mutate(
        Effect.gen(function* () {
          const { event, integration } = yield* findEvent(name, id)
          const installed = event.installation === null ? Option.none() : yield* installations.get(event.installation)
          const installation = Option.getOrUndefined(installed)?.value
          if (installation === undefined) return yield* new DeadLetterNotFound({ event: id })
          const { organization } = installation
          yield* deliveries.replay({ id: installation.id, kind, organization }, id)
          yield* announcements.announce({
            type: "integrationEvents.replay",
            organization: integration.organization,
            subjects: [integration.name, id]
          })
        })
      )
    })

    return { list, get, replay } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      EventDeliveries.layer,
      Events.layer,
      IntegrationReach.IntegrationReach.layer,
      Mutation.layer,
      Paging.layer
    ])
  )
}
