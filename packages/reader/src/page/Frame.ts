import type { PublishedPage, SiteFrame } from "@quire/core"
import type { Html } from "../html/Html.ts"
import type { Words } from "../words/Words.ts"

/** URLs of the assets of a page, as links from the page. */
export interface Assets {
  readonly style: string
  readonly script: string
  /** An SVG (`Favicon.print`); the icons of the settings come before it. */
  readonly favicon?: string
}

/** The context shared by all pages of a site-space. */
export interface Frame {
  readonly site: SiteFrame.SiteFrame
  readonly words: Words
  readonly assets: Assets
  /** The page's own address below the site, percent-encoded. */
  readonly path: string
  /** An address below the site as a link from the page (`SitePlaces.relative`). */
  readonly linkTo: (path: string) => string
  /** Whether this server generates PDFs. */
  readonly hasPdfs: boolean
  /** Addresses of the scripts of integrations that the page loads. */
  readonly scripts?: ReadonlyArray<string>
  /** The URL at which the page can be edited, if readers may see it. */
  readonly editUrl?: string
}

/**
 * The table of contents of a site-space, rendered for insertion into any of its pages. `root` is the relative path from
 * the page to the site, ending with a slash.
 */
export interface Sidebar {
  readonly print: (page: string, root: string) => Html
  /** Estimated memory in bytes. */
  readonly bytes: number
}

/** The context for rendering whole pages. */
export interface PageFrame extends Frame {
  /** An icon by its name, in the style of the settings; nothing if it is unknown. */
  readonly icon: (name: string) => Html
  /** Prepared from the table of contents. */
  readonly sidebar: Sidebar
}

/** A page without its document, which is rendered separately. */
export type Page = Omit<PublishedPage.PublishedPage, "document">
