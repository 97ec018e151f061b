import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type * as Document from "../../content/document/Document.ts"
import { findExceededLimit } from "../../content/document/Document.ts"
import * as KeyAdoption from "../../content/document/KeyAdoption.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Root from "../../content/tree/Root.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { ApiImports } from "../api-import/ApiImports.ts"
import { ContentBase, type OpenedContent } from "../commit/ContentBase.ts"
import { type Edit, Editing, type EditTarget } from "../edit/Editing.ts"
import * as ImportAddresses from "./ImportAddresses.ts"
import { type ImportInput, walk } from "./Importer.ts"
import * as ImportIntake from "./ImportIntake.ts"
import {
  anchorWarnings,
  bodyUnder,
  lostFields,
  newPages,
  resolveDocument,
  reusablesOf,
  slugWarnings,
  takeFirst
} from "./ImportPlan.ts"
import * as ImportReplacement from "./ImportReplacement.ts"
import * as ImportReport from "./ImportReport.ts"
import * as ImportSources from "./ImportSources.ts"

export const { ImportRequest, PageImportRequest } = ImportSources
export type ImportRequest = ImportSources.ImportRequest
export type PageImportRequest = ImportSources.PageImportRequest

export const { ImportResult } = ImportReport
export type ImportResult = ImportReport.ImportResult

