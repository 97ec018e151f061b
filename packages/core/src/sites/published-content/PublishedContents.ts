import { Context, Effect, Layer, Option } from "effect"
import { type ContentRef, toUrl } from "../../content/document/ContentRef.ts"
import { type Document, empty } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import { Markdown } from "../../content/document/Markdown.ts"
import { repeats } from "../../content/document/OpeningTitle.ts"
import * as FileView from "../../content/file/FileView.ts"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import { type DocumentPageView, type DocumentView, type PageView, view } from "../../content/tree/PageView.ts"
import * as RefUrl from "../../content/tree/RefUrl.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Subtree from "../../content/tree/Subtree.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import type { ReadingScope } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { PublishedOnly } from "../../foundation/operation/PublishedOnly.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { ContentBase, type ContentSelector } from "../../spaces/commit/ContentBase.ts"
import {
  DocumentNotFound,
  FileNotFound,
  type PageFormat,
  ReusableContentNotFound
} from "../../spaces/content/Contents.ts"
import type { RevisionView } from "../../spaces/revision/Revision.ts"
import { Revisions } from "../../spaces/revision/Revisions.ts"
import * as Evaluated from "../publication/Evaluated.ts"
import * as PublishedDocument from "../published-page/PublishedDocument.ts"
import * as PublishedRoots from "../published-page/PublishedRoots.ts"
import * as References from "../published-page/References.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import * as ShareKey from "../share-link/ShareKey.ts"
import { findSiteSpace } from "../structure/SiteStructure.ts"
import { PublishedViews } from "./PublishedViews.ts"
import * as ReadCapability from "./ReadCapability.ts"

/** `documents`: how many documents of revisions a process knows by their hashes. */
export const limits = { documents: 200_000 } as const

const blank: DocumentView = { object: "document", data: { schemaVersion: 1 }, nodes: [] }

/** A published space at the revision of a reading, open for it alone. */
type Opened = Effect.Success<ReturnType<typeof ReadCapability.ofSpace>> & { readonly root: Root.Root }

/** The targets of the links of a tree. */
const linkTargets = (pages: ReadonlyArray<PageView>): ReadonlyArray<ContentRef> =>
  pages.flatMap((page) => {
    if (page.type === "computed") return []
    return page.type === "link" ? [page.target] : linkTargets(page.pages)
  })

/** The pages of a tree that readers see, without links to what they do not; what a source is to fill is none. */
const shownPages = (pages: ReadonlyArray<PageView>, known: PublishedDocument.VisibleTargets): ReadonlyArray<PageView> =>
  pages.flatMap((page): ReadonlyArray<PageView> => {
    if (page.type === "computed") return []
    if (page.type === "link") return PublishedDocument.leads(page.target, known) ? [page] : []
    return [{ ...page, pages: shownPages(page.pages, known) }]
  })

const areJson = (values: ReadonlyArray<unknown>): values is ReadonlyArray<CanonicalJson.Json> =>
  values.every(CanonicalJson.isJson)

const toView = ({ data, nodes: blocks }: PublishedDocument.PublishedDocument): DocumentView => {
  const [of, nodes]: readonly [unknown, ReadonlyArray<unknown>] = [data, blocks]
  if (!CanonicalJson.isJson(of) || !areJson(nodes)) throw new TypeError("a document can only contain JSON")
  return { object: "document", data: of, nodes }
}

/**
 * Reads published content for the bearers of content tokens: what their audience sees of one space at one revision, with
 * the views that persons get (rule content-token-reads).
 */
