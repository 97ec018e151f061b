import type { Publications } from "@quire/core"

/** Nothing is disallowed: who may not read a page cannot find in it that it should not be shown. */
export const print = ({ seen }: Publications.Publication): string =>
  `User-agent: *\nDisallow:\n${seen.audience.visibility === "public" ? `\nSitemap: ${seen.url}sitemap.xml\n` : ""}`
