import { Context, Effect, Layer } from "effect"
import * as FileView from "../../content/file/FileView.ts"
import type { LinkTarget } from "../../content/link-index/LinkTarget.ts"
import * as Target from "../../content/link-index/LinkTarget.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as PageView from "../../content/tree/PageView.ts"
import * as RadixMap from "../../content/tree/RadixMap.ts"
import * as RefUrl from "../../content/tree/RefUrl.ts"
import * as Reusable from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { KnownSpecs } from "../../openapi/spec/KnownSpecs.ts"
import { Access } from "../../people/access/Access.ts"
import { collection as memberCollection } from "../../people/member/Member.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import * as Organization from "../../people/organization/Organization.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import * as Collection from "../collection/Collection.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { ContentBase, type OpenedContent } from "../commit/ContentBase.ts"
import { RevisionViews } from "../revision/RevisionViews.ts"
import { SpaceViews } from "../space/SpaceViews.ts"
import type { InternalLocation, LocationView, VersionContext } from "./LinkView.ts"

/** A target to show; `node` is a block within the page. */
export type LocationTarget = LinkTarget & { readonly node?: string | undefined }

type Locate = (place: LocationTarget) => LocationView | undefined

const locateNothing: Locate = () => undefined

const internalLocationOf = (place: LocationTarget): { readonly internalLocation?: InternalLocation } => {
  if (place.node !== undefined) return { internalLocation: { type: "node", node: place.node } }
  if (place.kind !== "page" || place.anchor === undefined) return {}
  return { internalLocation: { type: "anchor", anchor: place.anchor } }
}

/** The ids in targets of one kind. */
const idsOfKind = <K extends LocationTarget["kind"]>(
  places: ReadonlyArray<LocationTarget>,
  kind: K,
  id: (place: Extract<LocationTarget, { kind: K }>) => string
): ReadonlyArray<string> => {
  const isOfKind = (place: LocationTarget): place is Extract<LocationTarget, { kind: K }> => place.kind === kind
  return [...new Set(places.filter(isOfKind).map(id))]
}

