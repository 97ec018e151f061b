import { basename } from "node:path"
import { type Document, Importer, type Imports, QueuedValue } from "@quire/core"
import { DocumentRefs, LinkEntries } from "@quire/core/internal"
import { Effect } from "effect"
import { zipSync } from "fflate"
import * as Folder from "./folder.ts"
import * as SourceText from "./sourceText.ts"
import { differs, exportOf, importInto, read, type StoredContent, type StoredPage } from "./storedContent.ts"

/** Pages, links or images of the source, and those that an import has lost. */
export interface Count {
  readonly total: number
  readonly missing: ReadonlyArray<string>
}

/** Words of a file that its page has not. */
export interface MissingWords {
  readonly path: string
  readonly words: ReadonlyArray<string>
  readonly isReported: boolean
}

/** What an import of a folder has kept and lost. */
export interface Measurement {
  readonly pages: Count
  /** Pages that a warning about their folder names as left out, such as posts of a blog. */
  readonly skipped: number
  /** Pages that are missing although no warning names them. */
  readonly silent: ReadonlyArray<string>
  readonly words: { readonly total: number; readonly missing: ReadonlyArray<MissingWords> }
  readonly links: Count
  readonly images: Count
  /** Anchors of the imported pages, and those without a heading. */
  readonly anchors: Count
  readonly warnings: NonNullable<Imports.ImportResult["warnings"]>
  readonly kinds: Imports.ImportResult["report"]["warnings"]
  readonly isUnchanged: boolean
  /** What differs in a second space with the export of the first. */
  readonly exportDifferences: ReadonlyArray<string>
  readonly seconds: number
  readonly peakBytes: number
}

/** The values that one list has more often than another, each as often as it is missing. */
const missingFrom = (own: ReadonlyArray<string>, other: Iterable<string>): ReadonlyArray<string> => {
  const left = SourceText.tally(other)
  return own.filter((value) => {
    const count = left.get(value) ?? 0
    left.set(value, count - 1)
    return count <= 0
  })
}

/** The content of a source as its importer hands it over, with references that name paths. */
const readSource = Effect.fnUntraced(function* (bytes: Uint8Array, name: string) {
  const importers = yield* Importer.Importers
  const documents = new Map<string, Document.Document>()
  const intake: Importer.Intake = {
    begin: () => Effect.void,
    take: (path, document) =>
      Effect.sync(() => {
        documents.set(path, document)
        return QueuedValue.ofValue(document)
      })
  }
  const content = yield* importers.read(
    { source: "zip", bytes, contentType: undefined, url: "file:///source", name },
    intake
  )
  return { content, documents }
})

/** Anchors of the pages of a space, and those that lead to no heading or expandable. */
const countAnchors = (pages: ReadonlyArray<StoredPage>, nameAt: (at: number) => string): Count => {
  const names = new Map(pages.map(({ id }, at) => [id, nameAt(at)]))
  const headings = new Map(
    pages.map(({ document, id }) => [id, document === undefined ? new Set<string>() : LinkEntries.anchorsOf(document)])
  )
  let total = 0
  const missing: Array<string> = []
  for (const { document, id } of pages) {
    for (const { ref } of document === undefined ? [] : DocumentRefs.references(document)) {
      if (ref.kind !== "anchor" || ref.space !== undefined) continue
      total++
      const page = ref.page ?? id
      if (headings.get(page)?.has(ref.anchor) === true) continue
      missing.push(`${names.get(id)} → ${names.get(page)}#${ref.anchor}`)
    }
  }
  return { total, missing }
}

const targetOf = (ref: DocumentRefs.Reference["ref"], from: string): ReadonlyArray<string> => {
  switch (ref.kind) {
    case "page":
      return [ref.page]
    case "anchor":
      return [ref.page ?? from]
    case "file":
      return [ref.file]
    case "reusable-content":
      return [ref.reusableContent]
    default:
      return []
  }
}

/** The items of a space that are not the same in another one, by their names. */
const compareContents = (own: StoredContent, other: StoredContent, nameOf: (at: number) => string) => [
  ...own.pages.flatMap(({ picture }, at) => (other.pages[at]?.picture === picture ? [] : [nameOf(at)])),
  ...missingFrom(
    own.included.map(({ picture }) => picture),
    other.included.map(({ picture }) => picture)
  ).map((picture) => `included: ${picture.slice(0, 100)}`),
  ...missingFrom(own.files, other.files),
  ...(other.pages.length === own.pages.length ? [] : [`${other.pages.length} pages instead of ${own.pages.length}`])
]

