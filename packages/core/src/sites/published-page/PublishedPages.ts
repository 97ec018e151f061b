import { Context, Effect, Layer, Option, Schema } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import * as NamedSpecs from "../../openapi/spec/NamedSpecs.ts"
import * as PageNeighbours from "../../spaces/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import { PreparedPages } from "./PreparedPages.ts"
import type { Alternate, Breadcrumb, PageLink, PublishedSpec, Targets } from "./PublishedPage.ts"
import * as PublishedPage from "./PublishedPage.ts"
import { type OpenRoot, PublishedRoots } from "./PublishedRoots.ts"
import * as References from "./References.ts"
import * as Resolution from "./Resolution.ts"
import { Prefetch, type ResolvedPage } from "./Resolution.ts"
import * as SitePlaces from "./SitePlaces.ts"

/** `kept`: memory limit for the pages that were found in other contents, as estimated here. */
export const limits = { kept: 8_388_608 } as const

const overhead = 150

/** The target of a page path in a content: `""` is its first page; undefined if it has no page at all. */
interface Same {
  readonly path: string | undefined
  /** Whether it is the page that has the path, not the first one in its place, and in the language of its space. */
  readonly isSame: boolean
}

/** By the hash of the content's root and the path. */
const known = Recent.make<Same>(limits.kept)

const keyOf = (hash: string, path: string): string => `${hash}/${path}`

const findSame = Effect.fnUntraced(function* (place: SitePlaces.SitePlace, inSpace: string, openRoot: OpenRoot) {
  const { landing, root } = yield* SitePlaces.openPlace(place, openRoot)
  const same = inSpace === "" ? landing : Option.getOrUndefined(yield* PagePath.find(root, inSpace))
  const isDocument = same?.type === "document"
  const found =
    isDocument && same.id !== landing?.id ? (yield* PagePath.locate(root, [same.id])).get(same.id) : undefined
  const path = found?.path ?? (landing === undefined ? undefined : "")
  const key = keyOf(root.hash, inSpace)
  const answer = { path, isSame: isDocument && same.computed === undefined }
  known.put(key, answer, overhead + 2 * (key.length + (path?.length ?? 0)))
  return answer
})

/** Other site-spaces of the section, each with the same page or its first one (rule publication-alternates). */
export const listAlternates = Effect.fnUntraced(function* (
  publication: Publication,
  { at, place }: ResolvedPage,
  openRoot: OpenRoot
) {
  const { roots, spaces } = publication.seen
  const { inSpace } = place
  const others = at.section.siteSpaces
    .filter(({ id }) => id !== at.siteSpace.id)
    .map((siteSpace) => ({ section: at.section, siteSpace }))
  const alternate = (other: SitePlaces.SitePlace, path: string, isSame: boolean): Alternate => ({
    siteSpace: other.siteSpace.id,
    title: spaces.get(other.siteSpace.space)?.title ?? "",
    path: SitePlaces.addressOf(publication, other, path),
    ...(isSame ? PublishedPage.languageOf(publication, other.siteSpace.space) : {})
  })
  const pathIn = ({ siteSpace }: SitePlaces.SitePlace) => known.get(keyOf(roots.get(siteSpace.space) ?? "", inSpace))
  const found = new Map(others.map((other) => [other, pathIn(other)]))
  const missing = others.filter((other) => found.get(other) === undefined)
  const read = (other: SitePlaces.SitePlace) =>
    Effect.map(findSame(other, inSpace, openRoot), (same) => found.set(other, same))
  if (missing.length > 0) yield* Effect.forEach(missing, read, ContentReader.batched)
  return others.flatMap((other) => {
    const { isSame = false, path } = found.get(other) ?? {}
    return path === undefined ? [] : [alternate(other, path, isSame)]
  })
})

const linkTo = Effect.fnUntraced(function* (
  publication: Publication,
  at: SitePlaces.OpenedPlace,
  id: string | undefined
) {
  if (id === undefined) return undefined
  const found = (yield* SitePlaces.locatePage(publication, at, [id])).get(id)
  return found && ({ id, title: found.page.title, path: found.place.path } satisfies PageLink)
})

/** The pages before and after a page in reading order. */
export const findNeighbours = Effect.fnUntraced(function* (publication: Publication, { at, page }: ResolvedPage) {
  const before = yield* PageNeighbours.findNeighbour(at.root, page, "back")
  const after = yield* PageNeighbours.findNeighbour(at.root, page, "forward")
  const previous = yield* linkTo(publication, at, before?.id)
  const next = yield* linkTo(publication, at, after?.id)
  return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) }
})