export class PublishedContents extends Context.Service<PublishedContents>()("@quire/core/PublishedContents", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const base = yield* ContentBase
    const revisions = yield* Revisions
    const roots = yield* ComputedRoots
    const markdown = yield* Markdown
    const { signer } = yield* SigningKeys
    const { rootsOf } = yield* PublishedRoots.PublishedRoots

    /** Content of change requests, and what there was before, is no published content. */
    const open = Effect.fnUntraced(function* (reading: ReadingScope, of: ContentSelector) {
      if (of.changeRequest !== undefined || of.asOf !== undefined) return yield* new PublishedOnly()
      const named = yield* ReadCapability.ofSpace(reading, of)
      const stored = yield* base.rootOf(named.space, named.revision)
      const { organization, specs } = named.publication.seen
      const root = yield* roots.at({ organization: organization.id, root: stored, versions: specs })
      return { ...named, root } satisfies Opened
    })

    const urls = ({ space }: Opened) => ({
      app: addresses.app,
      space,
      hrefOf: RefUrl.make({ app: addresses.app, space, file: () => undefined })
    })

    /** The targets of references that the audience can see; reusable contents of the space are read by their ids. */
    const knownOf = Effect.fnUntraced(function* (opened: Opened, refs: ReadonlyArray<ContentRef>) {
      const { publication, root, space } = opened
      const place = SitePlaces.list(publication).find(({ siteSpace }) => siteSpace.id === opened.siteSpace)
      if (place === undefined) return yield* new PublishedOnly()
      const openRoot: PublishedRoots.OpenRoot = (other) =>
        other === space ? Effect.succeed(root) : rootsOf(publication)(other)
      const targets = yield* References.resolve({ publication, place, openRoot, signer }, refs)
      const contents = refs.filter((ref) => ref.kind === "reusable-content" && (ref.space ?? space) === space)
      return new Set([...Object.keys(targets), ...contents.map(toUrl)])
    })

    /** Every operation that returns the text of a document uses this result. */
    const prepare = Effect.fnUntraced(function* (opened: Opened, node: ContentNode.Document) {
      const source: Document = yield* DocumentNode.toDocument(node)
      const evaluated = Evaluated.document(source, opened.publication.seen.conditions)
      const known = yield* knownOf(
        opened,
        DocumentRefs.references(evaluated).map(({ ref }) => ref)
      )
      return PublishedDocument.make(evaluated, known)
    })

    const showAll = Effect.fnUntraced(function* (opened: Opened, pages: ReadonlyArray<PageView>) {
      return shownPages(pages, yield* knownOf(opened, linkTargets(pages)))
    })

    const tree = Effect.fnUntraced(function* (opened: Opened) {
      const trees = yield* PageTree.read(opened.root)
      return yield* showAll(
        opened,
        trees.map((each) => view(each, urls(opened)))
      )
    })

    const space = operation("PublishedContents.space")(function* (reading: ReadingScope, id: string) {
      const named = yield* ReadCapability.ofSpace(reading, { space: id })
      const shareKey = yield* ShareKey.ofSite(named.publication.seen.site.id)
      const views = new PublishedViews(named.publication, { ...addresses, shareKey })
      const placed = findSiteSpace(named.publication.seen.shown, named.siteSpace)
      const seen = placed === undefined ? undefined : views.space(placed)
      return seen === undefined ? yield* new PublishedOnly() : { ...seen, revision: named.revision }
    })

    /** Without files and reusable contents: a listing would reveal hidden ones, so they are read by id only. */
    const revision = operation("PublishedContents.revision")(function* (reading: ReadingScope, of: ContentSelector) {
      const opened = yield* open(reading, of)
      const found = yield* revisions.require(opened.revision)
      const { createdAt, id, type } = found.value
      return {
        object: "revision",
        id,
        parents: [],
        pages: yield* tree(opened),
        files: [],
        reusableContents: [],
        createdAt: toTimestamp(createdAt),
        type,
        urls: { app: `${addresses.app}/s/${opened.space}/r/${id}` }
      } satisfies RevisionView
    })

    const pages = operation("PublishedContents.pages")(function* (reading: ReadingScope, of: ContentSelector) {
      return { pages: yield* tree(yield* open(reading, of)) }
    })

    /** The body in the requested form; a document if its Markdown cannot be written in time. */
    const bodyOf = Effect.fnUntraced(function* (
      opened: Opened,
      { computed, documentId, id, title }: DocumentPageView,
      format: PageFormat
    ) {
      const hash = computed === undefined ? documentId : yield* Root.documentOf(opened.root, id)
      const node = hash === undefined ? Option.none() : yield* Root.document(opened.root.reader, hash)
      if (Option.isNone(node)) {
        return format === "document" ? { document: blank } : { markdown: markdown.print(empty) }
      }
      const document = yield* prepare(opened, node.value)
      const plain: { readonly document: DocumentView } = { document: toView(document) }
      if (format === "document") return plain
      return yield* Effect.match(markdown.write(document, { heading: "document" }), {
        onFailure: () => plain,
        onSuccess: (text) => ({
          markdown: repeats(title, document) ? `${markdown.print(empty, { title })}\n${text}` : text
        })
      })
    })

    const show = Effect.fnUntraced(function* (
      opened: Opened,
      found: Option.Option<Page.Page>,
      name: string,
      format: PageFormat | undefined
    ) {
      const notFound = () => new PageNotFound({ page: name })
      if (Option.isNone(found)) return yield* notFound()
      const paths = yield* PagePath.pathsOf(opened.root, [found.value.id])
      const subtree = yield* Subtree.read(opened.root, found.value, paths.get(found.value.id))
      const [page] = yield* showAll(opened, [view(subtree, urls(opened))])
      if (page === undefined) return yield* notFound()
      if (format === undefined || page.type !== "document") return page
      return { ...page, ...(yield* bodyOf(opened, page, format)) }
    })

    const page = operation("PublishedContents.page")(function* (
      reading: ReadingScope,
      of: ContentSelector,
      id: string,
      format?: PageFormat
    ) {
      const opened = yield* open(reading, of)
      return yield* show(opened, yield* Root.page(opened.root, id), id, format)
    })

    const pageByPath = operation("PublishedContents.pageByPath")(function* (
      reading: ReadingScope,
      of: ContentSelector,
      path: string,
      format?: PageFormat
    ) {
      const opened = yield* open(reading, of)
      const found = Option.filter(yield* PagePath.find(opened.root, path), Page.isPlaced)
      return yield* show(opened, found, path, format)
    })

    const file = operation("PublishedContents.file")(function* (
      reading: ReadingScope,
      of: ContentSelector,
      id: string
    ) {
      const opened = yield* open(reading, of)
      const found = yield* Root.file(opened.root, id)
      if (Option.isNone(found)) return yield* new FileNotFound({ id })
      return FileView.view(found.value, { base: addresses.base, signer, space: opened.space })
    })

    const reusableContent = operation("PublishedContents.reusableContent")(function* (
      reading: ReadingScope,
      of: ContentSelector,
      id: string
    ) {
      const opened = yield* open(reading, of)
      const found = yield* Root.reusable(opened.root, id)
      return Option.isNone(found) ? yield* new ReusableContentNotFound({ id }) : found.value
    })

    /** Hashes of documents by the hash of the root that has them. */
    const documentsOf = Recent.make<ReadonlySet<string>>(limits.documents)

    /** The documents of pages and reusable contents of a revision. */
    const listDocuments = Effect.fnUntraced(function* ({ root }: Opened) {
      const known = documentsOf.get(root.hash)
      if (known !== undefined) return known
      const listIn = (trees: ReadonlyArray<Page.PageTree>): ReadonlyArray<string | undefined> =>
        trees.flatMap(({ page: found, pages: below }) => [
          found.type === "document" ? found.document : undefined,
          ...listIn(below)
        ])
      const reusable = yield* Root.listReusable(root, { limit: noLimit })
      const hashes = [...listIn(yield* PageTree.read(root)), ...reusable.map(({ document }) => document)]
      const made = new Set(hashes.filter((hash) => hash !== undefined))
      documentsOf.put(root.hash, made, made.size + 1)
      return made
    })

    /** A document by its hash, in this revision only: others belong to drafts or history. */
    const document = operation("PublishedContents.document")(function* (
      reading: ReadingScope,
      id: string,
      hash: string
    ) {
      const opened = yield* open(reading, { space: id })
      const found = (yield* listDocuments(opened)).has(hash)
        ? yield* Root.document(opened.root.reader, hash)
        : Option.none()
      if (Option.isNone(found)) return yield* new DocumentNotFound({ id: hash })
      return toView(yield* prepare(opened, found.value))
    })

    return { space, revision, pages, page, pageByPath, file, reusableContent, document } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ComputedRoots.layer,
      ContentBase.layer,
      PublishedRoots.PublishedRoots.layer,
      Revisions.layer,
      SigningKeys.layer
    ])
  )
}
