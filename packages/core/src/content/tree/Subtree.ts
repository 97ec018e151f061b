import { Effect } from "effect"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as Root from "./Root.ts"

/** Children by parent for all pages below the ones given; two questions to the reader per level. */
const childrenBelow = Effect.fnUntraced(function* (root: Root.Root, ids: ReadonlyArray<string>) {
  const children = new Map<string, ReadonlyArray<Page.Page>>()
  let level = ids
  while (level.length > 0) {
    const lists = yield* Root.childLists(root, level)
    const idLists = yield* IdList.allOf(root.reader, lists.values())
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

const grow = (
  page: Page.Page,
  path: string | undefined,
  children: ReadonlyMap<string, ReadonlyArray<Page.Page>>
): Page.PageTree => ({
  page,
  path,
  pages: (children.get(page.id) ?? []).map((below) =>
    grow(below, Page.isPlaced(below) ? `${path ?? ""}/${below.slug}` : undefined, children)
  )
})

/** A page at a path with all that is below it; the cost grows with that alone. */
export const read = Effect.fnUntraced(function* (root: Root.Root, page: Page.Page, path: string | undefined) {
  return grow(page, path, yield* childrenBelow(root, [page.id]))
})
