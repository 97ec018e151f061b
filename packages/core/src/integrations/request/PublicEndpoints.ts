import { Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import type { FetchRequest } from "../event/EventPayload.ts"
import { type Installation, collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type PlaceKind, collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { covers } from "../installation/Reach.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import * as ScriptRefusals from "./ScriptRefusals.ts"

/** Owner of an endpoint: an integration, an installation, or an installation on a space or site. */
export interface EndpointPath {
  readonly name: string
  readonly installation?: string | undefined
  readonly place?: { readonly kind: PlaceKind; readonly id: string } | undefined
}

/** An existing endpoint. */
export interface Endpoint {
  readonly integration: Integration
  readonly installation: Installation | undefined
  readonly place: EndpointPath["place"]
}

/** A request to an endpoint, without the URL of the endpoint. */
export interface EndpointRequest extends Omit<FetchRequest, "url"> {
  /** Path below the endpoint, with the query. */
  readonly below: string
  readonly body?: Uint8Array | undefined
}

const pathOf = ({ installation, integration, place }: Endpoint): string => {
  const own = `integrations/${integration.name}`
  if (installation === undefined) return own
  const installed = `${own}/installations/${installation.id}`
  return place === undefined ? installed : `${installed}/${place.kind}s/${place.id}`
}

const placeIdOf = (place: EndpointPath["place"]) => {
  if (place === undefined) return {}
  return place.kind === "space" ? { spaceId: SpaceId.make(place.id) } : { siteId: SiteId.make(place.id) }
}

/** Public requests to integrations, handled by their scripts (rule integration-endpoint). */
export class PublicEndpoints extends Context.Service<PublicEndpoints>()("@quire/core/PublicEndpoints", {
  make: Effect.gen(function* () {
    const { sites } = yield* Addresses
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const placements = yield* Repository.make(placementCollection)

    const isThere = Effect.fnUntraced(function* (
      integration: Integration,
      installation: Installation,
      place: EndpointPath["place"]
    ) {
      if (place === undefined) return true
      if (!isStorable(place.id)) return false
      const placement = Option.getOrUndefined(yield* placements.get(place.id))?.value
      if (placement?.kind !== place.kind || placement.organization !== installation.organization) return false
      const isInstalled = Option.isSome(yield* places.get(rowId(installation.id, place.id)))
      return isActive(placement) && covers(integration, installation, place.kind, isInstalled)
    })

    /** An endpoint of a published integration, whether its installation is configured or not. */
    const find = operation("PublicEndpoints.find")(function* ({ installation: id, name, place }: EndpointPath) {
      const absent = () => new IntegrationNotFound({ name })
      const integration = isStorable(name)
        ? Option.getOrUndefined(yield* integrations.get(name.toLowerCase()))?.value
        : undefined
      if (integration?.isPublished !== true) return yield* absent()
      if (id === undefined) return { integration, installation: undefined, place: undefined } satisfies Endpoint
      const installation = isStorable(id) ? Option.getOrUndefined(yield* installations.get(id))?.value : undefined
      if (installation?.integration !== integration.id) return yield* absent()
      if (!(yield* isThere(integration, installation, place))) return yield* absent()
      return { integration, installation, place } satisfies Endpoint
    })

    /** Calls the script of an endpoint and returns its response. */
    const ask = operation("PublicEndpoints.ask")(function* (
      endpoint: Endpoint,
      { below, body, headers, method }: EndpointRequest
    ) {
      const { installation, integration, place } = endpoint
      const outcome = yield* runs.run({
        integration: integration.id,
        installation: installation?.id ?? null,
        place,
        payload: {
          type: "fetch",
          eventId: yield* nextId,
          ...(installation === undefined ? {} : { installationId: installation.id }),
          ...placeIdOf(place),
          request: { method, url: `${sites}/${pathOf(endpoint)}/fetch${below}`, headers }
        },
        body,
        isGood: () => true
      })
      if (Option.isNone(outcome)) return yield* new IntegrationNotFound({ name: integration.name })
      return yield* ScriptRefusals.answerOf(integration.name, outcome.value)
    })

    return { find, ask } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(IntegrationRuns.layer))
}
