import { Schema } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Alignment from "../document/Alignment.ts"
import * as Block from "../document/Block.ts"
import type { BlockLikeness } from "../document/BlockLikeness.ts"
import * as Inline from "../document/Inline.ts"
import * as InlineText from "../document/InlineText.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** A difference of a side from the base: items `start` to `end` of the base became items `from` to `to`. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/** A stretch of the result: unchanged, from one side, or from both where their hunks overlap. */
export type Stretch =
  | { readonly type: "same"; readonly base: Span; readonly primary: Span; readonly changed: Span }
  | { readonly type: "primary"; readonly primary: Span }
  | { readonly type: "changed"; readonly changed: Span }
  | { readonly type: "both"; readonly base: Span; readonly primary: Span; readonly changed: Span }

export type Span = readonly [from: number, to: number]

const findHunks = (
  base: ReadonlyArray<number>,
  side: ReadonlyArray<number>,
  weight: (index: number) => number
): ReadonlyArray<Hunk> => {
  const found: Array<Hunk> = []
  let [start, from] = [0, 0]
  const add = ([end, to]: Alignment.Pairs[number]) => {
    if (start < end || from < to) found.push({ start, end, from, to })
    start = end + 1
    from = to + 1
  }
  for (const pair of Alignment.equalItems(base, side, weight)) add(pair)
  add([base.length, side.length])
  return found
}

const grows = (hunk: Hunk) => hunk.to - hunk.from > hunk.end - hunk.start

/** Whether a hunk inserts inside a range that the other removes. */
const isInside = ({ end, start }: Hunk, other: Hunk) => start === end && other.start < start && end < other.end

/** Whether two hunks change the same items, or insert at one point, where any order would be a guess. */
const overlap = (left: Hunk, right: Hunk): boolean => {
  const [start, end] = [Math.max(left.start, right.start), Math.min(left.end, right.end)]
  if (start !== end) return start < end
  if (isInside(left, right) || isInside(right, left)) return true
  const inserts = left.start === left.end || right.start === right.end
  return inserts && grows(left) && grows(right)
}

interface Region {
  readonly primary: ReadonlyArray<Hunk>
  readonly changed: ReadonlyArray<Hunk>
}

const compareHunks = (left: Hunk, right: Hunk) => left.start - right.start || left.end - right.end

/** Groups the hunks of both sides into regions of overlapping hunks. */
const groupIntoRegions = (primary: ReadonlyArray<Hunk>, changed: ReadonlyArray<Hunk>): ReadonlyArray<Region> => {
  const sideOf = (side: "primary" | "changed") => (hunk: Hunk) => ({ hunk, side })
  const all = [...primary.map(sideOf("primary")), ...changed.map(sideOf("changed"))]
  const sorted = all.toSorted((left, right) => compareHunks(left.hunk, right.hunk))
  const found: Array<{ readonly primary: Array<Hunk>; readonly changed: Array<Hunk> }> = []
  for (const { hunk, side } of sorted) {
    const last = found.at(-1)
    const other = side === "primary" ? "changed" : "primary"
    const isOverlapped = last?.[other].findLast((before) => overlap(before, hunk)) !== undefined
    if (last !== undefined && isOverlapped) last[side].push(hunk)
    else found.push({ primary: [], changed: [], [side]: [hunk] })
  }
  return found
}

/** The range of the base that a region covers; hunks of one side are sorted and disjoint. */
const boundsOf = ({ changed, primary }: Region): Span => {
  const [firsts, lasts] = [primary.slice(0, 1).concat(changed.slice(0, 1)), primary.slice(-1).concat(changed.slice(-1))]
  return [Math.min(...firsts.map(({ start }) => start)), Math.max(...lasts.map(({ end }) => end))]
}

/** The items of a side for a range of the base that starts and ends at or within its hunks. */
const spanOf = (own: ReadonlyArray<Hunk>, [start, end]: Span, shift: number): Span => {
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return [start + shift, end + shift]
  return [first.from - (first.start - start), last.to + (end - last.end)]
}

/**
 * Merges three lists of numbers: the changes of both sides, in the order of the base. `weight` is the weight of a base
 * item.
 */
export const mergeHunks = (
  base: ReadonlyArray<number>,
  primary: ReadonlyArray<number>,
  changed: ReadonlyArray<number>,
  weight: (index: number) => number
): ReadonlyArray<Stretch> => {
  const found: Array<Stretch> = []
  let at = 0
  let shift = { primary: 0, changed: 0 }
  const same = (end: number) => {
    if (at >= end) return
    const span = (by: number): Span => [at + by, end + by]
    found.push({ type: "same", base: span(0), primary: span(shift.primary), changed: span(shift.changed) })
  }
  const ours = findHunks(base, primary, weight)
  const theirs = findHunks(base, changed, weight)
  for (const region of groupIntoRegions(ours, theirs)) {
    const span = boundsOf(region)
    same(span[0])
    const own = spanOf(region.primary, span, shift.primary)
    const other = spanOf(region.changed, span, shift.changed)
    if (region.changed.length === 0) found.push({ type: "primary", primary: own })
    else if (region.primary.length === 0) found.push({ type: "changed", changed: other })
    else found.push({ type: "both", base: span, primary: own, changed: other })
    at = span[1]
    shift = { primary: own[1] - at, changed: other[1] - at }
  }
  same(base.length)
  return found
}

