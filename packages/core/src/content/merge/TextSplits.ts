import { Schema } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import * as Alignment from "../document/Alignment.ts"
import type * as Block from "../document/Block.ts"
import * as InlineText from "../document/InlineText.ts"
import * as BlockIndex from "./BlockIndex.ts"
import { AnyBlock } from "./BlockMerge.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TextMerge from "./TextMerge.ts"
import * as TextWords from "./TextWords.ts"

type Nodes = ReadonlyArray<Block.InlineNode>
type Tokens = ReadonlyArray<TextMerge.Token>

export interface IndexedSides {
  readonly base: BlockIndex.BlockIndex
  readonly primary: BlockIndex.BlockIndex
  readonly changed: BlockIndex.BlockIndex
}

/** An index that is changed while texts are divided. */
interface EditedIndex {
  readonly entries: Map<string, BlockIndex.Entry>
  readonly lists: Map<string, Array<string>>
}

type EditedSides = { readonly [S in keyof IndexedSides]: EditedIndex }

const copy = ({ entries, lists }: BlockIndex.BlockIndex): EditedIndex => ({
  entries: new Map(entries),
  lists: new Map(Array.from(lists, ([container, keys]) => [container, [...keys]]))
})

/** The blocks that a side divided a text into, in order, one of which has the key of the text. */
interface Split {
  readonly side: Side
  readonly container: string
  readonly parts: ReadonlyArray<BlockIndex.TextBlock>
  /** The index of the part that has the key. */
  readonly holder: number
}

const textAt = (index: BlockIndex.BlockIndex, key: string): BlockIndex.TextBlock | undefined => {
  const block = index.entries.get(key)?.block
  return block !== undefined && BlockIndex.isText(block) ? block : undefined
}

/** The texts next to a block that only one side has, as far as they are consecutive; the block is one of them. */
const findParts = (sides: IndexedSides, side: Side, key: string): Split | undefined => {
  const [own, other] = [sides[side], sides[MergeSides.other(side)]]
  const containers = Object.values(sides).map(({ entries }: BlockIndex.BlockIndex) => entries.get(key)?.container)
  const [container] = containers
  if (container === undefined || new Set(containers).size > 1) return undefined
  const keys = own.lists.get(container) ?? []
  const isPart = (each: string | undefined) =>
    each !== undefined && !sides.base.entries.has(each) && !other.entries.has(each) && textAt(own, each) !== undefined
  const at = keys.indexOf(key)
  let [from, to] = [at, at + 1]
  while (isPart(keys[from - 1])) from--
  while (isPart(keys[to])) to++
  const parts = keys.slice(from, to).flatMap((each) => textAt(own, each) ?? [])
  return parts.length === 1 ? undefined : { side, container, parts, holder: at - from }
}

type Pairs = Alignment.Pairs

const align = (left: Tokens, right: Tokens): Pairs => {
  const number = TextMerge.numbering()
  const numbered = (tokens: Tokens) => tokens.map(({ name }) => number(name))
  return Alignment.equalItems(numbered(left), numbered(right), (index) => TextMerge.weightOf(left[index]))
}

const hasWord = (tokens: Tokens) => tokens.some((token) => !TextMerge.isBlank(token.node))

/** A new block of a side next to a text that it divided, and where the text ends or begins in the base. */
interface Cut {
  readonly side: Side
  readonly part: BlockIndex.TextBlock
  readonly isBefore: boolean
  readonly at: number
}

/**
 * The nearest new blocks before and after a text that contain words of it. What the side changed at a cut is of the text
 * itself.
 */
const findCuts = (base: Tokens, split: Split, read: (nodes: Nodes) => Tokens): ReadonlyArray<Cut> => {
  const { holder, parts, side } = split
  const texts = parts.map(({ nodes }) => read(nodes))
  const pairs = align(base, texts.flat())
  let start = 0
  const matches = texts.map((tokens) => {
    const [from, to] = [start, (start += tokens.length)]
    return pairs.flatMap(([left, right]) => (from <= right && right < to ? [left] : []))
  })
  const isPiece = (index: number) => hasWord((matches[index] ?? []).flatMap((left) => base[left] ?? []))
  const indexes = parts.map((_, index) => index)
  const before = indexes.slice(0, holder).findLast(isPiece)
  const after = indexes.slice(holder + 1).find(isPiece)
  const cut = (index: number | undefined, isBefore: boolean): ReadonlyArray<Cut> => {
    const part = index === undefined ? undefined : parts[index]
    const words = index === undefined ? [] : (matches[index] ?? [])
    const at = isBefore ? (words.at(-1) ?? 0) + 1 : (words[0] ?? 0)
    return part === undefined ? [] : [{ side, part, isBefore, at }]
  }
  return [...cut(before, true), ...cut(after, false)]
}

