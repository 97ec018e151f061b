import { type Block, ContentRef, DocumentTree, type PublishedPage } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import * as SiteForm from "../request/SiteForm.ts"
import type * as Frame from "./Frame.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import type * as HeadHtml from "./HeadHtml.ts"
import * as Links from "./Links.ts"
import { markOf } from "./Marks.ts"
import * as ShellHtml from "./ShellHtml.ts"

/** The site-spaces of the section, with the one that is read among them. */
const switcher = ({ linkTo, words }: PageFrame, { alternates, siteSpace, space }: Frame.Page): Html => {
  const others = alternates.filter((alternate) => alternate.siteSpace !== siteSpace)
  if (others.length === 0) return emptyHtml
  const current = alternates.find((alternate) => alternate.siteSpace === siteSpace)?.title ?? space.title
  const all =
    others.length === alternates.length ? [{ siteSpace, title: current, path: undefined }, ...others] : alternates
  const items = all.map(({ path, siteSpace: id, title }) =>
    id === siteSpace || path === undefined
      ? html`<li><span aria-current="true">${title}</span></li>`
      : html`<li><a href="${linkTo(path)}">${title}</a></li>`
  )
  const name = html`<span class="hidden">${words.versions}: </span>${current}`
  return ShellHtml.headerMenu("switcher", name, html`<ul>${items}</ul>`)
}

/** The table of contents, or nothing if the page has none. */
export const printContents = (frame: PageFrame, page: Frame.Page): Html | undefined =>
  page.layout.tableOfContents
    ? html`${switcher(frame, page)}<div class="contents">${frame.sidebar.print(page.id, frame.linkTo(""))}</div>`
    : undefined

/** The headings of a page as navigation. */
export const printOutline = ({ words }: PageFrame, { layout, outline: headings }: Frame.Page): Html => {
  if (!layout.outline || headings.length === 0) return emptyHtml
  const top = Math.min(...headings.map(({ level }) => level))
  const items = headings.map(
    ({ anchor, level, title }) =>
      html`<li class="level-${level - top + 1}"><a href="#${encodeURIComponent(anchor)}">${title}</a></li>`
  )
  return html`<nav class="outline" id="page:outline" aria-labelledby="page:headings" popover data-outline><h2 id="page:headings">${words.onThisPage}</h2><ul>${items}</ul></nav>`
}

/** Opens the outline where there is no room for it next to the page. */
export const outlineButton = ({ words }: PageFrame): Html =>
  html`<button class="outline-button" type="button" popovertarget="page:outline">${words.onThisPage}${glyphs.chevron}</button>`

type Page = Pick<PublishedPage.PublishedPage, "cover" | "layout" | "references">

const sourceOf = ({ linkTo }: PageFrame, page: Page, ref: ContentRef.ImageRef | undefined): string | undefined => {
  if (ref === undefined) return undefined
  if (ref.kind === "url") return Links.imageOf(ref.url)
  const target = page.references[ContentRef.toUrl(ref)]
  return target?.kind === "file" ? linkTo(target.path) : undefined
}

/** Pixels by which a cover is moved, as one of eleven places from its top to its end. */
const placeOf = (offset: number): number => Math.min(10, Math.max(0, Math.round(5 - offset / 48)))

const image = (src: string, className: string): Html =>
  html`<img class="${className}" src="${src}" alt="" decoding="async">`

/** The cover image of a page. */
export const printCover = (frame: PageFrame, page: Page): Html => {
  const { cover, layout } = page
  if (cover === undefined || !layout.cover) return emptyHtml
  const light = sourceOf(frame, page, cover.ref)
  if (light === undefined) return emptyHtml
  const dark = sourceOf(frame, page, cover.refDark)
  const place = `at-${placeOf(cover.yPos)}`
  const images =
    dark === undefined ? image(light, place) : [image(light, `${place} light-only`), image(dark, `${place} dark-only`)]
  return html`<div class="cover cover-${layout.coverSize}">${images}</div>`
}

/** The cover image for link previews on other sites; only where it has a separate URL. */
export const shared = ({ cover }: Page): string | undefined =>
  cover?.ref.kind === "url" ? Links.imageOf(cover.ref.url) : undefined

const letter = /\p{L}/gu
const fromTheRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The direction of most letters in a text; undefined for a text without letters. */
export const of = (text: string): "ltr" | "rtl" | undefined => {
  const letters = count(text, letter)
  if (letters === 0) return undefined
  return 2 * count(text, fromTheRight) > letters ? "rtl" : "ltr"
}

/** Characters that are examined for the direction of a page. */
const mostLookedAt = 20_000

