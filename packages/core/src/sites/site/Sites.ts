import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, SiteId, SiteSpaceId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { fold, isStorable } from "../../foundation/text/Text.ts"
import { Access, type ReferenceNotFound } from "../../people/access/Access.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { readerKeys } from "../../people/access/Decision.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { DefaultContents } from "../../people/organization/DefaultContents.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { VisitorKeys } from "../publishing-auth/PublishingAuth.ts"
import * as Structure from "../structure/SiteStructure.ts"
import {
  findSection,
  type SiteSectionNotFound,
  type SiteStructure,
  collection as structureCollection
} from "../structure/SiteStructure.ts"
import * as SiteStructureEdits from "../structure/SiteStructureEdits.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"
import * as Site from "./Site.ts"
import { collection, isPublished, SitePatch, SiteType, untitled, view } from "./Site.ts"
import { type FoundSite, SiteAccess } from "./SiteAccess.ts"
import * as SpacesForSite from "./SpacesForSite.ts"

/** Another site of the organization has this basename (rule site-basename). */
export class BasenameTaken extends Schema.TaggedError<BasenameTaken>()("BasenameTaken", { basename: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `basename: ${this.basename} is already in use`
  }
}

/** Basenames of sites, used with the organization's tree locked. */
export class Basenames extends Context.Service<Basenames>()("@quire/core/Basenames", {
  make: Effect.gen(function* () {
    const sites = yield* Repository.make(collection)

    const isTaken = (organization: OrganizationId, basename: string) =>
      Effect.map(sites.getBy("basename", { organization, basename }), Option.isSome)

    /** The slug of the title, with the first number that no site of the organization has (rule site-basename). */
    const findFree = Effect.fnUntraced(function* (organization: OrganizationId, title: string) {
      const slug = Slug.make(title, "site")
      let number = 1
      while (yield* isTaken(organization, Slug.addNumber(slug, number))) number++
      return Slug.addNumber(slug, number)
    })

    const checkFree = Effect.fnUntraced(function* (site: Site.Site, basename: string) {
      if (basename !== site.basename && (yield* isTaken(site.organization, basename))) {
        return yield* new BasenameTaken({ basename })
      }
    })

    return { findFree, checkFree } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** The default section and site space. */
export interface SiteDefaults {
  readonly defaultSiteSection: string | null
  readonly defaultSiteSpace: string | null
}

/** The default section, and the default site-space of it or of a flat site. */
export const defaultsOf = (self: SiteStructure): SiteDefaults => ({
  defaultSiteSection: self.defaultSection,
  defaultSiteSpace:
    (self.defaultSection === null ? self.root : findSection(self, self.defaultSection)?.section)?.defaultSiteSpace ??
    null
})

export const equalDefaults = (left: SiteDefaults, right: SiteDefaults): boolean =>
  left.defaultSiteSection === right.defaultSiteSection && left.defaultSiteSpace === right.defaultSiteSpace

/** Sets the default section, then the default site-space in the default section or of a flat site (rule site-defaults). */
export const changeDefaults = (
  self: SiteStructure,
  {
    defaultSiteSection: section,
    defaultSiteSpace: siteSpace
  }: { readonly [K in keyof SiteDefaults]?: string | undefined }
): Result.Result<SiteStructure, ReferenceNotFound | SiteSectionNotFound> => {
  const sectioned = section === undefined ? Result.succeed(self) : SiteStructureEdits.setDefaultSection(self, section)
  return Result.flatMap(
    sectioned,
    (next): Result.Result<SiteStructure, ReferenceNotFound | SiteSectionNotFound> =>
      siteSpace === undefined
        ? Result.succeed(next)
        : SiteStructureEdits.setDefaultSiteSpace(next, next.defaultSection, siteSpace)
  )
}

/** Which sites a list shows: those with a space, with a text in the title in any case, published or not, of types. */
export interface SiteFilter {
  readonly space?: string | undefined
  readonly title?: string | undefined
  readonly published?: boolean | undefined
  readonly type?: ReadonlyArray<SiteType> | undefined
}

type Row = Repository.VersionedValue<Site.Site>

const matches = ({ published, title, type }: SiteFilter, site: Site.Site) =>
  (published === undefined || isPublished(site) === published) &&
  (title === undefined || fold(site.title).includes(fold(title))) &&
  (type === undefined || type.includes(site.type))

/** Sources of lists of sites for `Paging.paged`. */
export class SiteListing extends Context.Service<SiteListing>()("@quire/core/SiteListing", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const facts = yield* AccessFacts
    const sites = yield* Repository.make(collection)
    const structures = yield* Repository.make(structureCollection)

    /** Members with a role may view every site of their organization (rule site-who). */
    const sourceOfEvery = (organization: OrganizationId, { published, title, type }: SiteFilter) => {
      const { count, load } = sites.source("inOrganization", {
        equals: {
          organization,
          published: { in: published === undefined ? [true, false] : [published] },
          type: { in: type ?? SiteType.literals }
        },
        contains: { words: title === undefined ? undefined : fold(title) }
      })
      return { count, load, keyset: (row: Row) => sites.keyset("inOrganization", row.value) }
    }

    /** The sites with one space, and those of one guest, are few enough to be read at once. */
    const sourceOfSome = (ids: ReadonlyArray<string>, filter: SiteFilter) =>
      InMemoryPage.source(
        Effect.map(sites.getMany(ids), (rows) => [...rows.values()].filter(({ value }) => matches(filter, value)))
      )

    const findReadable = Effect.fnUntraced(function* (organization: OrganizationId, viewer: Viewer) {
      const page = { after: "", limit: noLimit }
      const rows = yield* facts.readable(organization, "site", readerKeys(viewer.member), page)
      return rows.map(({ id }) => id)
    })

    /** The sites with a space that the caller may view; others are on no site that they learn of. */
    const findWithSpace = Effect.fnUntraced(function* (organization: OrganizationId, space: string) {
      const absent = { _tag: "Absent" } as const
      const isViewable = yield* access
        .placement("space", space, "content:view", () => absent)
        .pipe(
          Effect.as(true),
          Effect.catch(() => Effect.succeed(false))
        )
      if (!isViewable) return []
      const rows = yield* structures.list("inOrganization", {
        equals: { organization },
        has: { spaces: space },
        limit: noLimit
      })
      return rows.map(({ value }) => value.id)
    })

    const source = Effect.fnUntraced(function* (viewer: Viewer, organization: OrganizationId, filter: SiteFilter) {
      if (filter.title !== undefined && !isStorable(filter.title)) return sourceOfSome([], {})
      const seesEvery = viewer.isHost || viewer.member.role !== null
      if (filter.space === undefined && seesEvery) return sourceOfEvery(organization, filter)
      const readable = seesEvery ? undefined : new Set(yield* findReadable(organization, viewer))
      if (filter.space === undefined) return sourceOfSome([...(readable ?? [])], filter)
      const withSpace = yield* findWithSpace(organization, filter.space)
      return sourceOfSome(
        withSpace.filter((id) => readable?.has(id) ?? true),
        filter
      )
    })

    return { source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}

const checkCreate = checked(Site.SiteCreate)
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
    const { checkLocked } = yield* SpacesForSite.LiveSpaces
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
    const create = operation("Sites.create")(function* (organization: OrganizationId, given: Site.SiteCreate) {
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
          const site: Site.Site = {
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
            changeDefaults(structure, { defaultSiteSection, defaultSiteSpace })
          )
          const next = { ...changed.site.value, ...fields }
          if (!SpacesForSite.isOpen(seen)) yield* checkLocked(next, Structure.listShownSpaces(changed.after))
          const written = yield* sites.update(changed.site, next)
          const [before, after] = [defaultsOf(changed.before), defaultsOf(changed.after)]
          if (written.version !== found.row.version || !equalDefaults(before, after)) {
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
      publishedAt: Site.Site["publishedAt"],
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
      SpacesForSite.LiveSpaces.layer,
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