/** The position in another version of a text that a position in the base became. */
const findCut = (pairs: Pairs, cut: number, length: number, isBeforeHolder: boolean): number => {
  const before = pairs.findLast(([left]) => left < cut)
  const after = pairs.find(([left]) => left >= cut)
  const [start, end] = [(before?.[0] ?? -1) + 1, after?.[0] ?? Number.POSITIVE_INFINITY]
  const [from, to] = [(before?.[1] ?? -1) + 1, after?.[1] ?? length]
  if (start === cut && end !== cut) return from
  if (end === cut && start !== cut) return to
  return isBeforeHolder ? from : to
}

const isBlock = Schema.is(AnyBlock)

/** Divides the text of a document at a cut when it is called; undefined if the text is not allowed in the blocks. */
const prepareDivision = (
  index: EditedIndex,
  key: string,
  { isBefore, part }: Cut,
  texts: readonly [before: Tokens, after: Tokens]
): (() => void) | undefined => {
  const old = index.entries.get(key)
  const added = part.key
  if (old === undefined || added === undefined) return undefined
  const [before, after] = texts.map((tokens) => InlineText.join<Block.InlineNode>(tokens.map(({ node }) => node)))
  const own: unknown = { ...old.block, nodes: isBefore ? after : before }
  const other: unknown = { ...part, nodes: isBefore ? before : after }
  if (!isBlock(own) || !isBlock(other)) return undefined
  return () => {
    index.entries.set(key, { ...old, block: own }).set(added, { ...old, key: added, block: other })
    const keys = index.lists.get(old.container) ?? []
    keys.splice(keys.indexOf(key) + (isBefore ? 0 : 1), 0, added)
  }
}

/** Whether both sides changed a text so that it cannot be merged. */
const isDisputed = (
  old: BlockIndex.TextBlock,
  ours: BlockIndex.TextBlock,
  theirs: BlockIndex.TextBlock,
  dependencies: TextMerge.Dependencies
): boolean => {
  const texts = { base: old.nodes, primary: ours.nodes, changed: theirs.nodes }
  if (MergeSides.resolvedSide<Nodes>(texts) !== undefined) return false
  const merged = TextMerge.merge(texts, dependencies)
  return merged === undefined || !TextWords.areKept(texts, merged)
}

/** A text that both sides have, and the blocks that one of them divided it into. */
interface DividedText {
  readonly key: string
  readonly base: Tokens
  readonly cuts: ReadonlyArray<Cut>
  readonly parts: { readonly [S in Side]: { readonly texts: ReadonlyArray<Tokens>; readonly holder: number } }
}

/** Divides a text at a cut, and returns whether it did. */
type DivideAt = (sides: EditedSides, text: DividedText, cut: Cut) => boolean

/** The index in the text of the other side where a cut is; beyond its ends if that is in a new block of the other side. */
const placeOf = ({ base, parts }: DividedText, cut: Cut): number => {
  const { holder, texts } = parts[MergeSides.other(cut.side)]
  const whole = texts.flat()
  return findCut(align(base, whole), cut.at, whole.length, cut.isBefore) - texts.slice(0, holder).flat().length
}

const divideBoth = (sides: EditedSides, { base, key, parts }: DividedText, cut: Cut, at: number): boolean => {
  const other = MergeSides.other(cut.side)
  const own = parts[other].texts[parts[other].holder] ?? []
  const divideBase = prepareDivision(sides.base, key, cut, [base.slice(0, cut.at), base.slice(cut.at)])
  const divideOther = prepareDivision(sides[other], key, cut, [own.slice(0, at), own.slice(at)])
  if (divideBase === undefined || divideOther === undefined) return false
  divideBase()
  divideOther()
  return true
}

const lengthOf = ({ parts }: DividedText, side: Side): number => (parts[side].texts[parts[side].holder] ?? []).length

/** Divides a text of the base and of the other side at a cut, unless that is not inside the text of the other. */
const follow: DivideAt = (sides, text, cut) => {
  const [at, length] = [placeOf(text, cut), lengthOf(text, MergeSides.other(cut.side))]
  const isAtEnd = at === (cut.isBefore ? 0 : length)
  if (at < 0 || at > length || (isAtEnd && findTwin(text.cuts, cut) !== undefined)) return false
  return divideBoth(sides, text, cut, at)
}

