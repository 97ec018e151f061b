import { Schema } from "effect"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Block from "../document/Block.ts"
import type { BlockLikeness } from "../document/BlockLikeness.ts"
import * as Inline from "../document/Inline.ts"
import * as InlineText from "../document/InlineText.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as WordHunks from "./WordHunks.ts"

type Nodes = ReadonlyArray<Block.InlineNode>
type Body = Block.AnnotationBody["nodes"]

/** What merging text depends on. */
export interface Dependencies {
  readonly likeness: BlockLikeness
  /** Merges the blocks of a note; undefined if they conflict. */
  readonly note: (sides: Sides<Body>) => Slices.Steps<ReadonlyArray<Block.TopLevel> | undefined>
}

/** Words, runs of blanks, single characters of scripts without spaces, emoji, other characters. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+|\n|[^\S\n]+|\p{Extended_Pictographic}(?:[\p{M}\p{Emoji_Modifier}\u200d\p{Extended_Pictographic}])*|[^]/gu

/** Splits a text into units of merging, in order; nothing is omitted. */
export function* words(text: string): Generator<string> {
  for (const [found] of text.matchAll(word)) yield found
}

/** A word with its marks, or a whole inline; equal ones have the same name. */
interface Token {
  readonly name: string
  readonly node: Block.InlineNode
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

/** A longer name of a style would make the names of its words longer than their text. */
const longestStyle = 100

/** Names marks, in whatever order they are; without a colon. */
export const styleName = (marks: ReadonlyArray<Inline.Mark>): string => {
  const names = marks.map(InlineText.markName).sort().join(",")
  return names.length > longestStyle ? digest(names) : names
}

function* tokensIn(nodes: Nodes, likeness: BlockLikeness): Generator<Token> {
  for (const node of nodes) {
    if (node.object === "inline") {
      yield { name: `#${likeness.signature({ object: "block", type: "paragraph", nodes: [node] })}`, node }
      continue
    }
    for (const { marks, text } of node.leaves) {
      const style = styleName(marks)
      for (const found of words(text)) yield { name: `${style}:${found}`, node: Inline.text(found, marks) }
    }
  }
}

/** Cost of visiting a token, in the units of work of `Slices`. */
const tokenWork = 1

const isAnnotation = Schema.is(Block.Annotation)

function* mergeLink(sides: Sides<Inline.Link>, dependencies: Dependencies): Slices.Steps<Block.InlineNode | undefined> {
  const { changed, primary } = sides
  const winner = MergeSides.resolvedSide(MergeSides.map(sides, ({ data }) => data))
  if (primary === undefined || changed === undefined || winner === undefined) return undefined
  const merged = yield* merge(
    MergeSides.map(sides, ({ nodes }): Nodes => nodes),
    dependencies
  )
  const nodes = merged?.flatMap((node) => (node.object === "text" || node.type === "inline-image" ? [node] : []))
  return nodes === undefined ? undefined : { ...(winner === "primary" ? primary : changed), nodes }
}

const bodyOf = ({ fragments }: Block.Annotation): Body | undefined =>
  fragments.length === 1 ? fragments[0]?.nodes : undefined

function* mergeAnnotation(
  sides: Sides<Block.Annotation>,
  dependencies: Dependencies
): Slices.Steps<Block.InlineNode | undefined> {
  const bodies = MergeSides.map(sides, bodyOf)
  const winner = MergeSides.resolvedSide(MergeSides.map(sides, ({ data }) => data ?? {}))
  if (bodies.primary === undefined || bodies.changed === undefined || winner === undefined) return undefined
  const nodes = yield* merge(
    MergeSides.map(sides, (note): Nodes => note.nodes),
    dependencies
  )
  const body = yield* dependencies.note(bodies)
  const taken = sides[winner]
  if (nodes === undefined || body === undefined || taken === undefined) return undefined
  const merged = { ...taken, nodes, fragments: taken.fragments.map((fragment) => ({ ...fragment, nodes: body })) }
  return isAnnotation(merged) ? merged : undefined
}

/** Merges one inline that both sides changed differently. */
function* mergeInline(
  { base, changed, primary }: Sides<Block.InlineNode>,
  dependencies: Dependencies
): Slices.Steps<Block.InlineNode | undefined> {
  if (base?.object !== "inline" || primary?.object !== "inline" || changed?.object !== "inline") return undefined
  if (base.type === "link" && primary.type === "link" && changed.type === "link") {
    return yield* mergeLink({ base, primary, changed }, dependencies)
  }
  return base.type === "annotation" && primary.type === "annotation" && changed.type === "annotation"
    ? yield* mergeAnnotation({ base, primary, changed }, dependencies)
    : undefined
}

type Three = { readonly [S in keyof Sides<unknown>]: ReadonlyArray<Token> }

const onlyNode = (tokens: ReadonlyArray<Token>) => (tokens.length === 1 ? tokens[0]?.node : undefined)

const isAlike = (left: ReadonlyArray<Token>, right: ReadonlyArray<Token>) =>
  left.length === right.length && left.every(({ name }, index) => name === right[index]?.name)

/** Merges one stretch of text that both sides changed; undefined if they conflict. */
function* mergeStretch(stretch: Three, dependencies: Dependencies): Slices.Steps<Nodes | undefined> {
  const { changed, primary } = stretch
  if (isAlike(primary, changed)) return primary.map(({ node }) => node)
  const inline = yield* mergeInline(MergeSides.map(stretch, onlyNode), dependencies)
  return inline === undefined ? undefined : [inline]
}

/** An unchanged stretch; only keys may differ. */
function* keepUnchanged({ base, changed, primary }: Three): Slices.Steps<Nodes> {
  const nodes: Array<Block.InlineNode> = []
  yield* Slices.each(primary.entries(), tokenWork, ([index, { node }]) => {
    nodes.push(CanonicalJson.equals(node, base[index]?.node) ? (changed[index]?.node ?? node) : node)
  })
  return nodes
}

/** Outweighs all blanks of a text, so that alignment prefers keeping words over keeping blanks. */
const wordWeight = 1_000_000

const isBlank = (node: Block.InlineNode | undefined): boolean =>
  node?.object === "text" && node.leaves.every(({ text }) => text.trim() === "")

const slice = (three: Three, spans: Omit<Extract<WordHunks.Stretch, { type: "both" }>, "type">): Three => ({
  base: three.base.slice(...spans.base),
  primary: three.primary.slice(...spans.primary),
  changed: three.changed.slice(...spans.changed)
})

/** Nodes that are joined in one go. */
const joinedAtOnce = 1_000

/** `InlineText.join`, of some and then of what came of them. */
function* joined(nodes: Nodes): Slices.Steps<Nodes> {
  const found: Array<Block.InlineNode> = []
  for (let from = 0; from < nodes.length; from += joinedAtOnce) {
    const some = nodes.slice(from, from + joinedAtOnce)
    for (const node of InlineText.join<Block.InlineNode>(some)) found.push(node)
    yield tokenWork * some.length
  }
  return InlineText.join<Block.InlineNode>(found)
}

/**
 * Merges the words that each side changed. Undefined if both changed the same words differently. A word with other
 * marks is another word; an inline counts as one word, but links and annotations that both sides changed are merged
 * recursively.
 */
export function* merge(sides: Sides<Nodes>, dependencies: Dependencies): Slices.Steps<Nodes | undefined> {
  const read = (nodes: Nodes = []) => Slices.list(tokensIn(nodes, dependencies.likeness), tokenWork)
  const three: Three = {
    base: yield* read(sides.base),
    primary: yield* read(sides.primary),
    changed: yield* read(sides.changed)
  }
  const number = numbering()
  const numbered = function* (tokens: ReadonlyArray<Token>): Slices.Steps<ReadonlyArray<number>> {
    const numbers: Array<number> = []
    yield* Slices.each(tokens, tokenWork, ({ name }) => numbers.push(number(name)))
    return numbers
  }
  const [base, primary, changed] = [
    yield* numbered(three.base),
    yield* numbered(three.primary),
    yield* numbered(three.changed)
  ]
  const merged: Array<Block.InlineNode> = []
  const weight = (index: number) => (isBlank(three.base[index]?.node) ? 1 : wordWeight)
  for (const stretch of yield* WordHunks.merge(base, primary, changed, weight)) {
    const nodes =
      stretch.type === "both"
        ? yield* mergeStretch(slice(three, stretch), dependencies)
        : stretch.type === "same"
          ? yield* keepUnchanged(slice(three, stretch))
          : stretch.type === "primary"
            ? three.primary.slice(...stretch.primary).map(({ node }) => node)
            : three.changed.slice(...stretch.changed).map(({ node }) => node)
    if (nodes === undefined) return undefined
    for (const node of nodes) merged.push(node)
  }
  return yield* joined(merged)
}
