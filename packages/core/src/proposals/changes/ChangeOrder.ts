import { Effect } from "effect"
import * as IdList from "../../content/tree/IdList.ts"
import type { Page } from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"

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
export const make = Effect.fnUntraced(function* (root: Root.Root, { gone, lists, pages }: ChangedPages) {
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
