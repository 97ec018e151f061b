import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold } from "../../foundation/text/Text.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { SpaceNotFound } from "../../people/placement/Placement.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationReach } from "../integration/IntegrationReach.ts"
import { viewBlocks } from "../integration/IntegrationView.ts"
import {
  InstallationViews,
  type InstalledIntegrationView,
  type IntegrationStatusView,
  type SpaceBlocksView
} from "./InstallationView.ts"
import { collection, type Installation, limits } from "./IntegrationInstallation.ts"
import { collection as placeCollection } from "./PlaceInstallation.ts"
import { isOn, statusOf } from "./Reach.ts"

/** Page request with a text that names must contain, ignoring case. */
export interface SearchablePageRequest extends PageRequest {
  readonly search?: string | undefined
}

interface Row {
  readonly value: Installation
  readonly row: Repository.VersionedValue<Installation>
  readonly integration: Repository.VersionedValue<Integration>
}

/** Blocks of a private integration are for members (rule integration-visibility). */
export const maySee = ({ isHost, member }: Viewer, { visibility }: Integration): boolean =>
  isHost || member.role !== null || visibility !== "private"

/** Installed integrations of organizations and spaces (rule installation-lists). */
export class InstalledIntegrations extends Context.Service<InstalledIntegrations>()(
  "@quire/core/InstalledIntegrations",
  {
    make: Effect.gen(function* () {
      const access = yield* Access
      const { sites } = yield* Addresses
      const { paged } = yield* Paging
      const { findActive } = yield* LockedPlacement
      const reaching = yield* IntegrationReach
      const views = yield* InstallationViews
      const installations = yield* Repository.make(collection)
      const integrations = yield* Repository.make(integrationCollection)
      const places = yield* Repository.make(placeCollection)

      /** All installations of an organization. There are few enough to read at once. */
      const findIn = Effect.fnUntraced(function* (organization: OrganizationId, search = "") {
        const rows = yield* installations.list("inOrganization", {
          equals: { organization },
          limit: limits.installationsPerOrganization
        })
        const found = yield* integrations.getMany(rows.map(({ value }) => value.integration))
        return rows.flatMap((row): ReadonlyArray<Row> => {
          const integration = found.get(row.value.integration)
          const isAsked = integration !== undefined && fold(integration.value.name).includes(fold(search))
          return isAsked ? [{ row, value: row.value, integration }] : []
        })
      })

      /** Views of integrations, by name. */
      const viewIntegrations = Effect.fnUntraced(function* (of: ReadonlyArray<Integration>) {
        const reach = yield* reaching.of(yield* callingAnyone)
        const shown = yield* reaching.viewMany(reach, of)
        return new Map(shown.map((view) => [view.name, view]))
      })

      /** A page of the installations of an organization by id, for its members, each with its integration. */
      const page = Effect.fnUntraced(function* <View>(
        list: string,
        organization: OrganizationId,
        { search, ...request }: SearchablePageRequest,
        viewMany: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<View>>
      ) {
        yield* access.organization(organization, "organization:list-members")
        const found = yield* findIn(organization, search)
        const byId = new Map(found.map((each) => [each.value.id, each]))
        return yield* paged({
          list,
          filters: [organization, search ?? null],
          request,
          ...InMemoryPage.source(Effect.succeed(found.map(({ row }) => row))),
          view: Effect.fnUntraced(function* (rows) {
            const shown = rows.flatMap(({ value }) => byId.get(value.id) ?? [])
            const seen = yield* viewIntegrations(shown.map(({ integration }) => integration.value))
            const made = yield* viewMany(shown)
            return shown.flatMap(({ integration }, at) => {
              const [view, of] = [made[at], seen.get(integration.value.name)]
              return view === undefined || of === undefined ? [] : [{ ...view, integration: of }]
            })
          })
        })
      })

      /** Lists the integrations that are installed on an organization. */
      const list = operation("InstalledIntegrations.list")(function* (
        organization: OrganizationId,
        request: SearchablePageRequest
      ) {
        return yield* page("installedIntegrations", organization, request, (rows) =>
          Effect.map(
            views.many(rows.map(({ integration, value }) => ({ installation: value, integration: integration.value }))),
            (shown) => shown.map((installation) => ({ installation }) satisfies Partial<InstalledIntegrationView>)
          )
        )
      })

      /** Lists the installation status of each integration of an organization. */
      const listStatuses = operation("InstalledIntegrations.listStatuses")(function* (
        organization: OrganizationId,
        request: SearchablePageRequest
      ) {
        return yield* page("integrationStatuses", organization, request, (rows) =>
          Effect.succeed(
            rows.map(
              ({ integration, value }) =>
                ({ status: statusOf(integration.value, value) }) satisfies Partial<IntegrationStatusView>
            )
          )
        )
      })

      /** The integrations that are active on a space, for callers who may view it (rule installation-reach). */
      const findOn = Effect.fnUntraced(function* (id: string, search?: string) {
        yield* callingAnyone
        const notFound = () => new SpaceNotFound({ id })
        const found = yield* findActive({ kind: "space", id, action: "content:view", notFound })
        const rows = yield* findIn(found.organization.value.id, search)
        const own = yield* places.list("onPlace", { equals: { place: id }, limit: noLimit })
        const byInstallation = new Map(own.map(({ value }) => [value.installation, value]))
        return rows.flatMap(({ integration, value }) =>
          isOn(integration.value, value, "space", byInstallation.get(value.id)) && maySee(found, integration.value)
            ? [integration]
            : []
        )
      })

      /** Lists the integrations that are installed on a space. */
      const listOnSpace = operation("InstalledIntegrations.listOnSpace")(function* (
        id: string,
        asked: SearchablePageRequest
      ) {
        const { search, ...request } = asked
        const found = yield* findOn(id, search)
        return yield* paged({
          list: "spaceIntegrations",
          filters: [id, search ?? null],
          request,
          ...InMemoryPage.source(Effect.succeed(found)),
          view: (rows) => Effect.map(viewIntegrations(Repository.values(rows)), (shown) => [...shown.values()])
        })
      })

      /** Lists the blocks that can be inserted into pages of a space, by integration name. */
      const listBlocks = operation("InstalledIntegrations.listBlocks")(function* (id: string) {
        const found = Repository.values(yield* findOn(id))
        return found
          .flatMap((integration): SpaceBlocksView => {
            const blocks = viewBlocks(integration, sites)
            return blocks.length === 0 ? [] : [{ name: integration.name, blocks }]
          })
          .sort((one, other) => (fold(one.name) < fold(other.name) ? -1 : 1))
      })

      return { list, listStatuses, listOnSpace, listBlocks } as const
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, InstallationViews.layer, IntegrationReach.layer, LockedPlacement.layer, Paging.layer])
  )
}
