import { type Block, DocumentText } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import { drawInline } from "./Inlines.ts"

/** The notes of the text drawn last, each in a box that its button opens. */
export const drawNotes = (drawing: Drawing): Html => {
  const drawn: Array<Html> = []
  for (const { id, note } of drawing.notes.splice(0)) {
    const body = drawing.blocks(note.fragments.flatMap(({ nodes }) => nodes))
    drawn.push(html`<div class="note" id="${id}" popover>${body}</div>`)
  }
  return html`${drawn}`
}

/** A text in a separate element, followed by its footnotes. */
export const drawText = (
  nodes: ReadonlyArray<Block.InlineNode>,
  drawing: Drawing,
  around: (text: Html) => Html
): Html => {
  const text = around(html`${nodes.map((node) => drawInline(node, drawing))}`)
  return drawing.notes.length === 0 ? text : html`${text}${drawNotes(drawing)}`
}

const alignClass = (align: Block.Alignment | undefined): string | undefined =>
  align === undefined || align === "start" ? undefined : `align-${align}`

export const drawParagraph = ({ data, nodes }: Block.Paragraph, drawing: Drawing): Html =>
  drawText(nodes, drawing, (text) => html`<p dir="auto"${classes(alignClass(data?.align))}>${text}</p>`)

/** Only the text of a paragraph, for elements that allow no other content. */
export const drawBare = ({ nodes }: Block.Paragraph, drawing: Drawing): Html => drawText(nodes, drawing, (text) => text)

export const drawHeading = (block: Block.Heading, drawing: Drawing): Html => {
  const heading = drawing.ids.heading(block)
  const other = drawing.ids.claim(block.meta?.id)
  const mark = other === undefined ? emptyHtml : html`<span${attribute("id", other)}></span>`
  if (heading === undefined || heading.title === "") {
    return drawText(block.nodes, drawing, (text) => html`<div${attribute("id", heading?.anchor)}>${mark}${text}</div>`)
  }
  const { anchor, title } = heading
  const label = drawing.words.linkToSection.replace("{}", () => title)
  const href = `#${encodeURIComponent(anchor)}`
  const link = html`<a class="anchor" href="${href}" aria-label="${label}"></a>`
  const name = drawing.ids.elementOf(heading)
  const shown = html` id="${anchor}" dir="auto"${classes(alignClass(block.data.align))}`
  return drawText(block.nodes, drawing, (text) => html`<${name}${shown}>${mark}${text}${link}</${name}>`)
}

/** A heading's words as one line. */
export const plain = (nodes: ReadonlyArray<Block.InlineNode>): string =>
  DocumentText.ofInlines(nodes).replace(/\s+/g, " ").trim()
