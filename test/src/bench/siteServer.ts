import { zipSync } from "fflate"
import { codeMarkdown, documents, markdown } from "./content.ts"
import { serveSite } from "./siteHost.ts"

/**
 * Serves a published site of as many pages in its first space, of text or of code, and as many spaces; the others have
 * ten pages.
 */

const [pages = "10", siteSpaces = "1", kind = "text", url] = process.argv.slice(2)

/** Pages in one import. */
const batch = 1000

const archives = (count: number): ReadonlyArray<Uint8Array> => {
  const entries = Object.entries(documents(count, kind === "code" ? codeMarkdown : markdown))
  const parts = Array.from({ length: Math.ceil(count / batch) }, (_, at) => entries.slice(at * batch, (at + 1) * batch))
  return parts.map((part) => zipSync(Object.fromEntries(part), { level: 0 }))
}

const sources = Array.from({ length: Number(siteSpaces) }, (_, at) => ({
  title: `Space ${at}`,
  archives: archives(at === 0 ? Number(pages) : 10)
}))

serveSite({ title: "Docs", sources, url })
