import { emptyHtml, type Html, html, isFollowed } from "../html/Html.ts"
import type { Frame } from "./Frame.ts"

/** An address below the site, or a URL that leaves it. */
export interface Destination {
  readonly path?: string
  readonly url?: string
}

/** A URL that leaves the site, if it is to be followed. */
export const outwardHrefOf = (url: string | undefined): string | undefined =>
  url !== undefined && isFollowed(url) ? url : undefined

/** The URL of a link; undefined if there is none or if it is unsafe. */
export const hrefOf = ({ linkTo }: Pick<Frame, "linkTo">, { path, url }: Destination): string | undefined =>
  path === undefined ? outwardHrefOf(url) : linkTo(path)

/** Additional attributes of links to other sites. */
export const outward = ({ site }: { readonly site: Pick<Frame["site"], "customization"> }): Html =>
  site.customization.externalLinks.target === "blank" ? html` target="_blank" rel="noopener"` : emptyHtml

/** A link, or only its text if it has no target. */
export const print = (frame: Frame, to: Destination, text: Html, className?: string): Html => {
  const href = hrefOf(frame, to)
  const named = className === undefined ? emptyHtml : html` class="${className}"`
  if (href === undefined) return html`<span${named}>${text}</span>`
  return html`<a${named} href="${href}"${to.path === undefined ? outward(frame) : emptyHtml}>${text}</a>`
}

/** The link to an image that settings name: a file of the site, or one that pages may load from elsewhere. */
export const settingImageOf = ({ linkTo, site }: Frame, url: string | undefined): string | undefined => {
  const path = url !== undefined && Object.hasOwn(site.images, url) ? site.images[url] : undefined
  return path === undefined ? imageOf(url) : linkTo(path)
}

/** The address of an image that pages may load; undefined for any other. */
export const imageOf = (url: string | undefined): string | undefined =>
  url !== undefined && /^https:\/\//i.test(url) && URL.canParse(url) ? url : undefined
