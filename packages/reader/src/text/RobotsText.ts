import type { Publications } from "@quire/core"

/**
 * PDFs are disallowed, because each is generated on the first request (rule site-pdf-bounded). Pages are not listed:
 * the file must not reveal which pages are hidden.
 */
export const print = ({ seen }: Publications.Publication): string =>
  `User-agent: *\nDisallow: /*~pdf\n${seen.audience.visibility === "public" ? `\nSitemap: ${seen.url}sitemap.xml\n` : ""}`
