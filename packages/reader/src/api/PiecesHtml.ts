import type { Block } from "@quire/core"
import type { Drawing } from "../document/Drawing.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { limits, Markup } from "./ApiDrawing.ts"
import type * as Sheet from "./Sheet.ts"

/** Content in a separate panel. */
export interface Panel {
  readonly title: string
  readonly inner: Html
}

/** Stacked panels, which the script of the page turns into tabs. */
export const drawPanels = (panels: ReadonlyArray<Panel>, { ids }: Drawing): Html => {
  const drawn = panels.map(({ inner, title }) => {
    const [name, panel] = [ids.next("tab"), ids.next("panel")]
    return html`<section class="tab" id="${panel}" role="group" aria-labelledby="${name}"><p class="tab-title" id="${name}" dir="auto">${title}</p><div class="tab-body">${inner}</div></section>`
  })
  return html`<div class="tabs" data-tabs>${drawn}</div>`
}

/** Code as the documents of a page have it. */
export const drawCode = (code: Block.Code, drawing: Drawing): Html => drawing.blocks([code])

/** Code as far as there is room for it: highlighted, otherwise plain, otherwise omitted. */
const drawWithin = (code: Block.Code, markup: Markup, drawing: Drawing): Html => {
  return markup.fit(drawCode(code, drawing)) ?? markup.fit(drawCode({ ...code, data: {} }, drawing)) ?? emptyHtml
}

export const drawSamples = (samples: ReadonlyArray<Required<Sheet.Piece>>, drawing: Drawing): Html => {
  const panels: Array<Panel> = []
  const markup = new Markup(limits.samples)
  for (const { code, title } of samples) {
    const inner = drawWithin(code, markup, drawing)
    if (inner !== emptyHtml) panels.push({ title, inner })
  }
  return panels.length === 0 ? emptyHtml : drawPanels(panels, drawing)
}

/** Examples, each behind its name. */
export const drawExamples = (pieces: ReadonlyArray<Sheet.Piece>, markup: Markup, drawing: Drawing): Html => {
  const drawn: Array<Html> = []
  const { example } = drawing.words.api
  for (const { code, title = "" } of pieces) {
    const name = title.trim() === "" ? html`${example}` : html`${example}: <bdi>${title}</bdi>`
    const inner = drawWithin(code, markup, drawing)
    if (inner !== emptyHtml) drawn.push(html`<details class="api-more"><summary>${name}</summary>${inner}</details>`)
  }
  return drawn.length === 0 ? emptyHtml : html`${drawn}`
}
