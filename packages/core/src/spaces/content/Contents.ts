import { Context, Effect, Layer, Option, Schema } from "effect"
import { empty } from "../../content/document/Document.ts"
import { Markdown } from "../../content/document/Markdown.ts"
import { repeats } from "../../content/document/OpeningTitle.ts"
import * as FileView from "../../content/file/FileView.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { File } from "../../content/tree/File.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import { type DocumentPageView, type DocumentView, type PageView, view } from "../../content/tree/PageView.ts"
import * as RefUrl from "../../content/tree/RefUrl.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Subtree from "../../content/tree/Subtree.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ContentBase, type ContentSelector, type OpenedContent, PastContent } from "../commit/ContentBase.ts"
import { RevisionViews } from "../revision/RevisionViews.ts"

/** The form of the body that a page is shown with; without a format it has no body. */
export const PageFormat = Schema.Literals(["document", "markdown"])
export type PageFormat = typeof PageFormat.Type

/** This content has no such file. */
export class FileNotFound extends Schema.TaggedError<FileNotFound>()("FileNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `file ${this.id} does not exist`
  }
}

/** This content has no such reusable content. */
export class ReusableContentNotFound extends Schema.TaggedError<ReusableContentNotFound>()("ReusableContentNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `reusable content ${this.id} does not exist`
  }
}

/** The space has no such document (rule document-identity). */
export class DocumentNotFound extends Schema.TaggedError<DocumentNotFound>()("DocumentNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `document ${this.id} does not exist`
  }
}

const blank: DocumentView = { object: "document", data: { schemaVersion: 1 }, nodes: [] }

/** A root with the space that it is shown in. */
type RootInSpace = Pick<OpenedContent, "root" | "space">

