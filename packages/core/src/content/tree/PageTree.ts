import { Effect } from "effect"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as RadixMap from "./RadixMap.ts"
import type { Root } from "./Root.ts"

interface Growing extends Page.PageTree {
  path: string | undefined
  readonly pages: Array<Growing>
}

const readChildIds = Effect.fnUntraced(function* (root: Root) {
  const refs = yield* RadixMap.entries(root.reader, root.maps.order)
  const lists = yield* IdList.readMany(
    root.reader,
    refs.flatMap(([, ref]) => (typeof ref === "string" ? [ref] : []))
  )
  return refs.map(([parent, ref]) => [parent, (typeof ref === "string" ? lists.get(ref) : undefined) ?? []] as const)
})

const buildForest = (
  stored: ReadonlyArray<RadixMap.Entry>,
  children: ReadonlyArray<readonly [string, ReadonlyArray<string>]>
): ReadonlyArray<Growing> => {
  const nodes = new Map<string, Growing>()
  for (const [id, json] of stored) nodes.set(id, { page: Page.fromStored(id, json), path: undefined, pages: [] })
  const top: Array<Growing> = []
  for (const [parent, ids] of children) {
    const pages = parent === "" ? top : nodes.get(parent)?.pages
    for (const id of ids) {
      const node = nodes.get(id)
      if (node !== undefined) pages?.push(node)
    }
  }
  return top
}

/** Assigns every page its path, parents before children. */
const assignPaths = (top: ReadonlyArray<Growing>): void => {
  let level = top.map((node) => ({ node, above: "" }))
  while (level.length > 0) {
    for (const { node, above } of level) if (Page.isPlaced(node.page)) node.path = above + node.page.slug
    level = level.flatMap(({ node }) => node.pages.map((below) => ({ node: below, above: `${node.path ?? ""}/` })))
  }
}

/** Reads all pages, nested and in order; breadth first, one read per level of the maps. */
export const read = Effect.fnUntraced(function* (root: Root) {
  const stored = yield* RadixMap.entries(root.reader, root.maps.pages)
  const children = yield* readChildIds(root)
  const top = buildForest(stored, children)
  assignPaths(top)
  const trees: ReadonlyArray<Page.PageTree> = top
  return trees
})
