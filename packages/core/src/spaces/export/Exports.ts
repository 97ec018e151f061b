import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { type Document, empty } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import { Markdown, type PlainPrintOptions } from "../../content/document/Markdown.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import { defaultLayout, type PageLayout } from "../../content/tree/PageLayout.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import * as Root from "../../content/tree/Root.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { ContentBase, type ContentSelector, PastContent, type RevisionNotFound } from "../commit/ContentBase.ts"
import * as SummaryAttributes from "../import/SummaryAttributes.ts"
import * as ExportPlan from "./ExportPlan.ts"
import { summary } from "./ExportPlan.ts"
import type { ExportedPiece } from "./ZipArchive.ts"
import * as ZipArchive from "./ZipArchive.ts"

type Attributes = SummaryAttributes.SummaryAttributes

/** Whether a line of Markdown would not preserve whitespace of the title. */
export const isIrregular = (title: string): boolean => /\s{2}|[^\S ]/u.test(title)

const escape = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/\s+/gu, " ")

const titled = (title: string): Attributes => (isIrregular(title) ? { title } : {})

const marks = ({ emoji, icon }: Page.Page): Attributes => ({
  ...(icon === undefined ? {} : { icon }),
  ...(emoji === undefined ? {} : { emoji })
})

const flags = (given: { readonly [name in "hidden" | "noIndex" | "noRobotsIndex"]?: boolean }): Attributes => ({
  ...(given.hidden === true ? { hidden: true } : {}),
  ...(given.noIndex === true ? { noIndex: true } : {}),
  ...(given.noRobotsIndex === true ? { noRobotsIndex: true } : {})
})

const withAttributes = (line: string, attributes: Attributes): string =>
  Object.keys(attributes).length === 0 ? line : `${line} ${SummaryAttributes.print(attributes)}`

