import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Access } from "../../people/access/Access.ts"
import { DefaultContents } from "../../people/organization/DefaultContents.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { VisitorKeys } from "../publishing-auth/VisitorKeys.ts"
import type { SiteStructure } from "../structure/SiteStructure.ts"
import * as Structure from "../structure/SiteStructure.ts"
import * as SiteStructureEdits from "../structure/SiteStructureEdits.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"
import { Basenames } from "./Basename.ts"
import * as LiveSpaces from "./LiveSpaces.ts"
import { collection, type Site } from "./Site.ts"
import { type FoundSite, SiteAccess } from "./SiteAccess.ts"
import * as SiteDefaults from "./SiteDefaults.ts"
import * as SiteInput from "./SiteInput.ts"
import { SitePatch, untitled } from "./SiteInput.ts"
import { type SiteFilter, SiteListing } from "./SiteListing.ts"

import { view } from "./SiteView.ts"
import * as SpacesForSite from "./SpacesForSite.ts"

const checkCreate = checked(SiteInput.SiteCreate)
const checkPatch = checked(SitePatch)

/** The operations on sites themselves. */
export class Sites extends Context.Service<Sites>()("@quire/core/Sites", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const events = yield* Events
    const nextId = yield* IdGenerator
    const tree = yield* Placements
    const structures = yield* SiteStructures
    const { counted } = yield* SiteStructureViews
    const { findSite, withSite } = yield* SiteAccess
    const { decideAndLock, withTreeLock } = yield* TreeLock
    const { together } = yield* RowStore
    const basenames = yield* Basenames
    const { checkLocked } = yield* LiveSpaces.LiveSpaces
    const defaultContents = yield* DefaultContents
    const spacesForSite = yield* SpacesForSite.SpacesForSite
    const visitorKeys = yield* VisitorKeys
    const { paged } = yield* Paging
    const listing = yield* SiteListing
    const sites = yield* Repository.make(collection)

    /** A site that the caller may view. */
    const get = operation("Sites.get")(function* (organization: OrganizationId, id: string) {
      const { addressed, ...viewer } = yield* findSite(organization, id)
      const [site = addressed.site] = yield* counted(viewer, [addressed.site])
      return view({ ...addressed, site })
    })

    /** The sites that the caller may view, by id (rule site-list). */
    const list = operation("Sites.list")(function* (organization: OrganizationId, request: PageRequest & SiteFilter) {
      const viewer = yield* access.organization(organization, "organization:view")
      const { limit, page, ...filter } = request
      return yield* paged({
        ...(yield* listing.source(viewer, organization, filter)),
        list: "sites",
        filters: [
          organization,
          filter.space ?? null,
          filter.title ?? null,
          filter.published ?? null,
          filter.type ?? null
        ],
        request: { limit, page },
        view: (rows) =>
          Effect.map(
            counted(
              viewer,
              rows.map(({ value }) => value)
            ),
            (shown) => shown.map((site) => view({ ...addresses, site, organization: viewer.organization.value }))
          )
      })
    })

    const preparePlacement = Effect.fnUntraced(function* (id: SiteId, organization: OrganizationId) {
      const createdBy = yield* callingUser
      const atTop = { kind: "site", parent: null, position: "a0", level: "inherit" } as const
      return yield* tree.preparePlacement({ id, organization, createdBy, ...atTop })
    })

    const addSpaces = Effect.fnUntraced(function* (
      empty: SiteStructure,
      spaces: ReadonlyArray<SpacesForSite.TitledSpace>
    ) {
      let structure = empty
      for (const { id: space, title } of spaces) {
        const made = { id: SiteSpaceId.make(yield* nextId), space, title }
        structure = yield* Effect.fromResult(SiteStructureEdits.addSiteSpace(structure, made, null))
      }
      return structure
    })

    /** Creates an unpublished site (rule site-create). */
    const create = operation("Sites.create")(function* (organization: OrganizationId, given: SiteInput.SiteCreate) {
      const input = yield* checkCreate(given)
      yield* access.organization(organization, "organization:create-content")
      return yield* withTreeLock(
        organization,
        Effect.gen(function* () {
          const viewer = yield* access.organization(organization, "organization:create-content")
          const title = input.title ?? untitled
          const id = SiteId.make(yield* nextId)
          const spaces = yield* spacesForSite.prepare(organization, title, input.spaces ?? [])
          const structure = yield* addSpaces(Structure.make(id, organization), spaces)
          const site: Site = {
            id,
            organization,
            type: input.type ?? "basic",
            title,
            basename: yield* basenames.findFree(organization, title),
            hostname: null,
            proxy: null,
            visibility: input.visibility ?? "public",
            publishedAt: null,
            adaptiveContent: null,
            siteSpaces: spaces.length,
            createdAt: yield* Clock.currentTimeMillis,
            createdBy: yield* callingUser
          }
          const { placement } = yield* preparePlacement(id, organization)
          yield* together(tree.add(placement), sites.insert(site))
          yield* structures.insert(site, structure)
          yield* visitorKeys.insert(site)
          const subjects = [id, ...spaces.map((space) => space.id)]
          yield* events.announce({ type: "sites.create", organization, subjects, after: site })
          return view({ ...addresses, site, organization: viewer.organization.value })
        })
      )
    })

    /** Changes the given fields. */
    const update = operation("Sites.update")(function* (organization: OrganizationId, id: string, given: SitePatch) {
      const { agentsContext: _, defaultSiteSection, defaultSiteSpace, ...fields } = yield* checkPatch(given)
      return yield* withSite(organization, id, (found) =>
        Effect.gen(function* () {
          const seen = found.row.value
          if (fields.basename !== undefined) yield* basenames.checkFree(seen, fields.basename)
          const changed = yield* structures.edit(found.row, (structure) =>
            SiteDefaults.change(structure, { defaultSiteSection, defaultSiteSpace })
          )
          const next = { ...changed.site.value, ...fields }
          if (!LiveSpaces.isOpen(seen)) yield* checkLocked(next, Structure.listShownSpaces(changed.after))
          const written = yield* sites.update(changed.site, next)
          const [before, after] = [SiteDefaults.of(changed.before), SiteDefaults.of(changed.after)]
          if (written.version !== found.row.version || !SiteDefaults.equals(before, after)) {
            yield* events.announce({
              type: "sites.update",
              organization,
              subjects: [id],
              before: { ...seen, ...before },
              after: { ...written.value, ...after }
            })
          }
          return view({ ...found.addressed, site: written.value })
        })
      )
    })

    const setPublishedAt = Effect.fnUntraced(function* (
      { addressed, row }: FoundSite,
      publishedAt: Site["publishedAt"],
      type: "sites.publish" | "sites.unpublish"
    ) {
      const { id, organization } = row.value
      const written = yield* sites.update(row, { ...row.value, publishedAt })
      if (written.version !== row.version) {
        yield* events.announce({ type, organization, subjects: [id], before: row.value, after: written.value })
      }
      return view({ ...addressed, site: written.value })
    })

    /** Publishes a site whose spaces may be published (rules site-publish and space-live). */
    const publish = operation("Sites.publish")(function* (organization: OrganizationId, id: string) {
      return yield* withSite(organization, id, (found) =>
        Effect.gen(function* () {
          const { value: seen } = found.row
          const publishedAt = seen.publishedAt ?? (yield* Clock.currentTimeMillis)
          if (seen.publishedAt === null) {
            const { value: structure } = yield* structures.lock(seen.id)
            yield* checkLocked({ ...seen, publishedAt }, Structure.listShownSpaces(structure))
          }
          return yield* setPublishedAt(found, publishedAt, "sites.publish")
        })
      )
    })

    /** Unpublishes a site immediately (rule site-publish). */
    const unpublish = (organization: OrganizationId, id: string) =>
      withSite(organization, id, (found) => setPublishedAt(found, null, "sites.unpublish")).pipe(
        traced("Sites.unpublish")
      )

    /** Creators may delete sites, although only administrators change them (rule site-who). */
    const findDeletable = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      yield* access.organization(organization, "organization:view")
      const found = yield* findSite(organization, id)
      yield* access.organization(organization, "organization:create-content")
      return found
    })

    /**
     * Deletes a site permanently; its spaces are unchanged. False if there is no such site that the caller may view.
     */
    const remove = operation("Sites.remove")(function* (organization: OrganizationId, id: string) {
      return yield* decideAndLock(organization, findDeletable(organization, id), ({ placement, row }) =>
        Effect.gen(function* () {
          yield* defaultContents.forget(organization, id)
          const spaces = yield* structures.clear(row.value)
          yield* tree.count(organization, [placement.value], -1)
          yield* tree.removeSite(placement.value)
          yield* events.announce({ type: "sites.delete", organization, subjects: [id, ...spaces], before: row.value })
          return true
        })
      ).pipe(Effect.catchTag("SiteNotFound", () => Effect.succeed(false)))
    })

    return { get, list, create, update, publish, unpublish, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Basenames.layer,
      DefaultContents.layer,
      Events.layer,
      LiveSpaces.LiveSpaces.layer,
      Paging.layer,
      Placements.layer,
      SiteAccess.layer,
      SiteListing.layer,
      SiteStructureViews.layer,
      SiteStructures.layer,
      SpacesForSite.SpacesForSite.layer,
      TreeLock.layer,
      VisitorKeys.layer
    ])
  )
}
