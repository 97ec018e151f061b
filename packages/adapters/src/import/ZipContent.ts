import { type ContentRef, EventLoop, Importer, ImportWarning, Text } from "@quire/core"
import { Effect } from "effect"
import type { ArchiveLimits } from "../archive/ArchiveLimits.ts"
import type { ArchiveRefused } from "../archive/Zip.ts"
import * as Zip from "../archive/Zip.ts"
import * as ArchivePlan from "./ArchivePlan.ts"
import * as BookConfig from "./BookConfig.ts"
import * as FileTypes from "./FileTypes.ts"
import * as Names from "./Names.ts"
import * as Outline from "./Outline.ts"
import * as PageText from "./PageText.ts"
import * as Parsers from "./Parsers.ts"
import * as SourceText from "./SourceText.ts"
import type * as Targets from "./Targets.ts"

/** The files of an archive that may be content, by path. */
export interface ArchiveFiles {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The number of files that are never content. */
  readonly junk: number
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** Names of files and folders that systems and tools leave in archives. */
const junkNames = ["__MACOSX", ".DS_Store", ".git", ".github", "node_modules"] as const

const junkOf = (path: string) => {
  const segments = path.split("/")
  return junkNames.find((name) => segments.includes(name))
}

const topFolder = (paths: ReadonlyArray<string>): string => {
  const [first = ""] = paths
  const top = first.slice(0, first.indexOf("/") + 1)
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : ""
}

/** Drops junk, with one warning for each kind of it, then strips a top folder that contains all the rest. */
export const select = (entries: ReadonlyMap<string, Uint8Array>): ArchiveFiles => {
  const kept: Array<readonly [string, Uint8Array]> = []
  const found = new Map<string, number>()
  for (const entry of entries) {
    const kind = junkOf(entry[0])
    if (kind === undefined) kept.push(entry)
    else found.set(kind, (found.get(kind) ?? 0) + 1)
  }
  const top = topFolder(kept.map(([path]) => path))
  return {
    files: new Map(kept.map(([path, bytes]) => [path.slice(top.length), bytes])),
    junk: entries.size - kept.length,
    warnings: Array.from(found, ([path, count]) => ({
      path,
      reason: `${count} ${count === 1 ? "file" : "files"} skipped: not content`
    }))
  }
}

/** The file that a reference points to, if any. */
export const filesIn = (ref: ContentRef.ContentRef) => (ref.kind === "file" ? [ref.file] : [])

/** Reads pages one by one, and collects the files that they refer to and their warnings. */
export interface PageReader {
  readonly read: (entry: Outline.PageEntry) => Effect.Effect<PageText.PageText["page"]>
  readonly referenced: ReadonlySet<string>
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** A reader of the pages of an archive. */
export const makeReader = (
  files: ReadonlyMap<string, Uint8Array>,
  resolve: Targets.Resolve,
  parsers: Parsers.Parsers
): PageReader => {
  const referenced = new Set<string>()
  const warnings: Array<ImportWarning.ImportWarning> = []

  const read = Effect.fnUntraced(function* ({ path, slug, title }: Outline.PageEntry) {
    const broken = new Set<string>()
    const refOf = (target: string) => {
      const resolved = resolve(path, target)
      if (resolved.kind === "broken") broken.add(target)
      if (resolved.kind !== "inside") return undefined
      for (const file of filesIn(resolved.ref)) referenced.add(file)
      return resolved.ref
    }
    const found = ArchivePlan.textOf(files, path)
    const text = found?.text ?? ""
    if (found?.guessed === true) warnings.push({ path, reason: SourceText.guessedReason })
    const name = Names.ownName(path)
    const fileTitle = name === undefined ? "Home" : Names.humanized(name)
    const parsed = yield* Parsers.parse(parsers, Names.isHtml(path), text, { refOf })
    const page = PageText.make(parsed, {
      path,
      title,
      fileTitle,
      name: slug ?? name,
      address: Names.addressOf(path),
      refOf
    })
    warnings.push(...page.warnings)
    for (const target of broken) warnings.push({ path, reason: `"${Text.cut(target, 200)}" is not in the archive` })
    return page.page
  })

  return { read, referenced, warnings }
}

export interface Limits {
  readonly archive: ArchiveLimits
  readonly pages: number
  readonly files: number
}

type Files = ReadonlyMap<string, Uint8Array>
type Pages = ReadonlyMap<string, Omit<Importer.ImportedDocument, "children">>
type Warning = ImportWarning.ImportWarning

const toImportError = (refused: ArchiveRefused, { archive }: Limits) => {
  switch (refused.reason) {
    case "entries":
      return new Importer.ImportLimitReached({ what: "archive entries", limit: archive.entries })
    case "unpacked":
      return new Importer.ImportLimitReached({ what: "unpacked bytes", limit: archive.unpackedBytes })
    case "ratio":
      return new Importer.ImportLimitReached({ what: "bytes unpacked from each byte", limit: archive.ratio })
    default:
      return new Importer.ImportFailed({ problem: refused.message })
  }
}

const linkedFiles = (entries: ReadonlyArray<Outline.Entry>) =>
  Array.from(Outline.walk(entries)).flatMap((entry) => (entry.type === "link" ? filesIn(entry.target) : []))

/** Places the pages that were read according to the outline. */
const arrange = (entries: ReadonlyArray<Outline.Entry>, pages: Pages): ReadonlyArray<Importer.ImportedPage> =>
  entries.map((entry): Importer.ImportedPage => {
    if (entry.type === "link") return entry
    const children = arrange(entry.children, pages)
    if (entry.type === "group") return { ...entry, children }
    const page = entry.type === "page" ? pages.get(entry.path) : undefined
    if (page !== undefined) return { ...page, children }
    const title = entry.title ?? Names.humanized(entry.path)
    return { ...entry, type: "document", title, children }
  })

/** Keeps images, the files of an export and every other file that the pages refer to; warns about the rest. */
const takeFiles = Effect.fnUntraced(function* (
  files: Files,
  others: ReadonlyArray<string>,
  referenced: ReadonlySet<string>
) {
  const taken: Array<Importer.ImportedFile> = []
  const warnings: Array<Warning> = []
  for (const path of others) {
    const file = yield* Effect.promise(() => FileTypes.describe(path, files.get(path) ?? new Uint8Array()))
    if (referenced.has(path) || ArchivePlan.isFile(path) || FileTypes.isImage(file)) taken.push(file)
    else {
      const reason = Names.isPage(path)
        ? "not a text file, or too large for one page"
        : "not a page and not referenced by any page"
      warnings.push({ path, reason })
    }
  }
  return { taken, warnings }
})

/** Reads the pages of an outline one by one, and hands over each document. */
const readPages = Effect.fnUntraced(function* (
  outline: ReadonlyArray<Outline.Entry>,
  reader: PageReader,
  intake: Importer.Intake
): Effect.fn.Return<Pages> {
  const pages = new Map<string, Omit<Importer.ImportedDocument, "children">>()
  for (const entry of outline) {
    if (entry.type !== "page") continue
    const { document, ...page } = yield* reader.read(entry)
    pages.set(
      entry.path,
      document === undefined ? page : { ...page, document: yield* intake.take(page.path, document, page.title) }
    )
  }
  return pages
})

/** Reads the reusable texts that pages include one by one, and hands over each document. */
const readReusable = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  reader: PageReader,
  intake: Importer.Intake
) {
  const read: Array<Importer.ImportedReusable> = []
  for (const path of paths) {
    const { document, title } = yield* reader.read({ type: "page", path, children: [] })
    read.push(document === undefined ? { path, title } : { path, title, document: yield* intake.take(path, document) })
  }
  return read
})

