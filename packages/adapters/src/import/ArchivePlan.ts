import { EventLoop, ExportPlan, type Importer, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
import * as SiteLayout from "../generators/SiteLayout.ts"
import type * as ProductLayout from "../products/ProductLayout.ts"
import * as FolderOutline from "./FolderOutline.ts"
import * as Names from "./Names.ts"
import * as Outline from "./Outline.ts"
import * as Sites from "./Sites.ts"
import * as SiteTargets from "./SiteTargets.ts"
import * as SourceText from "./SourceText.ts"
import * as Summary from "./Summary.ts"
import * as SummaryOutline from "./SummaryOutline.ts"
import * as Targets from "./Targets.ts"

/**
 * Whether a path is in the folder that exports use for files, where every file is kept as a file regardless of its name
 * (rule export-form).
 */
export const isFile = (path: string): boolean =>
  path.startsWith(ExportPlan.folders.files) || /(?:^|\/)\.gitbook\/assets\//.test(path)

/** Whether a path is that of a text that pages include (rule import-reusable). */
const isReusable = (path: string): boolean =>
  (path.startsWith(ExportPlan.folders.reusable) || /(?:^|\/)\.gitbook\/includes\//.test(path)) &&
  Names.isPage(path) &&
  !Names.isHtml(path)

type Files = ReadonlyMap<string, Uint8Array>

export const limits = {
  /** Bytes of a table of contents: 2 kB for each page that an import may bring. */
  summaryBytes: 10_485_760
} as const

/** The text of a page; undefined when the file cannot be one. */
export const textOf = (files: Files, path: string) => {
  const bytes = files.get(path)
  const isHtml = Names.isHtml(path)
  return bytes === undefined || SourceText.isTooLarge(bytes, isHtml) ? undefined : SourceText.decode(bytes, { isHtml })
}

/** A table of contents, and the folder whose pages it lists. */
interface FolderSummary {
  readonly path: string
  readonly folder: string
  readonly parts: ReadonlyArray<Summary.Part>
}

const readSummary = Effect.fnUntraced(function* (files: Files, path: string) {
  const bytes = files.get(path)
  const isRead = bytes !== undefined && bytes.byteLength <= limits.summaryBytes
  const text = isRead ? SourceText.decode(bytes)?.text : undefined
  const { parts, take } = Summary.makeParser()
  yield* EventLoop.map(Summary.linesOf(text ?? ""), take)
  const folder = path.slice(0, path.lastIndexOf("/") + 1)
  return parts.some(({ items }) => items.length > 0) ? { path, folder, parts } : undefined
})

const isSummary = (path: string): boolean => Names.basename(path).toLowerCase() === "summary.md"

/** The tables of contents that list anything, each for the folder that it is in, none within the folder of another. */
const findSummaries = Effect.fnUntraced(function* (
  files: Files,
  paths: ReadonlyArray<string>,
  given: string | undefined
) {
  const depth = (path: string) => path.split("/").length
  const own = given !== undefined && files.has(given) ? [given] : undefined
  const candidates = own ?? paths.filter(isSummary).toSorted((left, right) => depth(left) - depth(right))
  const summaries: Array<FolderSummary> = []
  for (const path of candidates) {
    if (summaries.some(({ folder }) => path.startsWith(folder))) continue
    const summary = yield* readSummary(files, path)
    if (summary !== undefined) summaries.push(own === undefined ? summary : { ...summary, folder: "" })
  }
  return summaries
})

/** The tables of contents as one for the whole if no other folder has pages. */
const widen = (summaries: ReadonlyArray<FolderSummary>, pages: ReadonlyArray<string>): ReadonlyArray<FolderSummary> => {
  const [only, ...others] = summaries
  if (only === undefined || others.length > 0) return summaries
  return pages.every((page) => page.startsWith(only.folder) || !page.includes("/"))
    ? [{ ...only, folder: "" }]
    : summaries
}

export interface Plan {
  readonly entries: ReadonlyArray<Outline.Entry>
  readonly resolve: Targets.Resolve
  readonly others: ReadonlyArray<string>
  /** The texts that pages include. */
  readonly reusable: ReadonlyArray<string>
  /** The addresses at which the generator of a site serves its pages. */
  readonly redirects: ReadonlyArray<Importer.ImportedRedirect>
  /** The title of the source, for a home page without one. */
  readonly title: string | undefined
  /** The folder of the pages, empty or with a slash at its end. */
  readonly root: string
  /** The syntax of its Markdown. */
  readonly dialect: SiteLayout.Dialect
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** What a source says about its contents, apart from the table of contents itself. */
export interface Structure {
  readonly readme?: string
  readonly summary?: string
  readonly product?: ProductLayout.ProductLayout
}

/** The files of a source that may be pages. */
interface PlanSource {
  readonly files: Files
  /** All paths, sorted. */
  readonly paths: ReadonlyArray<string>
  readonly readable: ReadonlyArray<string>
  readonly summaryPaths: ReadonlySet<string>
}

/** A plan by the tables of contents of a source. */
const planByContents = Effect.fnUntraced(function* (
  { paths, readable, summaryPaths }: PlanSource,
  all: ReadonlyArray<FolderSummary>,
  most: number,
  structure: Structure
): Effect.fn.Return<Plan | undefined> {
  const reusable = readable.filter(isReusable)
  const pages = readable.filter((path) => !isReusable(path))
  if (FolderOutline.hasMoreFolders(pages, most)) return undefined
  const known = new Set(readable)
  const others = paths.filter((path) => !known.has(path) && !summaryPaths.has(path))
  const [attachable, included] = [new Set(others), new Set(reusable)]
  const own = { others, reusable, redirects: [], title: undefined, root: "", dialect: "generators" } as const
  yield* EventLoop.yieldNow
  const summaries = widen(all, pages)
  const [whole] = summaries
  if (whole?.folder === "") {
    const resolve = Targets.make(new Set(pages), attachable, included)
    const readme = structure.readme ?? Names.join(`${Names.dirname(whole.path)}/README.md`)
    const outline = SummaryOutline.make(whole.path, whole.parts, pages, resolve, most, "", readme)
    if (outline === undefined) return undefined
    return { ...own, ...outline, entries: withSlugs(outline.entries, structure.product?.slugOf), resolve }
  }
  const unlisted = pages.filter((page) => !summaries.some(({ folder }) => page.startsWith(folder)))
  const outer = withReadme(FolderOutline.make(unlisted), structure.readme)
  const addresses = new Set(pages.map(Names.addressOf))
  const keys = new Set([
    ...pages,
    ...Array.from(Outline.walk(outer), ({ path }) => path),
    ...summaries.flatMap(({ folder }) => (addresses.has(folder.slice(0, -1)) ? [] : [folder]))
  ])
  const resolve = Targets.make(keys, attachable, included)
  yield* EventLoop.yieldNow
  let entries = outer
  const warnings: Array<ImportWarning.ImportWarning> = []
  for (const { folder, parts, path } of summaries) {
    const inner = SummaryOutline.make(
      path,
      parts,
      pages.filter((page) => page.startsWith(folder)),
      resolve,
      most,
      folder
    )
    if (inner === undefined) return undefined
    warnings.push(...inner.warnings)
    entries = placeFolder(entries, folder, "", inner.entries.map(belowTop))
  }
  return { ...own, entries, resolve, warnings }
})

/** A plan of a source without a table of contents: by the settings of a generator, or by its folders. */
const planBySite = Effect.fnUntraced(function* (
  { files, paths, readable }: PlanSource,
  most: number,
  readSettings: Sites.ReadSettings,
  { product, readme }: Structure
): Effect.fn.Return<Plan | undefined> {
  const readText = (path: string) => textOf(files, path)?.text
  const found = yield* Sites.find({ paths, pages: readable, textOf: readText }, readSettings)
  const site = { ...found, folders: { ...found.folders, ...product?.places } }
  const isIncluded = (path: string) => isReusable(path) || Sites.isPartial(site, path)
  const reusable = readable.filter(isIncluded)
  const { content: pages, warnings: skipped } = Sites.select(
    site,
    readable.filter((path) => !isIncluded(path))
  )
  if (FolderOutline.hasMoreFolders(pages, most)) return undefined
  const known = new Set([...readable, ...site.own])
  const others = paths.filter((path) => !known.has(path))
  yield* EventLoop.yieldNow
  const resolverOf = (keys: ReadonlySet<string>) =>
    SiteTargets.make(Targets.make(keys, new Set(others), new Set(reusable)), site.layout, site.folders)
  const dialect = SiteLayout.dialectOf(site.layout)
  const redirects = Sites.redirectsOf(site, pages)
  const own = { others, reusable, redirects, title: site.title, root: site.layout.docs, dialect }
  const warnings = [...site.warnings, ...skipped]
  const { navigation } = site
  if (navigation === undefined) {
    const entries = withReadme(FolderOutline.make(pages, site.folders), readme)
    yield* EventLoop.yieldNow
    const keys = new Set(Array.from(Outline.walk(entries), ({ path }) => path))
    return { ...own, entries, resolve: resolverOf(keys), warnings }
  }
  const resolve = resolverOf(new Set(pages))
  yield* EventLoop.yieldNow
  const parts = Sites.partsOf(site, navigation.items, pages, readText(navigation.path) ?? "")
  const outline = SummaryOutline.make(navigation.path, parts, pages, resolve, most)
  if (outline === undefined) return undefined
  const entries = Sites.withSettings(site, outline.entries)
  return { ...own, entries, resolve, warnings: [...warnings, ...outline.warnings] }
})

/**
 * Decides which file becomes which page and where, before any text is parsed. `words` are the Word documents that can
 * be read. Undefined when there would be more than `most` pages.
 */
export const make = Effect.fnUntraced(function* (
  files: Files,
  words: ReadonlySet<string>,
  most: number,
  readSettings: Sites.ReadSettings,
  structure: Structure = {}
): Effect.fn.Return<Plan | undefined> {
  const paths = Names.sorted([...files.keys()])
  yield* EventLoop.yieldNow
  const contents = structure.product?.contents
  const all =
    contents === undefined
      ? yield* findSummaries(files, paths, structure.summary)
      : [{ ...contents, folder: "" } satisfies FolderSummary]
  const summaryPaths = new Set(all.map(({ path }) => path))
  const isOwn = (path: string) => !summaryPaths.has(path) && !isFile(path)
  const isReadable = (path: string) =>
    Names.isWord(path)
      ? words.has(path)
      : SourceText.beginningOf(files.get(path) ?? new Uint8Array(), Names.isHtml(path)) !== undefined
  const named = paths.filter((path) => Names.isPage(path) && isOwn(path))
  const readable = (yield* EventLoop.map(named, (path) => (isReadable(path) ? [path] : []))).flat()
  if (readable.length > most) return undefined
  const source = { files, paths, readable, summaryPaths }
  return all.length === 0
    ? yield* planBySite(source, most, readSettings, structure)
    : yield* planByContents(source, all, most, structure)
})

/** Entries with the names in addresses that a product has for its pages. */
const withSlugs = (
  entries: ReadonlyArray<Outline.Entry>,
  slugOf: ProductLayout.ProductLayout["slugOf"]
): ReadonlyArray<Outline.Entry> =>
  slugOf === undefined
    ? entries
    : entries.map((entry) => {
        if (entry.type === "link") return entry
        const children = withSlugs(entry.children, slugOf)
        const slug = entry.type === "page" ? slugOf(entry.path, entry.title) : entry.slug
        return { ...entry, ...(slug === undefined ? {} : { slug }), children }
      })

/** An entry of a table of contents that is not at the top, where there are no groups. */
const belowTop = (entry: Outline.Entry): Outline.Entry =>
  entry.type === "group" ? { ...entry, type: "folder" } : entry

/** The entries with a page first that a source names as its home. */
const withReadme = (
  entries: ReadonlyArray<Outline.Entry>,
  readme: string | undefined
): ReadonlyArray<Outline.Entry> => {
  const home = entries.find((entry) => entry.path === readme)
  return home === undefined ? entries : [home, ...entries.filter((entry) => entry !== home)]
}

/** The entries with those of a folder below the pages of its parents, which are made where there are none. */
const placeFolder = (
  entries: ReadonlyArray<Outline.Entry>,
  folder: string,
  above: string,
  inner: ReadonlyArray<Outline.Entry>
): ReadonlyArray<Outline.Entry> => {
  const path = folder.slice(0, folder.indexOf("/", above.length) + 1)
  const name = path.slice(above.length, -1)
  const isLast = path === folder
  const own = entries.find(
    (entry) => entry.path === path || (entry.type === "page" && Names.addressOf(entry.path) === path.slice(0, -1))
  )
  if (own !== undefined && own.type !== "link") {
    const children = isLast ? [...own.children, ...inner] : placeFolder(own.children, folder, path, inner)
    return entries.map((entry) => (entry === own ? { ...own, children } : entry))
  }
  if (!isLast) {
    const children = placeFolder([], folder, path, inner)
    return [...entries, { type: "folder", path, title: Names.humanized(name), slug: name, children }]
  }
  const index = inner.find((entry) => entry.type === "page" && Names.addressOf(entry.path) === path.slice(0, -1))
  const rest = inner.filter((entry) => entry !== index)
  return [
    ...entries,
    index?.type === "page"
      ? { ...index, children: [...index.children, ...rest] }
      : { type: "folder", path, title: Names.humanized(name), slug: name, children: rest }
  ]
}
