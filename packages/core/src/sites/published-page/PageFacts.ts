import type * as Page from "../../content/tree/Page.ts"
import { tagOf } from "../../foundation/text/Language.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import type { Publication } from "../publication/Publications.ts"

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
