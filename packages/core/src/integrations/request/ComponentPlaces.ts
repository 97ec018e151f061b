import { Context, Effect, Layer } from "effect"
import { Access, Forbidden, type PlacementAccess, permit, ReferenceNotFound } from "../../people/access/Access.ts"
import type { ContentAction } from "../../people/access/Decision.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { isActive } from "../../people/placement/Placement.ts"
import type { RenderContext } from "../event/EventPayload.ts"
import type { PlaceKind } from "../installation/PlaceInstallation.ts"

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
