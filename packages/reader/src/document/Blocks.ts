import { ApiBlocks, type Block, DocumentText, type Typesetting, type VoidBlock } from "@quire/core"
import * as ApiHtml from "../api/ApiHtml.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes, flag } from "./Attributes.ts"
import { drawCardGrid, drawEmbed, drawIntegration, drawRef, drawSwagger } from "./Cards.ts"
import type { Drawing } from "./Drawing.ts"
import { drawGrid } from "./Grid.ts"
import { drawFormula, openNote } from "./Inlines.ts"
import * as IntegrationHtml from "./IntegrationHtml.ts"
import * as Picture from "./Picture.ts"
import { drawBare, drawHeading, drawNotes, drawParagraph, plain } from "./Texts.ts"
import { codeOf } from "./TypesetTexts.ts"
import { percentClass } from "./Widths.ts"

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

const drawLines = (block: Block.Code, drawing: Drawing): Html => {
  const [lined, typeset] = [isLined(block), drawing.typeset.code(block)]
  const lines: Array<Html> = []
  for (const [index, line] of block.nodes.entries()) {
    const runs = typeset?.[index]
    const text = html`${drawLine(line, runs, drawing)}${index < block.nodes.length - 1 ? "\n" : ""}`
    lines.push(lined ? html`<span${classes("line", line.data.highlighted && "highlighted")}>${text}</span>` : text)
  }
  return html`${lines}`
}

/** The script of the page adds a button that copies; numbers of lines are not part of the text. */
const drawCode = (block: Block.Code, drawing: Drawing): Html => {
  const { fullWidth, lineNumbers, overflow, title } = block.data
  const lines = drawLines(block, drawing)
  const caption = hasTitle(title) ? html`<figcaption dir="auto">${title}</figcaption>` : emptyHtml
  const look = classes("code", overflow === "wrap" && "wrap", lineNumbers && "numbered", fullWidth && "full")
  const notes = drawNotes(drawing)
  return html`<figure${look} data-copy>${caption}<pre dir="ltr" tabindex="0"><code>${lines}</code></pre>${notes}</figure>`
}

type List = Block.ListOrdered | Block.ListUnordered | Block.ListTasks

const isList = (block: Block.Block): boolean => block.type.startsWith("list-")

/** Whether every item contains at most one text, and nested lists: such lists are set without spacing. */
const isTight = ({ nodes }: List): boolean =>
  nodes.every((item) => item.nodes.every((node, index) => isList(node) || (index === 0 && node.type === "paragraph")))

const drawItem = ({ nodes }: Block.ListItem, isTight: boolean, drawing: Drawing): Html => {
  const [first, ...rest] = nodes
  if (!isTight || first?.type !== "paragraph") return drawing.blocks(nodes)
  const text = drawBare(first, drawing)
  return html`${text}${drawing.blocks(rest)}`
}

const drawTask = (item: Block.ListItem, inner: Html, { words }: Drawing): Html => {
  const isDone = item.data?.checked === true
  const label = isDone ? words.done : words.notDone
  return html`<li class="task"><input type="checkbox" disabled${flag("checked", isDone)} aria-label="${label}"><div dir="auto">${inner}</div></li>`
}

const startOf = (list: List): Html =>
  list.type === "list-ordered" && list.data.start !== undefined && list.data.start !== 1
    ? attribute("start", list.data.start)
    : emptyHtml

/** Digits that fit into the default margin of an item, and the most for which a list makes room. */
const [usualDigits, mostDigits] = [2, 9] as const

/** Numbers with more digits need more room, also next to text of the other direction. */
const digitsOf = (list: List): Html => {
  if (list.type !== "list-ordered") return emptyHtml
  const digits = Math.min(mostDigits, String((list.data.start ?? 1) + list.nodes.length - 1).length)
  return classes(digits > usualDigits && `digits-${digits}`)
}

const drawList = (list: List, drawing: Drawing): Html => {
  const [tight, items]: [boolean, Array<Html>] = [isTight(list), []]
  for (const item of list.nodes) {
    const inner = drawItem(item, tight, drawing)
    items.push(list.type === "list-tasks" ? drawTask(item, inner, drawing) : html`<li dir="auto">${inner}</li>`)
  }
  if (list.type === "list-ordered") return html`<ol${startOf(list)}${digitsOf(list)}>${items}</ol>`
  return list.type === "list-tasks" ? html`<ul class="tasks">${items}</ul>` : html`<ul>${items}</ul>`
}