/** The way to a page: its section, if the site has several, then the pages above it. */
export const listBreadcrumbs = Effect.fnUntraced(function* (publication: Publication, { at, page }: ResolvedPage) {
  const above = (yield* PagePath.ancestors(at.root, page.id)).toReversed()
  const found = yield* SitePlaces.locatePage(publication, at, above)
  const pages = above.flatMap((id): ReadonlyArray<Breadcrumb> => {
    const entry = found.get(id)
    if (entry === undefined) return []
    const { title, type } = entry.page
    return [type === "group" ? { title } : { title, path: entry.place.path }]
  })
  const { section } = at.section
  const { sections } = publication.seen.structure
  return section === null || sections.length < 2 ? pages : [{ title: section.title }, ...pages]
})

type Tree = Page.PageTree

const isHidden = ({ page }: Tree): boolean => page.type === "computed" || page.hidden

/** The targets of links among pages that are not hidden. */
const listLinks = (trees: ReadonlyArray<Tree>): ReadonlyArray<ContentRef.ContentRef> =>
  trees.flatMap((tree): ReadonlyArray<ContentRef.ContentRef> => {
    if (isHidden(tree)) return []
    return tree.page.type === "link" ? [tree.page.target] : listLinks(tree.pages)
  })

const linkFields = (
  target: ContentRef.ContentRef,
  targets: Targets
): Pick<PublishedPage.Entry, "path" | "url"> | undefined => {
  if (target.kind === "url") return { url: target.url }
  const key = ContentRef.toUrl(target)
  const found = Object.hasOwn(targets, key) ? targets[key] : undefined
  return found && { path: found.path }
}

const shared = ({ emoji, icon, id, title }: Page.Page) => ({
  id,
  title,
  ...(emoji === undefined ? {} : { emoji }),
  ...(icon === undefined ? {} : { icon })
})

const listEntries = (
  publication: Publication,
  at: SitePlaces.OpenedPlace,
  trees: ReadonlyArray<Tree>,
  targets: Targets
): ReadonlyArray<PublishedPage.Entry> => {
  const entries: Array<PublishedPage.Entry> = []
  for (const tree of trees) {
    const { page, path = "" } = tree
    if (isHidden(tree)) continue
    if (page.type === "link") {
      const leads = linkFields(page.target, targets)
      if (leads !== undefined) entries.push({ ...shared(page), type: "link", ...leads, pages: [] })
    } else if (page.type === "group") {
      const pages = listEntries(publication, at, tree.pages, targets)
      entries.push({ ...shared(page), type: "group", pages })
    } else if (page.type === "document") {
      const { path: address, textPath } = SitePlaces.pageOfPath(publication, at, page.id, path)
      entries.push({
        ...shared(page),
        type: "document",
        path: address,
        textPath,
        ...(page.description === undefined ? {} : { description: page.description }),
        robots: PublishedPage.robotsOf(publication, page),
        ...PublishedPage.timeOf(publication, page),
        pages: listEntries(publication, at, tree.pages, targets)
      })
    }
  }
  return entries
}

/** The pages of a site space that are part of the reading order, nested and in order (rule publication-contents). */
export const readTableOfContents = Effect.fnUntraced(function* (here: References.Here, at: SitePlaces.OpenedPlace) {
  const trees = yield* PageTree.read(at.root)
  const targets = yield* References.resolve(here, listLinks(trees))
  return listEntries(here.publication, at, trees, targets)
})

const publish = (read: NamedSpecs.NamedSpec, path: string | undefined): PublishedSpec => {
  const { outline: _, ...spec } = read
  if (path === undefined) return spec
  const names = spec.schemas.flatMap(({ name }) => (NamedSpecs.isInner(read, name) ? [] : [name]))
  return { ...spec, models: { path, names } }
}

/** The specs that the blocks of a document refer to, in the versions of the publication (rule published-operations). */
export class PageSpecs extends Context.Service<PageSpecs>()("@quire/core/PageSpecs", {
  make: Effect.gen(function* () {
    const computed = yield* ComputedRoots
    const { readSpecs } = yield* NamedSpecs.NamedSpecs

    /** Addresses of the model pages of specs, for each spec that has one in the space. */
    const locateModels = Effect.fnUntraced(function* (publication: Publication, at: SitePlaces.OpenedPlace) {
      const models = computed.modelsOf(at.root)
      if (models.size === 0) return new Map<string, string>()
      const places = yield* SitePlaces.locatePage(publication, at, [...models.values()])
      return new Map(
        Array.from(models).flatMap(([slug, id]) => {
          const found = places.get(id)
          return found === undefined ? [] : [[slug, found.place.path] as const]
        })
      )
    })

    return {
      readSpecs: Effect.fnUntraced(function* (
        publication: Publication,
        at: SitePlaces.OpenedPlace,
        document: Document
      ) {
        const { organization, specs } = publication.seen
        const read = yield* readSpecs({ organization: organization.id, versions: specs }, document)
        if (read.length === 0) return []
        const models = yield* locateModels(publication, at)
        return read.map((spec) => publish(spec, models.get(spec.slug)))
      })
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedRoots.layer, NamedSpecs.NamedSpecs.layer])
  )
}

/** The address has no target that this audience can see (rule publication-absence). */
export class PublishedPageNotFound extends Schema.TaggedError<PublishedPageNotFound>()("PublishedPageNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the page does not exist"
  }
}