/** Shows targets with their resources, as far as the caller may view them, with a constant number of queries. */
export class Locations extends Context.Service<Locations>()("@quire/core/Locations", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const revisions = yield* RevisionViews
    const contents = yield* ContentBase
    const spaceViews = yield* SpaceViews
    const userViews = yield* UserViews
    const { signer } = yield* SigningKeys
    const placements = yield* Repository.make(placementCollection)
    const collections = yield* Repository.make(collectionCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const members = yield* Repository.make(memberCollection)
    const knownSpecs = yield* KnownSpecs

    /** Locates pages, files and reusable contents of one content; reads each map once. */
    const contentLocator = Effect.fnUntraced(function* (
      root: Root.Root,
      places: ReadonlyArray<LocationTarget>,
      around: Pick<Extract<LocationView, { kind: "page" }>, "organization" | "space" | "versionContext">
    ) {
      const { space } = root.reader
      const ids = idsOfKind(places, "page", ({ page }) => page)
      const pages = yield* Root.pages(root, ids)
      const paths = yield* PagePath.pathsOf(root, pages.keys())
      const files = yield* Root.files(
        root,
        idsOfKind(places, "file", ({ file }) => file)
      )
      const wanted = idsOfKind(places, "reusable-content", ({ reusableContent }) => reusableContent)
      const reusable = yield* RadixMap.getMany(root.reader, root.maps.reusable, wanted)
      const urls = {
        app: addresses.app,
        space,
        hrefOf: RefUrl.make({ app: addresses.app, space, file: () => undefined })
      }
      const filesAt = { base: addresses.base, signer, space }
      const locate: Locate = (place) => {
        if (place.kind === "page") {
          const page = pages.get(place.page)
          if (page === undefined) return undefined
          const shown = PageView.view({ page, path: paths.get(page.id), pages: [] }, urls)
          return { kind: "page", ...around, page: shown, ...internalLocationOf(place) }
        }
        if (place.kind === "file") {
          const file = files.get(place.file)
          return file === undefined ? undefined : { kind: "file", ...around, file: FileView.view(file, filesAt) }
        }
        if (place.kind !== "reusable-content") return undefined
        const stored = reusable.get(place.reusableContent)
        if (stored === undefined) return undefined
        return {
          kind: "reusable-content",
          ...around,
          reusableContent: Reusable.fromStored(place.reusableContent, stored)
        }
      }
      return locate
    })

    const organizationOf = Effect.fnUntraced(function* ({ access: seen, space }: OpenedContent) {
      const row = yield* organizations.require(space.value.organization)
      return Organization.view(row.value, { ...addresses, ...seen })
    })

    const versionOf = Effect.fnUntraced(function* (opened: OpenedContent) {
      const revision = yield* revisions.of(opened, { pages: [], files: [], reusableContents: [] })
      return { type: "revision", revision } satisfies VersionContext
    })

    /** Locates members of the organization only, with their views as it shows them. */
    const userLocator = Effect.fnUntraced(function* (
      { access: seen, space }: OpenedContent,
      places: ReadonlyArray<LocationTarget>
    ) {
      const { organization } = space.value
      const wanted = new Set(idsOfKind(places, "user", ({ user }) => user))
      if (wanted.size === 0) return locateNothing
      const rows = yield* members.getMany(Array.from(wanted, (id) => `${organization}.${id}`))
      const ids = Array.from(rows.values(), ({ value }) => value.user)
      const viewOf = yield* userViews.many(organization, seen, ids)
      const locate: Locate = (place) => {
        if (place.kind !== "user") return undefined
        const id = ids.find((each) => each === place.user)
        return id === undefined ? undefined : { kind: "user", user: viewOf(id) }
      }
      return locate
    })

    /** The placements of the organization that targets outside the content refer to. */
    const loadPlacements = Effect.fnUntraced(function* (
      { space }: OpenedContent,
      places: ReadonlyArray<LocationTarget>
    ) {
      const ids = places.flatMap((place) =>
        place.kind === "collection" ? [place.collection] : "space" in place ? [place.space] : []
      )
      const rows = yield* placements.getMany([space.value.id, ...ids])
      return Array.from(rows.values(), ({ value }) => value).filter(
        (each) => each.organization === space.value.organization && isActive(each)
      )
    })

    /**
     * Returns a function that locates targets as the caller may see them; undefined for missing or hidden ones (rule
     * link-hidden-target).
     */
    const makeLocator = Effect.fnUntraced(function* (opened: OpenedContent, places: ReadonlyArray<LocationTarget>) {
      const viewer = opened.access
      const own = opened.space.value.id
      const organization = yield* organizationOf(opened)
      const here = yield* loadPlacements(opened, places)
      const spaces = new Map(
        (yield* spaceViews.many(
          viewer,
          here.filter(({ kind }) => kind === "space")
        )).map((view) => [String(view.id), view])
      )
      const byContent = new Map<string, Locate>()
      const inside = Target.groupBySpace(places)
      const others = [...inside.keys()].filter((id) => id !== own && spaces.has(id))
      const heads =
        others.length === 0
          ? new Map<string, { readonly root: Root.Root }>()
          : yield* contents.heads(viewer, opened.space.value.organization, others)
      for (const [id, { root }] of [[own, yield* contents.expanded(opened)] as const, ...heads]) {
        const space = spaces.get(id)
        if (space === undefined) continue
        const context = id === own ? { versionContext: yield* versionOf(opened) } : {}
        byContent.set(id, yield* contentLocator(root, inside.get(id) ?? [], { organization, space, ...context }))
      }
      const locateUser = yield* userLocator(opened, places)
      const slugs = idsOfKind(places, "openapi", ({ spec }) => spec)
      const specs = yield* knownSpecs.find(opened.space.value.organization, viewer, slugs)
      const collectionPlacements = here.filter(({ kind }) => kind === "collection")
      const collectionRows = yield* collections.getMany(collectionPlacements.map(({ id }) => id))
      const roles = collectionPlacements.length === 0 ? new Map() : yield* access.rolesOn(viewer, collectionPlacements)
      const locate: Locate = (place) => {
        switch (place.kind) {
          case "url":
            return { kind: "url", url: place.url }
          case "user":
            return locateUser(place)
          case "openapi": {
            const openAPISpec = specs.get(place.spec)
            return openAPISpec === undefined ? undefined : { kind: "openapi", organization, openAPISpec }
          }
          case "space": {
            const space = spaces.get(place.space)
            return space === undefined ? undefined : { kind: "space", organization, space }
          }
          case "collection": {
            const placement = collectionPlacements.find(({ id }) => id === place.collection)
            const row = collectionRows.get(place.collection)
            const role = roles.get(place.collection)
            if (placement === undefined || row === undefined || role === undefined) return undefined
            const collection = Collection.view(row.value, { ...addresses, placement, role })
            return { kind: "collection", organization, collection }
          }
          default:
            return byContent.get(place.space)?.(place)
        }
      }
      return locate
    })

    return { makeLocator } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      ContentBase.layer,
      KnownSpecs.layer,
      RevisionViews.layer,
      SigningKeys.layer,
      SpaceViews.layer,
      UserViews.layer
    ])
  )
}
