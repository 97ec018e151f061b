export type Extension = "" | ".md" | ".json"

/** The assets of a page: a stylesheet and an icon for its site-space, and the script of all pages. */
export type AssetKind = "css" | "svg" | "js"

/** The resource of a site that a URL identifies. */
export type SiteForm =
  | { readonly _tag: "Page"; readonly path: string; readonly extension: Extension }
  | {
      readonly _tag: "File"
      readonly space: string
      readonly file: string
      readonly key: string
      readonly name: string
    }
  | { readonly _tag: "SitemapIndex" }
  | { readonly _tag: "Sitemap"; readonly siteSpace: string }
  | { readonly _tag: "Robots" }
  | { readonly _tag: "Llms" }
  | { readonly _tag: "Search"; readonly isPage: boolean }
  | { readonly _tag: "Pdf"; readonly siteSpace: string | undefined }
  | { readonly _tag: "Asset"; readonly siteSpace: string; readonly kind: AssetKind; readonly digest: string }
  | { readonly _tag: "Nothing" }

const texts: { readonly [path: string]: SiteForm } = {
  "sitemap.xml": { _tag: "SitemapIndex" },
  "robots.txt": { _tag: "Robots" },
  "llms.txt": { _tag: "Llms" }
}

const nothing: SiteForm = { _tag: "Nothing" }

const fileOf = (path: string): SiteForm => {
  const [, space, file, key, name, ...more] = path.split("/").map(decodeURIComponent)
  const isWhole = space && file && key && name && more.length === 0
  return isWhole ? { _tag: "File", space, file, key, name } : nothing
}

const assetPattern = /^~asset\/([\w-]+)\/([\w-]+)\.(css|svg|js)$/

const isKind = (text: string): text is AssetKind => text === "css" || text === "svg" || text === "js"

const assetOf = (path: string): SiteForm => {
  const [, siteSpace = "", digest = "", kind = ""] = assetPattern.exec(path) ?? []
  return isKind(kind) ? { _tag: "Asset", siteSpace, kind, digest } : nothing
}

/** The address of an asset below its site. */
export const assetPath = (siteSpace: string, digest: string, kind: AssetKind): string =>
  `~asset/${siteSpace}/${digest}.${kind}`

const pdfPattern = /^~pdf(?:\/([\w-]+))?$/

/** The address of a PDF of a site-space: of a page with those below it where one is named. */
export const pdfPath = (siteSpace: string, page?: string): string =>
  `~pdf/${siteSpace}${page === undefined ? "" : `?page=${encodeURIComponent(page)}`}`

/** Names that begin with `~` are the site's own. */
const reserved = (path: string): SiteForm => {
  if (path === "~search.json" || path === "~search") return { _tag: "Search", isPage: path === "~search" }
  const pdf = pdfPattern.exec(path)
  if (pdf !== null) return { _tag: "Pdf", siteSpace: pdf[1] }
  if (path.startsWith("~asset/")) return assetOf(path)
  return path.startsWith("~file/") ? fileOf(path) : nothing
}

/** The resource that a URL below a site identifies, percent-encoded (rule published-forms). */
export const of = (path: string): SiteForm => {
  if (path.startsWith("~")) return reserved(path)
  const text = Object.hasOwn(texts, path) ? texts[path] : undefined
  if (text !== undefined) return text
  const siteSpace = /^sitemap-([^/]+)\.xml$/.exec(path)?.[1]
  if (siteSpace !== undefined) return { _tag: "Sitemap", siteSpace }
  const [, page = path, extension = ""] = /^(.*)(\.md|\.json)$/.exec(path) ?? []
  return { _tag: "Page", path: page, extension: extension === ".md" || extension === ".json" ? extension : "" }
}

/** Which of the page's addresses is meant. */
export const formOf = (extension: Extension): "page" | "text" => (extension === "" ? "page" : "text")

/** Whether it is a page that people open in a browser, so that redirects to a sign-in page are useful. */
export const isForPeople = (form: SiteForm): boolean =>
  (form._tag === "Page" && form.extension === "") || (form._tag === "Search" && form.isPage) || form._tag === "Pdf"
