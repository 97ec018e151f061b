import { Context, Effect, Layer, Option, Schema } from "effect"
import { findExceededLimit, type Limit } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { File } from "../../content/tree/File.ts"
import * as Root from "../../content/tree/Root.ts"
import * as RootEdit from "../../content/tree/RootEdit.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { archiveLimits, Fetcher, pageLimits } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { checked, closed, WebAddress } from "../../foundation/input/Input.ts"
import { Actor, actorId } from "../../foundation/operation/Actor.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import * as FairQueue from "../../foundation/turns/FairQueue.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import type { OpenedContent } from "../../spaces/base/ContentBase.ts"
import { type Edit, Editing, type EditTarget } from "../edit/Editing.ts"
import {
  type ImportedContent,
  type ImportedPage,
  Importers,
  ImportFailed,
  type ImportInput,
  walk
} from "../source/Importer.ts"
import { ImportSource, requireBuilt } from "../source/ImportSource.ts"
import { capWarnings, type ImportWarning } from "../source/ImportWarning.ts"
import * as FileNames from "./FileNames.ts"
import * as ImportIntake from "./ImportIntake.ts"
import { bodyUnder, lostFields, type Minted, newPages, resolveDocument, slugWarnings, takeFirst } from "./ImportPlan.ts"

export const limits = {
  /** How long reading a source may take. */
  milliseconds: 60_000,
  /** Sources being fetched, or kept in memory until they are read, at the same time; one per person. */
  held: 4,
  /** How many of them are read at the same time. */
  atOnce: 2
} as const

/** The address to import from, and the kind of source there. */
export const ImportRequest = closed("ImportRequest", { url: WebAddress, source: ImportSource })
export type ImportRequest = typeof ImportRequest.Type

/** The result of an import: pages and files stored and found, and what could not be taken over unchanged. */
export const ImportResult = Schema.Struct({
  revision: Schema.String,
  importedResources: Schema.Int,
  totalResources: Schema.Int,
  warnings: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, reason: Schema.String })))
}).annotate({ identifier: "ImportResult" })
export type ImportResult = typeof ImportResult.Type