const alignments = { left: "align-start", center: "align-center", right: "align-end" } as const

const drawFigure = ({ data, fragments }: Block.Image, drawing: Drawing): Html => {
  const picture = Picture.draw(data, drawing, [], true)
  const captions: Array<Html> = []
  for (const paragraph of fragments.flatMap(({ nodes }) => nodes)) captions.push(drawBare(paragraph, drawing))
  const shown = captions.filter(({ text }) => text !== "")
  if (picture.text === "" && shown.length === 0) return emptyHtml
  const caption = shown.map((text) => html`<div dir="auto">${text}</div>`)
  return html`<figure${classes("image", percentClass(data.width))}>${picture}${shown.length === 0 ? emptyHtml : html`<figcaption>${caption}</figcaption>`}</figure>`
}

const drawImages = ({ data, nodes }: Block.Images, drawing: Drawing): Html => {
  const figures: Array<Html> = []
  for (const image of nodes) figures.push(drawFigure(image, drawing))
  if (figures.every(({ text }) => text === "")) return emptyHtml
  const align = data.align === undefined ? undefined : alignments[data.align]
  return html`<div${classes("images", align, data.fullWidth && "full")}>${figures}</div>`
}

const drawDrawing = ({ data }: VoidBlock.Drawing, drawing: Drawing): Html => {
  const picture = data.ref === undefined ? emptyHtml : Picture.draw({ ref: data.ref }, drawing, [], true)
  return picture.text === "" ? emptyHtml : html`<div class="images"><figure class="image">${picture}</figure></div>`
}

/** A formula that is wider than the page can be moved to by keyboard. */
const wide = 60

const drawMath = ({ data }: VoidBlock.MathBlock, drawing: Drawing): Html =>
  html`<div class="formula"${attribute("tabindex", data.formula.length > wide ? 0 : undefined)}>${drawFormula({ tex: data.formula, isBlock: true }, drawing)}</div>`

const hintIcons = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "circle-exclamation"
} as const

const drawHint = ({ data: { style }, nodes }: Block.Hint, drawing: Drawing): Html => {
  const icon = drawing.icons.svg(hintIcons[style], "solid") ?? emptyHtml
  const inner = drawing.blocks(nodes)
  const name = html`aria-label="${drawing.words.hint[style]}"`
  return html`<aside${classes("hint", `hint-${style}`)} role="note" ${name}>${icon}<div class="hint-body">${inner}</div></aside>`
}

const drawQuote = ({ nodes }: Block.Blockquote, drawing: Drawing): Html => {
  return html`<blockquote>${drawing.blocks(nodes)}</blockquote>`
}

const drawPanel = ({ data, meta, nodes }: Block.TabsItem, number: number, drawing: Drawing): Html => {
  const title = drawing.ids.next("tab")
  const id = drawing.ids.claim(meta?.id) ?? drawing.ids.next("panel")
  const name = data.title === undefined || data.title.trim() === "" ? String(number) : data.title
  const inner = drawing.blocks(nodes)
  return html`<section class="tab" id="${id}" role="group" aria-labelledby="${title}"><p class="tab-title" id="${title}" dir="auto">${name}</p><div class="tab-body">${inner}</div></section>`
}

/** Stacked panels, which the script of the page turns into tabs. */
const drawTabs = ({ data, nodes }: Block.Tabs, drawing: Drawing): Html => {
  const panels: Array<Html> = []
  for (const [index, item] of nodes.entries()) panels.push(drawPanel(item, index + 1, drawing))
  return html`<div${classes("tabs", data?.fullWidth && "full")} data-tabs>${panels}</div>`
}

