import { EventLoop, ExportPlan, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
import * as FolderOutline from "./FolderOutline.ts"
import * as Names from "./Names.ts"
import * as Outline from "./Outline.ts"
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
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/**
 * Decides which file becomes which page and where, before any text is parsed. `files` need only contain texts;
 * `words` are the Word documents that can be read. Undefined
 * when there would be more than `most` pages.
 */
export const make = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  files: Files,
  words: ReadonlySet<string>,
  most: number
): Effect.fn.Return<Plan | undefined> {
  const paths = Names.sorted(names)
  yield* EventLoop.yieldNow
  const summary = yield* findSummary(files, paths)
  const isOwn = (path: string) => path !== summary?.path && !isFile(path)
  const isReadable = (path: string) => (Names.isWord(path) ? words.has(path) : textOf(files, path) !== undefined)
  const named = paths.filter((path) => Names.isPage(path) && isOwn(path))
  const readable = (yield* EventLoop.map(named, (path) => (isReadable(path) ? [path] : []))).flat()
  const reusable = readable.filter(isReusable)
  const pages = readable.filter((path) => !isReusable(path))
  if (pages.length + reusable.length > most || (summary === undefined && FolderOutline.hasMoreFolders(pages, most)))
    return undefined
  const known = new Set([...pages, ...reusable])
  const included = new Set(reusable)
  const others = paths.filter((path) => !known.has(path) && path !== summary?.path)
  const attachable = new Set(others)
  yield* EventLoop.yieldNow
  if (summary === undefined) {
    const entries = FolderOutline.make(pages)
    yield* EventLoop.yieldNow
    const keys = new Set(Array.from(Outline.walk(entries), ({ path }) => path))
    return { entries, resolve: Targets.make(keys, attachable, included), others, reusable, warnings: [] }
  }
  const resolve = Targets.make(new Set(pages), attachable, included)
  yield* EventLoop.yieldNow
  const outline = SummaryOutline.make(summary.path, summary.parts, pages, resolve, most)
  return outline === undefined ? undefined : { ...outline, resolve, others, reusable }
})
