import { Effect } from "effect"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as Root from "./Root.ts"

/** Reads all pages below the given ones, by parent; two reads per level. */
const readChildrenBelow = Effect.fnUntraced(function* (root: Root.Root, ids: ReadonlyArray<string>) {
  const children = new Map<string, ReadonlyArray<Page.Page>>()
  let level = ids
  while (level.length > 0) {
    const lists = yield* Root.childLists(root, level)
    const idLists = yield* IdList.readMany(root.reader, lists.values())
    const below = [...idLists.values()].flat()
    const pages = yield* Root.pages(root, below)
    for (const [parent, list] of lists) {
      children.set(
        parent,
        (idLists.get(list) ?? []).flatMap((id) => pages.get(id) ?? [])
      )
    }
    level = below
  }
  return children
})

const buildTree = (
  page: Page.Page,
  path: string | undefined,
  children: ReadonlyMap<string, ReadonlyArray<Page.Page>>
): Page.PageTree => ({
  page,
  path,
  pages: (children.get(page.id) ?? []).map((below) =>
    buildTree(below, Page.isPlaced(below) ? `${path ?? ""}/${below.slug}` : undefined, children)
  )
})

/** Reads a page with its whole subtree; the cost grows with the subtree only. */
export const read = Effect.fnUntraced(function* (root: Root.Root, page: Page.Page, path: string | undefined) {
  return buildTree(page, path, yield* readChildrenBelow(root, [page.id]))
})
