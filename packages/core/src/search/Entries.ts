import { Effect, Schema } from "effect"
import type { ContentReader } from "../content/ContentReader.ts"
import * as Diff from "../content/Diff.ts"
import * as IdList from "../content/IdList.ts"
import * as Page from "../content/Page.ts"
import * as Root from "../content/Root.ts"
import { Document } from "../document/Document.ts"
import * as DocumentText from "../document/DocumentText.ts"
import type { PageEntry, SectionEntry } from "./SearchIndex.ts"
import { tokenize } from "./Tokens.ts"

/** Tokens in one section entry; a longer section continues in a further entry of the same anchor. */
const tokensPerEntry = 5000

const decodeDocument = Schema.decodeUnknown(Document)

const chunks = (tokens: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const parts: Array<ReadonlyArray<string>> = []
  for (let at = 0; at < tokens.length; at += tokensPerEntry) parts.push(tokens.slice(at, at + tokensPerEntry))
  return parts.length === 0 ? [[]] : parts
}

/** What is searchable of a page: its title and description, and the sections of its document. */
export const ofPage = (page: Page.Page, document: Document | undefined): PageEntry => {
  const title = tokenize(page.title)
  const description = page.type === "document" && page.description !== undefined ? page.description : ""
  const found = document === undefined ? [] : DocumentText.sections(document)
  const opening = found.find(({ anchor }) => anchor === "")?.text ?? ""
  const first = { title: "", anchor: "", text: `${description}\n${opening}` }
  const all = [first, ...found.filter(({ anchor }) => anchor !== "")]
  const sections = all.flatMap(({ anchor, text, title: heading }): ReadonlyArray<SectionEntry> => {
    const headingTokens = tokenize(heading)
    return chunks(tokenize(text)).map((body) => ({ section: anchor, title, heading: headingTokens, body }))
  })
  return { page: page.id, sections }
}

const indexed: ReadonlySet<string> = new Set(["title", "description", "document"])

/** Pages whose entry may differ between two roots: changed ones, and all below one that moved or changed `noIndex`. */
const affected = Effect.fnUntraced(function* (root: Root.Root, changes: Diff.Diff["pages"]) {
  const ids = new Set<string>()
  const roots: Array<string> = []
  for (const change of changes) {
    if (change.type === "deleted") continue
    const inherits = change.type === "edited" && (change.fields.includes("noIndex") || Diff.isMoved(change))
    if (inherits) roots.push(change.id)
    if (inherits || change.type === "created" || change.fields.some((field) => indexed.has(field))) ids.add(change.id)
  }
  for (let level: ReadonlyArray<string> = roots; level.length > 0; ) {
    const lists = yield* Root.childLists(root, level)
    const below = [...(yield* IdList.allOf(root.reader, lists.values())).values()].flat()
    level = below.filter((id) => !ids.has(id))
    for (const id of below) ids.add(id)
  }
  return ids
})

/** The pages given with every page above them. */
const withAncestors = Effect.fnUntraced(function* (root: Root.Root, ids: Iterable<string>) {
  const known = new Map<string, Page.Page>()
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = yield* Root.pages(root, wanted)
    for (const [id, page] of found) known.set(id, page)
    const parents = [...found.values()].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]))
    wanted = new Set(parents)
  }
  return known
})

const isKept = (known: ReadonlyMap<string, Page.Page>, page: Page.Page): boolean => {
  for (
    let at: Page.Page | undefined = page;
    at !== undefined;
    at = at.parent === null ? undefined : known.get(at.parent)
  ) {
    if (Page.isPlaced(at) && at.noIndex) return false
  }
  return true
}

/** How the search index follows from one root to another; the cost grows with the difference. */
export const changes = Effect.fn("Entries.changes")(function* (reader: ContentReader, before: string, after: string) {
  const diff = yield* Diff.diff(reader, before, after)
  const root = yield* Root.open(reader, after)
  const ids = yield* affected(root, diff.pages)
  const known = yield* withAncestors(root, ids)
  const removed = diff.pages.flatMap((change) => (change.type === "deleted" ? [change.id] : []))
  const put: Array<PageEntry> = []
  for (const id of ids) {
    const page = known.get(id)
    if (page === undefined || page.type !== "document") continue
    if (!isKept(known, page)) {
      removed.push(id)
      continue
    }
    const node = page.document === undefined ? undefined : (yield* reader.many([page.document])).get(page.document)
    const document =
      node?.kind === "document/1"
        ? yield* Effect.orDie(decodeDocument({ object: "document", data: node.data, nodes: node.nodes }))
        : undefined
    put.push(ofPage(page, document))
  }
  return { put, removed }
})
