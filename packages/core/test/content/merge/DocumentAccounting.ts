import type { Block, CanonicalJson, Document } from "@quire/core"
import {
  BlockIndex,
  BlockLikeness,
  BlockMerge,
  type DocumentConflict,
  DocumentMerge,
  DocumentTree,
  Sides,
  TableSeparation,
  TextWords
} from "@quire/core/internal"

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

/** The position value of a row is not significant: rows may get other values for the same order. */
const isPlaceOfRow = (path: string): boolean => path.startsWith("/data/records/") && path.endsWith("/orderIndex")

/** The values of a block, apart from its content and the places of rows; of a list of names, each name. */
export const valuesOf = (block: Block.Block | undefined): ReadonlyMap<string, string> => {
  if (block === undefined) return new Map()
  const {
    fields: { object: _, ...fields },
    shells
  } = BlockIndex.ownOf(block)
  const shellValues = shells.flatMap((shell) => TextWords.leaves(shell.fields, `fragments/${shell.slot}`))
  const values = TextWords.leaves(fields, "").filter(([path]) => block.type !== "table" || !isPlaceOfRow(path))
  return new Map([...values, ...shellValues])
}

export const documentValues = (data: Readonly<Record<string, CanonicalJson.Json>>): ReadonlyMap<string, string> =>
  new Map(TextWords.leaves(data, "document"))

const wordsIn = (block: Block.Block | undefined): TextWords.WordCounts =>
  TextWords.countOf(block === undefined ? [] : TextWords.wordsOf(DocumentTree.content(block)))