const drawSteps = ({ nodes }: Block.Stepper, drawing: Drawing): Html => {
  const steps: Array<Html> = []
  for (const { data, nodes: blocks } of nodes) {
    const icon = data.icon === undefined ? emptyHtml : drawing.icon(data.icon)
    const marker = icon === emptyHtml ? emptyHtml : html`<span class="step-icon">${icon}</span>`
    steps.push(html`<li class="step">${marker}<div class="step-body">${drawing.blocks(blocks)}</div></li>`)
  }
  return html`<ol class="steps">${steps}</ol>`
}

const drawColumns = ({ data, nodes }: Block.Columns, drawing: Drawing): Html => {
  const columns: Array<Html> = []
  for (const column of nodes) {
    const inner = drawing.blocks(column.nodes)
    columns.push(html`<div${classes("column", percentClass(column.data.width))}>${inner}</div>`)
  }
  return html`<div${classes("columns", data.fullWidth && "full")}>${columns}</div>`
}

/** Removes footnotes from a title, because the title is itself a control. */
const withoutNote = (node: Block.InlineNode): ReadonlyArray<Block.InlineNode> =>
  node.object === "inline" && node.type === "annotation" ? node.nodes : [node]

const drawSummary = (title: Block.Paragraph | undefined, drawing: Drawing): Html => {
  if (title === undefined || plain(title.nodes) === "") return html`…`
  return drawBare({ ...title, nodes: title.nodes.flatMap(withoutNote) }, drawing)
}

const drawExpandable = (block: Block.Expandable, drawing: Drawing): Html => {
  const { fragments, meta } = block
  const id = drawing.ids.claim(meta?.id) ?? drawing.ids.claim(DocumentText.expandableAnchor(block))
  const titles = fragments.flatMap((part) => (part.fragment === "expandable-title" ? part.nodes : []))
  const bodies = fragments.flatMap((part) => (part.fragment === "expandable-body" ? part.nodes : []))
  const title = drawSummary(titles[0], drawing)
  const body = drawing.blocks(bodies)
  return html`<details class="expandable"${attribute("id", id)}><summary dir="auto">${title}</summary><div class="expandable-body">${body}</div></details>`
}

const drawTable = (block: Block.TableBlock, drawing: Drawing): Html =>
  block.data.view.type === "cards"
    ? drawCardGrid(block, block.data.view, drawing)
    : drawGrid(block, block.data.view, drawing)

/** Blocks without nested blocks. */
const drawVoid = (block: Block.Block, drawing: Drawing): Html => {
  switch (block.type) {
    case "divider":
      return html`<hr>`
    case "math":
      return drawMath(block, drawing)
    case "file":
    case "content-ref":
      return drawRef(block.data.ref, drawing)
    case "drawing":
      return drawDrawing(block, drawing)
    case "embed":
      return drawEmbed(block, drawing)
    case "swagger":
      return drawSwagger(block, drawing)
    case "integration":
      return drawIntegration(block, drawing)
    default:
      return emptyHtml
  }
}

/** Conditions and reusable contents that were not resolved are not rendered. */
const drawBlock = (block: Block.Block, drawing: Drawing): Html => {
  if (block.type === "integration" || block.type === "embed") {
    const drawn = drawing.drawn?.get(block)
    if (drawn !== undefined) return IntegrationHtml.draw(drawn, block.data.fullWidth === true, drawing)
  }
  if (ApiBlocks.isApiBlock(block)) return ApiHtml.draw(block, drawing)
  switch (block.type) {
    case "paragraph":
      return drawParagraph(block, drawing)
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return drawHeading(block, drawing)
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return drawList(block, drawing)
    case "code":
      return drawCode(block, drawing)
    case "hint":
      return drawHint(block, drawing)
    case "blockquote":
      return drawQuote(block, drawing)
    case "images":
      return drawImages(block, drawing)
    case "expandable":
      return drawExpandable(block, drawing)
    case "tabs":
      return drawTabs(block, drawing)
    case "stepper":
      return drawSteps(block, drawing)
    case "columns":
      return drawColumns(block, drawing)
    case "table":
      return drawTable(block, drawing)
    default:
      return drawVoid(block, drawing)
  }
}

export const drawBlocks = (blocks: ReadonlyArray<Block.Block>, drawing: Drawing): Html => {
  const drawn: Array<Html> = []
  for (const block of blocks) drawn.push(drawBlock(block, drawing))
  return html`${drawn}`
}
