export type Extension = "" | ".md" | ".json"

/** What of a site an address names. */
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
  | { readonly _tag: "Search" }
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

/** Names that begin with `~` are the site's own. */
const reserved = (path: string): SiteForm => {
  if (path === "~search.json") return { _tag: "Search" }
  return path.startsWith("~file/") ? fileOf(path) : nothing
}

/** What an address below a site names, percent-encoded (rule published-forms). */
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

/** Whether people read it in a browser, who can be led elsewhere. */
export const isForPeople = (form: SiteForm): boolean => form._tag === "Page" && form.extension === ""