/** Only a page with text takes an import. */
export class PageWithoutBody extends Schema.TaggedError<PageWithoutBody>()("PageWithoutBody", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is not a document`
  }
}

/** An import that has been fetched, read and stored, as far as that does not depend on the head. */
interface PreparedImport {
  readonly content: ImportedContent
  readonly ids: Minted
  readonly documents: ImportIntake.ImportIntake["documents"]
  readonly files: ReadonlyArray<File>
  readonly warnings: Array<ImportWarning>
}

/** The last segment of an address, as the name of sources without a title. */
const nameOf = (url: string): string => {
  const segment = new URL(url).pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const checkRequest = checked(ImportRequest)

/** Imports content from URLs (rule import-warnings). */
export class Imports extends Context.Service<Imports>()("@quire/core/Imports", {
  make: Effect.gen(function* () {
    const editing = yield* Editing
    const fetcher = yield* Fetcher
    const importers = yield* Importers
    const blobs = yield* BlobStore
    const nextId = yield* IdGenerator
    const holding = FairQueue.make(limits.held)
    const reading = FairQueue.make(limits.atOnce)

    const fetchSource = operation("Imports.fetch")(function* (given: ImportRequest) {
      const { source, url } = yield* checkRequest(given)
      const kind = yield* Effect.fromResult(requireBuilt(source))
      const got = yield* fetcher
        .get(url, kind === "zip" ? archiveLimits : pageLimits)
        .pipe(Effect.mapError((failure) => new ImportFailed({ problem: failure.message })))
      const { bytes, contentType } = got
      return { source: kind, bytes, contentType, url: got.url, name: nameOf(got.url) } satisfies ImportInput
    })

    /** Stores bytes before the rows that name them, which follow in the transaction. */
    const store = Effect.fnUntraced(function* (
      content: ImportedContent,
      { documents, ids }: ImportIntake.ImportIntake
    ) {
      const files = yield* Effect.forEach(
        content.files,
        ({ bytes, contentType, dimensions, name, path }) =>
          Effect.map(blobs.put(bytes), (blob): File => {
            const id = ids.files.get(path) ?? path
            return {
              id,
              name,
              contentType,
              size: bytes.length,
              blob,
              ...(dimensions === undefined ? {} : { dimensions })
            }
          }),
        { concurrency: 4 }
      )
      return { content, ids, documents, files, warnings: [...content.warnings] } satisfies PreparedImport
    })

    const warnOfLimit = ({ warnings }: PreparedImport, path: string, limit: Limit) =>
      void warnings.push({ path, reason: `the page is beyond the limit of ${limit}; its text was left out` })

    /**
     * Puts the documents of pages into the draft; returns their hashes by path. Those beyond the limits are left out,
     * with a warning.
     */
    const putDocuments = (draft: ContentDraft, ready: PreparedImport, pages: ReadonlyArray<ImportedPage>) => {
      const hashes = new Map<string, string>()
      for (const { path } of walk(pages)) {
        const taken = ready.documents.get(path)
        if (taken === undefined) continue
        if ("beyond" in taken) warnOfLimit(ready, path, taken.beyond)
        else hashes.set(path, draft.add(taken.node))
      }
      return hashes
    }

    const insertAtTop = Effect.fnUntraced(function* (
      opened: OpenedContent,
      draft: ContentDraft,
      ready: PreparedImport,
      now: number
    ) {
      const withFiles = yield* RootEdit.putFiles(draft, opened.root.hash, ready.files)
      const documents = putDocuments(draft, ready, ready.content.pages)
      const pages = newPages(ready.content.pages, ready.ids, documents, true)
      const { root, slugs } = yield* TreeEdit.insertWithSlugs(draft, withFiles, { parent: null, pages, now })
      ready.warnings.push(...slugWarnings(ready.content.pages, ready.ids, slugs))
      return root
    })

    const fillPage = Effect.fnUntraced(function* (
      opened: OpenedContent,
      draft: ContentDraft,
      ready: PreparedImport,
      page: string,
      now: number
    ) {
      const found = yield* Root.page(opened.root, page)
      if (Option.isNone(found)) return yield* new PageNotFound({ page })
      if (found.value.type !== "document") return yield* new PageWithoutBody({ page })
      const { first, rest } = takeFirst(ready.content.pages)
      const old = yield* DocumentNode.get(draft, found.value.document)
      let root = yield* RootEdit.putFiles(draft, opened.root.hash, ready.files)
      const body = first === undefined ? undefined : bodyUnder(found.value.title, first)
      if (first !== undefined && body !== undefined) {
        const lost = lostFields(found.value.title, first)
        if (lost.length > 0) {
          const reason = `left out, because the page keeps its own: ${lost.join(", ")}`
          ready.warnings.push({ path: first.path, reason })
        }
        const next = yield* Slices.run(resolveDocument(ready.ids, body, page))
        const kept = old === undefined ? next : yield* Slices.run(DocumentKeys.adopt(old, next, page))
        const limit = yield* Slices.run(findExceededLimit(kept))
        if (limit === undefined) {
          const document = DocumentNode.putParsed(draft, kept)
          root = yield* TreeEdit.update(draft, root, { patches: new Map([[page, { document }]]), now })
        } else warnOfLimit(ready, first.path, limit)
      }
      const pages = newPages(rest, ready.ids, putDocuments(draft, ready, rest), false)
      if (pages.length === 0) return root
      const inserted = yield* TreeEdit.insertWithSlugs(draft, root, { parent: page, pages, now })
      ready.warnings.push(...slugWarnings(rest, ready.ids, inserted.slugs))
      return inserted.root
    })

    const readInTime = (input: ImportInput, intake: ImportIntake.ImportIntake) =>
      Effect.timeoutOrElse(importers.read(input, intake), {
        duration: limits.milliseconds,
        orElse: () =>
          new ImportFailed({ problem: `it takes longer than ${limits.milliseconds / 1_000} seconds to read` })
      })

    /** Fetches and reads a source, and keeps only what was read from it. */
    const readInTurn = Effect.fnUntraced(function* <E>(
      input: Effect.Effect<ImportInput, E>,
      intake: ImportIntake.ImportIntake
    ) {
      const person = actorId(yield* Actor)
      const read = Effect.gen(function* () {
        const named = FileNames.cleanInput(yield* input)
        const content = yield* reading.withTurn(person)(readInTime(named.input, intake))
        yield* intake.settle
        return FileNames.cleanContent(content, named.warnings)
      })
      return yield* holding.withTurn(person)(read)
    })

    const importInto = Effect.fnUntraced(function* <E>(
      target: EditTarget,
      page: string | undefined,
      input: Effect.Effect<ImportInput, E>
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
          ready.warnings.length = ready.content.warnings.length
          const made =
            page === undefined ? insertAtTop(opened, draft, ready, now) : fillPage(opened, draft, ready, page, now)
          return Effect.map(made, (root) => ({ root, outcome: undefined }))
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
      const warnings = capWarnings(ready.warnings)
      return {
        revision,
        importedResources: Array.from(walk(content.pages)).length + content.files.length,
        totalResources: content.total,
        ...(warnings.length === 0 ? {} : { warnings })
      } satisfies ImportResult
    })

    return {
      /** Imports after the last page at the top, in order. */
      into: (target: EditTarget, request: ImportRequest) =>
        importInto(target, undefined, fetchSource(request)).pipe(traced("Imports.into")),
      intoSpace: (space: string, request: ImportRequest) =>
        importInto({ space }, undefined, fetchSource(request)).pipe(traced("Imports.intoSpace")),
      /** Imports bytes that the host has, after the last page at the top. */
      bytesIntoSpace: (space: string, input: ImportInput) =>
        importInto({ space }, undefined, Effect.succeed(input)).pipe(traced("Imports.bytesIntoSpace")),
      /**
       * The first imported page replaces the body of this one, which keeps its title; the rest become its last
       * children.
       */
      intoPage: (target: EditTarget, page: string, request: ImportRequest) =>
        importInto(target, page, fetchSource(request)).pipe(traced("Imports.intoPage"))
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
