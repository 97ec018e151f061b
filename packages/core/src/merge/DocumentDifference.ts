import { Predicate } from "effect"
import type { Json } from "../content/CanonicalJson.ts"
import * as CanonicalJson from "../content/CanonicalJson.ts"
import * as Alignment from "../document/Alignment.ts"
import type * as Block from "../document/Block.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as BlockOwn from "./BlockOwn.ts"
import * as TextMerge from "./TextMerge.ts"

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

/** How often each word stands in a text. */
export type Words = ReadonlyMap<string, number>

const leaves = (value: unknown, path: string): ReadonlyArray<readonly [path: string, value: string]> => {
  if (value === undefined) return []
  if (Predicate.isRecord(value)) {
    return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}/${name}`))
  }
  const isList = Array.isArray(value) && value.every(Predicate.isString)
  if (isList) return value.map((name) => [`${path}/[${name}]`, name] as const)
  return [[path, CanonicalJson.isJson(value) ? CanonicalJson.stringify(value) : ""]]
}

/** Every value of a block beside what is in it; of a list of names, each name. */
export const valuesOf = (block: Block.Block | undefined): ReadonlyMap<string, string> => {
  if (block === undefined) return new Map()
  const {
    fields: { object: _, ...fields },
    shells
  } = BlockOwn.of(block)
  const beside = shells.flatMap((shell) => leaves(shell.fields, `fragments/${shell.slot}`))
  return new Map([...leaves(fields, ""), ...beside])
}

export const documentValues = (data: Readonly<Record<string, Json>>): ReadonlyMap<string, string> =>
  new Map(leaves(data, "document"))

const named = (node: Block.InlineNode | Block.Block): ReadonlyArray<string> =>
  leaves(
    Object.fromEntries(
      Object.entries(node).filter(([name]) => !["key", "nodes", "fragments", "object", "leaves"].includes(name))
    ),
    ""
  ).map(([path, value]) => `@${path}=${value}`)

const inlineWords = (node: Block.InlineNode): ReadonlyArray<string> => {
  if (node.object === "text") {
    return node.leaves.flatMap(({ marks, text }) => {
      const style = marks.map(TextMerge.markName).sort().join(",")
      return TextMerge.words(text).flatMap((word) => (word.trim() === "" ? [] : `${style}:${word}`))
    })
  }
  const text = "nodes" in node ? node.nodes.flatMap(inlineWords) : []
  const note = "fragments" in node ? node.fragments.flatMap(({ nodes }) => nodes.flatMap(noteWords)) : []
  return [...named(node), ...text, ...note]
}

const noteWords = (block: Block.Block): ReadonlyArray<string> => {
  const own = [...named(block), ...DocumentTree.content(block).flatMap(inlineWords)]
  return BlockIndex.isText(block) ? own : [...own, ...DocumentTree.children(block).flatMap(noteWords)]
}

/** The words of a text in order, those of its notes and what its links lead to among them; blanks are left out. */
export const wordsOf = (block: Block.Block | undefined): ReadonlyArray<string> =>
  block === undefined ? [] : DocumentTree.content(block).flatMap(inlineWords)

export const countOf = (words: ReadonlyArray<string>): Words => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The words of the base that did not stay where they were, and those that came to where they were not. */
export const movedWords = (base: ReadonlyArray<string>, side: ReadonlyArray<string>) => {
  const numbers = new Map<string, number>()
  const number = (word: string) => {
    const found = numbers.get(word) ?? numbers.size
    numbers.set(word, found)
    return found
  }
  const pairs = Alignment.equalItems(base.map(number), side.map(number))
  const [kept, stayed] = [new Set(pairs.map(([left]) => left)), new Set(pairs.map(([, right]) => right))]
  return {
    gone: countOf(base.filter((_, index) => !kept.has(index))),
    come: countOf(side.filter((_, index) => !stayed.has(index)))
  }
}

const ofText = (block: string, base: Words, side: Words): ReadonlyArray<Difference> =>
  [...new Set([...base.keys(), ...side.keys()])].flatMap((word): ReadonlyArray<Difference> => {
    const count = (side.get(word) ?? 0) - (base.get(word) ?? 0)
    if (count === 0) return []
    return [{ type: count > 0 ? "written" : "cut", block, word, count: Math.abs(count) }]
  })

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
          ...ofText(block, countOf(wordsOf(old?.block)), countOf(wordsOf(now.block))),
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
