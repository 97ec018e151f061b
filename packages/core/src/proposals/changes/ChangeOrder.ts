import { Effect } from "effect"
import * as IdList from "../../content/tree/IdList.ts"
import type { Page } from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"

/** The children of a parent (`""`: the top), before and now. */
export interface Lists {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

export interface Changed {
  /** Changed pages, each once; as they were where they are deleted. */
  readonly pages: ReadonlyArray<Page>
  /** Ids of those that are deleted. */
  readonly gone: ReadonlySet<string>
  /** Every list that differs, by parent. */
  readonly lists: ReadonlyMap<string, Lists>
}

const nothing: Lists = { before: [], after: [] }

/** The parents of the pages given and of all above them, by id; one question per level of the tree. */
const parentsAbove = Effect.fnUntraced(function* (root: Root.Root, pages: ReadonlyArray<Page>) {
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

/** The children of today, with the deleted ones behind those that they stood behind. */
const together = ({ after, before }: Lists, gone: ReadonlySet<string>): ReadonlyArray<string> => {
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

/** Lists of children that did not change, for those of the parents that have no other. */
const unchangedLists = Effect.fnUntraced(function* (
  root: Root.Root,
  lists: Changed["lists"],
  parents: ReadonlyArray<string>
) {
  const refs = yield* Root.childLists(
    root,
    parents.filter((parent) => !lists.has(parent))
  )
  const ids = yield* IdList.readMany(root.reader, refs.values())
  return new Map(Array.from(refs, ([parent, ref]) => [parent, { before: [], after: ids.get(ref) ?? [] }] as const))
})

/** Pages before those below them, which are in their order. */
const walked = (children: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const order: Array<string> = []
  const waiting = [""]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next)
    for (const child of (children.get(next) ?? []).toReversed()) waiting.push(child)
  }
  return order
}

/**
 * The ids of changed pages and of those above them as a table of contents lists them: in the order of today, deleted
 * pages where they stood among the siblings that stayed. A list of children is read only where two of them are asked
 * about.
 */
export const make = Effect.fnUntraced(function* (root: Root.Root, { gone, lists, pages }: Changed) {
  const children = new Map<string, Set<string>>()
  for (const [id, parent] of yield* parentsAbove(root, pages)) {
    children.set(parent ?? "", (children.get(parent ?? "") ?? new Set()).add(id))
  }
  const several = [...children].flatMap(([parent, ids]) => (ids.size > 1 ? [parent] : []))
  const others = yield* unchangedLists(root, lists, several)
  const sorted = Array.from(children, ([parent, ids]) => {
    if (ids.size === 1) return [parent, [...ids]] as const
    const all = together(lists.get(parent) ?? others.get(parent) ?? nothing, gone)
    return [parent, all.filter((id) => ids.has(id))] as const
  })
  return walked(new Map(sorted))
})
