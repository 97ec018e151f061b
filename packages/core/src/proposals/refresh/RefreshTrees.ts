import { Effect } from "effect"
import type { Document } from "../../content/document/Document.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Page from "../../content/tree/Page.ts"
import type { NewPage } from "../../content/tree/PageInput.ts"
import * as Root from "../../content/tree/Root.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as WrittenAgain from "../../openapi/written/WrittenAgain.ts"
import { headingKey, type Library } from "../../openapi/written/WrittenDocument.ts"
import type { WrittenPages } from "../../openapi/written/WrittenPlan.ts"
import * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"
import type { ApiImport, ProposedChanges, WrittenVersion } from "../../spaces/api-import/ApiImport.ts"
import * as WrittenNodes from "../../spaces/api-import/WrittenNodes.ts"
import type { ImportWarning } from "../../spaces/import/ImportWarning.ts"

export type Counts = Pick<ProposedChanges, "added" | "changed" | "removed">

interface Side {
  readonly title: string
  readonly document: string | undefined
}

/** A page that was generated before: its former and its new text. */
export interface RewrittenPage {
  readonly page: WrittenPlan.PlannedPage
  readonly before: Side
  readonly after: Side
}

/** The blocks of each operation of a page, by the key of the heading that they begin with. */
const sectionsOf = (document: Document | undefined, keys: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const sections = new Map<string, string>()
  let at = ""
  for (const block of document?.nodes ?? []) {
    if (block.key !== undefined && keys.has(block.key)) at = block.key
    sections.set(at, (sections.get(at) ?? "") + CanonicalJson.stringify(block))
  }
  return sections
}

/** Number of operations whose content on their existing page changed. */
const countChanged = Effect.fnUntraced(function* (
  reader: ContentReader,
  seed: string,
  ids: ReadonlySet<string>,
  { after, before, page: { of } }: RewrittenPage
) {
  if (of.kind === "models") return 0
  if (of.kind === "operation") {
    return ids.has(of.operation.id) && (before.document !== after.document || before.title !== after.title) ? 1 : 0
  }
  if (before.document === after.document) return 0
  const known = of.operations.filter(({ id }) => ids.has(id)).map(({ id }) => headingKey(seed, id))
  const keys = new Set(of.operations.map(({ id }) => headingKey(seed, id)))
  const was = sectionsOf(yield* DocumentNode.get(reader, before.document), keys)
  const is = sectionsOf(yield* DocumentNode.get(reader, after.document), keys)
  return known.filter((key) => was.get(key) !== is.get(key)).length
})

/** Counts operations by what became of them. */
export const count = Effect.fnUntraced(function* (
  reader: ContentReader,
  seed: string,
  { after, before }: { readonly before: WrittenPages; readonly after: WrittenPages },
  pages: ReadonlyArray<RewrittenPage>
) {
  const old = new Set(before.operations.map(({ id }) => id))
  const next = new Set(after.operations.map(({ id }) => id))
  const changed = yield* Effect.forEach(pages, (page) => countChanged(reader, seed, old, page))
  return {
    added: [...next].filter((id) => !old.has(id)).length,
    changed: changed.reduce((sum, each) => sum + each, 0),
    removed: [...old].filter((id) => !next.has(id)).length
  } satisfies Counts
})

type DocumentPage = Extract<Page.Page, { readonly type: "document" }>

const isDocument = (page: Page.Page): page is DocumentPage => page.type === "document"

/** The pages of a root among `ids` that have text. */
const documentsIn = (root: Root.Root, ids: Iterable<string>) =>
  Effect.map(
    Root.pages(root, ids),
    (pages) =>
      new Map(
        Array.from(pages.values(), (page) => page)
          .filter(isDocument)
          .map((page) => [page.id, page])
      )
  )

type Pages = ReadonlyMap<string, DocumentPage>

