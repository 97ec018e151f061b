import type { Block, VoidBlock } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { drawFormula } from "./Inlines.ts"
import * as Picture from "./Picture.ts"
import { drawBare } from "./Texts.ts"
import { percentClass } from "./Widths.ts"

const alignments = { left: "align-start", center: "align-center", right: "align-end" } as const

function* drawFigure({ data, fragments }: Block.Image, drawing: Drawing): DrawingSteps {
  const picture = Picture.draw(data, drawing, [], true)
  const captions: Array<Html> = []
  for (const paragraph of fragments.flatMap(({ nodes }) => nodes)) captions.push(yield* drawBare(paragraph, drawing))
  const shown = captions.filter(({ text }) => text !== "")
  if (picture.text === "" && shown.length === 0) return emptyHtml
  const caption = shown.map((text) => html`<div dir="auto">${text}</div>`)
  return html`<figure${classes("image", percentClass(data.width))}>${picture}${shown.length === 0 ? emptyHtml : html`<figcaption>${caption}</figcaption>`}</figure>`
}

export function* drawImages({ data, nodes }: Block.Images, drawing: Drawing): DrawingSteps {
  const figures: Array<Html> = []
  for (const image of nodes) figures.push(yield* drawFigure(image, drawing))
  if (figures.every(({ text }) => text === "")) return emptyHtml
  const align = data.align === undefined ? undefined : alignments[data.align]
  return html`<div${classes("images", align, data.fullWidth && "full")}>${figures}</div>`
}

export const drawDrawing = ({ data }: VoidBlock.Drawing, drawing: Drawing): Html => {
  const picture = data.ref === undefined ? emptyHtml : Picture.draw({ ref: data.ref }, drawing, [], true)
  return picture.text === "" ? emptyHtml : html`<div class="images"><figure class="image">${picture}</figure></div>`
}

/** A formula that is wider than the page can be moved to by keyboard. */
const wide = 60

export const drawMath = ({ data }: VoidBlock.MathBlock, drawing: Drawing): Html =>
  html`<div class="formula"${attribute("tabindex", data.formula.length > wide ? 0 : undefined)}>${drawFormula({ tex: data.formula, isBlock: true }, drawing)}</div>`
