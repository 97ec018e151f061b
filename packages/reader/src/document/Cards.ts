import { type Block, type ContentRef, Table, type VoidBlock } from "@quire/core"
import { drawMethod } from "../api/MethodHtml.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import { drawCell, type Fragments, fragmentsOf, plainCell, refsOf, shownColumns, valueOf } from "./Grid.ts"
import { drawSign } from "./Inlines.ts"
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

const imageIn = (row: Table.Row, column: string | undefined): ContentRef.ImageRef | undefined => {
  const ref = refIn(row, column)
  return ref?.kind === "url" || ref?.kind === "file" ? ref : undefined
}

const drawCover = (row: Table.Row, { view }: View, drawing: Drawing): Html => {
  const [light, dark] = [imageIn(row, view.coverDefinition), imageIn(row, view.coverDarkDefinition)]
  const ref = light ?? dark
  if (ref === undefined) return emptyHtml
  return Picture.draw({ ref, ...(dark === undefined ? {} : { refDark: dark }), alt: "" }, drawing, ["tile-cover"])
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

const drawTile = (row: Table.Row, shown: View, drawing: Drawing): Html => {
  const { coverDarkDefinition, coverDefinition, targetDefinition } = shown.view
  const roles = new Set<string | undefined>([coverDarkDefinition, coverDefinition, targetDefinition])
  const cells: Array<Html> = []
  for (const column of shown.columns) {
    if (roles.has(column.id)) continue
    const inner = drawCell(row, column, shown.fragments, drawing)
    if (inner.text === "") continue
    const hasTitle = shown.view.hideColumnTitle !== true && column.title !== ""
    const title = hasTitle ? html`<div class="tile-label" dir="auto">${column.title}</div>` : emptyHtml
    cells.push(html`<div class="tile-cell">${title}<div dir="auto">${inner}</div></div>`)
  }
  const link = drawLink(row, shown, drawing)
  return html`<li class="tile">${drawCover(row, shown, drawing)}<div class="tile-body">${cells}</div>${link}</li>`
}

/** Rows as cards, each with its own cover and link. */
export const drawCardGrid = (block: Block.TableBlock, view: Table.CardsView, drawing: Drawing): Html => {
  const shown = { view, columns: shownColumns(block.data), fragments: fragmentsOf(block) }
  const tiles: Array<Html> = []
  for (const [, row] of Table.rows(block.data)) tiles.push(drawTile(row, shown, drawing))
  if (tiles.length === 0) return emptyHtml
  return html`<ul${classes("tiles", view.cardSize === "large" && "tiles-large", block.data.fullWidth && "full")}>${tiles}</ul>`
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (language: string, unit: string): Intl.NumberFormat => {
  const key = `${language} ${unit}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const unitDisplay = unit === "byte" ? "long" : "short"
  const made = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 })
  formats.set(key, made)
  return made
}

/** A number of bytes for readers, such as "1.5 MB". */
const sizeText = (bytes: number, language: string): string => {
  let [value, index] = [bytes, 0]
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000
    index++
  }
  return formatOf(language, units[index] ?? "byte").format(value)
}

interface Card {
  readonly kind: string
  readonly sign: Html
  readonly title: string
  readonly text?: string | undefined
}

const drawBody = ({ sign, text, title }: Card): Html => {
  const below = text === undefined || text === "" ? emptyHtml : html`<span class="card-text" dir="auto">${text}</span>`
  const mark = sign === emptyHtml ? emptyHtml : html`<span class="card-sign">${sign}</span>`
  return html`${mark}<span class="card-body"><span class="card-title" dir="auto">${title}</span>${below}</span>`
}

const drawCard = (card: Card, link: Links.Link | undefined, drawing: Drawing, more: Html = emptyHtml): Html =>
  link === undefined
    ? html`<div${classes("card", card.kind)}>${drawBody(card)}</div>`
    : html`<a${classes("card", card.kind)}${Links.attributes(link, drawing)}${more}>${drawBody(card)}</a>`

const fileIcons: ReadonlyArray<readonly [type: RegExp, icon: string]> = [
  [/^image\//, "file-image"],
  [/^video\//, "file-video"],
  [/^audio\//, "file-audio"],
  [/^application\/pdf/, "file-pdf"],
  [/zip|tar|compressed/, "file-zipper"],
  [/csv|spreadsheet|excel/, "file-excel"],
  [/json|xml|javascript|yaml|^text\/(?:html|css)/, "file-code"],
  [/^text\/|word|document/, "file-lines"]
]

const fileIcon = (contentType: string): string => fileIcons.find(([type]) => type.test(contentType))?.[1] ?? "file"

const drawTarget = (link: Links.Link, drawing: Drawing): Html => {
  const { target } = link
  const title = Links.titleOf(link, drawing)
  if (target === undefined) return drawUrl(link, drawing)
  if (target.kind === "file") {
    const [sign, text] = [drawing.icon(fileIcon(target.contentType)), sizeText(target.size, drawing.words.language)]
    return drawCard({ kind: "card-file", sign, title, text }, link, drawing, html` download`)
  }
  if (target.kind === "space") return drawCard({ kind: "card-page", sign: drawing.icon("book"), title }, link, drawing)
  const own = drawSign(target, drawing)
  const sign = own === emptyHtml ? drawing.icon("file-lines") : own
  return drawCard({ kind: "card-page", sign, title, text: target.description }, link, drawing)
}

const drawUrl = (link: Links.Link, drawing: Drawing): Html => {
  const { host, path } = Links.parts(link.href)
  const sign = drawing.icon(link.isExternal ? "arrow-up-right-from-square" : "link")
  return drawCard({ kind: "card-url", sign, title: host, text: path }, link, drawing)
}

/** The target of a reference; nothing if it has none. */
export const drawRef = (ref: ContentRef.ContentRef, drawing: Drawing): Html => {
  const link = Links.of(ref, drawing)
  return link === undefined ? emptyHtml : drawTarget(link, drawing)
}

export const drawEmbed = ({ data }: VoidBlock.Embed, drawing: Drawing): Html => {
  const link = Links.ofUrl(data.url)
  return link === undefined ? emptyHtml : drawUrl(link, drawing)
}

/** An operation of a description that is a file or an address, by name. */
export const drawSwagger = ({ data, meta }: VoidBlock.Swagger, { ids }: Drawing): Html => {
  const id = attribute("id", ids.claim(meta?.id))
  return html`<div class="card card-api"${id} dir="ltr">${drawMethod(data.method)}<code>${data.path}</code></div>`
}

export const drawIntegration = ({ data }: VoidBlock.IntegrationBlock, drawing: Drawing): Html => {
  const link = data.url === undefined ? undefined : Links.ofUrl(data.url)
  const sign = drawing.icon("puzzle-piece")
  return drawCard({ kind: "card-integration", sign, title: data.integration, text: data.block }, link, drawing)
}
