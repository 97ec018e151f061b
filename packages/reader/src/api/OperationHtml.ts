import { ApiBlocks, ApiBounds, type ApiDescription } from "@quire/core"
import { attribute, classes, flag } from "../document/Attributes.ts"
import type { Drawing } from "../document/Drawing.ts"
import * as Links from "../document/Links.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import * as Anchors from "./Anchors.ts"
import { type DrawingContext, Markup, limits as markupLimits, Rows } from "./ApiDrawing.ts"
import type { OperationSheet } from "./ApiSheets.ts"
import type { Book } from "./Book.ts"
import { drawMethod } from "./MethodHtml.ts"
import * as PiecesHtml from "./PiecesHtml.ts"
import type * as SchemaHtml from "./SchemaHtml.ts"
import { drawDescription, drawRows, drawSchema } from "./SchemaHtml.ts"
import * as SecurityHtml from "./SecurityHtml.ts"

type Operation = ApiDescription.ApiOperation

/**
 * `answerTitle`: characters of a response description that are shown next to its status; `unresolved`: references that
 * are named.
 */
export const limits = { answerTitle: 120, unresolved: 20 } as const

/** State of rendering one operation. */
interface Open extends DrawingContext {
  readonly sheet: OperationSheet
  readonly id: string
  /** ID of the sample request. */
  readonly requestId: string
  readonly isShort: boolean
  /** Room for examples of bodies. */
  readonly code: Markup
}

const part = (open: Open, name: string, title: string, inner: Html): Html => {
  if (inner === emptyHtml) return emptyHtml
  const id = name === "request" ? open.requestId : Anchors.claim(open.drawing.ids, open.id, name)
  return html`<div class="api-part" id="${id}"><p class="api-part-title"><a href="#${id}">${title}</a></p>${inner}</div>`
}

const serversOf = ({ servers }: Operation, { spec }: Book) => servers ?? spec.servers

const drawCall = ({ book, sheet: { operation } }: Open): Html => {
  const [server] = operation.isWebhook === true ? [] : serversOf(operation, book)
  const base = server === undefined ? emptyHtml : html`<span class="api-base">${ApiBounds.urlOf(server)}</span>`
  return html`<div class="api-call" dir="ltr">${drawMethod(operation.method)}<code>${base}<wbr>${operation.path}</code></div>`
}

const drawServers = ({ book, drawing, sheet: { operation } }: Open): Html => {
  const servers = operation.isWebhook === true ? [] : serversOf(operation, book)
  const isTold = servers.length > 1 || servers.some(({ variables = [] }) => variables.length > 0)
  if (!isTold) return emptyHtml
  const items: Array<Html> = []
  for (const { description, url, variables = [] } of servers) {
    const told = variables.map(
      ({ default: value, enum: values = [], name }) =>
        html`<li><code>{${name}}</code>: ${[...new Set([...(value === undefined ? [] : [value]), ...values])].map((each) => html`<code>${each}</code> `)}</li>`
    )
    const inner = told.length === 0 ? emptyHtml : html`<ul class="api-facts">${told}</ul>`
    const text = description === undefined ? emptyHtml : html` <bdi>${description}</bdi>`
    items.push(html`<li class="api-row"><code dir="ltr">${url}</code>${text}${inner}</li>`)
  }
  const { api } = drawing.words
  return html`<details class="api-more"><summary>${api.servers}</summary><ul class="api-rows">${items}</ul></details>`
}

type Carried = ApiDescription.Parameter | ApiDescription.Header

const rowOf = (parameter: Carried, id: string | undefined): SchemaHtml.Row => {
  const { content, deprecated, examples = [], name, required, schema } = parameter
  const values = examples.flatMap(({ value }) => value ?? [])
  return {
    name,
    schema: schema ?? content?.[0]?.schema ?? true,
    isRequired: required === true,
    isDeprecated: deprecated === true,
    described: parameter,
    ...(id === undefined ? {} : { id }),
    ...(values.length === 0 ? {} : { examples: values })
  }
}

/** Unresolved references, at their places (rule description-versions). */
const drawUnresolved = (refs: ReadonlyArray<string> = [], { words }: Drawing): Html =>
  refs.length === 0
    ? emptyHtml
    : html`<p class="api-choice" role="note">${words.api.unresolved}: ${refs.slice(0, limits.unresolved).map((ref) => html`<code dir="ltr">${ref}</code> `)}</p>`

