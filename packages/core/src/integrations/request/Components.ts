import { Context, Effect, Layer, Option, type Schema } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { InstallationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked, closed, optional } from "../../foundation/input/Input.ts"
import type { Person } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { JsonObject } from "../../foundation/text/CanonicalJson.ts"
import { Access, Forbidden, type PlacementAccess, permit, ReferenceNotFound } from "../../people/access/Access.ts"
import type { ContentAction } from "../../people/access/Decision.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { isActive } from "../../people/placement/Placement.ts"
import * as ContentKitOutput from "../contentkit/ContentKitOutput.ts"
import * as ContentKitValue from "../contentkit/ContentKitValue.ts"
import { type EventPayload, RenderContext } from "../event/EventPayload.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type PlaceKind, collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { covers, isOn } from "../installation/Reach.ts"
import { type Integration, idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import * as ScriptRefusals from "./ScriptRefusals.ts"
import { NotWorkingThere } from "./ScriptRefusals.ts"

/** Where a component is rendered, for a caller who may request it there. */
export interface ComponentPlace {
  readonly organization: string
  readonly place?: { readonly kind: PlaceKind; readonly id: string }
  readonly viewer: Viewer
  /** Context as sent to the script; a page is editable for callers who may edit it. */
  readonly context: RenderContext
}

type Of<T extends RenderContext["type"]> = Extract<RenderContext, { readonly type: T }>

const named = (field: string) => (id: string) => new ReferenceNotFound({ field: `context.${field}`, id })

const refuseOthers = ({ isAdmin }: Viewer, target: string): Effect.Effect<void, Forbidden> =>
  isAdmin ? Effect.void : Effect.fail(new Forbidden({ action: "organization:admin", target }))

/** Refuses guests, who cannot configure integrations (rule installation-who). */
const refuseGuests = ({ isHost, member }: Viewer, target: string): Effect.Effect<void, Forbidden> =>
  isHost || member.role !== null
    ? Effect.void
    : Effect.fail(new Forbidden({ action: "organization:list-members", target }))

const placed = ({ isAdmin, isHost, member, organization, placement }: PlacementAccess, kind: PlaceKind) => ({
  organization: organization.value.id,
  place: { kind, id: placement.value.id },
  viewer: isHost ? { isHost, isAdmin: true as const, member: null } : { isHost, isAdmin, member }
})

/** Checks where a caller may render components (rule integration-render-who). */
export class ComponentPlaces extends Context.Service<ComponentPlaces>()("@quire/core/ComponentPlaces", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { findActive } = yield* LockedPlacement

    const findSpace = (id: string, action: ContentAction) =>
      findActive({ kind: "space", id, action, notFound: named("spaceId") })

    const inDocument = Effect.fnUntraced(function* (context: Of<"document">) {
      const found = yield* findSpace(context.spaceId, "content:view")
      const mayEdit = yield* Effect.match(permit(found, "content:edit"), {
        onFailure: () => false,
        onSuccess: () => true
      })
      return { ...placed(found, "space"), context: { ...context, editable: context.editable && mayEdit } }
    })

    const inSpace = Effect.fnUntraced(function* (context: Of<"configuration_space">) {
      const found = yield* findSpace(context.spaceId, "content:create")
      yield* refuseGuests(found, `space ${context.spaceId}`)
      return { ...placed(found, "space"), context }
    })

    const inSite = Effect.fnUntraced(function* (context: Of<"configuration_site">) {
      const { siteId } = context
      const found = yield* access.placement("site", siteId, "content:view", named("siteId"))
      if (!isActive(found.placement.value)) return yield* named("siteId")(siteId)
      yield* refuseOthers(found, `site ${siteId}`)
      return { ...placed(found, "site"), context }
    })

    const inOrganization = Effect.fnUntraced(function* (
      context: Of<"configuration_account" | "configuration_contentsource">
    ) {
      const { organizationId } = context
      const absent = () => Effect.fail(named("organizationId")(organizationId))
      const { organization, ...viewer } = yield* Effect.catchTag(
        access.organization(organizationId, "organization:admin"),
        "OrganizationNotFound",
        absent
      )
      return { organization: organization.value.id, viewer, context }
    })

    /** A content source of a space is configured by callers who may change that space, in its own organization. */
    const inSource = Effect.fnUntraced(function* (context: Of<"configuration_contentsource">) {
      if (context.spaceId === undefined) return yield* inOrganization(context)
      const found = yield* findSpace(context.spaceId, "content:create")
      yield* refuseGuests(found, `space ${context.spaceId}`)
      if (found.organization.value.id !== context.organizationId) {
        return yield* named("organizationId")(context.organizationId)
      }
      return { ...placed(found, "space"), context }
    })

    const findPlace = Effect.fnUntraced(function* (context: RenderContext) {
      const find = () => {
        switch (context.type) {
          case "document":
            return inDocument(context)
          case "configuration_space":
            return inSpace(context)
          case "configuration_site":
            return inSite(context)
          case "configuration_account":
            return inOrganization(context)
          case "configuration_contentsource":
            return inSource(context)
        }
      }
      const found: ComponentPlace = yield* find()
      return found
    })

    return { findPlace } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, LockedPlacement.layer]))
}

const asked = closed(
  "RenderIntegrationUI",
  {
    componentId: ContentKitValue.Name,
    props: JsonObject,
    state: optional(JsonObject),
    /** Action of the user since the last rendering. */
    action: optional(ContentKitValue.Action),
    context: RenderContext
  },
  {
    componentId: "Component of the integration to draw.",
    props: "Properties that the component is drawn with.",
    state: "State of the component in the browser.",
    action: "Action that the reader took since the last drawing.",
    context: "Where the component is drawn."
  }
)

/** Render request: the component, its properties, and where it is rendered. */
export interface ComponentRequest extends Schema.Schema.Type<typeof asked> {}
/** The same as it is sent. */
export interface ComponentRequestEncoded extends Schema.Codec.Encoded<typeof asked> {}
export const ComponentRequest: Schema.Codec<ComponentRequest, ComponentRequestEncoded> = asked

const userOf = (caller: Person) => (caller._tag === "User" ? { auth: { userId: caller.user } } : {})

const placeOf = ({ place }: ComponentPlace) => {
  if (place === undefined) return {}
  return place.kind === "space" ? { spaceId: SpaceId.make(place.id) } : { siteId: SiteId.make(place.id) }
}

/** Renders components of integrations (rules integration-render and integration-render-who). */
export class Components extends Context.Service<Components>()("@quire/core/Components", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns
    const { findPlace } = yield* ComponentPlaces
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const check = checked(ComponentRequest)

    /** Whether a private integration is visible: to members except guests (rule integration-visibility). */
    const isSeen = ({ visibility }: Integration, { viewer }: ComponentPlace) =>
      visibility !== "private" || viewer.isHost || viewer.member.role !== null

    const findInstallation = Effect.fnUntraced(function* (
      integration: Integration,
      { context, organization, place }: ComponentPlace
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
      return yield* ScriptRefusals.outputOf(integration.name, outcome.value)
    })

    return { render } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComponentPlaces.layer, IntegrationRuns.layer])
  )
}

/** A rendered component. */
export interface DrawnComponent extends ContentKitOutput.ElementOutput {}

/** A component that has completed. */
export interface CompletedComponent extends Extract<ContentKitOutput.Output, { readonly type: "complete" }> {}

/** Response to a render request. */
export const Output: Schema.Codec<DrawnComponent | CompletedComponent> = ContentKitOutput.Output
