import { emptyHtml, type Html, html } from "../html/Html.ts"
import * as ThemeScript from "../script/ThemeScript.ts"
import type { PageFrame } from "./Frame.ts"
import * as Links from "./Links.ts"

/** The metadata in the head of a page; URLs are given as attribute values. */
export interface Head {
  readonly title: string
  readonly description?: string
  /** Absolute. */
  readonly canonical?: string
  /** Absolute, for sites that show a preview of the page. */
  readonly image?: string
  readonly isIndexed: boolean
  readonly previous?: string
  readonly next?: string
  readonly markdown?: string
  /** Addresses of the scripts of integrations. */
  readonly scripts?: ReadonlyArray<string>
  /** The page in each language, its own among them; addresses are absolute. */
  readonly languages?: ReadonlyArray<{ readonly language: string; readonly url: string }>
}

/** The site title that readers know. */
export const siteTitle = ({ site }: PageFrame): string => site.customization.title ?? site.title

const link = (rel: string, href: string | undefined): Html =>
  href === undefined ? emptyHtml : html`<link rel="${rel}" href="${href}">`

const meta = (name: string, content: string | undefined): Html =>
  content === undefined ? emptyHtml : html`<meta name="${name}" content="${content}">`

const property = (name: string, content: string | undefined): Html =>
  content === undefined ? emptyHtml : html`<meta property="og:${name}" content="${content}">`

const favicon = (frame: PageFrame): Html => {
  const { assets, site } = frame
  const { icon } = site.customization.favicon
  const [light, dark] = [Links.settingImageOf(frame, icon?.light), Links.settingImageOf(frame, icon?.dark)]
  if (light === undefined || dark === undefined) return link("icon", assets.favicon)
  if (light === dark) return link("icon", light)
  return html`<link rel="icon" href="${light}" media="(prefers-color-scheme:light)"><link rel="icon" href="${dark}" media="(prefers-color-scheme:dark)">`
}

const openGraph = (frame: PageFrame, { canonical, description, image, title }: Head): Html =>
  canonical === undefined
    ? emptyHtml
    : html`${property("type", "article")}${property("title", title)}${property("site_name", siteTitle(frame))}${property("url", canonical)}${property("description", description)}${property("image", image)}${meta("twitter:card", image === undefined ? undefined : "summary_large_image")}`

/** The inside of `head`. */
export const print = (frame: PageFrame, head: Head): Html => {
  const site = siteTitle(frame)
  const title = head.title === site ? site : `${head.title} | ${site}`
  const theme = frame.site.customization.themes.toggeable ? html`<script>${ThemeScript.html}</script>` : emptyHtml
  const markdown =
    head.markdown === undefined ? emptyHtml : html`<link rel="alternate" type="text/markdown" href="${head.markdown}">`
  const languages = (head.languages ?? []).map(
    ({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">`
  )
  const scripts = (head.scripts ?? []).map((address) => html`<script src="${address}" async></script>`)
  return html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>${meta("description", head.description)}${meta("robots", head.isIndexed ? undefined : "noindex")}${link("canonical", head.canonical)}${link("prev", head.previous)}${link("next", head.next)}${languages}${markdown}${openGraph(frame, head)}${favicon(frame)}${theme}<link rel="stylesheet" href="${frame.assets.style}"><script src="${frame.assets.script}" defer></script>${scripts}`
}