const plainTarget = /^[\w./%:#?&=+,;@~-]+$/

const linkLine = (page: Page.Link & { readonly id: string }, plan: ExportPlan.Plan): string => {
  const url = ExportPlan.urlOf(plan, summary, page.target)
  const isPlain = plainTarget.test(url)
  const attributes = {
    link: true,
    ...(isPlain ? {} : { target: url }),
    ...titled(page.title),
    ...marks(page),
    ...flags({ hidden: page.hidden })
  }
  return withAttributes(`[${escape(page.title)}](${isPlain ? url : "#"})`, attributes)
}

const documentLine = ({ id, title }: Page.Page, plan: ExportPlan.Plan): string => {
  const url = ExportPlan.urlOf(plan, summary, { kind: "page", page: id })
  return withAttributes(`[${escape(title)}](${url})`, titled(title))
}

const groupLine = (page: Page.Group & { readonly id: string }): string =>
  withAttributes(`## ${escape(page.title)} <a href="#${page.slug}" id="${page.slug}"></a>`, {
    ...titled(page.title),
    ...marks(page),
    ...flags(page)
  })

function* listLines(trees: ReadonlyArray<Page.PageTree>, plan: ExportPlan.Plan, indent = ""): Generator<string> {
  for (const { page, pages } of trees) {
    if (page.type === "link") yield `${indent}* ${linkLine(page, plan)}`
    if (page.type === "document") {
      yield `${indent}* ${documentLine(page, plan)}`
      yield* listLines(pages, plan, `${indent}  `)
    }
  }
}

function* lines(plan: ExportPlan.Plan): Generator<string> {
  yield "# Table of contents"
  yield ""
  let isInGroup = false
  for (const tree of plan.trees) {
    if (tree.page.type === "group") {
      yield* ["", groupLine(tree.page), ""]
      yield* listLines(tree.pages, plan)
      isInGroup = true
      continue
    }
    if (isInGroup) yield* ["", SummaryAttributes.print({ top: true }), ""]
    isInGroup = false
    yield* listLines([tree], plan)
  }
  yield ""
}

/** The table of contents of an export, as importers read it (rule export-entries). */
export const printSummary = (plan: ExportPlan.Plan): string =>
  Array.from(lines(plan))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")

type Fields = { readonly [name: string]: unknown }

const layoutOf = (layout: PageLayout): Fields => {
  const own = CanonicalJson.findDifferingFields(layout, defaultLayout)
  return own.length === 0
    ? {}
    : { layout: Object.fromEntries(Object.entries(layout).filter(([name]) => own.includes(name))) }
}

const coverOf = (plan: ExportPlan.Plan, { page: { cover }, path }: ExportPlan.PlannedPage): Fields =>
  cover === undefined
    ? {}
    : {
        cover: ExportPlan.urlOf(plan, path, cover.ref),
        ...(cover.refDark === undefined ? {} : { coverDark: ExportPlan.urlOf(plan, path, cover.refDark) }),
        ...(cover.yPos === 0 ? {} : { coverY: cover.yPos })
      }

/** The front matter of a page; it has the title only if a heading would not preserve it. */
export const makeExportHead = (plan: ExportPlan.Plan, planned: ExportPlan.PlannedPage): Fields => {
  const { page, slug } = planned
  return {
    ...(isIrregular(page.title) ? { title: page.title } : {}),
    ...(slug === undefined ? {} : { slug }),
    ...(page.description === undefined || page.description === "" ? {} : { description: page.description }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.hidden ? { hidden: true } : {}),
    ...(page.noIndex ? { noIndex: true } : {}),
    ...(page.noRobotsIndex ? { noRobotsIndex: true } : {}),
    ...coverOf(plan, planned),
    ...layoutOf(page.layout)
  }
}

export const limits = {
  /** Pages, texts that they include, and files. */
  entries: 60_000,
  /** Bytes of all files. */
  bytes: 3_221_225_472,
  /** Number of texts that are read and kept at the same time. */
  texts: 20
} as const

/** A space holds more than one export has (rule export-limits). */
export class ExportLimitReached extends Schema.TaggedError<ExportLimitReached>()("ExportLimitReached", {
  what: Schema.Literals(["pages and files", "bytes of files"]),
  limit: Schema.Number
}) {
  readonly kind = "limit" as const
  override get message() {
    return `the export exceeds the limit of ${this.limit} ${this.what}`
  }
}

/** A text could not be written as Markdown in time; what was exported before it is no whole export. */
export class ExportTooSlow extends Schema.TaggedError<ExportTooSlow>()("ExportTooSlow", { path: Schema.String }) {
  readonly kind = "unavailable" as const
  override get message() {
    return `${this.path} takes too long to export`
  }
}

const encoder = new TextEncoder()

const whole = (path: string, text: string): ExportedPiece => {
  const bytes = encoder.encode(text)
  return { path, size: bytes.length, offset: 0, bytes }
}

/** A text that becomes one file of an export. */
interface Text {
  readonly path: string
  readonly hash: string | undefined
  readonly options: PlainPrintOptions
}

const textsOf = (plan: ExportPlan.Plan): ReadonlyArray<Text> => [
  ...plan.pages.map((planned) => {
    const { page, path } = planned
    const heading = isIrregular(page.title) ? {} : { title: page.title }
    return { path, hash: page.document, options: { frontmatter: makeExportHead(plan, planned), ...heading } }
  }),
  ...plan.reusable.map(({ content: { document, title }, path }) => ({
    path,
    hash: document,
    options: { frontmatter: { title } }
  }))
]

/** Refuses what is beyond the limits of an export (rule export-limits). */
export const checkLimits = (pages: number, files: ReadonlyArray<{ readonly size: number }>) => {
  const [entries, bytes] = [pages + files.length, files.reduce((sum, { size }) => sum + size, 0)]
  if (entries > limits.entries) {
    return Effect.fail(new ExportLimitReached({ what: "pages and files", limit: limits.entries }))
  }
  return bytes > limits.bytes
    ? Effect.fail(new ExportLimitReached({ what: "bytes of files", limit: limits.bytes }))
    : Effect.void
}

/** Exports content as files that an import can read back (rule export-law). */
export class Exports extends Context.Service<Exports>()("@quire/core/Exports", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const { resolvePast } = yield* PastContent
    const markdown = yield* Markdown
    const blobs = yield* BlobStore

    const write = Effect.fnUntraced(function* (plan: ExportPlan.Plan, { options, path }: Text, document: Document) {
      const refs = DocumentRefs.references(document).map(({ ref }) => ref)
      const text = yield* markdown
        .write(document, { ...options, urls: ExportPlan.urlsOf(plan, path, refs) })
        .pipe(Effect.mapError(() => new ExportTooSlow({ path })))
      return whole(path, text)
    })

    /** Reads a few texts in one question and writes them. */
    const writeSome = Effect.fnUntraced(function* (root: Root.Root, plan: ExportPlan.Plan, some: ReadonlyArray<Text>) {
      const nodes = yield* Root.documents(root.reader, new Set(some.flatMap(({ hash }) => hash ?? [])))
      return yield* Effect.forEach(some, (text) =>
        Effect.gen(function* () {
          const node = nodes.get(text.hash ?? "")
          const document = node === undefined ? empty : yield* DocumentNode.toDocument(node)
          return yield* write(plan, text, document)
        })
      )
    })

    const writeTexts = (root: Root.Root, plan: ExportPlan.Plan) => {
      const texts = textsOf(plan)
      const starts = Array.from({ length: Math.ceil(texts.length / limits.texts) }, (_, index) => index * limits.texts)
      return Stream.fromIterable(starts).pipe(
        Stream.mapEffect((at) => writeSome(root, plan, texts.slice(at, at + limits.texts))),
        Stream.flatMap((pieces) => Stream.fromIterable(pieces))
      )
    }

    /** The bytes of a file as its store reads them. */
    const readFile = ({ file, path }: ExportPlan.Plan["files"][number]) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const found = yield* blobs.open(file.blob)
          if (Option.isNone(found)) return yield* Effect.die(new Error(`the bytes of file ${file.id} are missing`))
          const { read, size } = found.value
          if (size === 0) return Stream.succeed<ExportedPiece>({ path, size, offset: 0, bytes: new Uint8Array() })
          let next = 0
          return Stream.map(read(0, size), (bytes): ExportedPiece => {
            const offset = next
            next += bytes.length
            return { path, size, offset, bytes }
          })
        })
      )

    /**
     * Content as files: the name of the export, and the files in pieces, read on demand. Content that cannot be read or
     * exceeds the limits is refused before the first piece.
     */
    const open = operation("Exports.open")(function* (of: ContentSelector) {
      const missing = ({ id }: RevisionNotFound) => new ReferenceNotFound({ field: "revision", id })
      const opened = Effect.flatMap(resolvePast(of), (shown) => base.openShown(shown))
      const { root, space } = yield* Effect.catchTag(opened, "RevisionNotFound", missing)
      const files = yield* Root.listFiles(root, { limit: noLimit })
      const reusable = yield* Root.listReusable(root, { limit: noLimit })
      yield* checkLimits((yield* Root.pageCount(root)) + reusable.length, files)
      const plan = ExportPlan.make(yield* PageTree.read(root), reusable, files)
      const pieces = Stream.succeed(whole(summary, printSummary(plan))).pipe(
        Stream.concat(writeTexts(root, plan)),
        Stream.concat(Stream.flatMap(Stream.fromIterable(plan.files), readFile))
      )
      return { title: space.value.title, pieces }
    })

    return {
      open,
      /** The files of content in pieces, one file after the other. */
      files: (of: ContentSelector) => Stream.unwrap(Effect.map(open(of), ({ pieces }) => pieces)),
      /** The bytes of a zip of them. */
      zip: (of: ContentSelector) => Stream.unwrap(Effect.map(open(of), ({ pieces }) => ZipArchive.pack(pieces)))
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, PastContent.layer]))
}
