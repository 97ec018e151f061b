import { type Block, type ContentRef, Table } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { classes } from "./Attributes.ts"
import { drawCell, type Fragments, fragmentsOf, plainCell, refsOf, valueOf } from "./Cells.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { shownColumns } from "./Grid.ts"
import * as Links from "./Links.ts"
import * as Picture from "./Picture.ts"

interface View {
  readonly view: Table.CardsView
  readonly columns: ReadonlyArray<Table.Definition>
  readonly fragments: Fragments
}

const refIn = (row: Table.Row, column: string | undefined): ContentRef.ContentRef | undefined => {
  const value = column === undefined ? undefined : valueOf(row, column)
  return value === undefined ? undefined : refsOf(value)[0]
}

const drawCover = (row: Table.Row, { view }: View, drawing: Drawing): Html => {
  const ref = refIn(row, view.coverDefinition)
  if (ref?.kind !== "url" && ref?.kind !== "file") return emptyHtml
  return Picture.draw({ ref, alt: "" }, drawing, ["tile-cover"])
}

/** The link of the whole card, which is placed above the card but below the links in it. */
const drawLink = (row: Table.Row, { columns, fragments, view }: View, drawing: Drawing): Html => {
  const ref = refIn(row, view.targetDefinition)
  const link = ref === undefined ? undefined : Links.of(ref, drawing)
  if (link === undefined) return emptyHtml
  const own = columns.map((column) => plainCell(row, column, fragments)).find((text) => text !== "")
  const name = own ?? Links.titleOf(link, drawing)
  return html`<a class="tile-link"${Links.attributes(link, drawing)}><span class="visually-hidden">${name}</span></a>`
}

function* drawTile(row: Table.Row, shown: View, drawing: Drawing): DrawingSteps {
  const cells: Array<Html> = []
  for (const column of shown.columns) {
    if (column.id === shown.view.coverDefinition || column.id === shown.view.targetDefinition) continue
    const inner = yield* drawCell(row, column, shown.fragments, drawing)
    if (inner.text === "") continue
    const hasTitle = shown.view.hideColumnTitle !== true && column.title !== ""
    const title = hasTitle ? html`<div class="tile-label" dir="auto">${column.title}</div>` : emptyHtml
    cells.push(html`<div class="tile-cell">${title}<div dir="auto">${inner}</div></div>`)
  }
  const link = drawLink(row, shown, drawing)
  return html`<li class="tile">${drawCover(row, shown, drawing)}<div class="tile-body">${cells}</div>${link}</li>`
}

/** Rows as cards, each with its own cover and link. */
export function* drawCardGrid(block: Block.TableBlock, view: Table.CardsView, drawing: Drawing): DrawingSteps {
  const shown = { view, columns: shownColumns(block.data), fragments: fragmentsOf(block) }
  const tiles: Array<Html> = []
  for (const [, row] of Table.rows(block.data)) tiles.push(yield* drawTile(row, shown, drawing))
  if (tiles.length === 0) return emptyHtml
  return html`<ul${classes("tiles", view.cardSize === "large" && "tiles-large", block.data.fullWidth && "full")}>${tiles}</ul>`
}
