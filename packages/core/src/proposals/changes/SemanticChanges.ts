import { Effect, Schema } from "effect"
import * as FileView from "../../content/file/FileView.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as Diff from "../../content/tree/Diff.ts"
import type { File } from "../../content/tree/File.ts"
import * as IdList from "../../content/tree/IdList.ts"
import type { Page } from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { findReordered } from "./Reordered.ts"
import * as View from "./SemanticChange.ts"

/** The children of a parent (`""` is the top), before and after. */
export interface Lists {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

export interface ChangedPages {
  /** Changed pages, each once; deleted pages as they were. */
  readonly pages: ReadonlyArray<Page>
  /** Ids of the deleted pages. */
  readonly gone: ReadonlySet<string>
  /** Every list that differs, by parent id. */
  readonly lists: ReadonlyMap<string, Lists>
}

const noLists: Lists = { before: [], after: [] }

/** The parents of the given pages and of all their ancestors, by id; one read per level of the tree. */
const readParentsAbove = Effect.fnUntraced(function* (root: Root.Root, pages: ReadonlyArray<Page>) {
  const parents = new Map(pages.map(({ id, parent }) => [id, parent]))
  const unknown = (found: Iterable<Page>) => {
    const above = Array.from(found, ({ parent }) => parent).filter((id) => id !== null)
    return [...new Set(above)].filter((id) => !parents.has(id))
  }
  let wanted = unknown(pages)
  while (wanted.length > 0) {
    const found = yield* Root.pages(root, wanted)
    for (const { id, parent } of found.values()) parents.set(id, parent)
    wanted = unknown(found.values())
  }
  return parents
})

/** The current children, with each deleted one after its former preceding sibling. */
const mergeLists = ({ after, before }: Lists, gone: ReadonlySet<string>): ReadonlyArray<string> => {
  const here = new Set(after)
  const behind = new Map<string, Array<string>>()
  let run: Array<string> = []
  behind.set("", run)
  for (const id of before) {
    if (gone.has(id)) run.push(id)
    if (!here.has(id)) continue
    run = []
    behind.set(id, run)
  }
  return [...(behind.get("") ?? []), ...after.flatMap((id) => [id, ...(behind.get(id) ?? [])])]
}

/** The unchanged lists of children of those parents without a changed one. */
const readUnchangedLists = Effect.fnUntraced(function* (
  root: Root.Root,
  lists: ChangedPages["lists"],
  parents: ReadonlyArray<string>
) {
  const refs = yield* Root.childLists(
    root,
    parents.filter((parent) => !lists.has(parent))
  )
  const ids = yield* IdList.readMany(root.reader, refs.values())
  return new Map(Array.from(refs, ([parent, ref]) => [parent, { before: [], after: ids.get(ref) ?? [] }] as const))
})

/** Lists pages before those below them, children in their order. */
const flatten = (children: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const order: Array<string> = []
  const waiting = [""]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next)
    for (const child of (children.get(next) ?? []).toReversed()) waiting.push(child)
  }
  return order
}

/**
 * The ids of changed pages and their ancestors, in the order of a table of contents: the current order, with deleted
 * pages at their former position among the remaining siblings. Reads a list of children only to order two or more of
 * them.
 */
export const makeChangeOrder = Effect.fnUntraced(function* (root: Root.Root, { gone, lists, pages }: ChangedPages) {
  const children = new Map<string, Set<string>>()
  for (const [id, parent] of yield* readParentsAbove(root, pages)) {
    children.set(parent ?? "", (children.get(parent ?? "") ?? new Set()).add(id))
  }
  const several = [...children].flatMap(([parent, ids]) => (ids.size > 1 ? [parent] : []))
  const others = yield* readUnchangedLists(root, lists, several)
  const sorted = Array.from(children, ([parent, ids]) => {
    if (ids.size === 1) return [parent, [...ids]] as const
    const all = mergeLists(lists.get(parent) ?? others.get(parent) ?? noLists, gone)
    return [parent, all.filter((id) => ids.has(id))] as const
  })
  return flatten(new Map(sorted))
})

/** One change of a page; a page that was both moved and edited has two. */
export type PageChange =
  | { readonly type: "page_created"; readonly page: Page }
  | { readonly type: "page_deleted"; readonly page: Page }
  | { readonly type: "page_moved" | "page_edited"; readonly before: Page; readonly page: Page }

