import { Context, Effect, Layer } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import type { File } from "../../content/tree/File.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import * as Root from "../../content/tree/Root.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import type { Book, BookFile, BookPage, BookTarget, BookTargets } from "../../spaces/pdf/Book.ts"
import * as BookOperations from "../../spaces/pdf/BookOperations.ts"
import * as Books from "../../spaces/pdf/Books.ts"
import { PdfRefused } from "../../spaces/pdf/PdfPrinter.ts"
import { limits } from "../../spaces/pdf/SitePdf.ts"
import type { Publication } from "../publication/Publications.ts"
import { PreparedPages } from "../published-page/PreparedPages.ts"
import type { Targets } from "../published-page/PublishedPage.ts"
import * as PublishedPage from "../published-page/PublishedPage.ts"
import { PublishedPageNotFound } from "../published-page/PublishedPages.ts"
import { PublishedRoots } from "../published-page/PublishedRoots.ts"
import * as References from "../published-page/References.ts"
import type { SitePlace } from "../published-page/SitePlaces.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"

interface Known {
  /** Public address of the site; ends with a slash. */
  readonly url: string
  /** The ids of the pages of the book by their addresses below the site. */
  readonly ids: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, File>
}

const decode = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const ofPage = (target: Extract<PublishedPage.Target, { kind: "page" }>, { ids, url }: Known): BookTarget => {
  const [path = "", fragment] = target.path.split("#", 2)
  const id = ids.get(path)
  const named = { title: target.title, ...(target.description === undefined ? {} : { text: target.description }) }
  if (id === undefined) return { kind: "web", url: `${url}${target.path}`, ...named }
  return { kind: "page", page: id, ...(fragment === undefined ? {} : { anchor: decode(fragment) }), ...named }
}

const ofFile = (
  { contentType, dimensions, path, size, title }: Extract<PublishedPage.Target, { kind: "file" }>,
  { blob }: File,
  { url }: Known
): BookFile => ({
  kind: "file",
  title,
  contentType,
  size,
  blob,
  url: `${url}${path}`,
  ...(dimensions === undefined ? {} : { dimensions })
})

const targetOf = (key: string, target: PublishedPage.Target, known: Known): BookTarget | undefined => {
  if (target.kind === "page") return ofPage(target, known)
  if (target.kind === "space") return { kind: "web", url: `${known.url}${target.path}`, title: target.title }
  const ref = ContentRef.fromUrl(key)
  const file = ref?.kind === "file" ? known.files.get(ref.file) : undefined
  return file && ofFile(target, file, known)
}

/** Targets of an audience's references in a book: pages of the book, and addresses of the site for other targets. */
export const makePublishedTargets = (targets: Targets, known: Known): BookTargets =>
  Object.fromEntries(
    Object.entries(targets).flatMap(([key, target]) => {
      const made = targetOf(key, target, known)
      return made === undefined ? [] : [[key, made] as const]
    })
  )

/** The part of a site space that is printed: all, a page with its descendants, or only that page. */
export interface BookRequest {
  readonly place: SitePlace
  readonly page: string | null
  readonly only: boolean
}

interface Preparing {
  readonly chosen: Books.ChosenPage
  readonly links: Targets
  /** Writes out the parts of pages that refer to operations. */
  readonly describe: BookOperations.Describe
}

interface Prepared {
  readonly page: BookPage
  readonly references: Targets
}

/** When the newest of the pages was changed; absent if that would reveal hidden content (rule publication-times). */
const madeAtOf = (publication: Publication, chosen: ReadonlyArray<Books.ChosenPage>): { readonly madeAt?: number } => {
  const times = chosen.flatMap(({ page }) => (page.type === "document" ? [page.updatedAt] : []))
  return PublishedPage.showsModifiedTime(publication) && times.length > 0 ? { madeAt: Math.max(...times) } : {}
}

const subtitleOf = (
  { seen }: Publication,
  { page, place }: BookRequest,
  titles: ReadonlyMap<string, string>
): string => {
  const { section, siteSpaces } = place.section
  const names = [
    ...(section === null || seen.structure.sections.length < 2 ? [] : [section.title]),
    ...(siteSpaces.length < 2 ? [] : [seen.spaces.get(place.siteSpace.space)?.title ?? ""]),
    ...(page === null ? [] : [titles.get(page) ?? ""])
  ]
  return names.filter((name) => name !== "").join(" – ")
}