/** The same where each side has the key at another part: the whole text of the other side is of one part. */
const followBeyond: DivideAt = (sides, text, cut) => {
  const length = lengthOf(text, MergeSides.other(cut.side))
  return divideBoth(sides, text, cut, Math.min(Math.max(placeOf(text, cut), 0), length))
}

/** The new block of the other side at the same end of a text. */
const findTwin = (cuts: ReadonlyArray<Cut>, { isBefore, side }: Cut): Cut | undefined =>
  cuts.find((each) => each.side !== side && each.isBefore === isBefore)

const renameBlock = ({ entries, lists }: EditedIndex, from: string, to: string): void => {
  const entry = entries.get(from)
  if (entry === undefined) return
  entries.delete(from)
  entries.set(to, { ...entry, key: to, block: { ...entry.block, key: to } })
  const keys = lists.get(entry.container) ?? []
  keys.splice(keys.indexOf(from), 1, to)
}

/** Makes one block of the two that both sides divided from the same end of a text, with the key of primary. */
const unite: DivideAt = (sides, { base, cuts, key }, cut) => {
  const twin = cut.side === "primary" ? findTwin(cuts, cut) : undefined
  if (twin?.part.key === undefined || cut.part.key === undefined) return false
  const divideBase = prepareDivision(sides.base, key, cut, [base.slice(0, cut.at), base.slice(cut.at)])
  if (divideBase === undefined) return false
  divideBase()
  renameBlock(sides.changed, twin.part.key, cut.part.key)
  return true
}

/**
 * Divides a text at one cut of a side, and returns the key of the new part; undefined if neither side divided it, or if
 * the text can be merged.
 */
const followCut = (sides: EditedSides, key: string, dependencies: TextMerge.Dependencies): string | undefined => {
  const [old, ours, theirs] = [textAt(sides.base, key), textAt(sides.primary, key), textAt(sides.changed, key)]
  if (old === undefined || ours === undefined || theirs === undefined) return undefined
  const splits = (["primary", "changed"] as const).flatMap((side) => findParts(sides, side, key) ?? [])
  const isDivided = splits.length === 2 || (splits.length === 1 && isDisputed(old, ours, theirs, dependencies))
  if (!isDivided) return undefined
  const read = (nodes: Nodes) => Array.from(TextMerge.tokensIn(nodes, dependencies.likeness))
  const base = read(old.nodes)
  const partsOf = (side: Side, block: BlockIndex.TextBlock) => {
    const { holder, parts } = splits.find((each) => each.side === side) ?? { holder: 0, parts: [block] }
    return { holder, texts: parts.map(({ nodes }) => read(nodes)) }
  }
  const cuts = splits
    .flatMap((split) => findCuts(base, split, read))
    .toSorted((left, right) => CodePoint.compare(left.part.key ?? "", right.part.key ?? ""))
  const divided = { key, base, cuts, parts: { primary: partsOf("primary", ours), changed: partsOf("changed", theirs) } }
  for (const divideAt of [follow, unite, followBeyond]) {
    for (const cut of cuts) {
      if (divideAt(sides, divided, cut)) return cut.part.key
    }
  }
  return undefined
}

/** The keys of blocks in a list of a side next to a block that only this side has. */
const findNeighbors = (sides: IndexedSides, side: Side): ReadonlyArray<string> => {
  const [own, other] = [sides[side], sides[MergeSides.other(side)]]
  const isNew = (key: string | undefined) =>
    key !== undefined && !sides.base.entries.has(key) && !other.entries.has(key)
  return [...own.lists.values()].flatMap((keys) =>
    keys.filter((key, index) => !isNew(key) && (isNew(keys[index - 1]) || isNew(keys[index + 1])))
  )
}

/**
 * Divides texts of the base and of one side as the other side has divided them, where both did or the merge of the text
 * would be a conflict. What each side changed is then compared part by part, and no word is both in a new part and in
 * the text of the other side (rule merge-splits).
 */
export const followSplits = (sides: IndexedSides, dependencies: TextMerge.Dependencies): IndexedSides => {
  const neighbors = new Set([...findNeighbors(sides, "primary"), ...findNeighbors(sides, "changed")])
  const open = [...sides.base.entries.keys()].filter((key) => neighbors.has(key))
  if (open.length === 0) return sides
  const result = { base: copy(sides.base), primary: copy(sides.primary), changed: copy(sides.changed) }
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const added = followCut(result, key, dependencies)
    if (added !== undefined) open.push(key, added)
  }
  return result
}
