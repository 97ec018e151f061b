import { emptyHtml, type Html, html } from "../html/Html.ts"
import * as SiteForm from "../request/SiteForm.ts"
import type * as Frame from "./Frame.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import { markOf } from "./Marks.ts"

const breadcrumbs = ({ linkTo, words }: PageFrame, { breadcrumbs: steps }: Frame.Page): Html => {
  if (steps.length === 0) return emptyHtml
  const items = steps.map(({ path, title }) =>
    path === undefined ? html`<li><span>${title}</span></li>` : html`<li><a href="${linkTo(path)}">${title}</a></li>`
  )
  return html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}"><ol>${items}</ol></nav>`
}

/** The address of the page's text, as a link from the page. */
export const markdownOf = (frame: PageFrame, { textPath }: Frame.Page): string | undefined =>
  frame.site.customization.pageActions.markdown && textPath !== "" ? frame.linkTo(`${textPath}.md`) : undefined

/** The address of a PDF of the page and those below it, as a link from the page. */
const pdfOf = ({ hasPdfs, linkTo, site }: PageFrame, { id, siteSpace }: Frame.Page): string | undefined =>
  hasPdfs && site.customization.pdf.enabled ? linkTo(SiteForm.pdfPath(siteSpace, id)) : undefined

const markdownActions = ({ words }: PageFrame, markdown: string): Html =>
  html`<button type="button" aria-label="${words.copyMarkdown}" data-copy-page hidden>${glyphs.copy}<span>${words.copy}</span></button><a href="${markdown}" aria-label="${words.viewMarkdown}">${glyphs.text}<span>Markdown</span></a>`

const pdfAction = ({ words }: PageFrame, pdf: string): Html =>
  html`<a href="${pdf}" rel="nofollow" aria-label="${words.pdf}">${glyphs.pdf}<span>PDF</span></a>`

const actions = (frame: PageFrame, page: Frame.Page): Html => {
  const markdown = markdownOf(frame, page)
  const pdf = pdfOf(frame, page)
  if ((markdown ?? pdf) === undefined || !page.layout.metadata) return emptyHtml
  return html`<div class="page-actions">${markdown === undefined ? emptyHtml : markdownActions(frame, markdown)}${pdf === undefined ? emptyHtml : pdfAction(frame, pdf)}</div>`
}

/** The breadcrumbs of a page, its title and its description. */
export const print = (frame: PageFrame, page: Frame.Page): Html => {
  const { description, layout, title } = page
  const hidden = layout.title ? emptyHtml : html` class="hidden"`
  const mark = layout.title ? markOf(page, frame.icon) : emptyHtml
  const lead =
    description === undefined || description === "" || !layout.description
      ? emptyHtml
      : html`<p class="lead" dir="auto">${description}</p>`
  return html`<header class="page-header"><div class="page-top">${breadcrumbs(frame, page)}${actions(frame, page)}</div><h1${hidden} dir="auto">${mark}${title}</h1>${lead}</header>`
}