/** Reads content, of a space's head or of any revision, by the same code. */
export class Contents extends Context.Service<Contents>()("@quire/core/Contents", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const addresses = yield* Addresses
    const revisionViews = yield* RevisionViews
    const cache = yield* NodeCache
    const markdown = yield* Markdown
    const { paged } = yield* Paging
    const { signer } = yield* SigningKeys
    const { resolvePast } = yield* PastContent
    const openShown = (of: ContentSelector) => Effect.flatMap(resolvePast(of), base.openShown)
    const openStored = (of: ContentSelector) => Effect.flatMap(resolvePast(of), (at) => base.open(at))

    const filesAt = (space: string) => ({ base: addresses.base, signer, space })
    const urls = ({ space }: RootInSpace) => ({
      app: addresses.app,
      space: space.value.id,
      hrefOf: RefUrl.make({ app: addresses.app, space: space.value.id, file: () => undefined })
    })

    const tree = Effect.fnUntraced(function* (opened: OpenedContent) {
      const trees = yield* PageTree.read(opened.root)
      return trees.map((each) => view(each, urls(opened)))
    })

    /** A revision with its pages, files and reusable contents. */
    const revision = operation("Contents.revision")(function* (of: ContentSelector) {
      const opened = yield* openShown(of)
      const files = yield* Root.listFiles(opened.root, { limit: noLimit })
      const reusable = yield* Root.listReusable(opened.root, { limit: noLimit })
      return yield* revisionViews.of(opened, {
        /** The pages of some content as a tree. */
        pages: yield* tree(opened),
        files: files.map((file) => FileView.view(file, filesAt(of.space))),
        reusableContents: reusable
      })
    })

    const pages = operation("Contents.pages")(function* (of: ContentSelector) {
      return { pages: yield* tree(yield* openShown(of)) }
    })

    /** The body in the requested form; a document if its Markdown cannot be written in time. */
    const bodyOf = Effect.fnUntraced(function* (opened: OpenedContent, page: DocumentPageView, format: PageFormat) {
      const { reader } = opened.root
      const { title } = page
      const hash = page.computed === undefined ? page.documentId : yield* Root.documentOf(opened.root, page.id)
      const node = hash === undefined ? Option.none() : yield* Root.document(reader, hash)
      const plain: { readonly document: DocumentView } = {
        document: Option.match(node, {
          onNone: () => blank,
          onSome: ({ data, nodes }) => ({ object: "document", data, nodes })
        })
      }
      if (format === "document") return plain
      if (hash === undefined || Option.isNone(node)) return { markdown: markdown.print(empty) }
      const document = yield* DocumentNode.toDocument(node.value)
      const written = cache.markdown(reader.space, hash, markdown.write(document, { heading: "document" }))
      return yield* Effect.match(written, {
        onFailure: () => plain,
        onSuccess: (text) => ({
          markdown: repeats(title, document) ? `${markdown.print(empty, { title })}\n${text}` : text
        })
      })
    })

    const viewSubtree = Effect.fnUntraced(function* (opened: RootInSpace, page: Page.Page) {
      const paths = yield* PagePath.pathsOf(opened.root, [page.id])
      const subtree = yield* Subtree.read(opened.root, page, paths.get(page.id))
      return CanonicalJson.deepFreeze(view(subtree, urls(opened)))
    })

    /** A page with everything below it, cached by root and by the name it was found by. */
    const cachedPage = Effect.fnUntraced(function* (
      opened: RootInSpace,
      name: string,
      find: Effect.Effect<Option.Option<Page.Page>>
    ) {
      const { hash, reader } = opened.root
      const known = cache.page(reader.space, hash, name)
      if (known !== undefined) return Option.some(known)
      const found = yield* find
      if (Option.isNone(found)) return Option.none()
      const made = yield* viewSubtree(opened, found.value)
      cache.putPage(reader.space, hash, name, made)
      return Option.some(made)
    })

    /** A page of opened content, with everything below it. */
    const pageIn = (opened: RootInSpace, id: string) => cachedPage(opened, `id/${id}`, Root.page(opened.root, id))

    const withBody = Effect.fnUntraced(function* (
      opened: OpenedContent,
      seen: PageView,
      format: PageFormat | undefined
    ) {
      if (format === undefined || seen.type !== "document") return seen
      return { ...seen, ...(yield* bodyOf(opened, seen, format)) }
    })

    /** A page by its id, with its body if a format is requested. */
    const page = operation("Contents.page")(function* (of: ContentSelector, id: string, format?: PageFormat) {
      const opened = yield* openShown(of)
      const found = yield* pageIn(opened, id)
      if (Option.isNone(found)) return yield* new PageNotFound({ page: id })
      return yield* withBody(opened, found.value, format)
    })

    /** Finds documents and groups only; a former path of a page is resolved to it (rule page-former-path). */
    const pageByPath = operation("Contents.pageByPath")(function* (
      of: ContentSelector,
      path: string,
      format?: PageFormat
    ) {
      const opened = yield* openShown(of)
      const placed = Effect.map(PagePath.find(opened.root, path), Option.filter(Page.isPlaced))
      const found = yield* cachedPage(opened, `path/${path}`, placed)
      if (Option.isNone(found)) return yield* new PageNotFound({ page: path })
      return yield* withBody(opened, found.value, format)
    })

    /** By id; later pages of the list read the same revision as the first. */
    const files = operation("Contents.files")(function* (given: ContentSelector, request: PageRequest) {
      const of = yield* resolvePast(given)
      const opened = yield* base.open(of)
      return yield* paged({
        list: "files",
        filters: [of.space, of.revision ?? null, of.changeRequest ?? null],
        request,
        pin: opened.revision.id,
        count: Root.fileCount(opened.root),
        load: (after, limit, pin) =>
          Effect.flatMap(
            pin === opened.revision.id ? Effect.succeed(opened) : base.open({ ...of, revision: pin }),
            (at) => Root.listFiles(at.root, { after: after?.id, limit })
          ),
        keyset: ({ id }: File) => ({ order: [], id }),
        view: (rows) => Effect.succeed(rows.map((row) => FileView.view(row, filesAt(of.space))))
      })
    })

    /** A file by its id. */
    const file = operation("Contents.file")(function* (of: ContentSelector, id: string) {
      const opened = yield* openStored(of)
      const found = yield* Root.file(opened.root, id)
      if (Option.isNone(found)) return yield* new FileNotFound({ id })
      return FileView.view(found.value, filesAt(of.space))
    })

    /** A reusable content by its id. */
    const reusableContent = operation("Contents.reusableContent")(function* (of: ContentSelector, id: string) {
      const opened = yield* openStored(of)
      const found = yield* Root.reusable(opened.root, id)
      if (Option.isNone(found)) return yield* new ReusableContentNotFound({ id })
      return found.value
    })

    /** A document by its hash, of any revision of the space (rule document-identity). */
    const document = operation("Contents.document")(function* (space: string, id: string) {
      const opened = yield* base.open({ space })
      const found = yield* Root.document(opened.root.reader, id)
      if (Option.isNone(found)) return yield* new DocumentNotFound({ id })
      return { object: "document", data: found.value.data, nodes: found.value.nodes } satisfies DocumentView
    })

    return { revision, pages, page, pageIn, pageByPath, files, file, reusableContent, document } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ContentBase.layer,
      NodeCache.layer,
      Paging.layer,
      PastContent.layer,
      RevisionViews.layer,
      SigningKeys.layer
    ])
  )
}