/** Only a page with text takes an import. */
export class PageWithoutBody extends Schema.TaggedError<PageWithoutBody>()("PageWithoutBody", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is not a document`
  }
}

const resultOf = (revision: string, { content, warnings }: ImportSources.PreparedImport): ImportResult => {
  const { files, links, pages, reusable = [], total } = content
  const lost = warnings.counts.find(({ kind }) => kind === "anchor")?.count ?? 0
  const counts = {
    pages: Array.from(walk(pages)).length,
    files: files.length,
    reusableContents: reusable.length,
    links: { resolved: Math.max(0, links.resolved - lost), unresolved: links.unresolved + lost },
    total
  }
  return ImportReport.resultOf(revision, counts, warnings)
}

/** Writes that go with an import, in the transaction of its revision. None are made if the content stays the same. */
export type ImportRecorder = (result: ImportResult) => Effect.Effect<void>

const noRecord: ImportRecorder = () => Effect.void

/** Imports content from URLs (rule import-warnings). */
export class Imports extends Context.Service<Imports>()("@quire/core/Imports", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const apiImports = yield* ApiImports
    const editing = yield* Editing
    const nextId = yield* IdGenerator
    const { fetchSource, readInTurn, store } = yield* ImportSources.ImportSources

    const warnOfLimit = ({ warnings }: ImportSources.PreparedImport, path: string, limit: Document.Limit) =>
      warnings.add([
        { kind: "limit", path, reason: `the text was left out because the page exceeds the limit of ${limit}` }
      ])

    /**
     * Stores the documents of pages or of included texts in the draft; returns their hashes by path. Those beyond the
     * limits are omitted, with a warning.
     */
    const putDocuments = (
      draft: ContentDraft.ContentDraft,
      ready: ImportSources.PreparedImport,
      given: Iterable<{ readonly path: string }>
    ) => {
      const hashes = new Map<string, string>()
      for (const { path } of given) {
        const taken = ready.documents.get(path)
        if (taken === undefined) continue
        if ("beyond" in taken) warnOfLimit(ready, path, taken.beyond)
        else hashes.set(path, draft.add(taken.node))
      }
      return hashes
    }

    /** Stores the files of a source, and the texts that its pages include (rule import-reusable). */
    const putParts = Effect.fnUntraced(function* (
      opened: OpenedContent,
      draft: ContentDraft.ContentDraft,
      ready: ImportSources.PreparedImport
    ) {
      const root = yield* Root.putFiles(draft, opened.root.hash, ready.files)
      const reusable = ready.content.reusable ?? []
      const made = reusablesOf(reusable, ready.ids, putDocuments(draft, ready, reusable))
      return made.length === 0 ? root : yield* Root.putReusable(draft, root, made)
    })

    const insertAtTop = Effect.fnUntraced(function* (
      opened: OpenedContent,
      draft: ContentDraft.ContentDraft,
      ready: ImportSources.PreparedImport,
      now: number
    ) {
      const withFiles = yield* putParts(opened, draft, ready)
      const documents = putDocuments(draft, ready, walk(ready.content.pages))
      const pages = newPages(ready.content.pages, ready.ids, documents, true)
      const { root, slugs } = yield* TreeEdit.insertWithSlugs(draft, withFiles, { parent: null, pages, now })
      ready.warnings.add(slugWarnings(ready.content.pages, ready.ids, slugs))
      ready.warnings.add(anchorWarnings(ready.ids, ready.content))
      const { pages: given, redirects = [] } = ready.content
      return yield* ImportAddresses.keep(draft, root, { pages: given, redirects, ids: ready.ids, slugs })
    })

    const fillPage = Effect.fnUntraced(function* (
      opened: OpenedContent,
      draft: ContentDraft.ContentDraft,
      ready: ImportSources.PreparedImport,
      page: string,
      now: number
    ) {
      const found = yield* Root.page(opened.root, page)
      if (Option.isNone(found)) return yield* new PageNotFound({ page })
      if (found.value.type !== "document") return yield* new PageWithoutBody({ page })
      const { first, rest } = takeFirst(ready.content.pages)
      const old = yield* DocumentNode.get(draft, found.value.document)
      let root = yield* putParts(opened, draft, ready)
      const body = first === undefined ? undefined : bodyUnder(found.value.title, first)
      if (first !== undefined && body !== undefined) {
        const lost = lostFields(found.value.title, first)
        if (lost.length > 0) {
          const reason = `left out because the page keeps its existing values: ${lost.join(", ")}`
          ready.warnings.add([{ kind: "front-matter", path: first.path, reason }])
        }
        const next = resolveDocument(ready.ids, body, page)
        const kept = old === undefined ? next : yield* KeyAdoption.adopt(old, next, page)
        const limit = findExceededLimit(kept)
        if (limit === undefined) {
          const document = DocumentNode.putParsed(draft, kept)
          root = yield* TreeEdit.update(draft, root, { patches: new Map([[page, { document }]]), now })
        } else warnOfLimit(ready, first.path, limit)
      }
      ready.warnings.add(anchorWarnings(ready.ids, ready.content))
      const pages = newPages(rest, ready.ids, putDocuments(draft, ready, walk(rest)), false)
      if (pages.length === 0) return root
      const inserted = yield* TreeEdit.insertWithSlugs(draft, root, { parent: page, pages, now })
      ready.warnings.add(slugWarnings(rest, ready.ids, inserted.slugs))
      return inserted.root
    })

    const importInto = Effect.fnUntraced(function* <E>(
      target: EditTarget,
      page: string | undefined,
      input: Effect.Effect<ImportInput, E>,
      record: ImportRecorder
    ) {
      const subjects = page === undefined ? [] : [page]
      const edit = { type: "content.import", subjects, fillsEmpty: page === undefined, restates: false } satisfies Edit
      const entered = yield* editing.open(target, edit)
      if (page !== undefined && Option.isNone(yield* Root.page(entered.root, page))) {
        return yield* new PageNotFound({ page })
      }
      const intake = ImportIntake.make(nextId, page)
      const content = yield* readInTurn(input, intake)
      const ready = yield* store(content, intake)
      const { revision } = yield* editing
        .change(target, edit, (opened, draft, now) => {
          ready.warnings.reset(ready.content.warnings)
          const made =
            page === undefined ? insertAtTop(opened, draft, ready, now) : fillPage(opened, draft, ready, page, now)
          const furtherWrites = (revision: string) => record(resultOf(revision, ready))
          return Effect.map(made, (root) => ({ root, outcome: undefined, furtherWrites }))
        })
        .pipe(
          Effect.catchTags({
            ParentNotFound: () => new PageNotFound({ page: page ?? "" }),
            ParentHoldsNoPages: () => new PageWithoutBody({ page: page ?? "" }),
            PageExists: Effect.die,
            GroupBelowTop: Effect.die,
            FieldNotOfPage: Effect.die
          })
        )
      return resultOf(revision, ready)
    })

    /** Pages of a description of an API are written; other sources are fetched and read. */
    const intoTarget = Effect.fnUntraced(function* (target: EditTarget, request: ImportRequest) {
      if (request.source === "open-api") return yield* apiImports.into(target, request)
      return yield* importInto(target, undefined, fetchSource(request), noRecord)
    })

    /** Reads a source that shall replace all content, and computes with it what that will be. */
    const readReplacement = Effect.fnUntraced(function* (input: ImportInput, record: ImportRecorder) {
      const intake = ImportIntake.makeUnresolved(nextId)
      const content = yield* readInTurn(Effect.succeed(input), intake)
      const ready = yield* store(content, intake)
      const compute = Effect.fnUntraced(
        function* (opened: OpenedContent, draft: ContentDraft.ContentDraft, now: number) {
          ready.warnings.reset(content.warnings)
          const source = {
            pages: content.pages,
            files: ready.files,
            reusable: content.reusable ?? [],
            redirects: content.redirects ?? [],
            ids: ready.ids,
            onBeyond: (path: string, limit: Document.Limit) => warnOfLimit(ready, path, limit)
          }
          const { ids, root, slugs } = yield* ImportReplacement.replace(opened.root, draft, source, now)
          ready.warnings.add(slugWarnings(content.pages, ids, slugs))
          ready.warnings.add(anchorWarnings(ids, content))
          const furtherWrites = (revision: string) => record(resultOf(revision, ready))
          return { root, outcome: undefined, furtherWrites }
        },
        Effect.catchTags({
          ParentNotFound: Effect.die,
          ParentHoldsNoPages: Effect.die,
          PageExists: Effect.die,
          PageNotFound: Effect.die,
          GroupBelowTop: Effect.die
        })
      )
      return { ready, compute }
    })

    /** Replaces the content of a target with that of a source (rule import-replaces). */
    const replace = operation("Imports.replace")(function* (
      target: EditTarget,
      input: ImportInput,
      record: ImportRecorder = noRecord
    ) {
      const edit = { type: "content.import", subjects: [], fillsEmpty: true, restates: false } satisfies Edit
      yield* editing.open(target, edit)
      const { compute, ready } = yield* readReplacement(input, record)
      const { revision } = yield* editing.change(target, edit, compute)
      return resultOf(revision, ready)
    })

    /** Whether replacing the content of a target with that of a source would change anything; writes nothing. */
    const differs = operation("Imports.differs")(function* (target: EditTarget, input: ImportInput) {
      const opened = yield* base.open(target, "content:edit")
      const { compute } = yield* readReplacement(input, noRecord)
      const draft = ContentDraft.make(opened.root.reader)
      const { root } = yield* compute(opened, draft, yield* Clock.currentTimeMillis)
      return root !== opened.root.hash
    })

    return {
      replace,
      differs,
      /** Imports after the last page at the top, in order. */
      into: (target: EditTarget, request: ImportRequest) => intoTarget(target, request).pipe(traced("Imports.into")),
      /** Imports content of a source at the top of a space. */
      intoSpace: (space: string, request: ImportRequest) =>
        intoTarget({ space }, request).pipe(traced("Imports.intoSpace")),
      /** Imports bytes that the host has, after the last page at the top. */
      bytesIntoSpace: (space: string, input: ImportInput) =>
        importInto({ space }, undefined, Effect.succeed(input), noRecord).pipe(traced("Imports.bytesIntoSpace")),
      /** Imports bytes at the top of a target, or into one of its pages, with further writes. */
      bytesInto: (target: EditTarget, page: string | undefined, input: ImportInput, record: ImportRecorder) =>
        importInto(target, page, Effect.succeed(input), record).pipe(traced("Imports.bytesInto")),
      /**
       * The first imported page replaces the body of this one, which keeps its title; the rest become its last
       * children.
       */
      intoPage: (target: EditTarget, page: string, request: PageImportRequest) =>
        importInto(target, page, fetchSource(request), noRecord).pipe(traced("Imports.intoPage"))
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ApiImports.layer, ContentBase.layer, Editing.layer, ImportSources.ImportSources.layer])
  )
}
