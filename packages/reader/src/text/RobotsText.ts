import type { Publications } from "@quire/core"

/**
 * PDFs are disallowed, as each is made for whoever asks first (rule site-pdf-bounded), and no page: who may not read one
 * cannot find in it that it should not be shown.
 */
export const print = ({ seen }: Publications.Publication): string =>
  `User-agent: *\nDisallow: /*~pdf\n${seen.audience.visibility === "public" ? `\nSitemap: ${seen.url}sitemap.xml\n` : ""}`