/** Fields that are not shown: whether a slug was set by hand matters only when the title changes. */
const hiddenFields: ReadonlySet<string> = new Set(["slugByHand"])

const changesOf = (change: Diff.Change<Page>, isReordered: boolean): ReadonlyArray<PageChange> => {
  if (change.type === "created") return [{ type: "page_created", page: change.after }]
  if (change.type === "deleted") return [{ type: "page_deleted", page: change.before }]
  const { after: page, before } = change
  const isMoved = before.parent !== page.parent || isReordered
  const isEdited = change.fields.some((field) => !hiddenFields.has(field))
  return [
    ...(isMoved ? [{ type: "page_moved", before, page } as const] : []),
    ...(isEdited ? [{ type: "page_edited", before, page } as const] : [])
  ]
}

/** The lists of children that differ, by parent id. */
const listsOf = Effect.fnUntraced(function* (root: Root.Root, order: Diff.Diff["order"]) {
  const lists = yield* IdList.readMany(
    root.reader,
    order.flatMap(({ before, after }) => [before, after]).filter((ref) => typeof ref === "string")
  )
  const idsOf = (ref: unknown) => (typeof ref === "string" ? (lists.get(ref) ?? []) : [])
  return new Map(order.map(({ key, before, after }) => [key, { before: idsOf(before), after: idsOf(after) }] as const))
})

/**
 * The changes of pages up to a root, in the order of `makeChangeOrder`. A page counts as moved when it has another parent,
 * or another place among the siblings that stayed with it; the fewest pages that explain the new order do. Reads what
 * changed, the pages above it, and lists of children where their order matters.
 */
export const findPageChanges = Effect.fnUntraced(function* (after: Root.Root, diff: Diff.Diff) {
  const lists = yield* listsOf(after, diff.order)
  const shuffled = new Set([...lists.values()].flatMap((list) => findReordered(list.before, list.after)))
  const differing = new Set(diff.pages.map(({ id }) => id))
  const moved = yield* Root.pages(
    after,
    [...shuffled].filter((id) => !differing.has(id))
  )
  const changes = new Map(diff.pages.map((change) => [change.id, changesOf(change, shuffled.has(change.id))]))
  for (const [id, page] of moved) changes.set(id, [{ type: "page_moved", before: page, page }])
  const order = yield* makeChangeOrder(after, {
    pages: [...changes.values()].flatMap(([change]) => change?.page ?? []),
    gone: new Set(diff.pages.flatMap((change) => (change.type === "deleted" ? [change.id] : []))),
    lists
  })
  return order.flatMap((id) => changes.get(id) ?? [])
})

export { describe } from "./ChangeLine.ts"

export const limits = { changes: { default: 10, max: 1000 } } as const

/** Content to compare, and the number of changes to list. */
export interface Comparison {
  /** Hashes of roots of the reader's space; `""` for an empty space. */
  readonly before: string
  readonly after: string
  readonly limit: number
  /** Base of the addresses of files. */
  readonly files: { readonly base: string; readonly signer: Signer }
}

/** The fields named by the schema in which two records differ, with both values. */
const makeCompare = <A, I>(schema: Schema.Codec<A, I>) => {
  const known = Schema.decodeUnknownSync(Schema.toType(schema))
  return (before: object, after: object): A => {
    const [old, now] = [
      new Map<string, unknown>(Object.entries(before)),
      new Map<string, unknown>(Object.entries(after))
    ]
    const side = (name: string, from: ReadonlyMap<string, unknown>, field: string) =>
      from.has(field) ? { [name]: from.get(field) } : {}
    const fields = CanonicalJson.findDifferingFields(before, after)
    return known(
      Object.fromEntries(
        fields.map((field) => [field, { ...side("before", old, field), ...side("after", now, field) }])
      )
    )
  }
}

/** The attributes in which two versions of a page differ. */
export const comparePages = makeCompare(View.PageAttributes)
const compareFiles = makeCompare(View.FileAttributes)
const compareReusables = makeCompare(View.ReusableContentAttributes)