const places = ["path", "query", "header", "cookie"] as const

const drawParameters = (open: Open): Html => {
  const { drawing, id, sheet } = open
  const drawn: Array<Html> = []
  for (const place of places) {
    const found = (sheet.operation.parameters ?? []).filter((each) => each.in === place)
    const rows = found.map((each) => rowOf(each, Anchors.claim(drawing.ids, id, place, each.name)))
    drawn.push(part(open, place, drawing.words.api.parameters[place], drawRows(rows, open)))
  }
  return html`${drawn}`
}

const drawContent = (content: ApiDescription.Content, open: Open): Html => {
  const schema = content.schema === undefined ? emptyHtml : drawSchema(content.schema, open)
  const examples = PiecesHtml.drawExamples(open.sheet.examples.get(content) ?? [], open.code, open.drawing)
  return html`${schema}${examples}`
}

/** The contents of a request or response, with one panel per media type. */
const drawContents = (contents: ReadonlyArray<ApiDescription.Content>, open: Open): Html => {
  const panels: Array<PiecesHtml.Panel> = []
  for (const content of contents) panels.push({ title: content.type, inner: drawContent(content, open) })
  const [first] = panels
  if (first === undefined) return emptyHtml
  if (panels.length > 1) return PiecesHtml.drawPanels(panels, open.drawing)
  return html`<p class="api-media"><code>${first.title}</code></p>${first.inner}`
}

const drawBody = (open: Open): Html => {
  const { body } = open.sheet.operation
  if (body === undefined) return emptyHtml
  const text = drawDescription(body, open.drawing)
  const contents = drawContents(body.content, open)
  const { api } = open.drawing.words
  const required =
    body.required === true ? html`<span class="api-badge api-required">${api.required}</span>` : emptyHtml
  const inner = [required, text, contents].filter((each) => each !== emptyHtml)
  return part(open, "body", api.body, inner.length === 0 ? emptyHtml : html`${inner}`)
}

const statusClass = (status: string): string => (/^[1-5]/.test(status) ? `api-status-${status[0]}` : "api-status-other")

const lineOf = (description: string | undefined): string => (description ?? "").replace(/\s+/g, " ").trim()

/** Whether the description of a response is one line that is shown next to its status. */
const isLine = ({ description, descriptionBlocks }: ApiDescription.Response): boolean =>
  descriptionBlocks === undefined && lineOf(description).length <= limits.answerTitle

const drawAnswer = (response: ApiDescription.Response, isOpen: boolean, outer: Open): Html => {
  const open: Open = { ...outer, direction: "response" }
  const { drawing } = open
  const { content = [], headers = [], status, unresolved } = response
  const id = Anchors.claim(drawing.ids, open.id, "response", status)
  const line = isLine(response) ? lineOf(response.description) : ""
  const text = isLine(response) ? emptyHtml : drawDescription(response, drawing)
  const rows = drawRows(
    headers.map((header) => rowOf(header, undefined)),
    open
  )
  const told = rows === emptyHtml ? emptyHtml : html`<p class="api-choice">${drawing.words.api.headers}</p>${rows}`
  const lost = drawUnresolved(unresolved === undefined ? [] : [unresolved], drawing)
  const inner = [lost, text, drawContents(content, open), told].filter((each) => each !== emptyHtml)
  const name = html`<span${classes("api-status", statusClass(status))} dir="ltr">${status}</span> <span dir="auto">${line}</span>`
  return inner.length === 0
    ? html`<div class="api-answer api-bare" id="${id}">${name}</div>`
    : html`<details class="api-answer" id="${id}"${flag("open", isOpen)}><summary>${name}</summary><div class="api-answer-body">${inner}</div></details>`
}

const drawAnswers = (open: Open): Html => {
  const { responses } = open.sheet.operation
  const first = responses.find(({ content = [], status }) => status.startsWith("2") && content.length > 0)
  const drawn: Array<Html> = []
  for (const response of responses) {
    drawn.push(drawAnswer(response, open.isShort && response === first, open))
  }
  return part(open, "responses", open.drawing.words.api.answers, drawn.length === 0 ? emptyHtml : html`${drawn}`)
}

