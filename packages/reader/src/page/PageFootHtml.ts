import type { PublishedPage } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import type * as Frame from "./Frame.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import * as Links from "./Links.ts"

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (language: string): Intl.DateTimeFormat => {
  const known = formats.get(language)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
  formats.set(language, format)
  return format
}

const updated = ({ words }: PageFrame, { updatedAt }: Frame.Page): Html => {
  if (updatedAt === undefined) return emptyHtml
  const [before = "", after = ""] = words.updated.split("{}")
  const date = formatOf(words.language).format(new Date(updatedAt))
  return html`<p>${before}<time datetime="${updatedAt}">${date}</time>${after}</p>`
}

const edit = (frame: PageFrame): Html => {
  const { editUrl, site, words } = frame
  const href = site.customization.git.showEditLink ? Links.outwardHrefOf(editUrl) : undefined
  return href === undefined
    ? emptyHtml
    : html`<a class="edit" href="${href}"${Links.outward(frame)}>${glyphs.edit}${words.edit}</a>`
}

const metadata = (frame: PageFrame, page: Frame.Page): Html => {
  const parts = page.layout.metadata ? html`${updated(frame, page)}${edit(frame)}` : emptyHtml
  return parts.text === "" ? emptyHtml : html`<div class="page-data">${parts}</div>`
}

const neighbour = (
  { linkTo }: PageFrame,
  { path, title }: PublishedPage.PageLink,
  rel: "prev" | "next",
  word: string
): Html =>
  html`<a class="${rel}" rel="${rel}" href="${linkTo(path)}"><small>${word}</small><span dir="auto">${title}</span></a>`

/** Whether readers are led from page to page. */
export const hasPager = ({ site }: PageFrame, { layout }: Frame.Page): boolean =>
  site.customization.pagination.enabled && layout.pagination

const pager = (frame: PageFrame, page: Frame.Page): Html => {
  const { next, previous } = page
  const { words } = frame
  if (!hasPager(frame, page) || (next === undefined && previous === undefined)) return emptyHtml
  const before = previous === undefined ? emptyHtml : neighbour(frame, previous, "prev", words.previous)
  const after = next === undefined ? emptyHtml : neighbour(frame, next, "next", words.next)
  return html`<nav class="pager" aria-label="${words.neighbours}">${before}${after}</nav>`
}

/** The part of a page below its text. */
export const print = (frame: PageFrame, page: Frame.Page): Html => html`${metadata(frame, page)}${pager(frame, page)}`