/** Pages of one root as changes show them, by id. */
export const describePages = Effect.fnUntraced(function* (root: Root.Root, ids: ReadonlyArray<string | null>) {
  const wanted = ids.filter((id) => id !== null)
  const pages = yield* Root.pages(root, wanted)
  const paths = yield* PagePath.pathsOf(root, wanted)
  const name = ({ id, title, type }: Page): View.ChangedPage => {
    const path = paths.get(id)
    return { id, type, title, ...(path === undefined ? {} : { path }) }
  }
  return new Map(Array.from(pages, ([id, page]) => [id, name(page)]))
})

const pageChanges = Effect.fnUntraced(function* (old: Root.Root, now: Root.Root, changes: ReadonlyArray<PageChange>) {
  const gone = changes.flatMap(({ page, type }) => (type === "page_deleted" ? [page.id] : []))
  const here = changes.flatMap(({ page, type }) => (type === "page_deleted" ? [] : [page.id]))
  const moved = changes.flatMap((change) => (change.type === "page_moved" ? [change] : []))
  const before = yield* describePages(old, [...gone, ...moved.map((change) => change.before.parent)])
  const after = yield* describePages(now, [...here, ...moved.map(({ page }) => page.parent)])
  return changes.flatMap((change): ReadonlyArray<View.SemanticChange> => {
    const page = (change.type === "page_deleted" ? before : after).get(change.page.id)
    if (page === undefined) return []
    if (change.type === "page_edited") {
      return [{ type: change.type, page, attributes: comparePages(change.before, change.page) }]
    }
    if (change.type !== "page_moved") return [{ type: change.type, page }]
    const [from, to] = [before.get(change.before.parent ?? ""), after.get(change.page.parent ?? "")]
    const parent = { ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) }
    return [{ type: change.type, page, parent }]
  })
})

const fileChange =
  (at: Parameters<typeof FileView.view>[1]) =>
  (change: Diff.Change<File>): View.SemanticChange => {
    const shown = FileView.view(change.type === "deleted" ? change.before : change.after, at)
    const { contentType, downloadURL, id, name } = shown
    const file = { id, name, contentType, downloadURL }
    if (change.type !== "edited") return { type: `file_${change.type}`, file }
    return { type: "file_edited", file, attributes: compareFiles(FileView.view(change.before, at), shown) }
  }

const reusableChange = (change: Diff.Change<Reusable>): View.SemanticChange => {
  const reusableContent = change.type === "deleted" ? change.before : change.after
  if (change.type !== "edited") return { type: `reusable_content_${change.type}`, reusableContent }
  const attributes = compareReusables(change.before, change.after)
  return { type: "reusable_content_edited", reusableContent, attributes }
}

const valueChanges = (values: Diff.Diff["values"]): ReadonlyArray<View.SemanticChange> => {
  if (values.length === 0) return []
  const on = (side: "before" | "after") =>
    Object.fromEntries(
      values.flatMap((change) => {
        const value = change[side]
        return value === undefined ? [] : [[change.key, { value }] as const]
      })
    )
  return [{ type: "custom_fields_edited", customFields: { before: on("before"), after: on("after") } }]
}

/**
 * The changes between two roots of a space: pages in tree order (a deleted page at its former position, a move before
 * an edit of the same page), then files and reusable contents by id, then custom fields. A page that changed its
 * position among its siblings is moved from its parent to the same parent; the fewest such moves that explain the new
 * order are listed. Differences in stamps alone are no change. The cost grows with the difference.
 */
export const compare = Effect.fnUntraced(function* (reader: ContentReader, input: Comparison) {
  const { limit } = input
  const diff = yield* Diff.diff(reader, input.before, input.after)
  const old = yield* Root.open(reader, input.before)
  const now = yield* Root.open(reader, input.after)
  const pages = yield* findPageChanges(now, diff)
  const values = valueChanges(diff.values)
  const at = { ...input.files, space: reader.space }
  const changes = [
    ...(yield* pageChanges(old, now, pages.slice(0, limit))),
    ...diff.files.slice(0, limit).map(fileChange(at)),
    ...diff.reusable.slice(0, limit).map(reusableChange),
    ...values
  ].slice(0, limit)
  const total = pages.length + diff.files.length + diff.reusable.length + values.length
  return { changes, more: total - changes.length } satisfies View.SemanticChangesView
})
