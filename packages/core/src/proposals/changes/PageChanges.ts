import { Effect } from "effect"
import type * as Diff from "../../content/tree/Diff.ts"
import * as IdList from "../../content/tree/IdList.ts"
import type { Page } from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"
import * as ChangeOrder from "./ChangeOrder.ts"
import { findReordered } from "./Reordered.ts"

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
 * The changes of pages up to a root, in the order of `ChangeOrder`. A page counts as moved when it has another parent,
 * or another place among the siblings that stayed with it; the fewest pages that explain the new order do. Reads what
 * changed, the pages above it, and lists of children where their order matters.
 */
export const find = Effect.fnUntraced(function* (after: Root.Root, diff: Diff.Diff) {
  const lists = yield* listsOf(after, diff.order)
  const shuffled = new Set([...lists.values()].flatMap((list) => findReordered(list.before, list.after)))
  const differing = new Set(diff.pages.map(({ id }) => id))
  const moved = yield* Root.pages(
    after,
    [...shuffled].filter((id) => !differing.has(id))
  )
  const changes = new Map(diff.pages.map((change) => [change.id, changesOf(change, shuffled.has(change.id))]))
  for (const [id, page] of moved) changes.set(id, [{ type: "page_moved", before: page, page }])
  const order = yield* ChangeOrder.make(after, {
    pages: [...changes.values()].flatMap(([change]) => change?.page ?? []),
    gone: new Set(diff.pages.flatMap((change) => (change.type === "deleted" ? [change.id] : []))),
    lists
  })
  return order.flatMap((id) => changes.get(id) ?? [])
})
