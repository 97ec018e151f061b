import { Result } from "effect"
import type * as Block from "../../content/document/Block.ts"
import type * as Inline from "../../content/document/Inline.ts"
import { type InlineImage, type Mark, text as textNode } from "../../content/document/Inline.ts"
import * as InlineText from "../../content/document/InlineText.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import type { Tag, TaggedText } from "./TaggedText.ts"

export const limits = {
  /** Maximum length of a response as a multiple of its text, plus a number of characters for short texts. */
  growth: 8,
  more: 200
} as const

/** A piece of a response: text, or a tag with its content. */
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

/** The pieces of a response, or what is wrong with its tags. */
const parse = (answer: string, { tags }: TaggedText): Result.Result<ReadonlyArray<Piece>, string> => {
  const left = new Map(tags.map((tag) => [tag.number, tag]))
  const whole: Array<Piece> = []
  const open: Array<Open> = [{ number: 0, pieces: whole }]
  for (const { 0: found, groups } of answer.matchAll(token)) {
    const top = open.at(-1)
    const number = Number(groups?.["number"] ?? 0)
    if (top === undefined) break
    if (groups?.["number"] === undefined) {
      if (found === "<") return Result.fail("it contains a malformed tag")
      top.pieces.push(unescape(found))
    } else if (groups["close"] === "/") {
      if (top.number !== number || open.length === 1) return Result.fail(`tag ${number} is closed but not open`)
      open.pop()
    } else {
      const tag = left.get(number)
      if (tag === undefined) return Result.fail(`tag ${number} is not in the source text or occurs twice`)
      if (tag.parent !== top.number)
        return Result.fail(`tag ${number} is nested in a different tag than in the source text`)
      if ((tag.of.kind === "whole") !== (groups["single"] === "/"))
        return Result.fail(`tag ${number} has a different form than in the source text`)
      left.delete(number)
      const pieces: Array<Piece> = []
      top.pieces.push({ tag, pieces })
      if (tag.of.kind !== "whole") open.push({ number, pieces })
    }
  }
  if (open.length > 1) return Result.fail(`tag ${open.at(-1)?.number} is not closed`)
  const [lost] = left.keys()
  return lost === undefined ? Result.succeed(whole) : Result.fail(`tag ${lost} is missing`)
}

const isTextOrImage = (node: Block.InlineNode): node is Inline.Text | InlineImage =>
  node.object === "text" || node.type === "inline-image"

const isText = (node: Block.InlineNode): node is Inline.Text => node.object === "text"

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

/** Annotations contain blocks, which are matched by their order. */
const keepsNotes = (source: TaggedText, nodes: ReadonlyArray<Block.InlineNode>): boolean => {
  const notes = notesOf(
    source.tags.flatMap(({ of, parent }) => (parent === 0 && of.kind === "around" ? [of.node] : []))
  )
  const found = notesOf(nodes)
  return notes.length === found.length && notes.every((note, at) => note === found[at])
}

/** The inlines that a response contains, or why it cannot replace the source text (rule translation-kept). */
export const decode = (answer: string, source: TaggedText): Result.Result<ReadonlyArray<Block.InlineNode>, string> => {
  if (!isStorable(answer)) return Result.fail("it contains characters that cannot be stored")
  if (answer.length > source.text.length * limits.growth + limits.more) return Result.fail("it is too long")
  return Result.flatMap(parse(answer, source), (pieces) => {
    const nodes = InlineText.join(toNodes(pieces, []))
    if (!keepsNotes(source, nodes)) return Result.fail("its annotations are in a different order")
    return wordsOf(nodes).trim() === "" && source.tags.length === 0 ? Result.fail("it is empty") : Result.succeed(nodes)
  })
}

/** The same for a text without inlines. */
export const decodePlain = (answer: string, source: TaggedText): Result.Result<string, string> =>
  Result.map(decode(answer.replace(/\s+/gu, " ").trim(), source), wordsOf)
