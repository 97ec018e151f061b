import type { SiteFrame } from "@quire/core"
import type { Words } from "../words/Words.ts"

/** Addresses of what a page loads besides itself, as links from the page. */
export interface Assets {
  readonly style: string
  readonly script: string
}

/** What every page of a site-space is printed with. */
export interface Frame {
  readonly site: SiteFrame.SiteFrame
  readonly words: Words
  readonly assets: Assets
  /** The page's own address below the site, percent-encoded. */
  readonly path: string
  /** An address below the site as a link from the page (`SitePlaces.relative`). */
  readonly linkTo: (path: string) => string
  /** Where the page can be changed, if its readers are told. */
  readonly editUrl?: string
}
