import { ContentRef } from "@quire/core"
import { emptyHtml, type Html, html, isFollowed } from "../html/Html.ts"
import { attribute } from "./Attributes.ts"
import type { Drawing, Target } from "./Drawing.ts"

export interface Link {
  readonly href: string
  /** Whether it leaves the site. */
  readonly isExternal: boolean
  /** Its target within the site. */
  readonly target?: Target
}

/** Browsers take a backslash for a slash. */
const leaves = /^(?:https?:|[\\/]{2})/i

/** A URL as a link; undefined where it is not to be followed. */
export const ofUrl = (url: string): Link | undefined =>
  isFollowed(url) ? { href: url, isExternal: leaves.test(url) } : undefined

const find = <A>(record: { readonly [key: string]: A }, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The path of an anchor of the page itself is the anchor alone. */
const isHere = (target: Target) => target.kind === "page" && target.textPath === undefined

/** The target of a reference; undefined where the audience has no access to it. */
export const of = (ref: ContentRef.ContentRef, { linkTo, references }: Drawing): Link | undefined => {
  if (ref.kind === "url") return ofUrl(ref.url)
  const target = find(references, ContentRef.toUrl(ref))
  if (target === undefined) return undefined
  return { href: isHere(target) ? target.path : linkTo(target.path), isExternal: false, target }
}

/** The attributes of an `a` element that follows the link. */
export const attributes = ({ href, isExternal }: Link, { externalLinks }: Drawing): Html => {
  const own = attribute("href", href)
  if (!isExternal) return own
  const target = externalLinks === "blank" ? html` target="_blank"` : emptyHtml
  return html`${own} rel="noopener noreferrer"${target}`
}

const pathOf = (url: URL) => `${url.pathname}${url.search}`.replace(/\/$/, "")

/** Host and path of a URL, for readers; the URL itself where it has no host. */
export const parts = (url: string): { readonly host: string; readonly path: string } => {
  if (!URL.canParse(url)) return { host: url, path: "" }
  const parsed = new URL(url)
  return parsed.host === "" ? { host: url, path: "" } : { host: parsed.host, path: pathOf(parsed) }
}

/** The text of a link without a title from its author. */
export const titleOf = (link: Link, { headingTitle }: Drawing): string => {
  const { href, target } = link
  if (target === undefined) {
    const { host, path } = parts(href)
    return `${host}${path}`
  }
  if (target.title !== "") return target.title
  return (isHere(target) ? headingTitle(target.path.slice(1)) : undefined) ?? target.path
}
