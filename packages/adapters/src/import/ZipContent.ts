import { type ContentRef, EventLoop, Importer, ImportWarning, type Markdown, Text } from "@quire/core"
import { Effect } from "effect"
import mime from "mime"
import type { ArchiveLimits } from "../archive/ArchiveLimits.ts"
import * as FolderArchive from "../archive/FolderArchive.ts"
import * as LargestFolder from "../archive/LargestFolder.ts"
import type { ArchiveRefused } from "../archive/Zip.ts"
import * as Zip from "../archive/Zip.ts"
import * as ComponentMapping from "../generators/ComponentMapping.ts"
import * as LineMap from "../markdown/LineMap.ts"
import * as InlineImages from "../products/InlineImages.ts"
import * as Products from "../products/Products.ts"
import * as ArchivePlan from "./ArchivePlan.ts"
import * as BookConfig from "./BookConfig.ts"
import * as FileTypes from "./FileTypes.ts"
import * as Includes from "./Includes.ts"
import * as Names from "./Names.ts"
import * as Outline from "./Outline.ts"
import * as PageText from "./PageText.ts"
import * as Parsers from "./Parsers.ts"
import * as SourceText from "./SourceText.ts"
import type * as Targets from "./Targets.ts"
import * as WordDocument from "./WordDocument.ts"

