import type * as DocumentText from "../../content/document/DocumentText.ts"
import type * as Page from "../../content/tree/Page.ts"
import type { Cover, PageLayout } from "../../content/tree/PageLayout.ts"
import { tagOf } from "../../foundation/text/Language.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import type { NamedSpec } from "../../openapi/spec/NamedSpecs.ts"
import type { CachePolicy } from "../publication/AudienceSite.ts"
import type { Publication } from "../publication/Publications.ts"
import type { PublishedDocument } from "./PublishedDocument.ts"

/** Which of a page's addresses is requested: that of the page, or that of its texts. */
export type Form = "page" | "text"

/** A page that is linked to; `path` is its address below the site, percent-encoded, `""` for the site itself. */
export interface PageLink {
  readonly id: string
  readonly title: string
  readonly path: string
}

/** A step on the way to a page: a section, a group of pages (neither of which is a page), or a parent page. */
export interface Breadcrumb {
  readonly title: string
  readonly path?: string
}

/** The target of a reference, by its kind; `path` as in `PageLink`, with the fragment of an anchor. */
export type Target =
  | {
      readonly kind: "page"
      readonly path: string
      /** As in `PublishedPage`, with the fragment of an anchor; absent for anchors of the page itself. */
      readonly textPath?: string
      readonly title: string
      readonly description?: string
      readonly emoji?: string
      readonly icon?: string
    }
  | { readonly kind: "space"; readonly path: string; readonly title: string }
  | {
      readonly kind: "file"
      readonly path: string
      readonly title: string
      readonly contentType: string
      /** Bytes. */
      readonly size: number
      /** Pixels; images only. */
      readonly dimensions?: { readonly width: number; readonly height: number }
    }

/** Targets by the `ContentRef.toUrl` of the references to them. */
export type Targets = { readonly [ref: string]: Target }

/** The same page, or the first one, in another site-space of the section. */
export interface Alternate {
  readonly siteSpace: string
  readonly title: string
  readonly path: string
  /** As a BCP 47 tag; only if it is the same page in that language (rule publication-languages). */
  readonly language?: string
}

/**
 * A page as one audience sees it, as plain data. Everything in it was decided for that audience: conditions are applied,
 * and what the audience cannot see is neither named nor linked to.
 */
export interface PublishedPage extends PageLink {
  readonly object: "published-page"
  /** The address of its texts, without `.md` or `.json`; differs from `path` for the first page of a space. */
  readonly textPath: string
  /** Absolute; the address that search engines should index, of all addresses of the page. */
  readonly canonical: string
  readonly description?: string
  readonly emoji?: string
  readonly icon?: string
  readonly cover?: Cover
  readonly layout: PageLayout
  readonly space: { readonly id: string; readonly title: string }
  readonly siteSpace: string
  /** As a BCP 47 tag; for spaces that are translated, or translations. */
  readonly language?: string
  readonly section: { readonly id: string; readonly title: string } | null
  readonly breadcrumbs: ReadonlyArray<Breadcrumb>
  readonly previous?: PageLink
  readonly next?: PageLink
  readonly alternates: ReadonlyArray<Alternate>
  readonly outline: ReadonlyArray<Pick<DocumentText.Heading, "level" | "title" | "anchor">>
  readonly document: PublishedDocument
  readonly references: Targets
  /** The specs that its API blocks refer to; absent if there are none. */
  readonly specs?: ReadonlyArray<PublishedSpec>
  /** Whether search engines may show it. */
  readonly robots: "index" | "noindex"
  readonly caching: CachePolicy
  /** ISO 8601, UTC; absent where content is adaptive (rule publication-times). */
  readonly updatedAt?: string
}

/** A page, a group of pages, or a link in the table of contents of a site-space. */
export interface Entry extends Omit<PageLink, "path"> {
  readonly type: "document" | "group" | "link"
  /** For documents, and for links within the site. */
  readonly path?: string
  /** For documents. */
  readonly textPath?: string
  /** Target of a link that leaves the site. */
  readonly url?: string
  readonly description?: string
  readonly emoji?: string
  readonly icon?: string
  /** For documents. */
  readonly robots?: "index" | "noindex"
  /** For documents; as in `PublishedPage`. */
  readonly updatedAt?: string
  readonly pages: ReadonlyArray<Entry>
}

/** What the API blocks of a page refer to in one version of one spec (rule published-operations). */
export interface PublishedSpec extends Omit<NamedSpec, "outline"> {
  /** The model page of the spec in the space, with the names of the `schemas` that are on it. */
  readonly models?: { readonly path: string; readonly names: ReadonlyArray<string> }
}

/** Whether search engines may index a site: only public sites, and never previews. */
export const robotsOfSite = ({ seen: { audience } }: Publication): "index" | "noindex" =>
  audience.visibility === "public" && audience.preview === undefined ? "index" : "noindex"

/** Whether search engines may show a page. */
export const robotsOf = (publication: Publication, { noIndex, noRobotsIndex }: Page.Document): "index" | "noindex" =>
  noIndex || noRobotsIndex ? "noindex" : robotsOfSite(publication)

/** The language of a space that is translated, or a translation, as a BCP 47 tag (rule publication-languages). */
export const languageOf = ({ seen }: Publication, space: string): { readonly language?: string } => {
  const translation = seen.spaces.get(space)?.translation
  return translation === undefined ? {} : { language: tagOf(translation.language) }
}

/**
 * If content is adaptive, the last change of a page may be in content that this audience cannot see (rule
 * publication-times).
 */
export const showsModifiedTime = ({ seen }: Publication): boolean => seen.site.adaptiveContent?.enabled !== true

export const timeOf = (publication: Publication, { updatedAt }: Page.Document): { readonly updatedAt?: string } =>
  showsModifiedTime(publication) ? { updatedAt: toTimestamp(updatedAt) } : {}
