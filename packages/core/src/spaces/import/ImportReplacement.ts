import { Effect } from "effect"
import { type Document, findExceededLimit, type Limit } from "../../content/document/Document.ts"
import * as KeyAdoption from "../../content/document/KeyAdoption.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { File } from "../../content/tree/File.ts"
import * as Page from "../../content/tree/Page.ts"
import { type NewPage, pagesBelow } from "../../content/tree/PageInput.ts"
import { defaultLayout } from "../../content/tree/PageLayout.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ImportAddresses from "./ImportAddresses.ts"
import { ImportAnchors } from "./ImportAnchors.ts"
import { type ImportedPage, type ImportedRedirect, type ImportedReusable, walk } from "./Importer.ts"
import type * as ImportPlan from "./ImportPlan.ts"
import { newPages, resolveDocument, reusablesOf } from "./ImportPlan.ts"

/** The content of a source, with newly created ids. */
export interface Source {
  readonly pages: ReadonlyArray<ImportedPage>
  readonly files: ReadonlyArray<File>
  readonly reusable: ReadonlyArray<ImportedReusable>
  readonly redirects: ReadonlyArray<ImportedRedirect>
  readonly ids: ImportPlan.AssignedIds
  readonly onBeyond: (path: string, limit: Limit) => void
}

const keyOf = (type: Page.PageType, above: string, name: string): string => `${type} ${above}${name}`

/** Pages and what each is known by: its type and its address, or its title if it has no address. */
function* keysOfFormer(trees: ReadonlyArray<Page.PageTree>, above = ""): Generator<readonly [Page.Page, key: string]> {
  for (const { page, pages } of trees) {
    yield [page, keyOf(page.type, above, Page.isPlaced(page) ? page.slug : page.title)]
    if (Page.isPlaced(page)) yield* keysOfFormer(pages, `${above}${page.slug}/`)
  }
}

function* keysOfNew(
  pages: ReadonlyArray<NewPage>,
  slugs: ReadonlyMap<string, string>,
  above = ""
): Generator<readonly [id: string, key: string]> {
  for (const page of pages) {
    const slug = slugs.get(page.id)
    yield [page.id, keyOf(page.type, above, slug ?? page.title)]
    if (slug !== undefined) yield* keysOfNew(pagesBelow(page), slugs, `${above}${slug}/`)
  }
}

/** Pairs new ids with those of the former items that have the same key, equal ones in order. */
const match = (
  former: ReadonlyArray<readonly [id: string, key: string]>,
  made: Iterable<readonly [string, string]>
) => {
  const waiting = new Map<string, Array<string>>()
  for (const [id, key] of former.toReversed()) {
    const ids = waiting.get(key)
    if (ids === undefined) waiting.set(key, [id])
    else ids.push(id)
  }
  const matched = new Map<string, string>()
  for (const [id, key] of made) {
    const kept = waiting.get(key)?.pop()
    if (kept !== undefined) matched.set(id, kept)
  }
  return matched
}

const fileKey = (file: File): readonly [id: string, key: string] => [file.id, `${file.blob} ${file.name}`]

const takeOver = (ids: ReadonlyMap<string, string>, matched: ReadonlyMap<string, string>) =>
  new Map(Array.from(ids, ([path, id]) => [path, matched.get(id) ?? id]))

/** A page after the import, with existing values that its source does not set; the existing page if nothing changes. */
const settle = (before: Page.Page, after: Page.Page): Page.Page => {
  const own =
    before.type === "document" && after.type === "document"
      ? {
          ...after,
          layout: CanonicalJson.equals(after.layout, defaultLayout) ? before.layout : after.layout,
          noRobotsIndex: before.noRobotsIndex || after.noRobotsIndex
        }
      : after
  const next = { ...own, createdAt: before.createdAt }
  return Page.changedFields(before, next).length === 0 ? before : next
}

/** The slugs that pages will have where nothing else is. */
const slugsOf = Effect.fnUntraced(function* (space: string, pages: ReadonlyArray<NewPage>) {
  const nothing = ContentDraft.make({ space, many: () => Effect.succeed(new Map()) })
  const { slugs } = yield* TreeEdit.insertWithSlugs(nothing, Root.empty, { parent: null, pages, now: 0 })
  return slugs
})

/** The headings of the pages of a source, under the ids that the pages will have. */
const readAnchors = Effect.fnUntraced(function* (pages: ReadonlyArray<ImportedPage>, ids: ReadonlyMap<string, string>) {
  const anchors = new ImportAnchors()
  const add = (page: ImportedPage) => {
    if (page.type !== "document" || page.document === undefined) return
    anchors.add(ids.get(page.path) ?? page.path, page.document.open(), page.title, page.heading?.data.id)
  }
  yield* EventLoop.map(Array.from(walk(pages)), add)
  return anchors
})

