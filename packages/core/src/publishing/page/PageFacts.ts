import type * as Page from "../../content/tree/Page.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import type { Publication } from "../publication/Publications.ts"

/** Whether search engines may show a page: those of public sites alone, unless it is taken out. */
export const robotsOf = ({ seen }: Publication, { noIndex, noRobotsIndex }: Page.Document): "index" | "noindex" =>
  seen.audience.visibility === "public" && !noIndex && !noRobotsIndex ? "index" : "noindex"

/** Where content is adaptive, a page may have been changed in what this audience does not see (rule publication-times). */
export const timeOf = ({ seen }: Publication, { updatedAt }: Page.Document): { readonly updatedAt?: string } =>
  seen.site.adaptiveContent?.enabled === true ? {} : { updatedAt: toTimestamp(updatedAt) }
