import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import type * as Block from "../document/Block.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import type * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as BlockOwn from "./BlockOwn.ts"
import * as TextWords from "./TextWords.ts"

/**
 * One thing in which a side differs from the base. `place`: the list that a block stands in, of new blocks as well.
 * `order`: a block that stood after the one that it now stands right before. `written` and `cut`: words of a text with
 * their marks, its links and its notes, as often as `count`. `data`: one value, undefined where the side has none;
 * `block` is null for the document's own.
 */
export type Difference =
  | { readonly type: "inserted" | "deleted" | "place"; readonly block: string }
  | { readonly type: "order"; readonly block: string; readonly before: string; readonly container: string }
  | { readonly type: "written" | "cut"; readonly block: string; readonly word: string; readonly count: number }
  | { readonly type: "data"; readonly block: string | null; readonly path: string; readonly value: string | undefined }

/** Every value of a block beside what is in it; of a list of names, each name. */
export const valuesOf = (block: Block.Block | undefined): ReadonlyMap<string, string> => {
  if (block === undefined) return new Map()
  const {
    fields: { object: _, ...fields },
    shells
  } = BlockOwn.of(block)
  const beside = shells.flatMap((shell) => TextWords.leaves(shell.fields, `fragments/${shell.slot}`))
  return new Map([...TextWords.leaves(fields, ""), ...beside])
}

export const documentValues = (data: Readonly<Record<string, Json>>): ReadonlyMap<string, string> =>
  new Map(TextWords.leaves(data, "document"))

const wordsIn = (block: Block.Block | undefined): TextWords.Words =>
  Slices.finish(TextWords.countOf(block === undefined ? [] : TextWords.wordsOf(DocumentTree.content(block))))

const ofText = (block: string, base: TextWords.Words, side: TextWords.Words): ReadonlyArray<Difference> =>
  Slices.finish(TextWords.changes(base, side)).map(([word, by]) => ({
    type: by > 0 ? "written" : "cut",
    block,
    word,
    count: Math.abs(by)
  }))

const ofValues = (
  block: string | null,
  base: ReadonlyMap<string, string>,
  side: ReadonlyMap<string, string>
): ReadonlyArray<Difference> =>
  [...new Set([...base.keys(), ...side.keys()])]
    .filter((path) => base.get(path) !== side.get(path))
    .map((path) => ({ type: "data", block, path, value: side.get(path) }))

const ofBlock = (old: BlockIndex.Entry | undefined, now: BlockIndex.Entry): ReadonlyArray<Difference> => {
  const block = now.key
  const isNew = old === undefined
  const own =
    !isNew && BlockMerge.isSameOwn(old.block, now.block)
      ? []
      : [
          ...ofText(block, wordsIn(old?.block), wordsIn(now.block)),
          ...ofValues(block, valuesOf(old?.block), valuesOf(now.block))
        ]
  const inserted = isNew ? [{ type: "inserted", block } as const] : []
  const place = old?.container === now.container ? [] : [{ type: "place", block } as const]
  return [...inserted, ...place, ...own]
}

const ofOrder = (base: BlockIndex.BlockIndex, side: BlockIndex.BlockIndex): ReadonlyArray<Difference> =>
  [...side.lists].flatMap(([container, keys]) => {
    const places = new Map((base.lists.get(container) ?? []).map((key, index) => [key, index]))
    const common = keys.filter((key) => places.has(key))
    return common.flatMap((block, index): ReadonlyArray<Difference> => {
      const before = common[index + 1]
      if (before === undefined || (places.get(block) ?? 0) < (places.get(before) ?? 0)) return []
      return [{ type: "order", block, before, container }]
    })
  })

/** What is different in a side. Blocks are known by their keys; those without one are left out. */
export const between = (base: BlockIndex.BlockIndex, side: BlockIndex.BlockIndex): ReadonlyArray<Difference> => {
  const gone = [...base.entries.keys()].filter((key) => !side.entries.has(key))
  return [
    ...[...side.entries].flatMap(([key, entry]) => ofBlock(base.entries.get(key), entry)),
    ...gone.map((block): Difference => ({ type: "deleted", block })),
    ...ofOrder(base, side)
  ]
}

/** What is different in the data of a side's document. */
export const ofData = (
  base: Readonly<Record<string, Json>>,
  side: Readonly<Record<string, Json>>
): ReadonlyArray<Difference> => ofValues(null, documentValues(base), documentValues(side))