type Nodes = ReadonlyArray<Block.InlineNode>
type Body = Block.AnnotationBody["nodes"]

/** Functions and data that merging text depends on. */
export interface Dependencies {
  readonly likeness: BlockLikeness
  /** Merges the blocks of a note; undefined if they conflict. */
  readonly note: (sides: Sides<Body>) => ReadonlyArray<Block.TopLevel> | undefined
}

/** Words, runs of blanks, single characters of scripts without spaces, emoji, other characters. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+|\n|[^\S\n]+|\p{Extended_Pictographic}(?:[\p{M}\p{Emoji_Modifier}\u200d\p{Extended_Pictographic}])*|[^]/gu

/** Splits a text into units of merging, in order; nothing is omitted. */
export function* words(text: string): Generator<string> {
  for (const [found] of text.matchAll(word)) yield found
}

/** A word with its marks, or a whole inline; equal ones have the same name. */
export interface Token {
  readonly name: string
  readonly node: Block.InlineNode
}

/** A word; its node is made on demand, because a text can have hundreds of thousands of words. */
class Word implements Token {
  readonly name: string
  readonly #text: string
  readonly #marks: ReadonlyArray<Inline.Mark>

  constructor(style: string, text: string, marks: ReadonlyArray<Inline.Mark>) {
    this.name = `${style}:${text}`
    this.#text = text
    this.#marks = marks
  }

