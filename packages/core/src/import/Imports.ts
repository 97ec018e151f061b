import { Effect, Option, Schema } from "effect"
import { BlobStore } from "../blob/BlobStore.ts"
import { ContentBase, type Opened } from "../content/ContentBase.ts"
import { ContentCommits, type HeadMoved } from "../content/ContentCommits.ts"
import * as ContentDraft from "../content/ContentDraft.ts"
import { Json } from "../content/ContentNode.ts"
import type { File } from "../content/File.ts"
import * as Root from "../content/Root.ts"
import * as RootEdit from "../content/RootEdit.ts"
import * as TreeEdit from "../content/TreeEdit.ts"
import { PageNotFound } from "../content/TreeRefusal.ts"
import { Document, exceeded } from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import { archiveLimits, Fetcher, pageLimits } from "../fetch/Fetcher.ts"
import { IdGenerator } from "../IdGenerator.ts"
import { checked, closed, WebAddress } from "../Input.ts"
import * as Mutation from "../store/Mutation.ts"
import {
  type ImportedContent,
  type ImportedDocument,
  Importers,
  ImportFailed,
  type ImportInput,
  walk
} from "./Importer.ts"
import { type Minted, newPages, settledDocument, takeFirst } from "./ImportPlan.ts"
import { built, ImportSource } from "./ImportSource.ts"
import { capped, type ImportWarning } from "./ImportWarning.ts"

/** What is imported, and as what (api.md 4.3). */
export const ImportRequest = closed("ImportRequest", { url: WebAddress, source: ImportSource })
export type ImportRequest = typeof ImportRequest.Type

/** What an import brought: pages and files stored and found, and what could not be taken over as it was. */
export const ImportResult = Schema.Struct({
  revision: Schema.String,
  importedResources: Schema.Int,
  totalResources: Schema.Int,
  warnings: Schema.optionalWith(Schema.Array(Schema.Struct({ path: Schema.String, reason: Schema.String })), {
    exact: true
  })
}).annotations({ identifier: "ImportResult" })
export type ImportResult = typeof ImportResult.Type

/** A locked space takes changes only through change requests, unless it is empty. */
export class SpaceLocked extends Schema.TaggedError<SpaceLocked>()("SpaceLocked", { space: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `space ${this.space} is locked: open a change request, or set its edit mode to live`
  }
}

