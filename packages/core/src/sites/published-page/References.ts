import { Effect } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import { sanitize } from "../../content/file/FileName.ts"
import { downloadKey, type FileAddress } from "../../content/file/FileView.ts"
import type { File } from "../../content/tree/File.ts"
import type * as Page from "../../content/tree/Page.ts"
import type { Cover } from "../../content/tree/PageLayout.ts"
import * as Root from "../../content/tree/Root.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import type { Publication } from "../publication/Publications.ts"
import type * as PublishedPage from "./PublishedPage.ts"
import type { Targets } from "./PublishedPage.ts"
import type { OpenRoot } from "./PublishedRoots.ts"
import * as SitePlaces from "./SitePlaces.ts"

/**
 * The address of a file below its site, percent-encoded. It ends with a token that grants the audience access to the
 * site.
 */
export const filePathOf = ({ file, key, name, space }: FileAddress): string =>
  ["~file", space, file, key, sanitize(name)].map(encodeURIComponent).join("/")

/** The page that holds the references. */
export interface Here {
  readonly publication: Publication
  readonly place: SitePlaces.SitePlace
  readonly openRoot: OpenRoot
  /** Signs the addresses of files. */
  readonly signer: Signer
}

type PageRef = ContentRef.PageRef | ContentRef.AnchorRef

const isOfPage = (ref: ContentRef.ContentRef): ref is PageRef => ref.kind === "page" || ref.kind === "anchor"

const describe = (page: Page.Page) => ({
  title: page.title,
  ...(page.type === "document" && page.description !== undefined ? { description: page.description } : {}),
  ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
  ...(page.icon === undefined ? {} : { icon: page.icon })
})

const fileTarget = (signer: Signer, space: string, file: File): PublishedPage.Target => ({
  kind: "file",
  path: filePathOf({ space, file: file.id, key: downloadKey(signer, space, file.id, file.blob), name: file.name }),
  title: sanitize(file.name),
  contentType: file.contentType,
  size: file.size,
  ...(file.dimensions === undefined ? {} : { dimensions: file.dimensions })
})

const unique = <A>(items: Iterable<A>): ReadonlyArray<A> => [...new Set(items)]

/** Finds the pages that references name, by space and id; spaces that the audience cannot see are omitted. */
const locatePages = Effect.fnUntraced(function* (here: Here, refs: ReadonlyArray<PageRef>) {
  const { openRoot, place, publication } = here
  const own = place.siteSpace.space
  const found = new Map<string, { readonly page: Page.Page; readonly place: SitePlaces.PagePlace }>()
  for (const space of unique(refs.map((ref) => ref.space ?? own))) {
    const shown = space === own ? place : SitePlaces.findSpace(publication, space, place.section)
    if (shown === undefined) continue
    const at = yield* SitePlaces.openPlace(shown, openRoot)
    const ids = unique(
      refs.flatMap((ref) => ((ref.space ?? own) === space && ref.page !== undefined ? [ref.page] : []))
    )
    for (const [id, { page, place }] of yield* SitePlaces.locatePage(publication, at, ids)) {
      if (page.type === "document") found.set(`${space}/${id}`, { page, place })
    }
  }
  return found
})

/** Addresses of spaces that the audience can see, by id; a space without a visible page has none. */
const locateSpaces = Effect.fnUntraced(function* (here: Here, spaces: ReadonlyArray<string>) {
  const { openRoot, place, publication } = here
  const found = new Map<string, PublishedPage.Target>()
  for (const space of unique(spaces)) {
    const shown = SitePlaces.findSpace(publication, space, place.section)
    if (shown === undefined || (yield* SitePlaces.openPlace(shown, openRoot)).landing === undefined) continue
    const title = publication.seen.spaces.get(space)?.title ?? ""
    found.set(space, { kind: "space", path: SitePlaces.addressOf(publication, shown), title })
  }
  return found
})

const fragmentOf = (ref: PageRef): string => (ref.kind === "anchor" ? `#${encodeURIComponent(ref.anchor)}` : "")

/**
 * Targets of references that the audience can see (rule document-references): pages and spaces of the site and files of
 * the page's space. Names of users are never included.
 */
export const resolve = Effect.fnUntraced(function* (here: Here, given: ReadonlyArray<ContentRef.ContentRef>) {
  const { openRoot, place, signer } = here
  const own = place.siteSpace.space
  const refs = new Map(given.map((ref) => [ContentRef.toUrl(ref), ref]))
  const pages = yield* locatePages(here, [...refs.values()].filter(isOfPage))
  const spaces = yield* locateSpaces(
    here,
    [...refs.values()].flatMap((ref) => (ref.kind === "space" ? [ref.space] : []))
  )
  const fileIds = unique([...refs.values()].flatMap((ref) => (ref.kind === "file" ? [ref.file] : [])))
  const files = fileIds.length === 0 ? undefined : yield* Root.files(yield* openRoot(own), fileIds)
  const targetOf = (ref: ContentRef.ContentRef): PublishedPage.Target | undefined => {
    if (ref.kind === "file") {
      const file = files?.get(ref.file)
      return file && fileTarget(signer, own, file)
    }
    if (ref.kind === "space") return spaces.get(ref.space)
    if (!isOfPage(ref)) return undefined
    if (ref.page === undefined) return { kind: "page", path: fragmentOf(ref), title: "" }
    const found = pages.get(`${ref.space ?? own}/${ref.page}`)
    if (found === undefined) return undefined
    const [{ path, textPath }, fragment] = [found.place, fragmentOf(ref)]
    return { kind: "page", path: `${path}${fragment}`, textPath: `${textPath}${fragment}`, ...describe(found.page) }
  }
  const targets: Targets = Object.fromEntries(
    Array.from(refs, ([key, ref]) => [key, targetOf(ref)] as const).flatMap(([key, target]) =>
      target === undefined ? [] : [[key, target] as const]
    )
  )
  return targets
})

/** The cover of a page, as far as its images are seen. */
export const showCover = (cover: Cover | undefined, known: Targets): { readonly cover?: Cover } => {
  const sees = (ref: ContentRef.ImageRef) => ref.kind === "url" || Object.hasOwn(known, ContentRef.toUrl(ref))
  if (cover === undefined || !sees(cover.ref)) return {}
  const { refDark, ...kept } = cover
  return { cover: refDark === undefined || !sees(refDark) ? kept : cover }
}
