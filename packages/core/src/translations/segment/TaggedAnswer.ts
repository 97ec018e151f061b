import { Result } from "effect"
import type * as Block from "../../content/document/Block.ts"
import { type InlineImage, type Mark, type Text, text as textNode } from "../../content/document/Inline.ts"
import * as InlineText from "../../content/document/InlineText.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import type { Tag, TaggedText } from "./TaggedText.ts"

export const limits = {
  /** How many times longer than its text an answer may be, beside a number of characters for short ones. */
  growth: 8,
  more: 200
} as const

/** A piece of an answer: words, or a mark with what stands in it. */
type Piece = string | { readonly tag: Tag; readonly pieces: Array<Piece> }

const token = /<(?<close>\/?)(?<number>\d{1,6})(?<single>\/?)>|[^<]+|</g

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0"
}

const unescape = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (found) => entities[found] ?? found)

interface Open {
  readonly number: number
  readonly pieces: Array<Piece>
}

/** The pieces of an answer, or what is wrong with its marks. */
const parse = (answer: string, { tags }: TaggedText): Result.Result<ReadonlyArray<Piece>, string> => {
  const left = new Map(tags.map((tag) => [tag.number, tag]))
  const whole: Array<Piece> = []
  const open: Array<Open> = [{ number: 0, pieces: whole }]
  for (const { 0: found, groups } of answer.matchAll(token)) {
    const top = open.at(-1)
    const number = Number(groups?.["number"] ?? 0)
    if (top === undefined) break
    if (groups?.["number"] === undefined) {
      if (found === "<") return Result.fail("it has a mark that cannot be read")
      top.pieces.push(unescape(found))
    } else if (groups["close"] === "/") {
      if (top.number !== number || open.length === 1) return Result.fail(`mark ${number} ends where it did not begin`)
      open.pop()
    } else {
      const tag = left.get(number)
      if (tag === undefined) return Result.fail(`mark ${number} is not of the text, or stands there twice`)
      if (tag.parent !== top.number) return Result.fail(`mark ${number} stands in another one than before`)
      if ((tag.of.kind === "whole") !== (groups["single"] === "/"))
        return Result.fail(`mark ${number} has another form`)
      left.delete(number)
      const pieces: Array<Piece> = []
      top.pieces.push({ tag, pieces })
      if (tag.of.kind !== "whole") open.push({ number, pieces })
    }
  }
  if (open.length > 1) return Result.fail(`mark ${open.at(-1)?.number} does not end`)
  const [lost] = left.keys()
  return lost === undefined ? Result.succeed(whole) : Result.fail(`mark ${lost} is missing`)
}

const isTextOrImage = (node: Block.InlineNode): node is Text | InlineImage =>
  node.object === "text" || node.type === "inline-image"

const isText = (node: Block.InlineNode): node is Text => node.object === "text"

/** The words of nodes that are texts. */
const wordsOf = (nodes: ReadonlyArray<Block.InlineNode>): string =>
  nodes.flatMap((node) => (isText(node) ? node.leaves.map(({ text }) => text) : [])).join("")

const rebuild = (node: Block.InlineNode, nodes: ReadonlyArray<Block.InlineNode>): Block.InlineNode => {
  if (node.object === "text") return node
  switch (node.type) {
    case "link":
      return { ...node, nodes: InlineText.join(nodes.filter(isTextOrImage)).filter(isTextOrImage) }
    case "annotation":
      return { ...node, nodes: InlineText.join(nodes.filter(isText)).filter(isText) }
    case "button":
      return { ...node, data: { ...node.data, label: wordsOf(nodes) } }
    case "inline-image":
      return { ...node, data: { ...node.data, caption: wordsOf(nodes) } }
    default:
      return node
  }
}

const toNodes = (pieces: ReadonlyArray<Piece>, marks: ReadonlyArray<Mark>): ReadonlyArray<Block.InlineNode> =>
  pieces.flatMap((piece): ReadonlyArray<Block.InlineNode> => {
    if (typeof piece === "string") return [textNode(piece, marks)]
    const { of } = piece.tag
    if (of.kind === "whole") return [of.node]
    if (of.kind === "words") return toNodes(piece.pieces, of.marks)
    return [rebuild(of.node, toNodes(piece.pieces, []))]
  })

const notesOf = (nodes: ReadonlyArray<Block.InlineNode>) =>
  nodes.flatMap((node) => (node.object === "inline" && node.type === "annotation" ? [node.fragments] : []))

/** Notes hold blocks of their own, which are known by their order. */
const keepsNotes = (source: TaggedText, nodes: ReadonlyArray<Block.InlineNode>): boolean => {
  const notes = notesOf(
    source.tags.flatMap(({ of, parent }) => (parent === 0 && of.kind === "around" ? [of.node] : []))
  )
  const found = notesOf(nodes)
  return notes.length === found.length && notes.every((note, at) => note === found[at])
}

/** The inlines that an answer to a text says, or why it cannot stand in place of them (rule translation-kept). */
export const decode = (answer: string, source: TaggedText): Result.Result<ReadonlyArray<Block.InlineNode>, string> => {
  if (!isStorable(answer)) return Result.fail("it holds characters that cannot be stored")
  if (answer.length > source.text.length * limits.growth + limits.more) return Result.fail("it is much too long")
  return Result.flatMap(parse(answer, source), (pieces) => {
    const nodes = InlineText.join(toNodes(pieces, []))
    if (!keepsNotes(source, nodes)) return Result.fail("its notes are in another order")
    return wordsOf(nodes).trim() === "" && source.tags.length === 0 ? Result.fail("it is empty") : Result.succeed(nodes)
  })
}

/** The same for a text without inlines. */
export const decodePlain = (answer: string, source: TaggedText): Result.Result<string, string> =>
  Result.map(decode(answer.replace(/\s+/gu, " ").trim(), source), wordsOf)