const diffText = (block: string, base: TextWords.WordCounts, side: TextWords.WordCounts): ReadonlyArray<Difference> =>
  TextWords.changes(base, side).map(([word, by]) => ({
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
  base: Readonly<Record<string, CanonicalJson.Json>>,
  side: Readonly<Record<string, CanonicalJson.Json>>
): ReadonlyArray<Difference> => diffValues(null, documentValues(base), documentValues(side))

/**
 * The outcome of a difference:
 * - `stands`: the result contains it;
 * - `conflict`: a conflict reports it, by its key;
 * - `removed`: its subject was removed by a change of the other side;
 * - `lost`: none of these; a merge must not lose anything.
 */
export type Fate =
  | { readonly type: "stands" }
  | { readonly type: "conflict"; readonly key: string }
  | { readonly type: "removed" }
  | { readonly type: "lost" }

export interface Entry {
  readonly side: Sides.Side
  readonly difference: Difference
  readonly fate: Fate
}

export interface Input {
  readonly base: Document.Document
  readonly primary: Document.Document
  readonly changed: Document.Document
  /** The result, and all conflicts reported on the way to it, including those settled by choices. */
  readonly document: Document.Document
  readonly conflicts: ReadonlyArray<DocumentConflict.DocumentConflict>
}

/** A conflict with the keys of the blocks that it shows of each tree. */
interface ConflictBlocks {
  readonly conflict: DocumentConflict.DocumentConflict
  readonly keys: Sides.Sides<ReadonlySet<string>>
}

/** The merge from the viewpoint of one side. */
interface View {
  readonly side: Sides.Side
  readonly base: BlockIndex.BlockIndex
  readonly own: BlockIndex.BlockIndex
  readonly other: BlockIndex.BlockIndex
  readonly result: BlockIndex.BlockIndex
  readonly shown: ReadonlyArray<ConflictBlocks>
  readonly texts: (key: string) => TextWords.Account
  /** Whether the other side created an equal block under another key. */
  readonly isTwin: (key: string) => boolean
}

/** The account of the words of each block, memoized. */
const textsOf = ({ base, other, own, result }: Pick<View, "base" | "other" | "own" | "result">) => {
  const known = new Map<string, TextWords.Account>()
  const read = (key: string): TextWords.Account => {
    const wordsOf = (index: BlockIndex.BlockIndex) => {
      const block = index.entries.get(key)?.block
      return block === undefined ? [] : Array.from(TextWords.wordsOf(DocumentTree.content(block)))
    }
    const of = other.entries.has(key) ? other : base
    const versions = { base: wordsOf(base), own: wordsOf(own), other: wordsOf(of), result: wordsOf(result) }
    return TextWords.account(versions)
  }
  return (key: string): TextWords.Account => {
    const texts = known.get(key) ?? read(key)
    known.set(key, texts)
    return texts
  }
}

const keysIn = (value: CanonicalJson.Json, keys = new Set<string>()): ReadonlySet<string> => {
  if (typeof value !== "object" || value === null) return keys
  const fields = new Map(Object.entries(value))
  const key = fields.get("key")
  if (fields.get("object") === "block" && typeof key === "string") keys.add(key)
  for (const member of fields.values()) keysIn(member, keys)
  return keys
}

const toShown = (conflict: DocumentConflict.DocumentConflict): ConflictBlocks => {
  const isWhole = conflict.kind === "existence" || conflict.kind === "data"
  const keys = (value: CanonicalJson.Json) => (isWhole ? keysIn(value) : new Set<string>())
  return {
    conflict,
    keys: { base: keys(conflict.base), primary: keys(conflict.primary), changed: keys(conflict.changed) }
  }
}

/** The conflict that shows a side's version of a block, or that the side removed it from its position. */
const findShowing = ({ shown, side }: View, block: string, isGone = false): string | undefined =>
  shown.find(({ keys }) => {
    const others = keys.base?.has(block) || keys[Sides.other(side)]?.has(block)
    return keys[side]?.has(block) ? !isGone : isGone && others
  })?.conflict.key

const findAbout = (
  { shown }: View,
  kind: DocumentConflict.DocumentConflict["kind"],
  block: string | null
): string | undefined => shown.find(({ conflict }) => conflict.kind === kind && conflict.block === block)?.conflict.key

const makeFate = (stands: boolean, conflict: string | undefined): Fate => {
  if (stands) return { type: "stands" }
  return conflict === undefined ? { type: "lost" } : { type: "conflict", key: conflict }
}

/** The ancestors of a block on either side. */
const findAbove = ({ other, own }: View, block: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const open = [block]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const parent of [own.entries.get(at)?.parent, other.entries.get(at)?.parent]) {
      if (parent === undefined || found.has(parent)) continue
      found.add(parent)
      open.push(parent)
    }
  }
  return found
}

/** The conflict over the position of a block that would form a cycle with this one. */
const findRing = (view: View, block: string): string | undefined =>
  view.shown.find(({ conflict }) => {
    if (conflict.kind !== "place" || conflict.block === null) return false
    return findAbove(view, block).has(conflict.block) && findAbove(view, conflict.block).has(block)
  })?.conflict.key

const placeFate = (view: View, block: string): Fate => {
  const [own, now] = [view.own.entries.get(block), view.result.entries.get(block)]
  const stands = own?.container === now?.container || (now === undefined && view.isTwin(block))
  return makeFate(
    stands,
    findAbout(view, "place", block) ??
      findShowing(view, block) ??
      findShowing(view, block, true) ??
      findRing(view, block)
  )
}

/** Order only counts between blocks that both sides have in one list; others follow the block before them. */
const orderFate = (view: View, { before, block, container }: Extract<Difference, { type: "order" }>): Fate => {
  const list = view.result.lists.get(container) ?? []
  const [first, second] = [list.indexOf(block), list.indexOf(before)]
  const holder = view.own.entries.get(block)?.parent ?? null
  const keys = holder === null ? [block, before] : [holder, block, before]
  const shown = keys
    .map((key) => findShowing(view, key) ?? findShowing(view, key, true))
    .find((key) => key !== undefined)
  const found = makeFate(first >= 0 && first < second, findAbout(view, "order", holder) ?? shown)
  const isCommon = [block, before].every((key) => view.other.entries.get(key)?.container === container)
  return found.type === "lost" && !isCommon ? { type: "removed" } : found
}

