import type { SiteFrame } from "@quire/core"
import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import { fill } from "../words/Words.ts"
import type { Frame, PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import * as HeadHtml from "./HeadHtml.ts"
import { siteTitle } from "./HeadHtml.ts"
import * as Links from "./Links.ts"
import * as SearchFilters from "./SearchFilters.ts"

/** An image of which readers of either theme see their own. */
export const picture = (
  frame: PageFrame,
  urls: { readonly light: string; readonly dark: string } | undefined,
  alt: string,
  className: string
): Html | undefined => {
  const [light, dark] = [Links.settingImageOf(frame, urls?.light), Links.settingImageOf(frame, urls?.dark)]
  if (light === undefined || dark === undefined) return undefined
  if (light === dark) return html`<img class="${className}" src="${light}" alt="${alt}">`
  return html`<img class="${className} light-only" src="${light}" alt="${alt}"><img class="${className} dark-only" src="${dark}" alt="${alt}">`
}

const brand = (frame: PageFrame): Html => {
  const title = siteTitle(frame)
  const logo = picture(frame, frame.site.customization.header.logo, title, "logo")
  return html`<a class="brand" href="${frame.linkTo("")}">${logo ?? html`<span>${title}</span>`}</a>`
}

/** A menu that opens without a script; `list` is its content. */
export const headerMenu = (className: string, title: Html, list: Html): Html =>
  html`<details class="menu ${className}" data-menu><summary>${title}${glyphs.chevron}</summary><div class="menu-list">${list}</div></details>`

/** A line of a menu or a list. */
export interface MenuLine extends Links.Destination {
  readonly title: string
}

export const printLinks = (frame: PageFrame, entries: ReadonlyArray<MenuLine>): Html =>
  html`<ul>${entries.map((entry) => html`<li>${Links.print(frame, entry, html`${entry.title}`)}</li>`)}</ul>`

const item = (frame: PageFrame, entry: SiteFrame.HeaderItem): Html => {
  const own = Links.hrefOf(frame, entry) === undefined ? [] : [entry]
  if (entry.links.length > 0) {
    return html`<li>${headerMenu(`style-${entry.style}`, html`${entry.title}`, printLinks(frame, [...own, ...entry.links]))}</li>`
  }
  return html`<li>${Links.print(frame, entry, html`${entry.title}`, `style-${entry.style}`)}</li>`
}

const search = (frame: PageFrame): Html => {
  const { linkTo, words } = frame
  return html`<form class="search" role="search" action="${linkTo("~search")}" data-search><button type="submit" aria-label="${words.search}">${glyphs.search}<span>${words.search}</span><kbd aria-hidden="true">/</kbd></button>${SearchFilters.print(frame, {}, "hidden")}</form>`
}

const themeButton = ({ site, words }: PageFrame): Html =>
  site.customization.themes.toggeable
    ? html`<button class="icon-button" type="button" aria-label="${words.theme}" data-theme-button hidden>${glyphs.light}${glyphs.dark}${glyphs.system}</button>`
    : emptyHtml

const menuButton = ({ words }: PageFrame): Html =>
  html`<button class="icon-button menu-button" type="button" aria-label="${words.menu}" popovertarget="page:menu">${glyphs.menu}</button>`

const tab = (frame: PageFrame, section: SiteFrame.SectionTab): Html => {
  const icon = section.icon === undefined ? emptyHtml : frame.icon(section.icon)
  const current = section.isCurrent ? html` aria-current="true"` : emptyHtml
  return html`<li><a href="${frame.linkTo(section.path)}"${current}>${icon}${section.title}</a></li>`
}

const sectionLine = (frame: PageFrame, { description, icon, isCurrent, path, title }: SiteFrame.SectionTab): Html => {
  const text = description === undefined ? emptyHtml : html`<small>${description}</small>`
  const current = isCurrent ? html` aria-current="true"` : emptyHtml
  const mark = icon === undefined ? emptyHtml : frame.icon(icon)
  return html`<li><a href="${frame.linkTo(path)}"${current}>${mark}${title}${text}</a></li>`
}

const group = (frame: PageFrame, { icon, isCurrent, sections, title }: SiteFrame.SectionMenu): Html => {
  const mark = icon === undefined ? emptyHtml : frame.icon(icon)
  const list = html`<ul>${sections.map((section) => sectionLine(frame, section))}</ul>`
  return html`<li>${headerMenu(isCurrent ? "current" : "other", html`${mark}${title}`, list)}</li>`
}

const tabs = (frame: PageFrame): Html => {
  const { tabs: entries } = frame.site
  if (entries.length === 0) return emptyHtml
  return html`<nav class="site-tabs" aria-label="${frame.words.sections}"><ul>${entries.map((entry) => (entry.kind === "group" ? group(frame, entry) : tab(frame, entry)))}</ul></nav>`
}

const siteLinks = (frame: PageFrame): Html =>
  frame.site.header.length === 0
    ? emptyHtml
    : html`<nav class="site-links" aria-label="${frame.words.siteLinks}"><ul>${frame.site.header.map((entry) => item(frame, entry))}</ul></nav>`

/** The bar on top of a page, with the sections below it. */
export const printHeader = (frame: PageFrame, hasMenu: boolean): Html =>
  html`<header class="site-header"><div class="bar">${hasMenu ? menuButton(frame) : emptyHtml}${brand(frame)}${search(frame)}${siteLinks(frame)}${themeButton(frame)}</div>${tabs(frame)}</header>`

/** The footer of every page; nothing if the settings define none. */
export const printFooter = (frame: PageFrame): Html => {
  const { footer, privacyPolicy } = frame.site.customization
  const groups = frame.site.footer.map(
    ({ links, title }) => html`<div><h2>${title}</h2>${printLinks(frame, links)}</div>`
  )
  const logo = picture(frame, footer.logo, siteTitle(frame), "logo")
  const copyright = footer.copyright === undefined ? emptyHtml : html`<p dir="auto">${footer.copyright}</p>`
  const privacy = Links.outwardHrefOf(privacyPolicy.url)
  const policy =
    privacy === undefined
      ? emptyHtml
      : html`<a href="${privacy}"${Links.outward(frame)}>${frame.words.privacyPolicy}</a>`
  if ([...groups, logo ?? emptyHtml, copyright, policy].every(({ text }) => text === "")) return emptyHtml
  const nav =
    groups.length === 0
      ? emptyHtml
      : html`<nav class="footer-groups" aria-label="${frame.words.furtherLinks}">${groups}</nav>`
  return html`<footer class="site-footer"><div class="footer-inner"><div class="footer-own">${logo ?? emptyHtml}${copyright}${policy}</div>${nav}</div></footer>`
}

/** A link out of the preview, which does not pass the token on. */
const away = (url: string | undefined, text: string): Html =>
  url === undefined ? emptyHtml : html` <a href="${url}" rel="noreferrer">${text}</a>`

/** A notice that a page is a preview, what it shows, and how to leave it (rule published-preview). */
export const printPreview = ({ site: { preview }, words }: Pick<Frame, "site" | "words">): Html => {
  if (preview === undefined) return emptyHtml
  const { changeRequest, publishedUrl } = preview
  const named =
    changeRequest === undefined
      ? emptyHtml
      : html`<strong>${fill(words.previewOfRequest, changeRequest.number)}</strong> <bdi>${changeRequest.subject}</bdi> · `
  const back = away(changeRequest?.url, words.backToRequest)
  return html`<aside class="preview-banner" aria-label="${words.previewLabel}"><p>${named}${words.preview}${back}${away(publishedUrl, words.openPublished)}</p></aside>`
}

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
    suggestion: words.didYouMean,
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
  const flat: ReadonlyArray<MenuLine> = site.header.flatMap((item) =>
    Links.hrefOf(frame, item) === undefined ? [...item.links] : [item, ...item.links]
  )
  const further = flat.length === 0 ? emptyHtml : html`<div class="menu-links">${printLinks(frame, flat)}</div>`
  return html`<nav id="page:menu" class="${shown}" popover aria-label="${words.contents}"><button class="icon-button menu-close" type="button" aria-label="${words.close}" popovertarget="page:menu" popovertargetaction="hide">${glyphs.close}</button>${contents ?? emptyHtml}${further}</nav>`
}

const doctype = trustMarkup("<!DOCTYPE html>")

/** A whole page of a site. */
export const print = (frame: PageFrame, { aside, className, contents, cover, head, main }: Parts): Html => {
  const { site, words } = frame
  const hasMenu = contents !== undefined || site.header.length > 0
  return html`${doctype}<html lang="${words.language}" dir="${words.direction}" data-theme="${site.customization.themes.default}"><head>${HeadHtml.print(frame, head)}</head><body class="${classes(frame)}" data-words="${spoken(frame)}"><a class="skip" href="#page:content">${words.skipToContent}</a>${printPreview(frame)}${announcement(frame)}${printHeader(frame, hasMenu)}<div class="layout ${className}">${hasMenu ? menu(frame, contents) : emptyHtml}${cover ?? emptyHtml}<main id="page:content" tabindex="-1">${main}</main>${aside}</div>${printFooter(frame)}</body></html>`
}