/** A request that the API itself sends: its target, its content, and the expected responses. */
const drawCallback = ({ name, operation }: ApiDescription.Callback, outer: Open): Html => {
  const { drawing } = outer
  const id = Anchors.claim(drawing.ids, outer.id, "callback", name)
  const open: Open = { ...outer, id, isShort: false, sheet: { ...outer.sheet, operation } }
  const summary = operation.summary === undefined ? name : `${name}: ${lineOf(operation.summary)}`
  const text = drawDescription(operation, drawing)
  const inner = html`<div class="api-call" dir="ltr">${drawMethod(operation.method)}<code>${operation.path}</code></div>${text}${drawUnresolved(operation.unresolved, drawing)}${drawParameters(open)}${drawBody(open)}${drawAnswers(open)}`
  return html`<details class="api-answer" id="${id}"><summary><span dir="auto">${summary}</span></summary><div class="api-answer-body">${inner}</div></details>`
}

const drawCallbacks = (open: Open): Html => {
  const drawn: Array<Html> = []
  for (const callback of open.sheet.operation.callbacks ?? []) drawn.push(drawCallback(callback, open))
  return part(open, "callbacks", open.drawing.words.api.callbacks, drawn.length === 0 ? emptyHtml : html`${drawn}`)
}

const drawDocs = ({ externalDocs }: Operation, drawing: Drawing): Html => {
  const link = externalDocs === undefined ? undefined : Links.ofUrl(externalDocs.url)
  if (externalDocs === undefined || link === undefined) return emptyHtml
  const name = externalDocs.description ?? drawing.words.api.furtherDocs
  return html`<p><a${Links.attributes(link, drawing)}>${name.trim() === "" ? Links.titleOf(link, drawing) : name}</a></p>`
}

const drawTitle = (title: string, { ids }: Drawing): Html => {
  const element = ids.elementBelow()
  return html`<${element} dir="auto">${title}</${element}>`
}

/** The part of an operation before its sections. */
const drawIntroduction = (open: Open): Html => {
  const { drawing, requestId, sheet } = open
  const { operation } = sheet
  const { api } = drawing.words
  const title = sheet.isTitled ? emptyHtml : drawTitle(ApiBlocks.titleOf(operation), drawing)
  const webhook = operation.isWebhook === true ? html`<span class="api-badge">${api.webhook}</span> ` : emptyHtml
  const old =
    operation.deprecated === true ? html`<span class="api-badge api-deprecated">${api.deprecated}</span>` : emptyHtml
  const badges = [webhook, old].filter((each) => each !== emptyHtml)
  const jump = sheet.samples.length === 0 ? emptyHtml : html`<a class="api-try" href="#${requestId}">${api.tryIt}</a>`
  const text = sheet.isDescribed ? emptyHtml : drawDescription(operation, drawing)
  const line = badges.length === 0 ? emptyHtml : html`<p class="api-badges">${badges}</p>`
  return html`${title}<div class="api-top">${drawCall(open)}${jump}</div>${line}${text}${drawDocs(operation, drawing)}${drawServers(open)}${drawUnresolved(operation.unresolved, drawing)}`
}

/** An operation or a webhook, whole. */
export const draw = (block: ApiBlocks.OperationBlock, sheet: OperationSheet, drawing: Drawing): Html => {
  const { operation, book } = sheet
  const id =
    drawing.ids.claim(block.meta?.id) ??
    Anchors.claim(drawing.ids, operation.operationId ?? ApiBlocks.titleOf(operation))
  const requestId = Anchors.claim(drawing.ids, id, "request")
  const { isShort, room, share } = drawing.sheets
  const open: Open = {
    drawing,
    book,
    rows: new Rows(share, room),
    direction: "request",
    open: [],
    depth: 0,
    sheet,
    id,
    requestId,
    isShort,
    code: new Markup(markupLimits.examples)
  }
  const { api } = drawing.words
  const introduction = drawIntroduction(open)
  const security = part(open, "authentication", api.authentication, SecurityHtml.draw(operation, book, drawing))
  const parameters = drawParameters(open)
  const body = drawBody(open)
  const samples = PiecesHtml.drawSamples(sheet.samples, drawing)
  const request = part(open, "request", api.request, samples)
  open.rows.refill()
  const answers = drawAnswers(open)
  const callbacks = drawCallbacks(open)
  return html`<section${classes("api", !isShort && "api-many")}${attribute("id", id)}>${introduction}${security}${parameters}${body}${request}${answers}${callbacks}</section>`
}