const textOf = (node: Block.InlineNode): string => {
  if (node.object !== "text") return node.type === "link" ? node.nodes.map(textOf).join(" ") : ""
  return node.leaves.map(({ marks, text }) => (marks.some(({ type }) => type === "code") ? "" : text)).join("")
}

/** The direction of most of the text on a page, ignoring code; undefined for a page without letters. */
export const ofPage = (title: string, document: DocumentTree.BlockRoot): "ltr" | "rtl" | undefined => {
  let text = title
  for (const [block] of DocumentTree.walk(document)) {
    if (text.length > mostLookedAt) break
    if (block.type !== "code-line") text += DocumentTree.content(block).map(textOf).join("")
  }
  return of(text)
}

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
export const printFoot = (frame: PageFrame, page: Frame.Page): Html =>
  html`${metadata(frame, page)}${pager(frame, page)}`

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
export const printTitle = (frame: PageFrame, page: Frame.Page): Html => {
  const { description, layout, title } = page
  const hidden = layout.title ? emptyHtml : html` class="hidden"`
  const mark = layout.title ? markOf(page, frame.icon) : emptyHtml
  const lead =
    description === undefined || description === "" || !layout.description
      ? emptyHtml
      : html`<p class="lead" dir="auto">${description}</p>`
  return html`<header class="page-header"><div class="page-top">${breadcrumbs(frame, page)}${actions(frame, page)}</div><h1${hidden} dir="auto">${mark}${title}</h1>${lead}</header>`
}

/** A page with its document, by which its direction is found. */
type PrintedPage = Frame.Page & { readonly document?: PublishedPage.PublishedPage["document"] }

/** The absolute address of the picture of the site. */
const sharedImage = ({ customization, images, url: site }: PageFrame["site"]): string | undefined => {
  const { url = "" } = customization.socialPreview
  const path = Object.hasOwn(images, url) ? images[url] : undefined
  return path === undefined ? Links.imageOf(url) : `${site}${path}`
}

/** The page in its languages, where there is more than one (rule publication-languages). */
const languagesOf = (
  { site }: PageFrame,
  { alternates, canonical, language }: Frame.Page
): NonNullable<HeadHtml.Head["languages"]> => {
  const others = alternates.flatMap((each) =>
    each.language === undefined ? [] : [{ language: each.language, url: `${site.url}${each.path}` }]
  )
  return language === undefined || others.length === 0 ? [] : [{ language, url: canonical }, ...others]
}

/** The language of the page, where it is known. */
const spoken = ({ language }: Frame.Page): Html => (language === undefined ? emptyHtml : html` lang="${language}"`)

const headOf = (frame: PageFrame, page: Frame.Page): HeadHtml.Head => {
  const { canonical, description, next, previous, robots, title } = page
  const markdown = markdownOf(frame, page)
  const image = sharedImage(frame.site) ?? shared(page)
  const isLed = hasPager(frame, page)
  return {
    title,
    canonical,
    languages: languagesOf(frame, page),
    isIndexed: robots === "index" && frame.site.preview === undefined,
    ...(description === undefined || description === "" ? {} : { description }),
    ...(image === undefined ? {} : { image }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(frame.scripts === undefined ? {} : { scripts: frame.scripts }),
    ...(isLed && previous !== undefined ? { previous: frame.linkTo(previous.path) } : {}),
    ...(isLed && next !== undefined ? { next: frame.linkTo(next.path) } : {})
  }
}

/** The direction of the content, where it is not that of the language of the site (rule page-direction). */
const direction = ({ words }: PageFrame, { description = "", document, title }: PrintedPage): Html => {
  const own = ofPage(`${title} ${description}`, document ?? { nodes: [] }) ?? words.direction
  return own === words.direction ? emptyHtml : html` dir="${own}"`
}

/** A page with its surrounding frame; `body` is its document. */
export const print = (frame: PageFrame, page: PrintedPage, body: Html): Html => {
  const contents = printContents(frame, page)
  const outline = printOutline(frame, page)
  const button = outline.text === "" || page.outline.length === 1 ? emptyHtml : outlineButton(frame)
  const cover = printCover(frame, page)
  const classes = [
    page.layout.width,
    contents === undefined ? "no-contents" : "",
    outline.text === "" ? "no-outline" : "",
    cover.text === "" ? "" : `has-cover-${page.layout.coverSize}`
  ]
  return ShellHtml.print(frame, {
    head: headOf(frame, page),
    ...(contents === undefined ? {} : { contents }),
    cover,
    main: html`<article${spoken(page)}${direction(frame, page)}>${printTitle(frame, page)}${button}${body}${printFoot(frame, page)}</article>`,
    aside: outline,
    className: classes.filter((name) => name !== "").join(" ")
  })
}
