import { type Block, Emoji, type Inline } from "@quire/core"
import { find, image, type PageContext, within } from "./PageContext.ts"
import { breakable, plain } from "./PrintText.ts"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"
import * as WriteMath from "./WriteMath.ts"

const kinds = {
  bold: "strong",
  italic: "emph",
  strikethrough: "strike",
  superscript: "super",
  subscript: "sub",
  keyboard: "kbd"
} as const

const withMark = (c: Pieces, mark: Inline.Mark): Pieces => {
  switch (mark.type) {
    case "code":
      return c.map((piece): PrintTree.Piece => (typeof piece === "string" ? { k: "code", t: piece } : piece))
    case "color": {
      const { background, text } = mark.data
      const fg = text === "default" ? {} : { fg: text.replace("$", "") }
      const bg = background === "default" ? {} : { bg: background.replace("$", "") }
      return [{ k: "color", c, ...fg, ...bg }]
    }
    default:
      return [{ k: kinds[mark.type], c }]
  }
}

/** A text whose line ends are line breaks. */
const lines = (text: string): Pieces =>
  plain(text)
    .split("\n")
    .flatMap((line, index): Pieces => {
      const own = line === "" ? [] : [breakable(line)]
      return index === 0 ? own : [{ k: "br" }, ...own]
    })

const ofLeaf = ({ marks, text }: Inline.Leaf): Pieces =>
  text === "" ? [] : marks.reduceRight<Pieces>((inner, mark) => withMark(inner, mark), lines(text))

const ofText = ({ leaves }: Inline.Text): Pieces => leaves.flatMap(ofLeaf)

const ofImage = ({ data }: Inline.InlineImage, writing: PageContext): Pieces => {
  const { alt, f, ...size } = image(data.ref, data.caption ?? "", writing)
  if (f === undefined) return alt === "" ? [] : [{ k: "emph", c: [breakable(plain(alt))] }]
  return [{ k: "image", f, alt, isLine: data.size === "line", ...size }]
}

const linked = (destination: PrintTree.Destination | undefined, c: Pieces, look?: "button"): Pieces => {
  if (c.length === 0) return []
  if (destination === undefined) return look === undefined ? c : [{ k: "strong", c }]
  return [{ k: "link", c, ...destination, ...(look === undefined ? {} : { look }) }]
}

const ofLink = ({ data, nodes }: Inline.Link, writing: PageContext): Pieces => {
  const found = find(data.ref, writing)
  const inner = nodes.flatMap((node) => (node.object === "text" ? ofText(node) : ofImage(node, writing)))
  const c = inner.length === 0 && found !== undefined ? [breakable(plain(found.title))] : inner
  return linked(found?.destination, c)
}

const named = (ref: Inline.Mention["data"]["ref"], writing: PageContext): Pieces => {
  const found = find(ref, writing)
  return found === undefined ? [] : linked(found.destination, lines(found.title))
}

const ofButton = ({ data }: Inline.Button, writing: PageContext): Pieces => {
  const found = find(data.ref, writing)
  const label = data.label === "" ? (found?.title ?? "") : data.label
  return linked(found?.destination, lines(label), "button")
}

const ofNote = (note: Block.Annotation, writing: PageContext): Pieces => {
  const c = note.nodes.flatMap(ofText)
  const bodies = note.fragments.flatMap(({ nodes }) => nodes)
  return bodies.length === 0 ? c : [{ k: "note", c, n: writing.blocks(bodies, within(writing)) }]
}

const ofFormula = (tex: string, writing: PageContext): Pieces => {
  const markup = writing.formula({ tex, isBlock: false })
  const m = markup === undefined ? undefined : WriteMath.write(markup)
  return [m === undefined ? { k: "code", t: plain(tex) } : { k: "math", alt: tex, m }]
}

/** Icons are drawn by browsers alone. */
const ofInline = (node: Block.InlineNode, writing: PageContext): Pieces => {
  if (node.object === "text") return ofText(node)
  switch (node.type) {
    case "link":
      return ofLink(node, writing)
    case "inline-image":
      return ofImage(node, writing)
    case "emoji":
      return [Emoji.characters(node.data.code) ?? ""]
    case "inline-math":
      return ofFormula(node.data.formula, writing)
    case "mention":
      return named(node.data.ref, writing)
    case "button":
      return ofButton(node, writing)
    case "annotation":
      return ofNote(node, writing)
    case "expression":
      return [{ k: "code", t: plain(`{{${node.data.expression}}}`) }]
    case "icon":
      return []
  }
}

export const write = (nodes: ReadonlyArray<Block.InlineNode>, writing: PageContext): Pieces =>
  nodes.flatMap((node) => ofInline(node, writing))
