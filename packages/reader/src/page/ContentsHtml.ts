import { emptyHtml, type Html, html } from "../html/Html.ts"
import type * as Frame from "./Frame.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import * as HeaderHtml from "./HeaderHtml.ts"

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
  return HeaderHtml.menu("switcher", name, html`<ul>${items}</ul>`)
}

/** The table of contents, or nothing if the page has none. */
export const print = (frame: PageFrame, page: Frame.Page): Html | undefined =>
  page.layout.tableOfContents
    ? html`${switcher(frame, page)}<div class="contents">${frame.sidebar.print(page.id, frame.linkTo(""))}</div>`
    : undefined

/** The headings of a page as navigation. */
export const outline = ({ words }: PageFrame, { layout, outline: headings }: Frame.Page): Html => {
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
