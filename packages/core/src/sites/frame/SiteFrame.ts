import type { Customization } from "../customization/Customization.ts"

/** Target of a link: `path` below the site, percent-encoded, or an external URL. */
export type FrameLink =
  | { readonly title: string; readonly path: string }
  | { readonly title: string; readonly url: string }

/** A section; `path` is that of its first page. */
export interface SectionTab {
  readonly kind: "section"
  readonly id: string
  readonly title: string
  readonly path: string
  readonly description?: string
  /** Name of an icon. */
  readonly icon?: string
  /** Whether the page is in it. */
  readonly isCurrent: boolean
}

/** A group of sections; there is at least one. */
export interface SectionMenu {
  readonly kind: "group"
  readonly id: string
  readonly title: string
  readonly icon?: string
  readonly sections: ReadonlyArray<SectionTab>
  readonly isCurrent: boolean
}

/** An entry of the header: a link, or a menu of links, whose title may also be a link. */
export interface HeaderItem {
  readonly title: string
  readonly style: "link" | "button-primary" | "button-secondary"
  readonly path?: string
  readonly url?: string
  readonly links: ReadonlyArray<FrameLink>
}

export interface FooterGroup {
  readonly title: string
  readonly links: ReadonlyArray<FrameLink>
}

export interface Announcement {
  readonly message: string
  readonly style: "info" | "warning" | "danger" | "success"
  readonly link?: FrameLink
}

/** A language by its code, and as a BCP 47 tag. */
export interface FrameLanguage {
  readonly code: string
  readonly tag: string
}

/** The content that a preview shows. */
export interface PreviewNotice {
  /** Absent if the site is shown with its published content. */
  readonly changeRequest?: {
    readonly number: number
    readonly subject: string
    /** Address in the application. */
    readonly url: string
  }
  /** Public address of the site; absent if it is not published or requires a key. */
  readonly publishedUrl?: string
}

/**
 * The frame around the pages of a site space, as one audience sees it, as plain data. Links to content that the
 * audience cannot see are omitted.
 */
export interface SiteFrame {
  /** Title of the site. */
  readonly title: string
  /** Public address of the site: absolute, ends with a slash. */
  readonly url: string
  /** The settings of the site-space, as the audience sees them. */
  readonly customization: Customization
  /** Paths below the site of images that are its files, by their addresses in the settings. */
  readonly images: { readonly [address: string]: string }
  /** The sections in order; empty if there is only one. */
  readonly tabs: ReadonlyArray<SectionTab | SectionMenu>
  /** The languages of the spaces, in order; absent if there are fewer than two. */
  readonly languages?: ReadonlyArray<FrameLanguage>
  readonly header: ReadonlyArray<HeaderItem>
  readonly footer: ReadonlyArray<FooterGroup>
  readonly announcement?: Announcement
  /** Present in previews only. */
  readonly preview?: PreviewNotice
}
