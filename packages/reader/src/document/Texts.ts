import { type Block, DocumentText, Inline } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { drawInline } from "./Inlines.ts"

/** Cost of drawing an inline, and of so many characters, in the units of work of `Slices`. */
const [inlineWork, charactersPerUnit] = [3, 25] as const

/** Characters that are drawn at once. */
const longest = 10_000
const piece = /.{1,10000}/gsu

/** The notes of the text drawn last, each in a box that its button opens. */
export function* drawNotes(drawing: Drawing): DrawingSteps {
  const drawn: Array<Html> = []
  for (const { id, note } of drawing.notes.splice(0)) {
    const body = yield* drawing.blocks(note.fragments.flatMap(({ nodes }) => nodes))
    drawn.push(html`<div class="note" id="${id}" popover>${body}</div>`)
  }
  return html`${drawn}`
}

/** A long text split into several with the same marks. */
const pieces = (node: Block.InlineNode): ReadonlyArray<Block.InlineNode> =>
  node.object === "text" && node.leaves.some(({ text }) => text.length > longest)
    ? node.leaves.flatMap(({ marks, text }) => (text.match(piece) ?? []).map((part) => Inline.text(part, marks)))
    : [node]

const weigh = (node: Block.InlineNode): number => {
  if (node.object !== "text") return inlineWork
  return node.leaves.reduce((all, { text }) => all + inlineWork + text.length / charactersPerUnit, 0)
}

/** A text in a separate element, followed by its footnotes. */
export function* drawText(
  nodes: ReadonlyArray<Block.InlineNode>,
  drawing: Drawing,
  around: (text: Html) => Html
): DrawingSteps {
  const drawn: Array<Html> = []
  for (const node of nodes.flatMap(pieces)) {
    drawn.push(drawInline(node, drawing))
    yield weigh(node)
  }
  const text = around(html`${drawn}`)
  return drawing.notes.length === 0 ? text : html`${text}${yield* drawNotes(drawing)}`
}

const alignClass = (align: Block.Alignment | undefined): string | undefined =>
  align === undefined || align === "start" ? undefined : `align-${align}`

export const drawParagraph = ({ data, nodes }: Block.Paragraph, drawing: Drawing): DrawingSteps =>
  drawText(nodes, drawing, (text) => html`<p dir="auto"${classes(alignClass(data?.align))}>${text}</p>`)

/** Only the text of a paragraph, for elements that allow no other content. */
export const drawBare = ({ nodes }: Block.Paragraph, drawing: Drawing): DrawingSteps =>
  drawText(nodes, drawing, (text) => text)

export function* drawHeading(block: Block.Heading, drawing: Drawing): DrawingSteps {
  const heading = drawing.ids.heading(block)
  const other = drawing.ids.claim(block.meta?.id)
  const mark = other === undefined ? emptyHtml : html`<span${attribute("id", other)}></span>`
  if (heading === undefined || heading.title === "") {
    return yield* drawText(
      block.nodes,
      drawing,
      (text) => html`<div${attribute("id", heading?.anchor)}>${mark}${text}</div>`
    )
  }
  const { anchor, title } = heading
  const label = drawing.words.linkToSection.replace("{}", () => title)
  const href = `#${encodeURIComponent(anchor)}`
  const link = html`<a class="anchor" href="${href}" aria-label="${label}"></a>`
  const name = drawing.ids.elementOf(heading)
  const shown = html` id="${anchor}" dir="auto"${classes(alignClass(block.data.align))}`
  return yield* drawText(block.nodes, drawing, (text) => html`<${name}${shown}>${mark}${text}${link}</${name}>`)
}

/** A heading's words as one line. */
export const plain = (nodes: ReadonlyArray<Block.InlineNode>): string =>
  DocumentText.ofInlines(nodes).replace(/\s+/g, " ").trim()