const findOwnConflict = (view: View, kind: "text" | "data", block: string): string | undefined =>
  findAbout(view, kind, block) ??
  view.shown.find(({ conflict, keys }) => {
    const isOfData = kind === "text" && conflict.kind === "data" && conflict.block === block
    if (!keys[view.side]?.has(block)) return false
    return !isOfData || isOtherShape(view, block)
  })?.conflict.key

const isOtherShape = ({ other, own }: View, block: string): boolean =>
  [own, other].some((index) => {
    const found = index.entries.get(block)?.block
    return found !== undefined && !BlockIndex.isText(found)
  })

const wordFate = (view: View, { block, type, word }: Extract<Difference, { type: "written" | "cut" }>): Fate => {
  if (!view.result.entries.has(block) && view.isTwin(block)) return { type: "stands" }
  const stands = TextWords.stands(view.texts(block), word, type === "cut")
  return makeFate(stands, findOwnConflict(view, "text", block))
}

const dataFate = (view: View, { path, value }: { path: string; value: string | undefined }, block: string): Fate => {
  const found = view.result.entries.get(block)
  if (found === undefined && view.isTwin(block)) return { type: "stands" }
  const stands = found !== undefined && valuesOf(found.block).get(path) === value
  return makeFate(stands, findOwnConflict(view, "data", block))
}

const fateOf = (view: View, result: Document.Document, difference: Difference): Fate => {
  switch (difference.type) {
    case "inserted":
      return makeFate(
        view.result.entries.has(difference.block) || view.isTwin(difference.block),
        findShowing(view, difference.block)
      )
    case "deleted":
      return makeFate(!view.result.entries.has(difference.block), findShowing(view, difference.block, true))
    case "place":
      return placeFate(view, difference.block)
    case "order":
      return orderFate(view, difference)
    case "written":
    case "cut":
      return wordFate(view, difference)
    case "data": {
      if (difference.block !== null) return dataFate(view, difference, difference.block)
      const now = documentValues(result.data).get(difference.path)
      return makeFate(now === difference.value, findAbout(view, "data", null))
    }
  }
}

const makeTwinCheck = (
  base: BlockIndex.BlockIndex,
  own: BlockIndex.BlockIndex,
  other: BlockIndex.BlockIndex,
  result: BlockIndex.BlockIndex
) => {
  const likeness = BlockLikeness.make()
  let known: ReadonlySet<number> | undefined
  const others = () =>
    new Set(
      [...other.entries].flatMap(([key, { block }]) =>
        base.entries.has(key) || own.entries.has(key) || !result.entries.has(key) ? [] : [likeness.signature(block)]
      )
    )
  return (key: string): boolean => {
    const block = own.entries.get(key)?.block
    if (block === undefined || base.entries.has(key)) return false
    known ??= others()
    return known.has(likeness.signature(block))
  }
}

/**
 * Accounts for all changes of the sides to a document. `DocumentMerge` leaves nothing `lost`. Every block of the
 * documents must have a key.
 */
export const account = (input: Input): ReadonlyArray<Entry> => {
  const result = BlockIndex.make(input.document)
  const { primary } = input
  const changed = TableSeparation.separate(input.base, primary, input.changed)
  const { base, ...sides } = DocumentMerge.indexSides({ base: input.base, primary, changed })
  const shown = input.conflicts.map(toShown)
  return (["primary", "changed"] as const).flatMap((side) => {
    const [own, other] = [sides[side], sides[Sides.other(side)]]
    const trees = { base, own, other, result }
    const view: View = { ...trees, side, shown, texts: textsOf(trees), isTwin: makeTwinCheck(base, own, other, result) }
    const differences = [...diffBlocks(base, own), ...diffData(input.base.data, input[side].data)]
    return differences.map((difference) => ({ side, difference, fate: fateOf(view, input.document, difference) }))
  })
}
