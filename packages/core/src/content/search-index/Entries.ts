import { Effect, Predicate } from "effect"
import * as QueuedValue from "../../foundation/scheduling/QueuedValue.ts"
import type { Document } from "../document/Document.ts"
import * as DocumentSections from "../document/DocumentSections.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as Diff from "../tree/Diff.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import * as IdList from "../tree/IdList.ts"
import * as Page from "../tree/Page.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import * as Root from "../tree/Root.ts"
import type { HitContent, SectionEntry } from "./SearchIndex.ts"
import * as SearchIndex from "./SearchIndex.ts"
import { analyze } from "./Tokens.ts"

/** Words in one section entry; a longer section continues in another entry with the same anchor. */
const wordsPerEntry = 5000

/** The content of a section shown in search results. */
const shownOf = ({ heading, title }: DocumentSections.Section, text: string): HitContent => ({
  title,
  text,
  ...(heading === undefined ? {} : { heading })
})

/** The section of a page without text. */
const nothing: DocumentSections.Section = { id: "", title: "", anchor: "", conditions: [], text: "" }

/** The type of sources that compute pages from API descriptions. */
const apiSource = "builtin:openapi"

/**
 * Whether a page is of the kind `api`. Blocks under conditions do not count, as the kind would reveal them (rule
 * search-kind).
 */
const isOfApi = (page: Page.Page, document: Document | undefined): boolean =>
  (page.type === "document" && Predicate.hasProperty(page.computed, "type") && page.computed.type === apiSource) ||
  (document !== undefined && DocumentSections.hasOperation(document))

/**
 * The search entry of a page: its title and description, and the sections of its document. Title and description have
 * no condition. `isListed` states whether readers of publications find the page.
 */
export const ofPage = (page: Page.Page, document: Document | undefined, isListed: boolean): SearchIndex.PageEntry => {
  const labels = isOfApi(page, document) ? [SearchIndex.labels.api] : []
  const description = page.type === "document" ? (page.description ?? "") : ""
  const found = document === undefined ? [] : DocumentSections.ofDocument(document)
  const entriesOf = (section: DocumentSections.Section, before: string): ReadonlyArray<SectionEntry> => {
    const { heading, parts, title } = analyze(
      { body: section.text, heading: section.title, title: page.title, before },
      wordsPerEntry
    )
    return parts.map((body) => ({
      section: section.anchor,
      conditions: section.conditions,
      title: { ...title, forms: [...labels, ...title.forms] },
      heading,
      body,
      shown: shownOf(section, body.text)
    }))
  }
  const isOpening = ({ anchor, conditions }: DocumentSections.Section) => anchor === "" && conditions.length === 0
  const opening = found.find(isOpening)
  const first: ReadonlyArray<SectionEntry> =
    opening === undefined
      ? entriesOf(nothing, description).map(({ shown: _, ...entry }) => entry)
      : entriesOf(opening, description)
  const rest = found.filter((section) => !isOpening(section)).flatMap((section) => entriesOf(section, ""))
  return { page: page.id, isListed, updatedAt: page.updatedAt, sections: [...first, ...rest] }
}

const indexed: ReadonlySet<string> = new Set(["title", "description", "document"])

/** Fields that also apply to the pages below. */
const inherited: ReadonlySet<string> = new Set(["noIndex", "hidden"])

/**
 * Pages whose entry may differ between two roots: changed ones, and all below a page that moved or changed `noIndex` or
 * `hidden`.
 */
const findAffected = Effect.fnUntraced(function* (root: Root.Root, changes: Diff.Diff["pages"]) {
  const ids = new Set<string>()
  const roots: Array<string> = []
  for (const change of changes) {
    if (change.type === "deleted") continue
    const inherits =
      change.type === "edited" && (change.fields.some((field) => inherited.has(field)) || Diff.isMoved(change))
    if (inherits) roots.push(change.id)
    if (inherits || change.type === "created" || change.fields.some((field) => indexed.has(field))) ids.add(change.id)
  }
  for (let level: ReadonlyArray<string> = roots; level.length > 0; ) {
    const lists = yield* Root.childLists(root, level)
    const below = [...(yield* IdList.readMany(root.reader, lists.values())).values()].flat()
    level = below.filter((id) => !ids.has(id))
    for (const id of below) ids.add(id)
  }
  return ids
})