/** Only pages with text have a body to import into. */
export class PageWithoutBody extends Schema.TaggedError<PageWithoutBody>()("PageWithoutBody", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is not a document`
  }
}

/** Somebody changed the space at the same time, twice. */
export class ContentChanged extends Schema.TaggedError<ContentChanged>()("ContentChanged", { space: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `the content of space ${this.space} was changed at the same time; try again`
  }
}

/** An import fetched, read and stored as far as it does not depend on the head. */
interface Ready {
  readonly content: ImportedContent
  readonly ids: Minted
  readonly files: ReadonlyArray<File>
  readonly warnings: Array<ImportWarning>
}

/** The last segment of an address, for sources that give no title. */
const nameOf = (url: string): string => {
  const segment = new URL(url).pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(segment).slice(0, 256)
  } catch {
    return segment.slice(0, 256)
  }
}

const checkRequest = checked(ImportRequest)

const asNode = Schema.decodeUnknownSync(Schema.Struct({ data: Json, nodes: Schema.Array(Json) }))

/** Importing content from URLs (api.md 4.3, decisions S3 to S6). */
export class Imports extends Effect.Service<Imports>()("@quire/core/Imports", {
  effect: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const fetcher = yield* Fetcher
    const importers = yield* Importers
    const blobs = yield* BlobStore
    const nextId = yield* IdGenerator
    const mutation = yield* Mutation.make

    const open = Effect.fnUntraced(function* (space: string, page: string | undefined) {
      const opened = yield* base.open({ space }, "content:edit")
      const isEmpty = opened.root.hash === Root.empty
      if (opened.space.value.editMode !== "live" && (page !== undefined || !isEmpty))
        return yield* new SpaceLocked({ space })
      return opened
    })

    const fetched = Effect.fn("Imports.fetch")(function* (given: ImportRequest) {
      const { source, url } = yield* checkRequest(given)
      const kind = yield* built(source)
      const got = yield* fetcher
        .get(url, kind === "zip" ? archiveLimits : pageLimits)
        .pipe(Effect.mapError((failure) => new ImportFailed({ problem: failure.message })))
      const { bytes, contentType } = got
      return { source: kind, bytes, contentType, url: got.url, name: nameOf(got.url) } satisfies ImportInput
    })

    const minted = Effect.fnUntraced(function* (paths: Iterable<string>) {
      const ids = new Map<string, string>()
      for (const path of paths) ids.set(path, yield* nextId)
      return ids
    })

    /** Bytes first: the rows that name them follow in the transaction. */
    const store = Effect.fnUntraced(function* (content: ImportedContent) {
      const ids: Minted = {
        pages: yield* minted(Array.from(walk(content.pages), ({ path }) => path)),
        files: yield* minted(content.files.map(({ path }) => path))
      }
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
      return { content, ids, files, warnings: [...content.warnings] } satisfies Ready
    })

    const draftOf = (opened: Opened) => ContentDraft.make(opened.root.reader)

    /** Keeps a page's document in the draft; one beyond the limits is left out and named. */
    const keeper = (draft: ContentDraft.ContentDraft, ready: Ready) => (page: ImportedDocument, id: string) => {
      if (page.document === undefined) return undefined
      const document = settledDocument(ready.ids, page.document, id)
      const limit = exceeded(document)
      if (limit === undefined) return RootEdit.putDocument(draft, asNode(document))
      ready.warnings.push({
        path: page.path,
        reason: `the page is beyond the limit of ${limit}; its text was left out`
      })
      return undefined
    }

    const intoTop = Effect.fnUntraced(function* (opened: Opened, ready: Ready, now: number) {
      const draft = draftOf(opened)
      const withFiles = yield* RootEdit.putFiles(draft, opened.root.hash, ready.files)
      const pages = newPages(ready.content.pages, ready.ids, keeper(draft, ready), true)
      const root = yield* TreeEdit.insert(draft, withFiles, { parent: null, pages, now })
      return { draft, root }
    })

    const present = Effect.fnUntraced(function* (opened: Opened, hash: string | undefined) {
      if (hash === undefined) return undefined
      const node = yield* Effect.orDie(Effect.flatten(Root.document(opened.root.reader, hash)))
      return yield* Effect.orDie(
        Schema.decodeUnknown(Document)({ object: "document", data: node.data, nodes: node.nodes })
      )
    })

    const intoBody = Effect.fnUntraced(function* (opened: Opened, ready: Ready, page: string, now: number) {
      const draft = draftOf(opened)
      const found = yield* Root.page(opened.root, page)
      if (Option.isNone(found)) return yield* new PageNotFound({ page })
      if (found.value.type !== "document") return yield* new PageWithoutBody({ page })
      const { first, rest } = takeFirst(ready.content.pages)
      const ids: Minted =
        first === undefined ? ready.ids : { ...ready.ids, pages: new Map([...ready.ids.pages, [first.path, page]]) }
      const placed: Ready = { ...ready, ids }
      const old = yield* present(opened, found.value.document)
      let root = yield* RootEdit.putFiles(draft, opened.root.hash, ready.files)
      if (first?.document !== undefined) {
        const next = settledDocument(ids, first.document, page)
        const kept = old === undefined ? next : DocumentKeys.adopt(old, next, page)
        const document = keeper(draft, placed)({ ...first, document: kept }, page)
        if (document !== undefined) {
          root = yield* TreeEdit.update(draft, root, { patches: new Map([[page, { document }]]), now })
        }
      }
      const pages = newPages(rest, ids, keeper(draft, placed), false)
      if (pages.length > 0) root = yield* TreeEdit.insert(draft, root, { parent: page, pages, now })
      return { draft, root }
    })

    const attempt = Effect.fnUntraced(function* (space: string, page: string | undefined, ready: Ready) {
      const opened = yield* open(space, page)
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      ready.warnings.length = ready.content.warnings.length
      const { draft, root } = yield* page === undefined
        ? intoTop(opened, ready, now)
        : intoBody(opened, ready, page, now)
      const proposal = {
        space,
        head: opened.revision.id,
        before: opened.root.hash,
        draft,
        root,
        type: "edits" as const,
        parents: [opened.revision.id]
      }
      const prepared = yield* commits.prepare(proposal)
      return yield* mutation(
        Effect.gen(function* () {
          yield* open(space, page)
          const subjects = page === undefined ? [] : [page]
          return yield* commits.commit(proposal, prepared, { type: "content.import", subjects })
        })
      )
    })

    const imported = Effect.fnUntraced(function* <E>(
      space: string,
      page: string | undefined,
      input: Effect.Effect<ImportInput, E>
    ) {
      const opened = yield* open(space, page)
      if (page !== undefined && Option.isNone(yield* Root.page(opened.root, page)))
        return yield* new PageNotFound({ page })
      const content = yield* importers.read(yield* input)
      const ready = yield* store(content)
      const isMoved = (error: { readonly _tag: string }): error is HeadMoved => error._tag === "HeadMoved"
      const revision = yield* attempt(space, page, ready).pipe(
        Effect.retry({ times: 1, while: isMoved }),
        Effect.catchTags({
          HeadMoved: () => new ContentChanged({ space }),
          ParentNotFound: () => new PageNotFound({ page: page ?? "" }),
          ParentHoldsNoPages: () => new PageWithoutBody({ page: page ?? "" }),
          PageExists: Effect.die,
          GroupBelowTop: Effect.die,
          FieldNotOfPage: Effect.die
        })
      )
      const warnings = capped(ready.warnings)
      return {
        revision,
        importedResources: Array.from(walk(content.pages)).length + content.files.length,
        totalResources: content.total,
        ...(warnings.length === 0 ? {} : { warnings })
      } satisfies ImportResult
    })

    return {
      /** What a host has at hand, after the last page at the top. */
      bytesIntoSpace: Effect.fn("Imports.bytesIntoSpace")((space: string, input: ImportInput) =>
        imported(space, undefined, Effect.succeed(input))
      ),
      /** After the last page at the top, in order. */
      intoSpace: Effect.fn("Imports.intoSpace")((space: string, request: ImportRequest) =>
        imported(space, undefined, fetched(request))
      ),
      /** The first page replaces the body of this one, whose title stays; further ones become its last children. */
      intoPage: Effect.fn("Imports.intoPage")((space: string, page: string, request: ImportRequest) =>
        imported(space, page, fetched(request))
      )
    } as const
  })
}) {
  static readonly layer = this.Default
}
