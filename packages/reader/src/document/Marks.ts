import type { Inline } from "@quire/core"
import { type Html, html } from "../html/Html.ts"
import { classes } from "./Attributes.ts"

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
export const drawText = ({ leaves }: Inline.Text): Html => html`${leaves.map(drawLeaf)}`