/** Reads pages with all their ancestors. */
const readWithAncestors = Effect.fnUntraced(function* (root: Root.Root, ids: Iterable<string>) {
  const known = new Map<string, Page.Page>()
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = yield* Root.pages(root, wanted)
    for (const [id, page] of found) known.set(id, page)
    const parents = [...found.values()].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]))
    wanted = new Set(parents)
  }
  return known
})

/** The page and the documents and groups above it. */
function* lineOf(known: ReadonlyMap<string, Page.Page>, page: Page.Page) {
  let at: Page.Page | undefined = page
  while (at !== undefined) {
    if (Page.isPlaced(at)) yield at
    at = at.parent === null ? undefined : known.get(at.parent)
  }
}

/** Whether search finds the page, and whether it is listed where it is published (rule search-listed). */
const standingOf = (known: ReadonlyMap<string, Page.Page>, page: Page.Page) => {
  const line = [...lineOf(known, page)]
  return { isKept: !line.some(({ noIndex }) => noIndex), isListed: !line.some(({ hidden }) => hidden) }
}

/**
 * Creates entries of the pages that search should find; returns the ids of the others. Entries of documents that are
 * queued as text are created when they are decoded.
 */
const makeEntries = Effect.fnUntraced(function* (root: Root.Root, ids: Iterable<string>) {
  const known = yield* readWithAncestors(root, ids)
  const removed: Array<string> = []
  const kept: Array<Page.Document & { readonly id: string; readonly isListed: boolean }> = []
  for (const id of ids) {
    const page = known.get(id)
    if (page === undefined || page.type !== "document") continue
    const { isKept, isListed } = standingOf(known, page)
    if (isKept) kept.push({ ...page, isListed })
    else removed.push(id)
  }
  const own = (page: (typeof kept)[number]) => root.reader.textOf?.(page.document ?? "")
  const now = yield* DocumentNode.forEach(
    root.reader,
    kept.filter((page) => own(page) === undefined),
    ({ document }) => document,
    (page, document) => QueuedValue.ofValue(ofPage(page, document, page.isListed))
  )
  const later = kept.flatMap((page): ReadonlyArray<QueuedValue.QueuedValue<SearchIndex.PageEntry>> => {
    const text = own(page)
    return text === undefined
      ? []
      : [{ length: text.length, open: () => ofPage(page, DocumentNode.fromOwnText(text), page.isListed) }]
  })
  return { put: [...now, ...later], removed }
})

/** Changes of the index: entries to be written, and ids of pages without an entry. */
export interface Changes {
  readonly put: ReadonlyArray<QueuedValue.QueuedValue<SearchIndex.PageEntry>>
  readonly removed: ReadonlyArray<string>
}

/** The changes of the search index from one root to another; the cost grows with the difference. */
export const findChanges = Effect.fnUntraced(function* (reader: ContentReader, before: string, after: string) {
  const diff = yield* Diff.diff(reader, before, after)
  const root = yield* Root.open(reader, after)
  const { put, removed } = yield* makeEntries(root, yield* findAffected(root, diff.pages))
  const deleted = diff.pages.flatMap((change) => (change.type === "deleted" ? [change.id] : []))
  return { put, removed: [...deleted, ...removed] } satisfies Changes
})

/** Entries of up to `limit` pages after an id, in the order of ids; `last` is undefined at the end. */
export const list = Effect.fnUntraced(function* (
  root: Root.Root,
  page: { readonly after: string; readonly limit: number }
) {
  const listed = yield* RadixMap.list(root.reader, root.maps.pages, page)
  const ids = listed.map(([id]) => id)
  return { ...(yield* makeEntries(root, ids)), last: ids.at(-1) }
})
