import { EventLoop, ExportPlan, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
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
export const isFile = (path: string): boolean => path.startsWith(ExportPlan.folders.files)

/** Whether a path is that of a text that pages include (rule import-reusable). */
const isReusable = (path: string): boolean =>
  path.startsWith(ExportPlan.folders.reusable) && Names.isPage(path) && !Names.isHtml(path)

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

/** The `SUMMARY.md` nearest to the root, if it lists anything. */
const findSummary = Effect.fnUntraced(function* (files: Files, paths: ReadonlyArray<string>) {
  const depth = (path: string) => path.split("/").length
  const [path] = paths
    .filter((candidate) => Names.basename(candidate).toLowerCase() === "summary.md")
    .toSorted((left, right) => depth(left) - depth(right))
  if (path === undefined) return undefined
  const bytes = files.get(path)
  const isRead = bytes !== undefined && bytes.byteLength <= limits.summaryBytes
  const text = isRead ? SourceText.decode(bytes)?.text : undefined
  const { parts, take } = Summary.makeParser()
  yield* EventLoop.map(Summary.linesOf(text ?? ""), take)
  return parts.some(({ items }) => items.length > 0) ? { path, parts } : undefined
})

export interface Plan {
  readonly entries: ReadonlyArray<Outline.Entry>
  readonly resolve: Targets.Resolve
  readonly others: ReadonlyArray<string>
  /** The texts that pages include. */
  readonly reusable: ReadonlyArray<string>
  /** The title of the source, for a home page without one. */
  readonly title: string | undefined
  /** The folder of the pages, empty or with a slash at its end. */
  readonly root: string
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/**
 * Decides which file becomes which page and where, before any text is parsed. Undefined when there would be more than
 * `most` pages.
 */
export const make = Effect.fnUntraced(function* (
  files: Files,
  most: number,
  readSettings: Sites.ReadSettings
): Effect.fn.Return<Plan | undefined> {
  const paths = Names.sorted([...files.keys()])
  yield* EventLoop.yieldNow
  const summary = yield* findSummary(files, paths)
  const isOwn = (path: string) => path !== summary?.path && !isFile(path)
  const named = paths.filter((path) => Names.isPage(path) && isOwn(path))
  const readable = (yield* EventLoop.map(named, (path) => (textOf(files, path) === undefined ? [] : [path]))).flat()
  if (readable.length > most) return undefined
  const readText = (path: string) => textOf(files, path)?.text
  const sitePaths = summary === undefined ? paths : []
  const site = yield* Sites.find(
    { paths: sitePaths, pages: summary === undefined ? readable : [], textOf: readText },
    readSettings
  )
  const isIncluded = (path: string) => isReusable(path) || Sites.isPartial(site, path)
  const reusable = readable.filter(isIncluded)
  const found = readable.filter((path) => !isIncluded(path))
  const { content: pages, warnings: skipped } =
    summary === undefined ? Sites.select(site, found) : { content: found, warnings: [] }
  if (FolderOutline.hasMoreFolders(pages, most)) return undefined
  const known = new Set([...readable, ...site.own])
  const others = paths.filter((path) => !known.has(path) && path !== summary?.path)
  yield* EventLoop.yieldNow
  const resolverOf = (keys: ReadonlySet<string>) => {
    const plain = Targets.make(keys, new Set(others), new Set(reusable))
    return summary === undefined ? SiteTargets.make(plain, site.layout, site.folders) : plain
  }
  const own = { others, reusable, title: site.title, root: site.layout.docs }
  const warnings = [...site.warnings, ...skipped]
  const { navigation } = site
  const contents =
    summary ??
    (navigation === undefined
      ? undefined
      : { path: navigation.path, parts: Sites.partsOf(site, navigation.items, pages) })
  if (contents === undefined) {
    const entries = FolderOutline.make(pages, site.folders)
    yield* EventLoop.yieldNow
    const keys = new Set(Array.from(Outline.walk(entries), ({ path }) => path))
    return { ...own, entries, resolve: resolverOf(keys), warnings }
  }
  const resolve = resolverOf(new Set(pages))
  yield* EventLoop.yieldNow
  const outline = SummaryOutline.make(contents.path, contents.parts, pages, resolve, most)
  if (outline === undefined) return undefined
  const entries = summary === undefined ? Sites.withSettings(site, outline.entries) : outline.entries
  return { ...own, entries, resolve, warnings: [...warnings, ...outline.warnings] }
})
