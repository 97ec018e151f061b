import { Context, Effect, Layer } from "effect"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { type OpenedSite, OpenedSites, type SitePlaces } from "../site/OpenedSites.ts"
import type * as SiteRedirect from "./SiteRedirect.ts"

/** A destination, and the field that names it. */
export interface NamedDestination {
  readonly destination: SiteRedirect.Destination
  readonly field: string
}

const missing = (field: string, id: string) => new ReferenceNotFound({ field, id })

/** The refusal of a destination that is no part of the site. */
const findStranger = (places: SitePlaces, { destination, field }: NamedDestination): ReferenceNotFound | undefined => {
  if (destination.kind === "site-section") {
    const { siteSectionId: id } = destination
    return places.sectionUrl(id) === undefined ? missing(`${field}.siteSectionId`, id) : undefined
  }
  const { siteSpaceId: id } = destination
  return places.siteSpace(id) === undefined ? missing(`${field}.siteSpaceId`, id) : undefined
}

const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/")

/** The targets of redirects of a site, as their caller may see them. */
export class RedirectTargets extends Context.Service<RedirectTargets>()("@quire/core/RedirectTargets", {
  make: Effect.gen(function* () {
    const sites = yield* OpenedSites
    const base = yield* ContentBase

    /** Refuses destinations that name nothing that the caller may view. */
    const require = Effect.fnUntraced(function* (opened: OpenedSite, named: ReadonlyArray<NamedDestination>) {
      const places = yield* sites.places(opened)
      const stranger = named.map((each) => findStranger(places, each)).find((refusal) => refusal !== undefined)
      if (stranger !== undefined) return yield* stranger
      const pages = named.flatMap(({ destination, field }) => {
        const place = destination.kind === "site-page" ? places.siteSpace(destination.siteSpaceId) : undefined
        if (destination.kind !== "site-page" || place === undefined) return []
        return [{ space: place.space, page: destination.pageId, field: `${field}.pageId` }]
      })
      const spaces = [...new Set(pages.map(({ space }) => space))]
      const heads = yield* base.heads(opened.viewer, opened.organization, spaces)
      const known = new Map<string, ReadonlySet<string>>()
      for (const space of spaces) {
        const head = heads.get(space)
        const ids = pages.filter((each) => each.space === space).map(({ page }) => page)
        known.set(space, new Set(head === undefined ? [] : (yield* Root.pages(head.root, ids)).keys()))
      }
      const lost = pages.find(({ page, space }) => known.get(space)?.has(page) !== true)
      if (lost !== undefined) return yield* missing(lost.field, lost.page)
    })

    /** The address of a destination; undefined if it was deleted or if the caller may not view it. */
    const urlOf = Effect.fnUntraced(function* (opened: OpenedSite, destination: SiteRedirect.Destination) {
      const places = yield* sites.places(opened)
      if (destination.kind === "site-section") return places.sectionUrl(destination.siteSectionId)
      const place = places.siteSpace(destination.siteSpaceId)
      if (place === undefined || destination.kind === "site-space") return place?.url
      const heads = yield* base.heads(opened.viewer, opened.organization, [place.space])
      const head = heads.get(place.space)
      if (head === undefined) return undefined
      const path = (yield* PagePath.pathsOf(head.root, [destination.pageId])).get(destination.pageId)
      return path === undefined ? undefined : `${place.url}${encodePath(path)}`
    })

    return { require, urlOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, OpenedSites.layer]))
}