/** The redirects of a source to pages, and warnings of those to anything else. */
const resolveRedirects = (redirects: ReadonlyArray<BookConfig.Redirect>, resolve: Targets.Resolve) => {
  const made: Array<Importer.ImportedRedirect> = []
  const warnings: Array<Warning> = []
  for (const { from, target } of redirects) {
    const resolved = resolve("", target)
    const ref = resolved.kind === "inside" ? resolved.ref : undefined
    const page = ref?.kind === "page" || ref?.kind === "anchor" ? ref.page : undefined
    if (page !== undefined) made.push({ from, page })
    else
      warnings.push({
        path: ".gitbook.yaml",
        reason: `the redirect from "${Text.cut(from, 200)}" leads to no page of the source`
      })
  }
  return { made, warnings }
}

/** Imports an archive of Markdown and HTML files with their images. */
export const read = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  limits: Limits,
  parsers: Parsers.Parsers,
  intake: Importer.Intake
) {
  const unpacked = yield* Effect.mapError(Zip.read(bytes, limits.archive), (refused) => toImportError(refused, limits))
  yield* EventLoop.yieldNow
  const { files: all, junk, warnings } = select(unpacked)
  yield* EventLoop.yieldNow
  const book = BookConfig.apply(all)
  const { files } = book
  const plan = yield* ArchivePlan.make(files, limits.pages, book)
  yield* EventLoop.yieldNow
  const outline = plan === undefined ? [] : Array.from(Outline.walk(plan.entries))
  if (plan === undefined || outline.length + plan.reusable.length > limits.pages) {
    return yield* new Importer.ImportLimitReached({ what: "pages", limit: limits.pages })
  }
  const { entries, resolve, others, reusable: included, warnings: outlineWarnings } = plan
  const reader = makeReader(files, resolve, parsers)
  yield* intake.begin(
    outline.map(({ path }) => path),
    others,
    included
  )
  const pages = yield* readPages(outline, reader, intake)
  const reusable = yield* readReusable(included, reader, intake)
  const { taken, warnings: fileWarnings } = yield* takeFiles(
    files,
    others,
    new Set([...reader.referenced, ...linkedFiles(entries)])
  )
  if (taken.length > limits.files) {
    return yield* new Importer.ImportLimitReached({ what: "files", limit: limits.files })
  }
  if (pages.size + taken.length === 0) {
    return yield* new Importer.ImportFailed({ problem: "the archive contains no pages and no images" })
  }
  const redirects = resolveRedirects(book.redirects, resolve)
  return {
    pages: arrange(entries, pages),
    files: taken,
    ...(redirects.made.length === 0 ? {} : { redirects: redirects.made }),
    ...(reusable.length === 0 ? {} : { reusable }),
    total: outline.length + others.length + included.length + junk + book.omitted,
    warnings: ImportWarning.capWarnings([
      ...warnings,
      ...book.warnings,
      ...redirects.warnings,
      ...outlineWarnings,
      ...reader.warnings,
      ...fileWarnings
    ])
  } satisfies Importer.ImportedContent
})
