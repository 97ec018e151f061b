import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import * as FooterHtml from "./FooterHtml.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import * as HeaderHtml from "./HeaderHtml.ts"
import * as HeadHtml from "./HeadHtml.ts"
import * as Links from "./Links.ts"
import * as PreviewHtml from "./PreviewHtml.ts"

/** The parts that a page inserts into the frame. */
export interface Parts {
  readonly head: HeadHtml.Head
  /** The content of the table of contents; undefined if the page has none. */
  readonly contents?: Html
  /** Above the page, and as wide as its outline allows. */
  readonly cover?: Html
  readonly main: Html
  readonly aside: Html
  /** How `main` is laid out. */
  readonly className: string
}

/** The texts that the script displays. */
const spoken = ({ words }: PageFrame): string =>
  JSON.stringify({
    search: words.search,
    hint: words.searchHint,
    none: words.noResults,
    some: words.results,
    one: words.oneResult,
    failed: words.searchFailed,
    close: words.close,
    copy: words.copy,
    copied: words.copied,
    zoom: words.zoom,
    theme: words.theme,
    light: words.light,
    dark: words.dark,
    system: words.system
  })

const classes = ({ site }: PageFrame): string => {
  const { header, styling } = site.customization
  const { links, search, sidebar, theme } = styling
  return `look-${theme} header-${header.preset} search-${search} links-${links} sidebar-${sidebar.background} list-${sidebar.list}`
}

const announcement = (frame: PageFrame): Html => {
  const { announcement: told } = frame.site
  if (told === undefined) return emptyHtml
  const link =
    told.link === undefined
      ? emptyHtml
      : html` ${Links.print(frame, told.link, html`${told.link.title === "" ? told.message : told.link.title}`)}`
  return html`<aside class="announcement ${told.style}"><p dir="auto">${told.message}${link}</p></aside>`
}

const menu = (frame: PageFrame, contents: Html | undefined): Html => {
  const { site, words } = frame
  const shown = contents === undefined ? "menu-only" : "with-contents"
  const flat: ReadonlyArray<HeaderHtml.MenuLine> = site.header.flatMap((item) =>
    Links.hrefOf(frame, item) === undefined ? [...item.links] : [item, ...item.links]
  )
  const further = flat.length === 0 ? emptyHtml : html`<div class="menu-links">${HeaderHtml.links(frame, flat)}</div>`
  return html`<nav id="page:menu" class="${shown}" popover aria-label="${words.contents}"><button class="icon-button menu-close" type="button" aria-label="${words.close}" popovertarget="page:menu" popovertargetaction="hide">${glyphs.close}</button>${contents ?? emptyHtml}${further}</nav>`
}

const doctype = trustMarkup("<!DOCTYPE html>")

/** A whole page of a site. */
export const print = (frame: PageFrame, { aside, className, contents, cover, head, main }: Parts): Html => {
  const { site, words } = frame
  const hasMenu = contents !== undefined || site.header.length > 0
  return html`${doctype}<html lang="${words.language}" dir="${words.direction}" data-theme="${site.customization.themes.default}"><head>${HeadHtml.print(frame, head)}</head><body class="${classes(frame)}" data-words="${spoken(frame)}"><a class="skip" href="#page:content">${words.skipToContent}</a>${PreviewHtml.print(frame)}${announcement(frame)}${HeaderHtml.print(frame, hasMenu)}<div class="layout ${className}">${hasMenu ? menu(frame, contents) : emptyHtml}${cover ?? emptyHtml}<main id="page:content" tabindex="-1">${main}</main>${aside}</div>${FooterHtml.print(frame)}</body></html>`
}
