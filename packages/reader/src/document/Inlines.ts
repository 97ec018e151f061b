import { type Block, Emoji, type Inline, type Typesetting } from "@quire/core"
import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import * as Links from "./Links.ts"
import * as Picture from "./Picture.ts"

const colorClass = (kind: string, color: Inline.Color): string | undefined =>
  color === "default" ? undefined : `${kind}-${color.replace("$", "")}`

const withMark = (inner: Html, mark: Inline.Mark): Html => {
  switch (mark.type) {
    case "bold":
      return html`<strong>${inner}</strong>`
    case "italic":
      return html`<em>${inner}</em>`
    case "strikethrough":
      return html`<s>${inner}</s>`
    case "superscript":
      return html`<sup>${inner}</sup>`
    case "subscript":
      return html`<sub>${inner}</sub>`
    case "keyboard":
      return html`<kbd>${inner}</kbd>`
    case "code":
      return html`<code>${inner}</code>`
    case "color": {
      const { background, text } = mark.data
      return html`<span${classes(colorClass("color", text), colorClass("marked", background))}>${inner}</span>`
    }
  }
}

const lineBreak = html`<br>`

/** A text with line ends converted to line breaks. */
const lines = (text: string): Html =>
  text.includes("\n")
    ? html`${text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`${lineBreak}${line}`))}`
    : html`${text}`

const drawLeaf = (leaf: Inline.Leaf): Html => leaf.marks.reduceRight(withMark, lines(leaf.text))

/** A text with its marks, the first of a leaf's outermost. */
const drawText = ({ leaves }: Inline.Text): Html => html`${leaves.map(drawLeaf)}`

const drawImage = ({ data }: Inline.InlineImage, drawing: Drawing): Html =>
  Picture.draw({ ...data, alt: data.caption ?? "" }, drawing, [
    "inline-image",
    data.size === "line" ? "inline-image-line" : undefined
  ])

const isBlank = (text: string): boolean => text.trim() === ""

/** Whether a link has a name for readers who cannot see images. */
const isNamed = (nodes: Inline.Link["nodes"]): boolean =>
  nodes.some((node) =>
    node.object === "text" ? node.leaves.some(({ text }) => !isBlank(text)) : !isBlank(node.data.caption ?? "")
  )

const drawLink = ({ data, nodes }: Inline.Link, drawing: Drawing): Html => {
  const inner = html`${nodes.map((node) => (node.object === "text" ? drawText(node) : drawImage(node, drawing)))}`
  const link = Links.of(data.ref, drawing)
  if (link === undefined) return inner
  if (inner.text === "") return html`<a${Links.attributes(link, drawing)}>${Links.titleOf(link, drawing)}</a>`
  const label = isNamed(nodes) ? emptyHtml : attribute("aria-label", Links.titleOf(link, drawing))
  return html`<a${Links.attributes(link, drawing)}${label}>${inner}</a>`
}

const drawMention = ({ data }: Inline.Mention, drawing: Drawing): Html => {
  const link = Links.of(data.ref, drawing)
  if (link === undefined) return emptyHtml
  const { target } = link
  const sign = target?.kind === "page" ? drawSign(target, drawing) : emptyHtml
  const title = Links.titleOf(link, drawing)
  return html`<a class="mention"${Links.attributes(link, drawing)}>${sign}<bdi>${title}</bdi></a>`
}

const drawButton = ({ data }: Inline.Button, drawing: Drawing): Html => {
  const link = Links.of(data.ref, drawing)
  if (link === undefined) return html`${data.label}`
  const icon = data.icon === undefined ? emptyHtml : drawing.icon(data.icon)
  const label = data.label === "" ? Links.titleOf(link, drawing) : data.label
  return html`<a${classes("button", `button-${data.kind}`)}${Links.attributes(link, drawing)}>${icon}<bdi>${label}</bdi></a>`
}

export const drawEmoji = (code: string): Html => {
  const characters = Emoji.characters(code)
  return characters === undefined ? emptyHtml : html`<span class="emoji">${characters}</span>`
}

/** The emoji or the icon of a page. */
export const drawSign = (
  { emoji, icon }: { readonly emoji?: string; readonly icon?: string },
  drawing: Drawing
): Html => {
  if (emoji !== undefined) return drawEmoji(emoji)
  return icon === undefined ? emptyHtml : drawing.icon(icon)
}

/** A button that opens the note: the browser does, without a script. */
export const openNote = (note: Block.Annotation, inner: Html, drawing: Drawing): Html => {
  if (note.fragments.length === 0) return inner
  const id = drawing.ids.next("note")
  drawing.notes.push({ id, note })
  return html`<button type="button" class="annotated" popovertarget="${id}">${inner}</button>`
}

/** MathML, or the formula as its author wrote it. */
export const drawFormula = (formula: Typesetting.Formula, { typeset }: Drawing): Html => {
  const markup = typeset.formula(formula)
  return markup === undefined ? html`<code class="math">${formula.tex}</code>` : trustMarkup(markup)
}

/** Renders a part of a text; the bodies of its footnotes are collected in `drawing.notes`. */
export const drawInline = (node: Block.InlineNode, drawing: Drawing): Html => {
  if (node.object === "text") return drawText(node)
  switch (node.type) {
    case "link":
      return drawLink(node, drawing)
    case "inline-image":
      return drawImage(node, drawing)
    case "emoji":
      return drawEmoji(node.data.code)
    case "icon":
      return drawing.icon(node.data.icon)
    case "inline-math":
      return drawFormula({ tex: node.data.formula, isBlock: false }, drawing)
    case "mention":
      return drawMention(node, drawing)
    case "button":
      return drawButton(node, drawing)
    case "annotation":
      return openNote(node, html`${node.nodes.map(drawText)}`, drawing)
    case "expression":
      return emptyHtml
  }
}
