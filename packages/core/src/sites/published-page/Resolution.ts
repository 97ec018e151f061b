import { Context, Effect, Layer, Option, Result } from "effect"
import { ContentStore, type PrefetchedNodes } from "../../content/tree/ContentStore.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as PageNeighbours from "../../spaces/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import * as SitePath from "../publication/SitePath.ts"
import * as SiteRedirect from "../redirect/SiteRedirect.ts"
import { collection as redirectCollection } from "../redirect/SiteRedirect.ts"
import type * as PublishedPage from "./PublishedPage.ts"
import type { OpenRoot } from "./PublishedRoots.ts"
import * as SitePlaces from "./SitePlaces.ts"

/** `roots`: those read ahead at once; `entries`: entries of their largest maps, together and of one. */
export const limits = { roots: 50, entries: 2_048, entriesOfOne: 256 } as const

/** A space that is about to be read, once in a list, and the path of a page in it. */
export interface PrefetchRequest {
  readonly space: string
  readonly path?: string
}

/**
 * Reads what pages of spaces are printed from in one statement, of roots that are not in memory. What it leaves out is
 * read when it is needed, level by level.
 */
export class Prefetch extends Context.Service<Prefetch>()("@quire/core/Prefetch", {
  make: Effect.gen(function* () {
    const store = yield* ContentStore
    const cache = yield* NodeCache

    const isMissing = (space: string, root: string | undefined): root is string =>
      root !== undefined && root !== Root.empty && !cache.hasNode(space, root)

    const list = ({ seen }: Publication, wanted: ReadonlyArray<PrefetchRequest>): ReadonlyArray<PrefetchedNodes> => {
      const missing = wanted.flatMap(({ path, space }) => {
        const root = seen.roots.get(space)
        return isMissing(space, root) ? [{ space, root, path: path && Slug.fold(path) }] : []
      })
      const chosen = missing.slice(0, limits.roots)
      const entries = Math.min(limits.entriesOfOne, Math.floor(limits.entries / Math.max(1, chosen.length)))
      return chosen.map((each) => ({ ...each, entries }))
    }

    const read = (wanted: ReadonlyArray<PrefetchedNodes>): Effect.Effect<void> =>
      Effect.map(store.getAhead(wanted), (spaces) => {
        for (const [space, texts] of spaces) for (const [hash, text] of texts) cache.putText(space, hash, text)
      })

    return { list, read }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(NodeCache.layer))
}

/** A document, and whether the address names a group that it is the first of. */
export interface ResolvedPage {
  readonly _tag: "Page"
  readonly at: SitePlaces.OpenedPlace
  readonly page: Page.Page & Page.Document
  readonly place: SitePlaces.PagePlace
  readonly isGroup: boolean
}

/**
 * The target of an address. `Moved` is one redirect to a page. It is permanent (`forever`) unless the target may change
 * while the address stays, such as the first page of a group.
 */
export type Resolution =
  | ResolvedPage
  | { readonly _tag: "Moved"; readonly path: string; readonly forever: boolean }
  | { readonly _tag: "Absent" }

type Written = Option.Option<Repository.VersionedValue<SiteRedirect.SiteRedirect>>

const absent: Resolution = { _tag: "Absent" }

interface ResolutionRequest {
  readonly publication: Publication
  readonly openRoot: OpenRoot
  readonly form: PublishedPage.Form
}

const pathIn = ({ path, textPath }: SitePlaces.PagePlace, form: PublishedPage.Form): string =>
  form === "text" ? textPath : path

const isDocument = (page: Page.Page): page is Page.Page & Page.Document => page.type === "document"

/** The document at a location, or the first document of the group at it. */
const findAt = Effect.fnUntraced(function* (
  { openRoot, publication }: ResolutionRequest,
  location: SitePath.SiteLocation
) {
  const at = yield* SitePlaces.openPlace(location, openRoot)
  const named =
    location.rest.length === 0
      ? undefined
      : Option.getOrUndefined(yield* PagePath.find(at.root, location.rest.join("/")))
  const isGroup = named?.type === "group"
  const page =
    location.rest.length === 0 || isGroup ? yield* PageNeighbours.findFirstDocument(at.root, named?.id ?? null) : named
  if (page === undefined || !isDocument(page)) return undefined
  const place = (yield* SitePlaces.locatePage(publication, at, [page.id])).get(page.id)?.place
  return place === undefined ? undefined : ({ _tag: "Page", at, page, place, isGroup } satisfies ResolvedPage)
})

/** The location that a redirect of the site names, if the audience sees it. */
const locateDestination = Effect.fnUntraced(function* (
  { openRoot, publication }: ResolutionRequest,
  { destination }: SiteRedirect.SiteRedirect
) {
  if (destination.kind === "site-section") {
    const { sections } = publication.seen.structure
    const section = sections.find((each) => each.section?.id === destination.siteSectionId)
    return section && { section, siteSpace: section.first, rest: [] }
  }
  const place = SitePlaces.list(publication).find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId)
  if (place === undefined || destination.kind === "site-space") return place && { ...place, rest: [] }
  const paths = yield* PagePath.pathsOf(yield* openRoot(place.siteSpace.space), [destination.pageId])
  const path = paths.get(destination.pageId)
  return path === undefined ? undefined : { ...place, rest: SitePlaces.toSegments(path) }
})

/** Resolves an address below a site, percent-encoded (rule publication-resolution). */
export class PageResolver extends Context.Service<PageResolver>()("@quire/core/PageResolver", {
  make: Effect.gen(function* () {
    const redirects = yield* Repository.make(redirectCollection)
    const ahead = yield* Prefetch
    const { together } = yield* RowStore

    const findWritten = ({ publication }: ResolutionRequest, source: string) =>
      redirects.getBy("source", { site: publication.seen.site.id, source })

    /** The configured redirect of an address, if it was loaded together with content that was not in memory. */
    const readAhead = (
      asked: ResolutionRequest,
      { rest, section, siteSpace }: SitePath.SiteLocation,
      source: string
    ) => {
      const spaces = new Set([siteSpace.space, ...section.siteSpaces.map(({ space }) => space)])
      const path = rest.join("/")
      const missing = ahead.list(
        asked.publication,
        Array.from(spaces, (space) => ({ space, path }))
      )
      return missing.length === 0
        ? Effect.undefined
        : Effect.map(together(findWritten(asked, source), ahead.read(missing)), ([written]) => written)
    }

    const findRedirected = Effect.fnUntraced(function* (asked: ResolutionRequest, source: string, known?: Written) {
      const found = Option.getOrUndefined(known ?? (yield* findWritten(asked, source)))
      const location = found && (yield* locateDestination(asked, found.value))
      return location && (yield* findAt(asked, location))
    })

    const resolve = Effect.fnUntraced(function* (asked: ResolutionRequest, path: string) {
      const { form, publication } = asked
      const { structure } = publication.seen
      const moved = ({ isGroup, place }: ResolvedPage): Resolution => ({
        _tag: "Moved",
        path: pathIn(place, form),
        forever: !isGroup
      })
      const source = Result.getOrUndefined(SiteRedirect.normalize(`/${path}`))
      if (source === undefined) return absent
      const segments = SitePlaces.toSegments(source)
      const location = SitePath.locate(structure, segments)
      const written = yield* readAhead(asked, location, source)
      const live = yield* findAt(asked, location)
      if (live !== undefined) return !live.isGroup && pathIn(live.place, form) === path ? live : moved(live)
      for (const former of SitePath.listFormer(structure, segments)) {
        const found = yield* findAt(asked, former)
        if (found !== undefined) return moved(found)
      }
      const redirected = yield* findRedirected(asked, source, written)
      return redirected === undefined ? absent : moved(redirected)
    })

    return { resolve } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Prefetch.layer))
}
