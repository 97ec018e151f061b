import type { SiteFrame } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import { siteTitle } from "./HeadHtml.ts"
import * as Links from "./Links.ts"

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
export const menu = (className: string, title: Html, list: Html): Html =>
  html`<details class="menu ${className}" data-menu><summary>${title}${glyphs.chevron}</summary><div class="menu-list">${list}</div></details>`

/** A line of a menu or a list. */
export interface MenuLine extends Links.Destination {
  readonly title: string
}

export const links = (frame: PageFrame, entries: ReadonlyArray<MenuLine>): Html =>
  html`<ul>${entries.map((entry) => html`<li>${Links.print(frame, entry, html`${entry.title}`)}</li>`)}</ul>`

const item = (frame: PageFrame, entry: SiteFrame.HeaderItem): Html => {
  const own = Links.hrefOf(frame, entry) === undefined ? [] : [entry]
  if (entry.links.length > 0) {
    return html`<li>${menu(`style-${entry.style}`, html`${entry.title}`, links(frame, [...own, ...entry.links]))}</li>`
  }
  return html`<li>${Links.print(frame, entry, html`${entry.title}`, `style-${entry.style}`)}</li>`
}

const search = ({ linkTo, words }: PageFrame): Html =>
  html`<form class="search" role="search" action="${linkTo("~search")}" data-search><button type="submit" aria-label="${words.search}">${glyphs.search}<span>${words.search}</span><kbd aria-hidden="true">/</kbd></button></form>`

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
  return html`<li>${menu(isCurrent ? "current" : "other", html`${mark}${title}`, list)}</li>`
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
export const print = (frame: PageFrame, hasMenu: boolean): Html =>
  html`<header class="site-header"><div class="bar">${hasMenu ? menuButton(frame) : emptyHtml}${brand(frame)}${search(frame)}${siteLinks(frame)}${themeButton(frame)}</div>${tabs(frame)}</header>`
