import type { Block } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { drawBare, plain } from "./Texts.ts"
import { percentClass } from "./Widths.ts"

const hintIcons = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "circle-exclamation"
} as const

export function* drawHint({ data: { style }, nodes }: Block.Hint, drawing: Drawing): DrawingSteps {
  const icon = drawing.icons.svg(hintIcons[style], "solid") ?? emptyHtml
  const inner = yield* drawing.blocks(nodes)
  const name = html`aria-label="${drawing.words.hint[style]}"`
  return html`<aside${classes("hint", `hint-${style}`)} role="note" ${name}>${icon}<div class="hint-body">${inner}</div></aside>`
}

export function* drawQuote({ nodes }: Block.Blockquote, drawing: Drawing): DrawingSteps {
  return html`<blockquote>${yield* drawing.blocks(nodes)}</blockquote>`
}

function* drawPanel({ data, meta, nodes }: Block.TabsItem, number: number, drawing: Drawing): DrawingSteps {
  const title = drawing.ids.next("tab")
  const id = drawing.ids.claim(meta?.id) ?? drawing.ids.next("panel")
  const name = data.title === undefined || data.title.trim() === "" ? String(number) : data.title
  const inner = yield* drawing.blocks(nodes)
  return html`<section class="tab" id="${id}" role="group" aria-labelledby="${title}"><p class="tab-title" id="${title}" dir="auto">${name}</p><div class="tab-body">${inner}</div></section>`
}

/** Stacked panels, which the script of the page turns into tabs. */
export function* drawTabs({ data, nodes }: Block.Tabs, drawing: Drawing): DrawingSteps {
  const panels: Array<Html> = []
  for (const [index, item] of nodes.entries()) panels.push(yield* drawPanel(item, index + 1, drawing))
  return html`<div${classes("tabs", data?.fullWidth && "full")} data-tabs>${panels}</div>`
}

export function* drawSteps({ nodes }: Block.Stepper, drawing: Drawing): DrawingSteps {
  const steps: Array<Html> = []
  for (const { data, nodes: blocks } of nodes) {
    const icon = data.icon === undefined ? emptyHtml : drawing.icon(data.icon)
    const marker = icon === emptyHtml ? emptyHtml : html`<span class="step-icon">${icon}</span>`
    steps.push(html`<li class="step">${marker}<div class="step-body">${yield* drawing.blocks(blocks)}</div></li>`)
  }
  return html`<ol class="steps">${steps}</ol>`
}

export function* drawColumns({ data, nodes }: Block.Columns, drawing: Drawing): DrawingSteps {
  const columns: Array<Html> = []
  for (const column of nodes) {
    const inner = yield* drawing.blocks(column.nodes)
    columns.push(html`<div${classes("column", percentClass(column.data.width))}>${inner}</div>`)
  }
  return html`<div${classes("columns", data.fullWidth && "full")}>${columns}</div>`
}

/** Removes footnotes from a title, because the title is itself a control. */
const withoutNote = (node: Block.InlineNode): ReadonlyArray<Block.InlineNode> =>
  node.object === "inline" && node.type === "annotation" ? node.nodes : [node]

function* drawSummary(title: Block.Paragraph | undefined, drawing: Drawing): DrawingSteps {
  if (title === undefined || plain(title.nodes) === "") return html`…`
  return yield* drawBare({ ...title, nodes: title.nodes.flatMap(withoutNote) }, drawing)
}

export function* drawExpandable({ fragments, meta }: Block.Expandable, drawing: Drawing): DrawingSteps {
  const id = drawing.ids.claim(meta?.id)
  const titles = fragments.flatMap((part) => (part.fragment === "expandable-title" ? part.nodes : []))
  const bodies = fragments.flatMap((part) => (part.fragment === "expandable-body" ? part.nodes : []))
  const title = yield* drawSummary(titles[0], drawing)
  const body = yield* drawing.blocks(bodies)
  return html`<details class="expandable"${attribute("id", id)}><summary dir="auto">${title}</summary><div class="expandable-body">${body}</div></details>`
}
