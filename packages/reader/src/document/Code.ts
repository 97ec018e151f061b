import type { Block } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { classes } from "./Attributes.ts"
import type { Drawing, Drawn } from "./Drawing.ts"
import { openNote } from "./Inlines.ts"
import { drawNotes } from "./Texts.ts"

/** Cost of drawing a line of code, in the units of work of `Slices`. */
const lineWork = 2

const textOf = ({ leaves }: { readonly leaves: ReadonlyArray<{ readonly text: string }> }) =>
  leaves.map(({ text }) => text).join("")

const drawLine = ({ nodes }: Block.CodeLine, drawing: Drawing): Html =>
  html`${nodes.map((node) => {
    if (node.object === "text") return html`${textOf(node)}`
    return node.type === "annotation" ? openNote(node, html`${node.nodes.map(textOf).join("")}`, drawing) : emptyHtml
  })}`

const isLined = ({ data, nodes }: Block.Code): boolean =>
  data.lineNumbers === true || nodes.some((line) => line.data.highlighted === true)

const hasTitle = (title: string | undefined): title is string => title !== undefined && title.trim() !== ""

/** The script of the page adds a button that copies; numbers of lines are not part of the text. */
export function* drawCode(block: Block.Code, drawing: Drawing): Drawn {
  const { fullWidth, lineNumbers, overflow, title } = block.data
  const lined = isLined(block)
  const lines: Array<Html> = []
  for (const [index, line] of block.nodes.entries()) {
    const text = html`${drawLine(line, drawing)}${index < block.nodes.length - 1 ? "\n" : ""}`
    lines.push(lined ? html`<span${classes("line", line.data.highlighted && "highlighted")}>${text}</span>` : text)
    yield lineWork
  }
  const caption = hasTitle(title) ? html`<figcaption dir="auto">${title}</figcaption>` : emptyHtml
  const look = classes("code", overflow === "wrap" && "wrap", lineNumbers && "numbered", fullWidth && "full")
  const notes = yield* drawNotes(drawing)
  return html`<figure${look} data-copy>${caption}<pre dir="ltr" tabindex="0"><code>${lines}</code></pre>${notes}</figure>`
}
