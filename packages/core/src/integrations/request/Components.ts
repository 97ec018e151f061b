import { Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { checked } from "../../foundation/input/Input.ts"
import type { Person } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { covers, isOn } from "../installation/Reach.ts"
import { type Integration, idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import { ComponentRequest } from "./ComponentInput.ts"
import * as ComponentPlaces from "./ComponentPlaces.ts"
import * as ScriptAnswers from "./ScriptAnswers.ts"
import { NotWorkingThere } from "./ScriptRefusals.ts"

const userOf = (caller: Person) => (caller._tag === "User" ? { auth: { userId: caller.user } } : {})

const placeOf = ({ place }: ComponentPlaces.ComponentPlace) => {
  if (place === undefined) return {}
  return place.kind === "space" ? { spaceId: SpaceId.make(place.id) } : { siteId: SiteId.make(place.id) }
}

/** Renders components of integrations (rules integration-render and integration-render-who). */
export class Components extends Context.Service<Components>()("@quire/core/Components", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns
    const { findPlace } = yield* ComponentPlaces.ComponentPlaces
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const check = checked(ComponentRequest)

    /** Whether a private integration is visible: to members except guests (rule integration-visibility). */
    const isSeen = ({ visibility }: Integration, { viewer }: ComponentPlaces.ComponentPlace) =>
      visibility !== "private" || viewer.isHost || viewer.member.role !== null

    const findInstallation = Effect.fnUntraced(function* (
      integration: Integration,
      { context, organization, place }: ComponentPlaces.ComponentPlace
    ) {
      const pair = { organization, integration: integration.id }
      const found = Option.getOrUndefined(yield* installations.getBy("pair", pair))?.value
      const target = place === undefined ? `organization ${organization}` : `${place.kind} ${place.id}`
      const absent = new NotWorkingThere({ integration: integration.name, target })
      if (found === undefined) return yield* absent
      if (place === undefined) return found
      const own = Option.getOrUndefined(yield* places.get(rowId(found.id, place.id)))?.value
      const isThere =
        context.type === "document"
          ? isOn(integration, found, place.kind, own)
          : covers(integration, found, place.kind, own !== undefined)
      return isThere ? found : yield* absent
    })

    /** Renders a component of an integration for the caller. */
    const render = operation("Components.render")(function* (name: string, input: ComponentRequest) {
      const caller = yield* callingAnyone
      const { context, ...asked } = yield* check(input)
      const place = yield* findPlace(context)
      const integration = Option.getOrUndefined(yield* integrations.get(idOf(name)))?.value
      if (integration?.isPublished !== true || !isSeen(integration, place))
        return yield* new IntegrationNotFound({ name })
      const installation = yield* findInstallation(integration, place)
      const payload: EventPayload = {
        type: "ui_render",
        eventId: yield* nextId,
        installationId: InstallationId.make(installation.id),
        ...placeOf(place),
        ...userOf(caller),
        ...asked,
        context: place.context
      }
      const outcome = yield* runs.run({
        integration: integration.id,
        installation: installation.id,
        place: place.place,
        payload
      })
      if (Option.isNone(outcome)) return yield* new IntegrationNotFound({ name })
      return yield* ScriptAnswers.outputOf(integration.name, outcome.value)
    })

    return { render } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComponentPlaces.ComponentPlaces.layer, IntegrationRuns.layer])
  )
}
