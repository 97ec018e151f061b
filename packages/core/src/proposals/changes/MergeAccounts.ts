import { Effect } from "effect"
import * as MergeAccounting from "../../content/merge/MergeAccounting.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as Root from "../../content/tree/Root.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type * as View from "./MergeAccountView.ts"
import * as SemanticChanges from "./SemanticChanges.ts"

/** The merged sides, the result, and the number of entries to list. */
export interface Merge {
  /** Roots of the reader's space. */
  readonly roots: MergeAccounting.Roots
  /** Keys of the conflicts between the sides. */
  readonly conflicts: ReadonlySet<string>
  readonly limit: number
}

/**
 * With conflicts between the sides, something found neither in the result nor in a conflict was decided as a
 * consequence of one; without conflicts it is lost, which no merge may cause. A text with a conflict in it was decided
 * too.
 */
const fateOf = (
  conflicts: ReadonlySet<string>,
  disputed: ReadonlySet<string>,
  { fate, key }: MergeAccounting.Entry
): View.MergeFate => {
  if (fate === "lost" && conflicts.size > 0) return "decided"
  return fate === "merged" && disputed.has(key) ? "decided" : fate
}

/** The documents that have conflicts in them. */
const disputedDocuments = (conflicts: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...conflicts].flatMap((key) => /^[^/]+\/[^/]+\/document(?=\/|$)/.exec(key)?.[0] ?? []))

/** The id of the page that an entry is about. */
const pageOf = (trees: MergeAccounting.Trees, { key, side }: MergeAccounting.Entry): string | undefined => {
  const [kind = "", id] = key.split("/")
  if (kind !== "moved") return kind === "page" || kind === "order" ? id : undefined
  const former = key.slice("moved/".length)
  const page = trees[side].moved.get(former) ?? trees.base.moved.get(former)
  return typeof page === "string" ? page : undefined
}

const treeParts = { page: "pages", file: "files", "reusable-content": "reusable" } as const

/** For a remaining part of an item that a side created, the key of the item; otherwise the entry's own key. */
const wholeOf = ({ base }: MergeAccounting.Trees, { fate, key }: MergeAccounting.Entry): string => {
  const [kind = "", id = ""] = key.split("/")
  const isNew = (kind === "page" || kind === "file" || kind === "reusable-content") && !base[treeParts[kind]].has(id)
  return isNew && fate === "stands" ? `${kind}/${id}` : key
}

/** Sorts entries by key and joins the remaining entries of one new item. */
const arrange = (trees: MergeAccounting.Trees, account: ReadonlyArray<MergeAccounting.Entry>) => {
  const found = new Map<string, MergeAccounting.Entry>()
  for (const entry of account) {
    const key = wholeOf(trees, entry)
    found.set(`${entry.side} ${key}`, { ...entry, key })
  }
  return [...found.values()].sort((left, right) => CodePoint.compare(left.key, right.key))
}

/** Reports the fate of everything that two sides did. The cost grows with what they did. */
export const build = Effect.fnUntraced(function* (reader: ContentReader, { conflicts, limit, roots }: Merge) {
  const trees = yield* MergeAccounting.readTouchedTrees(reader, roots)
  const account = arrange(trees, MergeAccounting.account({ ...trees, conflicts }))
  const listed = account.slice(0, limit).map((entry) => ({ ...entry, id: pageOf(trees, entry) ?? "" }))
  const ids = [...new Set(listed.map(({ id }) => id))]
  const pagesIn = (root: string) =>
    Effect.flatMap(Root.open(reader, root), (opened) => SemanticChanges.describePages(opened, ids))
  const result = yield* pagesIn(roots.result)
  const sides = { primary: yield* pagesIn(roots.primary), changed: yield* pagesIn(roots.changed) }
  const base = yield* pagesIn(roots.base)
  const disputed = disputedDocuments(conflicts)
  const entries = listed.map((entry): View.MergeAccountEntry => {
    const { id, key, side } = entry
    const page = result.get(id) ?? sides[side].get(id) ?? base.get(id)
    return { side, key, fate: fateOf(conflicts, disputed, entry), ...(page === undefined ? {} : { page }) }
  })
  return { entries, more: account.length - entries.length } satisfies View.MergeAccountView
})