/** Imports a folder, compares the pages with its files, and imports it and its export again. */
export const measure = Effect.fnUntraced(function* (folder: string) {
  const files = Folder.readFolder(folder)
  const prefix = Folder.prefixOf(files)
  const bytes = zipSync(Object.fromEntries(files), { level: 0 })
  const name = basename(folder)
  const began = performance.now()
  const { result, space } = yield* importInto(bytes, name)
  const seconds = (performance.now() - began) / 1000
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const { content, documents } = yield* readSource(bytes, name)
  const walked = Array.from(Importer.walk(content.pages))
  const stored = yield* read(space)
  if (stored.pages.length !== walked.length)
    return yield* Effect.die(new Error(`${walked.length} pages were read, but ${stored.pages.length} stored`))
  const warnings = result.warnings ?? []
  const reported = new Set(warnings.map(({ path }) => prefix + path))
  const words = new Map(walked.map(({ path }, at) => [prefix + path, stored.pages[at]?.words ?? []]))
  for (const [at, { path }] of (content.reusable ?? []).entries())
    words.set(prefix + path, stored.included[at]?.words ?? [])
  const known = new Set([...words.keys(), ...content.files.map(({ path }) => prefix + path)])
  const skipped = warnings.filter(({ reason }) => /^\d+ pages? skipped/.test(reason)).map(({ path }) => prefix + path)
  const isSkipped = (path: string) => skipped.some((each) => path === each || path.startsWith(`${each}/`))
  const texts = Array.from(files.keys()).filter((path) => path.startsWith(prefix) && Folder.isPage(path))
  const pages = texts.filter((path) => words.has(path) || !isSkipped(path))
  const lost = pages.filter((path) => !words.has(path))
  const counts = { words: 0, links: 0, images: 0 }
  const [missingWords, links, images]: [Array<MissingWords>, Array<string>, Array<string>] = [[], [], []]
  const decoder = new TextDecoder()
  for (const path of pages) {
    const own = words.get(path)
    const source = SourceText.read(decoder.decode(files.get(path)))
    counts.words += source.words.length
    const missing = missingFrom(source.words, own ?? [])
    if (missing.length > 0) missingWords.push({ path, words: missing, isReported: reported.has(path) })
    if (own === undefined) continue
    const inner = path.slice(prefix.length)
    const document = documents.get(inner)
    const refs = document === undefined ? [] : DocumentRefs.references(document)
    const targets = refs.flatMap(({ ref }) => targetOf(ref, inner).map((each) => prefix + each))
    const led = targets.filter((each) => known.has(each))
    const expected = source.targets.flatMap((each) => {
      const at = Folder.fileAt(files, prefix, path, each.target)
      return at === undefined || /(?:^|\/)summary\.md$/i.test(at) ? [] : [{ ...each, at }]
    })
    const isLocal = (at: string) => !Folder.isPage(at)
    counts.links += expected.filter(({ at }) => !isLocal(at)).length
    counts.images += expected.filter(({ at }) => isLocal(at)).length
    for (const at of missingFrom(
      expected.map((each) => each.at),
      led
    )) {
      const written = expected.find((each) => each.at === at)?.target ?? at
      ;(isLocal(at) ? images : links).push(`${path} → ${written}`)
    }
  }
  const nameAt = (at: number) => walked[at]?.path ?? String(at)
  const again = yield* importInto(yield* exportOf(space), name)
  return {
    pages: { total: pages.length, missing: lost },
    skipped: texts.length - pages.length,
    silent: lost.filter((path) => !reported.has(path)),
    words: { total: counts.words, missing: missingWords },
    links: { total: counts.links, missing: links },
    images: { total: counts.images, missing: images },
    anchors: countAnchors(stored.pages, nameAt),
    warnings,
    kinds: result.report.warnings,
    isUnchanged: !(yield* differs(space, bytes, name)),
    exportDifferences: compareContents(stored, yield* read(again.space), nameAt),
    seconds,
    peakBytes
  } satisfies Measurement
})