/** The files of an archive that may be content. */
export interface ArchiveSelection {
  /** Paths without the top folder that contains all of them. */
  readonly paths: ReadonlyArray<string>
  readonly top: string
  /** The number of files that are never content. */
  readonly junk: number
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** Names of files and folders that systems and tools leave in archives. */
const junkNames: ReadonlySet<string> = new Set([
  "__MACOSX",
  ".DS_Store",
  ".Spotlight-V100",
  ".Trashes",
  ".fseventsd",
  "Thumbs.db",
  "desktop.ini",
  "$RECYCLE.BIN",
  "System Volume Information",
  ".git",
  ".docusaurus",
  ".astro",
  ".github",
  ".svn",
  ".hg",
  ".obsidian",
  ".trash",
  ".vscode",
  ".idea",
  "node_modules",
  "_layouts",
  "_sass"
])

/** The part of a path because of which a file is never content: `._` precedes the metadata that macOS writes to a file. */
const junkOf = (path: string) =>
  path.split("/").find((segment) => junkNames.has(segment) || segment.startsWith("._") || segment.startsWith("~$"))

const topFolder = (paths: ReadonlyArray<string>): string => {
  const [first = ""] = paths
  const top = first.slice(0, first.indexOf("/") + 1)
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : ""
}

/** Drops junk, with one warning for each kind of it, then strips a top folder that contains all the rest. */
export const select = (names: ReadonlyArray<string>): ArchiveSelection => {
  const content: Array<string> = []
  const junk = new Map<string, number>()
  for (const path of names) {
    const kind = junkOf(path)
    if (kind === undefined) content.push(path)
    else junk.set(kind, (junk.get(kind) ?? 0) + 1)
  }
  const top = topFolder(content)
  return {
    paths: content.map((path) => path.slice(top.length)),
    top,
    junk: names.length - content.length,
    warnings: Array.from(junk, ([path, count]) => ({
      kind: "file",
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
  /** Files whose texts are too large for one page: their pages show them. */
  readonly oversized: ReadonlySet<string>
  /** Files whose contents pages include. */
  readonly included: ReadonlySet<string>
  readonly anchorLines: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly warnings: ImportWarning.ImportWarnings
  /** The links of the pages that were read so far. */
  readonly links: () => Importer.LinkCounts
}

export interface ReaderOptions {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The files before their product was read, in which warnings name lines. */
  readonly originals: ReadonlyMap<string, Uint8Array>
  readonly resolve: Targets.Resolve
  readonly parsers: Parsers.Parsers
  readonly components: ComponentMapping.ComponentMapping["components"]
  /** The folder of the pages. */
  readonly root: string
  readonly dialect: ArchivePlan.Plan["dialect"]
  /** The title of the source. */
  readonly title: string
}

/** A reader of the pages of an archive. */
export const makeReader = ({
  components,
  dialect,
  files,
  originals,
  parsers,
  resolve,
  root,
  title: siteTitle
}: ReaderOptions): PageReader => {
  const referenced = new Set<string>()
  const oversized = new Set<string>()
  const included = new Set<string>()
  const anchorLines = new Map<string, ReadonlyMap<string, number>>()
  const warnings = new ImportWarning.ImportWarnings()
  let [resolvedLinks, unresolvedLinks] = [0, 0]

  const expand = Includes.makeExpand((path) => ArchivePlan.textOf(files, path)?.text)

  /** The text of a page as it is in the source; undefined for pages that are made of something else. */
  const originalOf = (path: string): string | undefined =>
    Names.isWord(path) ? undefined : ArchivePlan.textOf(originals, path)?.text

  /** Warnings about the text of a page with the lines of its original. */
  const located = (warnings: ReadonlyArray<Markdown.Warning>, text: string, original: string | undefined) => {
    if (original === undefined) return LineMap.withoutLines(warnings)
    return original === text ? warnings : LineMap.inOriginal(warnings, LineMap.guessOrigins(original, text))
  }

  /** Parses the file of a page, with the texts that it includes. */
  const parse = (
    path: string,
    original: string | undefined,
    refOf: (target: string) => ContentRef.ContentRef | undefined,
    broken: Set<string>
  ) => {
    if (Names.isWord(path)) return Parsers.parseWord(parsers, files.get(path) ?? new Uint8Array(), { refOf })
    const found = ArchivePlan.textOf(files, path)
    const syntax = { components, dialect: Names.isMdx(path) ? "mdx" : dialect } satisfies Markdown.ReadOptions
    if (found === undefined) {
      const bytes = files.get(path) ?? new Uint8Array()
      return Parsers.parseHead(parsers, SourceText.beginningOf(bytes, Names.isHtml(path)) ?? "", syntax)
    }
    warnings.add(SourceText.encodingWarnings(path, found.guessed))
    const { lines, missing, text, used } = expand(path, found.text)
    for (const target of missing) broken.add(target)
    for (const file of used) included.add(file)
    const parsed = Parsers.parse(parsers, Names.isHtml(path), text, { refOf, ...syntax })
    return Effect.map(parsed, (page) => {
      if (page.beyond !== undefined) for (const file of used) referenced.add(file)
      return { ...page, warnings: located(LineMap.inOriginal(page.warnings, lines), found.text, original) }
    })
  }

  const warningsOfLinks = (path: string, text: string, targets: ReadonlyArray<string>): ReadonlyArray<Warning> => {
    if (targets.length === 0) return []
    const lines = LineMap.linesOfParts(text, targets)
    return targets.map((target) => {
      const reason = `"${Text.cut(target, 200)}" is not in the archive`
      return withLine({ kind: "link", path, reason }, lines.get(target))
    })
  }

  const read = Effect.fnUntraced(function* ({ folderName, isLabel, path, slug, title }: Outline.PageEntry) {
    const [broken, inside, anchors] = [new Set<string>(), new Set<string>(), new Map<string, string>()]
    const refOf = (target: string) => {
      const resolved = resolve(path, WordDocument.isImage(target) ? WordDocument.imagePath(path, target) : target)
      if (resolved.kind === "broken") broken.add(target)
      if (resolved.kind !== "inside") return undefined
      inside.add(target)
      const { ref } = resolved
      for (const file of filesIn(ref)) referenced.add(file)
      if (ref.kind === "anchor") anchors.set(target, Importer.anchorKey(ref.page ?? path, ref.anchor))
      return ref
    }
    const ownName = Names.ownName(path.slice(root.length))
    const fileTitle = ownName === undefined ? siteTitle : Names.humanized(ownName)
    const name = ownName ?? folderName
    const original = originalOf(path)
    const text = original ?? ""
    const parsed = yield* parse(path, original, refOf, broken)
    const address = Names.addressOf(path)
    const origin = { path, title, isLabel, slug, fileTitle, name, address, refOf, keepsFile: true, text }
    const page = PageText.make(parsed, origin)
    if (parsed.beyond !== undefined) oversized.add(path)
    warnings.add(page.warnings)
    warnings.add(warningsOfLinks(path, text, [...broken]))
    if (anchors.size > 0) anchorLines.set(path, LineMap.linesOfNames(text, anchors))
    resolvedLinks += inside.size
    unresolvedLinks += broken.size
    return page.page
  })

  const links = () => ({ resolved: resolvedLinks, unresolved: unresolvedLinks })
  return { read, referenced, oversized, included, anchorLines, warnings, links }
}

export interface Limits {
  readonly archive: ArchiveLimits
  readonly pages: number
  readonly files: number
}

type Files = ReadonlyMap<string, Uint8Array>
type Pages = ReadonlyMap<string, Omit<Importer.ImportedDocument, "children">>
type Warning = ImportWarning.ImportWarning

const withLine = (warning: Warning, line: number | undefined): Warning =>
  line === undefined ? warning : { ...warning, line }

const toImportError =
  ({ archive }: Limits) =>
  (refused: ArchiveRefused) => {
    const excess = refused.excess === undefined ? {} : { excess: refused.excess }
    switch (refused.reason) {
      case "entries":
        return new Importer.ImportLimitReached({ what: "archive entries", limit: archive.entries, ...excess })
      case "unpacked":
        return new Importer.ImportLimitReached({ what: "unpacked bytes", limit: archive.unpackedBytes, ...excess })
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

/**
 * Whether a file is an image, a video or the like by its name; `.ts` and `.mts` are also the names of video formats. Such files are
 * unpacked only if they are imported.
 */
const isMedia = (path: string): boolean =>
  !/\.[cm]?ts$/.test(path) && /^(?:image|video|audio|font)\//.test(mime.getType(path) ?? "")

/** Describes the files with contents, and warns about the others, which are not imported, unless pages include them. */
const takeFiles = Effect.fnUntraced(function* (
  contents: Files,
  others: ReadonlyArray<string>,
  included: ReadonlySet<string>,
  names: ReadonlyMap<string, string> = new Map()
) {
  const taken: Array<Importer.ImportedFile> = []
  const warnings: Array<Warning> = []
  for (const path of others) {
    const content = contents.get(path)
    if (content !== undefined) {
      const file = yield* Effect.promise(() => FileTypes.describe(path, content))
      taken.push({ ...file, name: Names.line(names.get(path), 256) ?? file.name })
    } else if (!included.has(path)) {
      const reason = Names.isPage(path) ? "damaged, or not a text file" : "not a page and not referenced by any page"
      warnings.push({ kind: "file", path, reason })
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
    const titleId = page.heading?.data.id
    pages.set(
      entry.path,
      document === undefined
        ? page
        : { ...page, document: yield* intake.take(page.path, document, page.title, titleId) }
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
const resolveRedirects = ({ redirects, text }: BookConfig.BookConfig, resolve: Targets.Resolve) => {
  const made: Array<Importer.ImportedRedirect> = []
  const lost: Array<string> = []
  for (const { from, target } of redirects) {
    const resolved = resolve("", target)
    const ref = resolved.kind === "inside" ? resolved.ref : undefined
    const page = ref?.kind === "page" || ref?.kind === "anchor" ? ref.page : undefined
    if (page !== undefined) made.push({ from, page })
    else lost.push(from)
  }
  const lines = LineMap.linesOfParts(text, lost)
  const warnings = lost.map((from) => {
    const reason = `the redirect from "${Text.cut(from, 200)}" leads to no page of the source`
    return withLine({ kind: "address", path: ".gitbook.yaml", reason }, lines.get(from))
  })
  return { made, warnings }
}

/** The texts of an archive by path; each file of another kind is an empty stand-in until it is unpacked. */
interface OpenedFiles {
  readonly files: Map<string, Uint8Array>
  /** The names of stand-ins in the archive. */
  readonly packed: ReadonlyMap<Uint8Array, string>
}

const unpackTexts = Effect.fnUntraced(function* (archive: Zip.Archive, { paths, top }: ArchiveSelection) {
  const names = new Set(paths.filter((path) => !isMedia(path)).map((path) => `${top}${path}`))
  const texts = yield* archive.unpack((name) => names.has(name))
  const packed = new Map<Uint8Array, string>()
  const files = paths.map((path) => {
    const name = `${top}${path}`
    const text = texts.get(name)
    if (text !== undefined) return [path, text] as const
    const standIn = new Uint8Array()
    packed.set(standIn, name)
    return [path, standIn] as const
  })
  return { files: new Map(files), packed } satisfies OpenedFiles
})

/** The contents of files, of which some are still packed. */
const unpackFiles = Effect.fnUntraced(function* (
  archive: Zip.Archive,
  files: Files,
  packed: OpenedFiles["packed"],
  paths: ReadonlyArray<string>
) {
  const nameOf = (path: string) => packed.get(files.get(path) ?? new Uint8Array())
  const names = new Set(paths.map(nameOf))
  const unpacked = yield* archive.unpack((name) => names.has(name))
  return new Map(
    paths.map((path) => [path, unpacked.get(nameOf(path) ?? "") ?? files.get(path) ?? new Uint8Array()] as const)
  )
})

/**
 * Replaces the Word documents among files by what is parsed of them, and adds their images. Returns the documents; those
 * that are damaged remain files.
 */
const openWords = Effect.fnUntraced(function* (files: Map<string, Uint8Array>, limits: ArchiveLimits) {
  const words = new Set<string>()
  let unpackedBytes = limits.unpackedBytes
  for (const path of Array.from(files.keys()).filter(Names.isWord)) {
    const document = yield* Effect.catchTag(
      WordDocument.open(files.get(path) ?? new Uint8Array(), { ...limits, unpackedBytes }),
      "ArchiveRefused",
      (refused) => (refused.kind === "limit" ? Effect.fail(refused) : Effect.succeed(undefined))
    )
    if (document === undefined) continue
    words.add(path)
    files.set(path, document.text)
    for (const [image, content] of document.images) {
      unpackedBytes -= content.byteLength
      files.set(`${path}/${image}`, content)
    }
  }
  return words
})

/** Takes the file that gives components their meaning out of the files of a source. */
const takeMapping = Effect.fnUntraced(function* (all: Files) {
  const path = Array.from(ComponentMapping.fileNames).find((name) => all.has(name))
  const bytes = path === undefined ? undefined : all.get(path)
  if (path === undefined || bytes === undefined) return { files: all, mapping: { components: {}, warnings: [] } }
  const text = SourceText.decode(bytes)?.text ?? ""
  const { components, problems } = yield* ComponentMapping.read(text)
  const lines = LineMap.linesOfParts(
    text,
    problems.flatMap(({ component }) => component ?? [])
  )
  const warnings = problems.map(({ component = "", reason }) =>
    withLine({ kind: "settings", path, reason }, lines.get(component))
  )
  return { files: new Map(Array.from(all).filter(([name]) => name !== path)), mapping: { components, warnings } }
})

/** Reads Markdown, HTML and Word documents with the files that they refer to. */
const readContent = Effect.fnUntraced(function* (
  { archive, name }: { readonly archive: Zip.Archive; readonly name: string },
  limits: Limits,
  parsers: Parsers.Parsers,
  intake: Importer.Intake
) {
  const orRefuse = Effect.mapError(toImportError(limits))
  const selection = select(archive.names)
  yield* EventLoop.yieldNow
  const { files: all, packed } = yield* orRefuse(unpackTexts(archive, selection))
  const book = BookConfig.apply(all)
  const { files: content, mapping } = yield* takeMapping(book.files)
  const product = yield* Products.read({
    files: yield* InlineImages.extract(content),
    order: selection.paths,
    commentOf: (path) => archive.commentOf(selection.top + path)
  })
  const files = new Map(product.files)
  const dropped = Array.from(content.keys()).filter((path) => !files.has(path)).length
  const words = yield* orRefuse(openWords(files, limits.archive))
  const plan = yield* ArchivePlan.make(files, words, limits.pages, parsers.settings, { ...book, product })
  yield* EventLoop.yieldNow
  const outline = plan === undefined ? [] : Array.from(Outline.walk(plan.entries))
  if (plan === undefined || outline.length + plan.reusable.length > limits.pages) {
    const pages = Array.from(files.keys()).filter(Names.isPage)
    const excess = LargestFolder.find(pages.map((path) => ({ name: path, weight: 1 })))
    return yield* new Importer.ImportLimitReached({
      what: "pages",
      limit: limits.pages,
      ...(excess.total > limits.pages ? { excess } : {})
    })
  }
  const { entries, others, reusable: included, warnings: outlineWarnings } = plan
  const resolve = Products.resolver(plan.resolve, product)
  const title = plan.title ?? Names.humanized(name.replace(/\.zip$/i, ""))
  const { dialect, root } = plan
  const reader = makeReader({
    files,
    originals: content,
    resolve,
    parsers,
    components: mapping.components,
    root,
    dialect,
    title
  })
  yield* intake.begin(
    outline.map(({ path }) => path),
    others,
    included
  )
  const pages = yield* readPages(outline, reader, intake)
  const reusable = yield* readReusable(included, reader, intake)
  const referenced = new Set([...reader.referenced, ...linkedFiles(entries)])
  /** Without pages, the images are the content. */
  const isTaken = (path: string) =>
    referenced.has(path) || ArchivePlan.isFile(path) || (pages.size === 0 && isMedia(path))
  const contents = yield* orRefuse(unpackFiles(archive, files, packed, others.filter(isTaken)))
  for (const path of reader.oversized) contents.set(path, content.get(path) ?? files.get(path) ?? new Uint8Array())
  const filePaths = [...others, ...reader.oversized]
  const { taken, warnings: fileWarnings } = yield* takeFiles(contents, filePaths, reader.included, product.fileNames)
  if (taken.length > limits.files) {
    return yield* new Importer.ImportLimitReached({ what: "files", limit: limits.files })
  }
  if (pages.size + taken.length === 0) {
    return yield* new Importer.ImportFailed({ problem: "the archive contains no pages and no images" })
  }
  const links = archive.special.map(
    (path): Warning => ({ kind: "file", path, reason: "symbolic links and devices are not followed" })
  )
  const redirects = resolveRedirects(book, resolve)
  const formerAddresses = [...redirects.made, ...plan.redirects]
  const warnings = ImportWarning.ImportWarnings.of([
    ...links,
    ...selection.warnings,
    ...book.warnings,
    ...mapping.warnings,
    ...(product.warnings ?? []),
    ...redirects.warnings,
    ...outlineWarnings
  ])
  warnings.append(reader.warnings)
  warnings.add(fileWarnings)
  return {
    pages: arrange(entries, pages),
    files: taken,
    ...(formerAddresses.length === 0 ? {} : { redirects: formerAddresses }),
    ...(reusable.length === 0 ? {} : { reusable }),
    total: outline.length + others.length + included.length + selection.junk + links.length + book.omitted + dropped,
    links: reader.links(),
    anchorLines: reader.anchorLines,
    warnings
  } satisfies Importer.ImportedContent
})

type ReadImport = Effect.Effect<Importer.ImportedContent, Importer.ImportFailed | Importer.ImportLimitReached>

const readArchive = (
  name: string,
  opened: Effect.Effect<Zip.Archive, ArchiveRefused>,
  limits: Limits,
  parsers: Parsers.Parsers,
  intake: Importer.Intake
): ReadImport =>
  opened.pipe(
    Effect.mapError(toImportError(limits)),
    Effect.flatMap((archive) => readContent({ archive, name }, limits, parsers, intake))
  )

/** Imports an archive of pages and files. */
export const readZip = (
  name: string,
  bytes: Uint8Array,
  limits: Limits,
  parsers: Parsers.Parsers,
  intake: Importer.Intake
): ReadImport => readArchive(name, Zip.open(bytes, limits.archive), limits, parsers, intake)

/** Imports a folder of pages and files. */
export const readFolder = (
  name: string,
  folder: Importer.SourceFolder,
  limits: Limits,
  parsers: Parsers.Parsers,
  intake: Importer.Intake
): ReadImport => readArchive(name, FolderArchive.open(folder, limits.archive), limits, parsers, intake)

/** Imports one Word document with its images. */
export const readWord = (
  name: string,
  bytes: Uint8Array,
  limits: Limits,
  parsers: Parsers.Parsers,
  intake: Importer.Intake
): ReadImport =>
  readContent(
    { archive: WordDocument.asArchive(Names.isWord(name) ? name : `${name}.docx`, bytes), name },
    limits,
    parsers,
    intake
  ).pipe(
    Effect.mapError((error) =>
      error._tag === "ImportFailed"
        ? new Importer.ImportFailed({ problem: "the source is not a Word document in the format .docx" })
        : error
    )
  )
