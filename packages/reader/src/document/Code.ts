import type { Block, Typesetting } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { classes } from "./Attributes.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { openNote } from "./Inlines.ts"
import { drawNotes } from "./Texts.ts"
import { codeOf } from "./TypesetTexts.ts"

/** Cost of drawing a line of code and a run of it, in the units of work of `Slices`. */
const [lineWork, runWork] = [8, 3] as const

/** Words that are read from the right, with the blanks between them. */
const fromTheRight =
  /([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}][\p{L}\p{M}\p{N}_]*(?: [\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}][\p{L}\p{M}\p{N}_]*)*)/u

/** A text whose words keep their written order, regardless of text direction. */
const isolated = (text: string): Html =>
  fromTheRight.test(text)
    ? html`${text.split(fromTheRight).map((part, at) => (at % 2 === 1 ? html`<bdi>${part}</bdi>` : html`${part}`))}`
    : html`${text}`

const drawRun = ({ kind, text }: Typesetting.Run): Html =>
  kind === undefined ? isolated(text) : html`<span class="hl-${kind}">${text}</span>`

/** Cuts the runs of a line at the boundaries of the nodes that the line consists of. */
const makeCutter = (line: Typesetting.Line) => {
  const rest = Array.from(line)
  return (length: number): ReadonlyArray<Typesetting.Run> => {
    const piece: Array<Typesetting.Run> = []
    for (let left = length; left > 0; ) {
      const run = rest.shift()
      if (run === undefined) break
      const text = run.text.slice(0, left)
      piece.push({ ...run, text })
      if (text.length < run.text.length) rest.unshift({ ...run, text: run.text.slice(left) })
      left -= text.length
    }
    return piece
  }
}

const drawLine = ({ nodes }: Block.CodeLine, runs: Typesetting.Line | undefined, drawing: Drawing): Html => {
  const cut = runs === undefined ? undefined : makeCutter(runs)
  return html`${nodes.map((node) => {
    const text = codeOf(node)
    const inner = cut === undefined ? isolated(text) : html`${cut(text.length).map(drawRun)}`
    return node.object === "inline" && node.type === "annotation" ? openNote(node, inner, drawing) : inner
  })}`
}

const isLined = ({ data, nodes }: Block.Code): boolean =>
  data.lineNumbers === true || nodes.some((line) => line.data.highlighted === true)

const hasTitle = (title: string | undefined): title is string => title !== undefined && title.trim() !== ""

function* drawLines(block: Block.Code, drawing: Drawing): DrawingSteps {
  const [lined, typeset] = [isLined(block), drawing.typeset.code(block)]
  const lines: Array<Html> = []
  for (const [index, line] of block.nodes.entries()) {
    const runs = typeset?.[index]
    const text = html`${drawLine(line, runs, drawing)}${index < block.nodes.length - 1 ? "\n" : ""}`
    lines.push(lined ? html`<span${classes("line", line.data.highlighted && "highlighted")}>${text}</span>` : text)
    yield lineWork + runWork * (runs?.length ?? 0)
  }
  return html`${lines}`
}

/** The script of the page adds a button that copies; numbers of lines are not part of the text. */
export function* drawCode(block: Block.Code, drawing: Drawing): DrawingSteps {
  const { fullWidth, lineNumbers, overflow, title } = block.data
  const lines = yield* drawLines(block, drawing)
  const caption = hasTitle(title) ? html`<figcaption dir="auto">${title}</figcaption>` : emptyHtml
  const look = classes("code", overflow === "wrap" && "wrap", lineNumbers && "numbered", fullWidth && "full")
  const notes = yield* drawNotes(drawing)
  return html`<figure${look} data-copy>${caption}<pre dir="ltr" tabindex="0"><code>${lines}</code></pre>${notes}</figure>`
}
