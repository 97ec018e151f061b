import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type * as Block from "../document/Block.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import type * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as BlockOwn from "./BlockOwn.ts"
import * as TextWords from "./TextWords.ts"

/**
 * One difference of a side from the base:
 * - `place`: the list that a block is in, also of new blocks;
 * - `order`: a block now right before one that it used to follow;
 * - `written`, `cut`: words of a text with their marks, its links and its notes, `count` times;
 * - `data`: one value, undefined if the side has none; `block` is null for the document's own data.
 */
export type Difference =
  | { readonly type: "inserted" | "deleted" | "place"; readonly block: string }
  | { readonly type: "order"; readonly block: string; readonly before: string; readonly container: string }
  | { readonly type: "written" | "cut"; readonly block: string; readonly word: string; readonly count: number }
  | { readonly type: "data"; readonly block: string | null; readonly path: string; readonly value: string | undefined }

/** The place of a row says nothing by itself: rows may get others for the same order. */
const isPlaceOfRow = (path: string): boolean => path.startsWith("/data/records/") && path.endsWith("/orderIndex")

/** The values of a block, apart from its content and the places of rows; of a list of names, each name. */
export const valuesOf = (block: Block.Block | undefined): ReadonlyMap<string, string> => {
  if (block === undefined) return new Map()
  const {
    fields: { object: _, ...fields },
    shells
  } = BlockOwn.fromBlock(block)
  const beside = shells.flatMap((shell) => TextWords.leaves(shell.fields, `fragments/${shell.slot}`))
  const values = TextWords.leaves(fields, "").filter(([path]) => block.type !== "table" || !isPlaceOfRow(path))
  return new Map([...values, ...beside])
}

export const documentValues = (data: Readonly<Record<string, Json>>): ReadonlyMap<string, string> =>
  new Map(TextWords.leaves(data, "document"))

const wordsIn = (block: Block.Block | undefined): TextWords.WordCounts =>
  Slices.finish(TextWords.countOf(block === undefined ? [] : TextWords.wordsOf(DocumentTree.content(block))))

const diffText = (block: string, base: TextWords.WordCounts, side: TextWords.WordCounts): ReadonlyArray<Difference> =>
  Slices.finish(TextWords.changes(base, side)).map(([word, by]) => ({
    type: by > 0 ? "written" : "cut",
    block,
    word,
    count: Math.abs(by)
  }))

const diffValues = (
  block: string | null,
  base: ReadonlyMap<string, string>,
  side: ReadonlyMap<string, string>
): ReadonlyArray<Difference> =>
  [...new Set([...base.keys(), ...side.keys()])]
    .filter((path) => base.get(path) !== side.get(path))
    .map((path) => ({ type: "data", block, path, value: side.get(path) }))

const diffBlock = (old: BlockIndex.Entry | undefined, now: BlockIndex.Entry): ReadonlyArray<Difference> => {
  const block = now.key
  const isNew = old === undefined
  const own =
    !isNew && BlockMerge.isSameOwn(old.block, now.block)
      ? []
      : [
          ...diffText(block, wordsIn(old?.block), wordsIn(now.block)),
          ...diffValues(block, valuesOf(old?.block), valuesOf(now.block))
        ]
  const inserted = isNew ? [{ type: "inserted", block } as const] : []
  const place = old?.container === now.container ? [] : [{ type: "place", block } as const]
  return [...inserted, ...place, ...own]
}

const diffOrder = (base: BlockIndex.BlockIndex, side: BlockIndex.BlockIndex): ReadonlyArray<Difference> =>
  [...side.lists].flatMap(([container, keys]) => {
    const places = new Map((base.lists.get(container) ?? []).map((key, index) => [key, index]))
    const common = keys.filter((key) => places.has(key))
    return common.flatMap((block, index): ReadonlyArray<Difference> => {
      const before = common[index + 1]
      if (before === undefined || (places.get(block) ?? 0) < (places.get(before) ?? 0)) return []
      return [{ type: "order", block, before, container }]
    })
  })

/** The differences of a side. Blocks are matched by key; blocks without one are omitted. */
export const diffBlocks = (base: BlockIndex.BlockIndex, side: BlockIndex.BlockIndex): ReadonlyArray<Difference> => {
  const gone = [...base.entries.keys()].filter((key) => !side.entries.has(key))
  return [
    ...[...side.entries].flatMap(([key, entry]) => diffBlock(base.entries.get(key), entry)),
    ...gone.map((block): Difference => ({ type: "deleted", block })),
    ...diffOrder(base, side)
  ]
}

/** The differences in the data of a side's document. */
export const diffData = (
  base: Readonly<Record<string, Json>>,
  side: Readonly<Record<string, Json>>
): ReadonlyArray<Difference> => diffValues(null, documentValues(base), documentValues(side))
