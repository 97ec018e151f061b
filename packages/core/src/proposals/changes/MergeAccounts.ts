import { Effect, Schema } from "effect"
import * as MergeAccounting from "../../content/merge/MergeAccounting.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as Root from "../../content/tree/Root.ts"
import { optional } from "../../foundation/input/Input.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { ChangedPage } from "./SemanticChange.ts"
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
): MergeFate => {
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
  const entries = listed.map((entry): MergeAccountEntry => {
    const { id, key, side } = entry
    const page = result.get(id) ?? sides[side].get(id) ?? base.get(id)
    return { side, key, fate: fateOf(conflicts, disputed, entry), ...(page === undefined ? {} : { page }) }
  })
  return { entries, more: account.length - entries.length } satisfies MergeAccountView
})

/**
 * What became of one change that a side made:
 * - `stands`: the result has it as that side made it;
 * - `merged`: both sides changed the text, and the result has both;
 * - `decided`: it was in a conflict or in a consequence of one, and the result has something else;
 * - `deleted`: it was deleted together with what a conflict gave up;
 * - `yielded`: its path can lead to only one page, and leads to another;
 * - `lost`: none of these, which no merge may do.
 */
export const MergeFate = Schema.Literals(["stands", "merged", "decided", "deleted", "yielded", "lost"]).annotate({
  identifier: "MergeFate"
})
export type MergeFate = typeof MergeFate.Type

/**
 * `primary` is the side of the space, `changed` the side of the change request. `key` is the key of a conflict about
 * the change, or `moved/{parent}/{slug}` for a former path. Everything that remains of an item that the side created is
 * one entry, with the key of the item. `page` is as in the result or, if the result lacks it, as it was.
 */
export const MergeAccountEntry = Schema.Struct({
  side: Schema.Literals(["primary", "changed"]),
  key: Schema.String,
  fate: MergeFate,
  page: optional(ChangedPage)
}).annotate({ identifier: "MergeAccountEntry" })
export type MergeAccountEntry = typeof MergeAccountEntry.Type

/**
 * The first entries by key, the space's before the request's for equal keys; `more` is the number of omitted entries.
 */
export const MergeAccountView = Schema.Struct({
  entries: Schema.Array(MergeAccountEntry),
  more: Schema.Int
}).annotate({ identifier: "MergeAccount" })
export type MergeAccountView = typeof MergeAccountView.Type
