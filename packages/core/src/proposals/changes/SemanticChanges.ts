import { Effect, Schema } from "effect"
import * as FileView from "../../content/file/FileView.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as Diff from "../../content/tree/Diff.ts"
import type { File } from "../../content/tree/File.ts"
import type { Page } from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as PageChanges from "./PageChanges.ts"
import * as View from "./SemanticChange.ts"

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

const comparePages = makeCompare(View.PageAttributes)
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

const pageChanges = Effect.fnUntraced(function* (
  old: Root.Root,
  now: Root.Root,
  changes: ReadonlyArray<PageChanges.PageChange>
) {
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
  const pages = yield* PageChanges.find(now, diff)
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
