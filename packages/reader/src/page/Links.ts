import { ContentRef } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { Frame, PageFrame } from "./Frame.ts"

/** An address below the site, or a URL that leaves it. */
export interface Destination {
  readonly path?: string
  readonly url?: string
}

/** A URL that leaves the site, if it is a safe one. */
export const outwardHrefOf = (url: string | undefined): string | undefined =>
  url !== undefined && ContentRef.isSafeUrl(url) ? url : undefined

/** The address to link to; undefined where there is none, or none that is safe. */
export const hrefOf = ({ linkTo }: Pick<Frame, "linkTo">, { path, url }: Destination): string | undefined =>
  path === undefined ? outwardHrefOf(url) : linkTo(path)

/** What links that leave the site say besides their address. */
export const outward = ({ site }: { readonly site: Pick<Frame["site"], "customization"> }): Html =>
  site.customization.externalLinks.target === "blank" ? html` target="_blank" rel="noopener"` : emptyHtml

/** A link, or its text alone where it leads nowhere. */
export const print = (frame: Frame, to: Destination, text: Html, className?: string): Html => {
  const href = hrefOf(frame, to)
  const named = className === undefined ? emptyHtml : html` class="${className}"`
  if (href === undefined) return html`<span${named}>${text}</span>`
  return html`<a${named} href="${href}"${to.path === undefined ? outward(frame) : emptyHtml}>${text}</a>`
}

/** The address of an image elsewhere that pages may load; undefined for any other. */
export const imageOf = (url: string | undefined): string | undefined =>
  url !== undefined && /^https:\/\//i.test(url) && URL.canParse(url) ? url : undefined

type Imaging = Pick<PageFrame, "images" | "linkTo" | "site">

const fileOf = ({ images = {} }: Imaging, url: string | undefined): string | undefined =>
  url !== undefined && Object.hasOwn(images, url) ? images[url] : undefined

/** The address of an image of the settings: of a file below the site, or elsewhere. */
export const settingImageOf = (frame: Imaging, url: string | undefined): string | undefined => {
  const path = fileOf(frame, url)
  return path === undefined ? imageOf(url) : frame.linkTo(path)
}

/** The same, absolute: for those who show a link to the page. */
export const sharedImageOf = (frame: Imaging, url: string | undefined): string | undefined => {
  const path = fileOf(frame, url)
  return path === undefined ? imageOf(url) : `${frame.site.url}${path}`
}