/** Input of a refresh: the current space, its pages as last generated, and the newly generated pages. */
export interface RefreshedContent {
  readonly draft: ContentDraft
  readonly space: Root.Root
  /** The content with the pages exactly as they were generated. */
  readonly former: Root.Root
  readonly of: ApiImport
  readonly current: WrittenVersion
  readonly library: Library
  readonly now: number
}

/** A page as it was written, in the place and with the settings that it has now. */
const asWritten = (now: DocumentPage, former: DocumentPage): Page.Page => {
  const { document: _, ...rest } = now
  return { ...rest, title: former.title, ...(former.document === undefined ? {} : { document: former.document }) }
}

/** The pages of a plan, under ids that nothing else in the space has. */
const planPages = Effect.fnUntraced(function* ({ current, library, of, space }: RefreshedContent) {
  const before = WrittenPlan.pagesOf(current.written)
  for (const avoid = new Set<string>(); ; ) {
    const options = { layout: of.layout, models: of.models, seed: of.id, avoid }
    const plan = WrittenPlan.plan(library.outline, options, current.written)
    const made = [...WrittenPlan.pagesOf(plan.written)].filter((id) => !before.has(id))
    const taken = yield* Root.pages(space, made)
    if (taken.size === 0) return plan
    for (const id of taken.keys()) avoid.add(id)
  }
})

/** Whether a page was changed other than by moving it. */
const isRewritten = (former: DocumentPage, now: DocumentPage): boolean =>
  Page.writtenFields(former, now).some((field) => field !== "parent" && field !== "slug" && field !== "slugByHand")

/** Splits the pages that are no longer generated into those to delete and those that writers have changed. */
const splitRemoved = Effect.fnUntraced(function* (
  space: Root.Root,
  left: ReadonlyArray<string>,
  now: Pages,
  former: Pages
) {
  const going = new Set(
    left.filter((id) => {
      const [is, was] = [now.get(id), former.get(id)]
      return is !== undefined && was !== undefined && !isRewritten(was, is)
    })
  )
  const children = new Map<string, ReadonlyArray<string>>()
  for (const id of going) children.set(id, yield* Root.childIds(space, id))
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const id of going) {
      if ((children.get(id) ?? []).every((child) => going.has(child))) continue
      going.delete(id)
      isSettled = false
    }
  }
  return { going, kept: left.filter((id) => now.has(id) && former.has(id) && !going.has(id)) }
})

/** New pages with only what is new below them. */
const onlyNew = (page: WrittenPlan.PlannedPage, isNew: (id: string) => boolean): WrittenPlan.PlannedPage => ({
  ...page,
  pages: page.pages.filter(({ id }) => isNew(id)).map((each) => onlyNew(each, isNew))
})

/** New pages by the page that they go below, null for the place of the import. */
const groupNew = (
  pages: ReadonlyArray<WrittenPlan.PlannedPage>,
  isNew: (id: string) => boolean,
  isThere: (id: string) => boolean
) => {
  const groups = new Map<string | null, Array<WrittenPlan.PlannedPage>>()
  for (const [page, above] of WrittenPlan.walk(pages)) {
    if (!isNew(page.id) || (above !== undefined && isNew(above.id))) continue
    const parent = above !== undefined && isThere(above.id) ? above.id : null
    groups.set(parent, [...(groups.get(parent) ?? []), onlyNew(page, isNew)])
  }
  return groups
}

/** Inserts pages at the end of their places. */
const insertAll = Effect.fnUntraced(function* (
  draft: ContentDraft,
  start: string,
  groups: ReadonlyMap<string | null, ReadonlyArray<WrittenPlan.PlannedPage>>,
  place: string | null,
  documents: ReadonlyMap<string, string>,
  now: number
) {
  let root = start
  for (const [parent, all] of groups) {
    const pages = all.map((page): NewPage => WrittenNodes.newPage(page, documents))
    root = yield* Effect.orDie(TreeEdit.insert(draft, root, { parent: parent ?? place, pages, now }))
  }
  return root
})