/**
 * The address redirects to `path` below the site, directly to the final target. `forever` unless the target depends on
 * the order of pages.
 */
export interface MovedPage {
  readonly object: "moved-page"
  readonly path: string
  readonly forever: boolean
}

const optionalFields = ({ description, emoji, icon }: Page.Document) => ({
  ...(description === undefined ? {} : { description }),
  ...(emoji === undefined ? {} : { emoji }),
  ...(icon === undefined ? {} : { icon })
})

/** Reads the pages of publications. */
export class PublishedPages extends Context.Service<PublishedPages>()("@quire/core/PublishedPages", {
  make: Effect.gen(function* () {
    const { signer } = yield* SigningKeys
    const { batchedRootsOf, rootsOf } = yield* PublishedRoots
    const { resolve } = yield* Resolution.PageResolver
    const ahead = yield* Prefetch
    const { prepareDocument } = yield* PreparedPages
    const { readSpecs } = yield* PageSpecs

    /** The document of a page as the audience sees it, with the targets of its references. */
    const prepare = Effect.fnUntraced(function* (publication: Publication, found: Resolution.ResolvedPage) {
      const { document, references } = yield* prepareDocument(publication, found)
      const specs = yield* readSpecs(publication, found.at, document)
      return { document, references, ...(specs.length === 0 ? {} : { specs }) }
    })

    const view = Effect.fnUntraced(function* (publication: Publication, found: Resolution.ResolvedPage) {
      const { at, page, place } = found
      const { caching, spaces, url } = publication.seen
      const { section } = at.section
      const prepared = yield* prepare(publication, found)
      return {
        object: "published-page",
        id: page.id,
        title: page.title,
        path: place.path,
        textPath: place.textPath,
        canonical: `${url}${place.path}`,
        ...optionalFields(page),
        ...References.showCover(page.cover, prepared.references),
        layout: page.layout,
        space: { id: at.siteSpace.space, title: spaces.get(at.siteSpace.space)?.title ?? "" },
        siteSpace: at.siteSpace.id,
        ...(page.computed === undefined ? PublishedPage.languageOf(publication, at.siteSpace.space) : {}),
        section: section === null ? null : { id: section.id, title: section.title },
        breadcrumbs: yield* listBreadcrumbs(publication, found),
        ...(yield* findNeighbours(publication, found)),
        alternates: yield* listAlternates(publication, found, (yield* batchedRootsOf)(publication)),
        outline: DocumentText.outline(prepared.document).map(({ anchor, level, title }) => ({ level, title, anchor })),
        document: prepared.document,
        references: prepared.references,
        ...(prepared.specs === undefined ? {} : { specs: prepared.specs }),
        robots: PublishedPage.robotsOf(publication, page),
        caching,
        ...PublishedPage.timeOf(publication, page)
      } satisfies PublishedPage.PublishedPage
    })

    /** Resolves an address below the site, percent-encoded, without a leading slash (rule publication-resolution). */
    const find = operation("PublishedPages.find")(function* (
      publication: Publication,
      path: string,
      form: PublishedPage.Form = "page"
    ) {
      const found = yield* resolve({ publication, openRoot: rootsOf(publication), form }, path)
      switch (found._tag) {
        case "Absent":
          return yield* new PublishedPageNotFound()
        case "Moved":
          return { object: "moved-page", path: found.path, forever: found.forever } satisfies MovedPage
        case "Page":
          return yield* view(publication, found)
      }
    })

    /** Reads the tables of contents of site spaces in batches, so that each needs no separate statement. */
    const readAhead = (publication: Publication, siteSpaces: ReadonlyArray<string>): Effect.Effect<void> => {
      const spaces = SitePlaces.list(publication).flatMap(({ siteSpace: { id, space } }) =>
        siteSpaces.includes(id) ? [space] : []
      )
      const missing = ahead.list(
        publication,
        Array.from(new Set(spaces), (space) => ({ space }))
      )
      return missing.length === 0 ? Effect.void : ahead.read(missing)
    }

    /** The table of contents of a site-space; its cost grows with the pages of the space. */
    const contents = operation("PublishedPages.contents")(function* (publication: Publication, siteSpace: string) {
      const place = SitePlaces.list(publication).find((each) => each.siteSpace.id === siteSpace)
      if (place === undefined) return yield* new PublishedPageNotFound()
      const openRoot = rootsOf(publication)
      yield* readAhead(publication, [siteSpace])
      const at = yield* SitePlaces.openPlace(place, openRoot)
      return yield* readTableOfContents({ publication, place, openRoot, signer }, at)
    })

    return { find, contents, readAhead } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      PageSpecs.layer,
      Prefetch.layer,
      PreparedPages.layer,
      PublishedRoots.layer,
      Resolution.PageResolver.layer,
      SigningKeys.layer
    ])
  )
}