  get node(): Inline.Text {
    return Inline.text(this.#text, this.#marks)
  }
}

/** Numbers texts; equal texts get the same number. */
export const numbering = () => {
  const numbers = new Map<string, number>()
  return (text: string): number => {
    const found = numbers.get(text) ?? numbers.size
    numbers.set(text, found)
    return found
  }
}

/** Maximum length of a style name, so that names of words are not longer than their text. */
const longestStyle = 100

/** Names marks, in whatever order they are; without a colon. */
export const styleName = (marks: ReadonlyArray<Inline.Mark>): string => {
  const names = marks.map(InlineText.markName).sort().join(",")
  return names.length > longestStyle ? digest(names) : names
}

/** The words and inlines of a text, in order. */
export function* tokensIn(nodes: Nodes, likeness: BlockLikeness): Generator<Token> {
  for (const node of nodes) {
    if (node.object === "inline") {
      yield { name: `#${likeness.signature({ object: "block", type: "paragraph", nodes: [node] })}`, node }
      continue
    }
    for (const { marks, text } of node.leaves) {
      const style = styleName(marks)
      for (const found of words(text)) yield new Word(style, found, marks)
    }
  }
}

const isAnnotation = Schema.is(Block.Annotation)

const mergeLink = (sides: Sides<Inline.Link>, dependencies: Dependencies): Block.InlineNode | undefined => {
  const { changed, primary } = sides
  const winner = MergeSides.resolvedSide(MergeSides.map(sides, ({ data }) => data))
  if (primary === undefined || changed === undefined || winner === undefined) return undefined
  const merged = merge(
    MergeSides.map(sides, ({ nodes }): Nodes => nodes),
    dependencies
  )
  const nodes = merged?.flatMap((node) => (node.object === "text" || node.type === "inline-image" ? [node] : []))
  return nodes === undefined ? undefined : { ...(winner === "primary" ? primary : changed), nodes }
}

const bodyOf = ({ fragments }: Block.Annotation): Body | undefined =>
  fragments.length === 1 ? fragments[0]?.nodes : undefined

const mergeAnnotation = (sides: Sides<Block.Annotation>, dependencies: Dependencies): Block.InlineNode | undefined => {
  const bodies = MergeSides.map(sides, bodyOf)
  const winner = MergeSides.resolvedSide(MergeSides.map(sides, ({ data }) => data ?? {}))
  if (bodies.primary === undefined || bodies.changed === undefined || winner === undefined) return undefined
  const nodes = merge(
    MergeSides.map(sides, (note): Nodes => note.nodes),
    dependencies
  )
  const body = dependencies.note(bodies)
  const taken = sides[winner]
  if (nodes === undefined || body === undefined || taken === undefined) return undefined
  const merged = { ...taken, nodes, fragments: taken.fragments.map((fragment) => ({ ...fragment, nodes: body })) }
  return isAnnotation(merged) ? merged : undefined
}

/** Merges one inline that both sides changed differently. */
const mergeInline = (
  { base, changed, primary }: Sides<Block.InlineNode>,
  dependencies: Dependencies
): Block.InlineNode | undefined => {
  if (base?.object !== "inline" || primary?.object !== "inline" || changed?.object !== "inline") return undefined
  if (base.type === "link" && primary.type === "link" && changed.type === "link") {
    return mergeLink({ base, primary, changed }, dependencies)
  }
  return base.type === "annotation" && primary.type === "annotation" && changed.type === "annotation"
    ? mergeAnnotation({ base, primary, changed }, dependencies)
    : undefined
}

type Three = { readonly [S in keyof Sides<unknown>]: ReadonlyArray<Token> }

const onlyNode = (tokens: ReadonlyArray<Token>) => (tokens.length === 1 ? tokens[0]?.node : undefined)

const isAlike = (left: ReadonlyArray<Token>, right: ReadonlyArray<Token>) =>
  left.length === right.length && left.every(({ name }, index) => name === right[index]?.name)

/** Merges one stretch of text that both sides changed; undefined if they conflict. */
const mergeStretch = (stretch: Three, dependencies: Dependencies): Nodes | undefined => {
  const { changed, primary } = stretch
  if (isAlike(primary, changed)) return primary.map(({ node }) => node)
  const inline = mergeInline(MergeSides.map(stretch, onlyNode), dependencies)
  return inline === undefined ? undefined : [inline]
}

/** An unchanged stretch; only keys may differ. */
const keepUnchanged = ({ base, changed, primary }: Three): Nodes => {
  return primary.map(({ node }, index) =>
    CanonicalJson.equals(node, base[index]?.node) ? (changed[index]?.node ?? node) : node
  )
}

/** Outweighs all blanks of a text, so that alignment prefers keeping words over keeping blanks. */
const wordWeight = 1_000_000

export const isBlank = (node: Block.InlineNode | undefined): boolean =>
  node?.object === "text" && node.leaves.every(({ text }) => text.trim() === "")

/** The weight of a token in an alignment. */
export const weightOf = (token: Token | undefined): number => (isBlank(token?.node) ? 1 : wordWeight)

/** A part of a text that both versions have, as the later one has it, or that only one of them has. */
export interface TextPart {
  readonly type: "kept" | "added" | "removed"
  readonly nodes: Nodes
}

/** Compares two versions of a text by the words of `merge`: what was removed is before what replaced it. */
export const compare = (before: Nodes, after: Nodes, likeness: BlockLikeness): ReadonlyArray<TextPart> => {
  const read = (nodes: Nodes) => Array.from(tokensIn(nodes, likeness))
  const [old, now] = [read(before), read(after)]
  const number = numbering()
  const numbered = (tokens: ReadonlyArray<Token>) => tokens.map(({ name }) => number(name))
  const weight = (index: number) => weightOf(old[index])
  const parts: Array<TextPart> = []
  const add = (type: TextPart["type"], tokens: ReadonlyArray<Token>) => {
    const nodes = InlineText.join<Block.InlineNode>(tokens.map(({ node }) => node))
    if (nodes.length > 0) parts.push({ type, nodes })
  }
  let at = 0
  for (const { end, from, start, to } of findHunks(numbered(old), numbered(now), weight)) {
    add("kept", now.slice(at, from))
    add("removed", old.slice(start, end))
    add("added", now.slice(from, to))
    at = to
  }
  add("kept", now.slice(at))
  return parts
}

const slice = (three: Three, spans: Omit<Extract<Stretch, { type: "both" }>, "type">): Three => ({
  base: three.base.slice(...spans.base),
  primary: three.primary.slice(...spans.primary),
  changed: three.changed.slice(...spans.changed)
})

/**
 * Merges the words that each side changed. Undefined if both changed the same words differently. A word with other
 * marks is another word; an inline counts as one word, but links and annotations that both sides changed are merged
 * recursively.
 */
export const merge = (sides: Sides<Nodes>, dependencies: Dependencies): Nodes | undefined => {
  const read = (nodes: Nodes = []) => Array.from(tokensIn(nodes, dependencies.likeness))
  const three: Three = {
    base: read(sides.base),
    primary: read(sides.primary),
    changed: read(sides.changed)
  }
  const number = numbering()
  const numbered = (tokens: ReadonlyArray<Token>) => tokens.map(({ name }) => number(name))
  const [base, primary, changed] = [numbered(three.base), numbered(three.primary), numbered(three.changed)]
  const merged: Array<Block.InlineNode> = []
  const weight = (index: number) => weightOf(three.base[index])
  for (const stretch of mergeHunks(base, primary, changed, weight)) {
    const nodes =
      stretch.type === "both"
        ? mergeStretch(slice(three, stretch), dependencies)
        : stretch.type === "same"
          ? keepUnchanged(slice(three, stretch))
          : stretch.type === "primary"
            ? three.primary.slice(...stretch.primary).map(({ node }) => node)
            : three.changed.slice(...stretch.changed).map(({ node }) => node)
    if (nodes === undefined) return undefined
    for (const node of nodes) merged.push(node)
  }
  return InlineText.join<Block.InlineNode>(merged)
}
