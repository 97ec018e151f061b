import type { ContentRef, VoidBlock } from "@quire/core"
import { drawMethod } from "../api/MethodHtml.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import { sizeText } from "./FileSize.ts"
import { drawSign } from "./Inlines.ts"
import * as Links from "./Links.ts"

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