const listFiles = (targets: Targets): ReadonlyArray<string> =>
  Object.entries(targets).flatMap(([key, { kind }]) => {
    const ref = kind === "file" ? ContentRef.fromUrl(key) : undefined
    return ref?.kind === "file" ? [ref.file] : []
  })

const linkOf = (target: ContentRef.ContentRef, links: Targets): string | undefined => {
  const key = ContentRef.toUrl(target)
  return target.kind === "url" || Object.hasOwn(links, key) ? key : undefined
}

/**
 * Creates books of the content of a site space that an audience can see (rule site-pdf-seen). They depend on nothing
 * else.
 */
export class PublishedBooks extends Context.Service<PublishedBooks>()("@quire/core/PublishedBooks", {
  make: Effect.gen(function* () {
    const { signer } = yield* SigningKeys
    const { rootsOf } = yield* PublishedRoots
    const { prepareDocument } = yield* PreparedPages
    const { describerOf } = yield* BookOperations.BookOperations

    const prepare = Effect.fnUntraced(function* (
      publication: Publication,
      at: SitePlaces.OpenedPlace,
      { chosen, describe, links }: Preparing
    ) {
      const { page } = chosen
      const own = Books.bookPagesOf(chosen)
      if (page.type === "link") {
        const link = linkOf(page.target, links)
        return { page: { ...own, ...(link === undefined ? {} : { link }) }, references: {} } satisfies Prepared
      }
      if (page.type !== "document") return { page: own, references: {} } satisfies Prepared
      const { document, references } = yield* prepareDocument(publication, { at, page })
      return { page: { ...own, document: yield* describe(document) }, references } satisfies Prepared
    })

    /** The selected pages; links without a target are omitted. */
    const choose = Effect.fnUntraced(function* (
      publication: Publication,
      at: SitePlaces.OpenedPlace,
      { only, page, place }: BookRequest
    ) {
      const all = Books.choosePages(yield* PageTree.read(at.root), { page, only })
      const seen = all.filter(({ page: { type } }) => type !== "computed")
      if (seen.length > limits.pages) {
        return yield* new PdfRefused({
          problem: `it would have more than the limit of ${limits.pages.toLocaleString("en")} pages`
        })
      }
      const here = { publication, place, openRoot: rootsOf(publication), signer }
      const links = yield* References.resolve(
        here,
        seen.flatMap(({ page: each }) => (each.type === "link" ? [each.target] : []))
      )
      const chosen = seen.filter(({ page: each }) => each.type !== "link" || linkOf(each.target, links) !== undefined)
      return { chosen, links }
    })

    const makeBook = Effect.fnUntraced(function* (publication: Publication, wanted: BookRequest) {
      const { organization, site, specs, url } = publication.seen
      const at = yield* SitePlaces.openPlace(wanted.place, rootsOf(publication))
      const { chosen, links } = yield* choose(publication, at, wanted)
      if (chosen.length === 0 && wanted.page !== null) return yield* new PublishedPageNotFound()
      const describe = describerOf({ organization: organization.id, versions: specs })
      const prepared = yield* Effect.forEach(chosen, (each) =>
        prepare(publication, at, { chosen: each, describe, links })
      )
      const references = Object.assign({}, links, ...prepared.map((each) => each.references))
      const places = yield* SitePlaces.locatePage(
        publication,
        at,
        chosen.map(({ page }) => page.id)
      )
      const ids = new Map(Array.from(places, ([id, { place }]) => [place.path, id]))
      const files = yield* Root.files(at.root, listFiles(references))
      const subtitle = subtitleOf(publication, wanted, new Map(chosen.map(({ page }) => [page.id, page.title])))
      return {
        title: site.title,
        ...(subtitle === "" ? {} : { subtitle }),
        ...madeAtOf(publication, chosen),
        pages: prepared.map(({ page }) => page),
        targets: makePublishedTargets(references, { url, ids, files })
      } satisfies Book
    })

    return { makeBook } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([BookOperations.BookOperations.layer, PreparedPages.layer, PublishedRoots.layer, SigningKeys.layer])
  )
}
