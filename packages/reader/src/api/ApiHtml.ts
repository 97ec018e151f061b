import { ApiBlocks, type VoidBlock } from "@quire/core"
import { attribute, classes } from "../document/Attributes.ts"
import type { Drawing } from "../document/Drawing.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import * as Anchors from "./Anchors.ts"
import { Rows } from "./ApiDrawing.ts"
import { schemasOf } from "./ApiSheets.ts"
import type { Book } from "./Book.ts"
import { drawMethod } from "./MethodHtml.ts"
import * as OperationHtml from "./OperationHtml.ts"
import { drawSchema } from "./SchemaHtml.ts"

type Models = ReturnType<typeof schemasOf>

const drawNote = (id: string | undefined, name: Html, text: string): Html =>
  html`<div class="api-gone"${attribute("id", id)} role="note"><p><bdi dir="ltr">${name}</bdi></p><p>${text}</p></div>`

/** An operation that is only listed, or that was removed from the description. */
const drawBrief = (block: ApiBlocks.OperationBlock, { ids, sheets, words }: Drawing): Html => {
  const { isWebhook, method, path } = ApiBlocks.nameOf(block)
  const id = ids.claim(block.meta?.id)
  const name = html`${drawMethod(method)} <code>${path}</code>`
  const listed = sheets.books.get(block.data.ref.spec)?.listed(method, path, isWebhook)
  if (listed === undefined) return drawNote(id, name, words.api.goneOperation)
  const text =
    listed.summary === undefined ? emptyHtml : html`<span class="card-text" dir="auto">${listed.summary}</span>`
  return html`<div class="card card-api"${attribute("id", id)}><span class="card-body"><bdi dir="ltr">${name}</bdi>${text}</span></div>`
}

const drawModel = ({ name, schema }: Models["found"][number], book: Book, drawing: Drawing): Html => {
  const id = drawing.models.get(Anchors.modelKey(book.spec.slug, name))
  const first = drawing.drawnModels.has(id ?? "") ? undefined : id
  if (first !== undefined) drawing.drawnModels.add(first)
  const rows = new Rows(drawing.sheets.share, drawing.sheets.room)
  const inner = drawSchema(schema, { drawing, book, rows, direction: undefined, open: [name], depth: 0 })
  const title = first === undefined ? html`<code>${name}</code>` : html`<a href="#${first}"><code>${name}</code></a>`
  return html`<section${classes("api", "api-model", !drawing.sheets.isShort && "api-many")}${attribute("id", first)}><p class="api-model-title" dir="ltr">${title}</p>${inner}</section>`
}

const drawModels = (block: VoidBlock.OpenApiSchemas, drawing: Drawing): Html => {
  const { book, found, gone } = schemasOf(block, drawing.sheets)
  const id = drawing.ids.claim(block.meta?.id)
  const drawn: Array<Html> = []
  if (book !== undefined) for (const each of found) drawn.push(drawModel(each, book, drawing))
  const names = gone.map((name) => html`<code>${name}</code> `)
  const note = gone.length === 0 ? emptyHtml : drawNote(undefined, html`${names}`, drawing.words.api.goneSchema)
  if (drawn.length === 0 && note === emptyHtml) return emptyHtml
  return html`<div class="api-models"${attribute("id", id)}>${drawn}${note}</div>`
}

/** Renders a block of an API description. */
export const draw = (block: ApiBlocks.ApiBlock, drawing: Drawing): Html => {
  if (block.type === "openapi-schemas") return drawModels(block, drawing)
  const sheet = drawing.sheets.operations.get(block)
  return sheet === undefined ? drawBrief(block, drawing) : OperationHtml.draw(block, sheet, drawing)
}