/** The place of an import as long as it can hold pages, otherwise the top. */
const placeIn = (space: Root.Root, parent: string | null) =>
  parent === null
    ? Effect.succeed(null)
    : Effect.map(Root.pages(space, [parent]), (found) => {
        const page = found.get(parent)
        return page !== undefined && Page.isPlaced(page) ? parent : null
      })

/** Writes existing and new pages, each on top of its previously generated text. */
const writeAll = Effect.fnUntraced(function* (
  { draft, library, of }: RefreshedContent,
  pages: ReadonlyArray<WrittenPlan.PlannedPage>,
  former: Pages
) {
  const made = yield* WrittenNodes.write(library, of.id, pages, (document, page) =>
    Effect.gen(function* () {
      const before = yield* DocumentNode.get(draft, former.get(page)?.document)
      return before === undefined ? document : WrittenAgain.carry(before, document, of.id)
    })
  )
  const documents = new Map(Array.from(made.nodes, ([page, node]) => [page, draft.add(node)]))
  return { documents, warnings: made.warnings }
})

export interface RefreshTrees {
  /** The space with its pages as last generated: the common base of both sides. */
  readonly base: string
  /** The same with its newly generated pages. */
  readonly changed: string
  readonly written: WrittenPlan.WrittenPages
  readonly counts: Counts
  /** Pages of removed operations that are kept because writers changed them. */
  readonly kept: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<ImportWarning>
}

/**
 * The base and the target content of a refresh, in a draft over the space. Pages are where writers placed them; pages
 * that writers deleted are in neither (rule api-refresh-pages).
 */
export const make = Effect.fnUntraced(function* (self: RefreshedContent) {
  const { current, draft, of, space } = self
  const before = WrittenPlan.pagesOf(current.written)
  const former = yield* documentsIn(self.former, before)
  const now = yield* documentsIn(space, former.keys())
  const restored = Array.from(now.values()).flatMap((page) => {
    const was = former.get(page.id)
    return was === undefined ? [] : [[page.id, Page.toStored(asWritten(page, was))] as const]
  })
  const base = yield* Root.apply(draft, space.hash, { pages: new Map(restored) })

  const plan = yield* planPages(self)
  const planned = Array.from(WrittenPlan.walk(plan.pages), ([page]) => page)
  const isNew = (id: string) => !before.has(id)
  const { documents, warnings } = yield* writeAll(
    self,
    planned.filter(({ id }) => isNew(id) || now.has(id)),
    former
  )
  const rewritten = planned.flatMap((page): ReadonlyArray<RewrittenPage> => {
    const before = former.get(page.id)
    if (before === undefined || !now.has(page.id)) return []
    const document = documents.get(page.id) ?? before.document
    return [
      { page, before: { title: before.title, document: before.document }, after: { title: page.title, document } }
    ]
  })
  const patches = new Map(
    rewritten.map(({ after: { document, title }, page }) => [page.id, { title, document: document ?? null }] as const)
  )
  const stays = new Set(planned.map(({ id }) => id))
  const { going, kept } = yield* splitRemoved(
    space,
    [...before].filter((id) => !stays.has(id)),
    now,
    former
  )
  const patched = yield* Effect.orDie(TreeEdit.update(draft, base, { patches, now: self.now }))
  const outermost = [...going].filter((id) => !going.has(now.get(id)?.parent ?? ""))
  const cut = yield* Effect.orDie(TreeEdit.remove(draft, patched, outermost))
  const groups = groupNew(plan.pages, isNew, (id) => now.has(id))
  const changed = yield* insertAll(draft, cut, groups, yield* placeIn(space, of.parent), documents, self.now)
  const counts = yield* count(draft, of.id, { before: current.written, after: plan.written }, rewritten)
  return { base, changed, written: plan.written, counts, kept, warnings } satisfies RefreshTrees
})