/**
 * Stores the documents of pages and included texts in the draft, with the keys of former blocks; returns their hashes
 * by path. `former` has the hashes of former documents.
 */
const putDocuments = Effect.fnUntraced(function* (
  draft: ContentDraft.ContentDraft,
  source: Source,
  former: ReadonlyMap<string, string | undefined>
) {
  const hashes = new Map<string, string>()
  const put = Effect.fnUntraced(function* (path: string, given: Document) {
    const id = source.ids.pages.get(path) ?? source.ids.reusable.get(path) ?? path
    const old = yield* DocumentNode.get(draft, former.get(id))
    const next = resolveDocument(source.ids, given, id)
    const kept = old === undefined ? next : yield* KeyAdoption.adopt(old, next, id)
    const limit = findExceededLimit(kept)
    if (limit === undefined) hashes.set(path, DocumentNode.putParsed(draft, kept))
    else source.onBeyond(path, limit)
  })
  const pages = Array.from(walk(source.pages)).filter((page) => page.type === "document")
  yield* EventLoop.forEach([...pages, ...source.reusable], ({ document, path }) =>
    document === undefined ? Effect.void : put(path, document.open())
  )
  return hashes
})

const documentsOf = (pages: Iterable<Page.Page>, reusable: Iterable<Reusable>) =>
  new Map<string, string | undefined>([
    ...Array.from(pages, (page) => [page.id, page.type === "document" ? page.document : undefined] as const),
    ...Array.from(reusable, ({ document, id }) => [id, document] as const)
  ])

/**
 * Replaces all existing pages and files with those of a source (rule import-replaces). Returns the hash of the new
 * root: the old one if nothing differs.
 */
export const replace = Effect.fnUntraced(function* (
  before: Root.Root,
  draft: ContentDraft.ContentDraft,
  given: Source,
  now: number
) {
  const trees = yield* PageTree.read(before)
  const pages = new Map(Array.from(keysOfFormer(trees), ([page]) => [page.id, page]))
  const files = yield* Root.listFiles(before, { limit: yield* Root.fileCount(before) })
  const titled = newPages(given.pages, given.ids, new Map(), true)
  const samePages = match(
    Array.from(keysOfFormer(trees), ([page, key]) => [page.id, key]),
    keysOfNew(titled, yield* slugsOf(before.reader.space, titled))
  )
  const sameFiles = match(files.map(fileKey), given.files.map(fileKey))
  const reusable = yield* Root.listReusable(before, { limit: noLimit })
  const sameReusable = match(
    reusable.map(({ id, title }) => [id, title]),
    given.reusable.map(({ path, title }) => [given.ids.reusable.get(path) ?? path, title])
  )
  const keptPages = takeOver(given.ids.pages, samePages)
  const ids = {
    pages: keptPages,
    files: takeOver(given.ids.files, sameFiles),
    reusable: takeOver(given.ids.reusable, sameReusable),
    anchors: yield* readAnchors(given.pages, keptPages)
  }
  const documents = yield* putDocuments(draft, { ...given, ids }, documentsOf(pages.values(), reusable))
  const kept = new Set(sameFiles.values())
  const top = trees.map(({ page }) => page.id)
  const withoutPages = yield* TreeEdit.remove(draft, before.hash, top)
  const gone = files.filter(({ id }) => !kept.has(id))
  const withoutFiles = yield* Root.removeFiles(
    draft,
    withoutPages,
    Array.from(gone, ({ id }) => id)
  )
  const added = given.files.filter(({ id }) => !sameFiles.has(id))
  const withReusable = yield* Root.putReusable(draft, withoutFiles, reusablesOf(given.reusable, ids, documents))
  const withFiles = yield* Root.putFiles(draft, withReusable, added)
  const inserted = { parent: null, pages: newPages(given.pages, ids, documents, true), now }
  const { root, slugs } = yield* TreeEdit.insertWithSlugs(draft, withFiles, inserted)
  const placed = yield* Root.pages(yield* Root.open(draft, root), samePages.values())
  const settled = Array.from(placed, ([id, page]) => {
    const old = pages.get(id)
    return [id, Page.toStored(old === undefined ? page : settle(old, page))] as const
  })
  const settledRoot = yield* Root.apply(draft, root, { pages: new Map(settled) })
  const addresses = { pages: given.pages, redirects: given.redirects, ids, slugs }
  return { root: yield* ImportAddresses.keep(draft, settledRoot, addresses), ids, slugs }
})
