import { Context, Effect, Layer } from "effect"
import type { InstallationId, IntegrationId, SpaceId } from "../../foundation/id/Ids.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type Installation, collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type PlaceInstallation, collection as placeCollection } from "../installation/PlaceInstallation.ts"
import { isOn, scopesOf } from "../installation/Reach.ts"
import { type Integration, collection as integrationCollection, type Scope } from "../integration/Integration.ts"
import type { EventPayload } from "./EventPayload.ts"
import * as IntegrationChange from "./IntegrationChange.ts"
import { type VisibilityChange, VisibilityChanges } from "./VisibilityChanges.ts"

/** The receiver kind of installations, each under its own id. */
export const kind = "installation"

/** One event of the outbox as sent to one installation. */
export interface InstallationEvent {
  readonly event: string
  readonly integration: IntegrationId
  readonly installation: InstallationId
  readonly payload: EventPayload
}

/** Installations of an organization and their spaces and sites. */
interface OrganizationInstallations {
  readonly installations: ReadonlyArray<Installation>
  readonly integrations: ReadonlyMap<string, Repository.VersionedValue<Integration>>
  readonly places: ReadonlyArray<PlaceInstallation>
}

interface EventChange {
  readonly event: Outbox.Event
  readonly change: IntegrationChange.IntegrationChange
}

/** Scope that an integration needs to receive events about content and visibility (rule integration-told). */
const contentScope = "space:content:read"
const metadataScope = "space:metadata:read"

interface OfSpace {
  readonly space: SpaceId
  readonly scope: Scope
  readonly payloadOf: (base: IntegrationChange.SpaceEventBase) => EventPayload
  /** Distinguishes the payloads of one event about several spaces. */
  readonly aspect: string
}

/** Installations that are active on the space and may receive the event. */
const ofSpace = (
  { id }: Outbox.Event,
  { aspect, payloadOf, scope, space }: OfSpace,
  { installations, integrations, places }: OrganizationInstallations
): ReadonlyArray<InstallationEvent> =>
  installations.flatMap((self) => {
    const integration = integrations.get(self.integration)?.value
    const there = places.find(({ installation, place }) => installation === self.id && place === space)
    if (integration === undefined || !scopesOf(integration, self).includes(scope)) return []
    if (!isOn(integration, self, "space", there)) return []
    const eventId = IntegrationChange.eventIdOf(`${id}${aspect}`, self.id)
    const payload = payloadOf({ eventId, installationId: self.id, spaceId: space })
    return [{ event: id, integration: integration.id, installation: self.id, payload }]
  })

const ofContent = ({ revision, space }: IntegrationChange.OfContent): OfSpace => ({
  space,
  scope: contentScope,
  payloadOf: (base) => ({ type: "space_content_updated", ...base, revisionId: revision }),
  aspect: ""
})

const ofVisibility = ({ previousVisibility, space, visibility }: VisibilityChange): OfSpace => ({
  space,
  scope: metadataScope,
  payloadOf: (base) => ({ type: "space_visibility_updated", ...base, previousVisibility, visibility }),
  aspect: ` ${space}`
})

const tellingsOf = (
  { change, event }: EventChange,
  installed: OrganizationInstallations
): ReadonlyArray<InstallationEvent> => {
  if (change._tag === "OfContent") return ofSpace(event, ofContent(change), installed)
  const { installation, integration, payload } = change
  const isTold = installed.integrations.get(integration)?.value.isPublished === true
  return isTold ? [{ event: event.id, installation, integration, payload }] : []
}

/** Determines which installations receive events of the outbox, and their payloads. */
export class EventFanOut extends Context.Service<EventFanOut>()("@quire/core/EventFanOut", {
  make: Effect.gen(function* () {
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const integrations = yield* Repository.make(integrationCollection)
    const { listVisibilityChanges } = yield* VisibilityChanges

    const findInstalled = Effect.fnUntraced(function* (
      organization: string,
      noted: ReadonlyArray<EventChange>,
      seen: ReadonlyArray<VisibilityChange>
    ) {
      const contents = noted.flatMap(({ change }) => (change._tag === "OfContent" ? [change.space] : []))
      const spaces = [...contents, ...seen.map(({ space }) => space)]
      const named = noted.flatMap(({ change }) => (change._tag === "OfInstallation" ? [change.integration] : []))
      const here = { equals: { organization }, limit: noLimit }
      const all = spaces.length === 0 ? [] : Repository.values(yield* installations.list("inOrganization", here))
      const there = { equals: { place: { in: [...new Set(spaces)] } }, limit: noLimit }
      return {
        installations: all,
        integrations: yield* integrations.getMany([...named, ...all.map(({ integration }) => integration)]),
        places: all.length === 0 ? [] : Repository.values(yield* places.list("onPlace", there))
      } satisfies OrganizationInstallations
    })

    /**
     * Returns the payloads of events of one organization, each kind in order. Unpublished integrations receive none.
     * Installations are read as they currently are.
     */
    const fanOut = Effect.fnUntraced(function* (
      organization: string,
      events: ReadonlyArray<Outbox.Event>
    ): Effect.fn.Return<ReadonlyArray<InstallationEvent>> {
      const noted = events.flatMap((event): ReadonlyArray<EventChange> => {
        const change = IntegrationChange.of(event)
        return change === undefined ? [] : [{ event, change }]
      })
      const seen = yield* listVisibilityChanges(events)
      if (noted.length === 0 && seen.length === 0) return []
      const installed = yield* findInstalled(organization, noted, seen)
      const changed = seen.flatMap((each) => ofSpace(each.event, ofVisibility(each), installed))
      return [...noted.flatMap((each) => tellingsOf(each, installed)), ...changed]
    })

    return { fanOut } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(VisibilityChanges.layer))
}
