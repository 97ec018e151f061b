import { Effect, Option } from "effect"
import type * as ContentRef from "../../content/document/ContentRef.ts"
import { toUrl } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import { IncludedRoom } from "../../content/document/IncludedRoom.ts"
import * as Rewriting from "../../content/document/Rewriting.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Emoji from "../../foundation/text/Emoji.ts"
import type { Book, BookPage } from "./Book.ts"
import type { Describe } from "./BookOperations.ts"
import * as BookTargets from "./BookTargets.ts"
import type { PrintSource } from "./Pdf.ts"
import * as Pdf from "./Pdf.ts"
import { PdfRefused } from "./PdfPrinter.ts"

/** Maximum nesting of reusable contents, and maximum number of different ones on a page. */
export const limits = { depth: 5, contents: 100 } as const

const named = (document: Document): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const [block] of DocumentTree.walk(document)) {
    if (block.type === "reusable-content" && block.data.ref.space === undefined) ids.add(block.data.ref.reusableContent)
  }
  return [...ids]
}

/** Inserts reusable contents of the space where a page refers to them; those of other spaces are omitted. */
class Inclusion {
  readonly #root: Root.Root
  readonly #made = new Map<string, Document | undefined>()
  readonly #room = new IncludedRoom()

  constructor(root: Root.Root) {
    this.#root = root
  }

  readonly into = (document: Document, above: ReadonlyArray<string> = []): Effect.Effect<Document> =>
    Effect.gen({ self: this }, function* () {
      const contents = new Map<string, Document>()
      for (const id of named(document)) {
        const made = yield* this.#make(id, above)
        if (made !== undefined) contents.set(id, made)
      }
      return { ...document, nodes: this.#write(document, contents) }
    })

  #make(id: string, above: ReadonlyArray<string>): Effect.Effect<Document | undefined> {
    if (this.#made.has(id)) return Effect.succeed(this.#made.get(id))
    const isTooMuch = above.includes(id) || above.length >= limits.depth || this.#made.size >= limits.contents
    if (isTooMuch) return Effect.undefined
    return Effect.tap(this.#read(id, [...above, id]), (made) => Effect.sync(() => this.#made.set(id, made)))
  }

  readonly #read = Effect.fnUntraced(function* (this: Inclusion, id: string, path: ReadonlyArray<string>) {
    const found = Option.getOrUndefined(yield* Root.reusable(this.#root, id))
    const own = yield* DocumentNode.get(this.#root.reader, found?.document)
    return own === undefined ? undefined : yield* this.into(own, path)
  })

  #write(document: Document, contents: ReadonlyMap<string, Document>): Document["nodes"] {
    return Rewriting.make({
      block: (block) => {
        if (block.type !== "reusable-content") return block
        const made = block.data.ref.space === undefined ? contents.get(block.data.ref.reusableContent) : undefined
        return made !== undefined && this.#room.take(made) ? made.nodes : []
      },
      inlines: (inlines) => inlines,
      codeInlines: (inlines) => inlines
    })(document.nodes)
  }
}

const hasReusable = (document: Document): boolean => {
  for (const [block] of DocumentTree.walk(document)) if (block.type === "reusable-content") return true
  return false
}

/** The document with the reusable contents of its space that it names (rule pdf-pages). */
export const includeReusables = (root: Root.Root, document: Document): Effect.Effect<Document> =>
  hasReusable(document) ? new Inclusion(root).into(document) : Effect.succeed(document)

/** A page with its depth in the book, 1 at the top. */
export interface ChosenPage {
  readonly page: Page.Page
  readonly depth: number
}

const isHidden = (page: Page.Page): boolean => page.type !== "computed" && page.hidden

const flatten = (trees: ReadonlyArray<Page.PageTree>, depth: number): ReadonlyArray<ChosenPage> =>
  trees.flatMap(({ page, pages }) => (isHidden(page) ? [] : [{ page, depth }, ...flatten(pages, depth + 1)]))

const find = (trees: ReadonlyArray<Page.PageTree>, id: string): Page.PageTree | undefined => {
  for (const tree of trees) {
    const found = tree.page.id === id ? tree : find(tree.pages, id)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The pages of a book in reading order: all, one with its descendants, or only one. Hidden pages are omitted, except
 * for a requested one (rule pdf-pages).
 */
export const choosePages = (
  trees: ReadonlyArray<Page.PageTree>,
  { only, page }: { readonly page: string | null; readonly only: boolean }
): ReadonlyArray<ChosenPage> => {
  if (page === null) return flatten(trees, 1)
  const found = find(trees, page)
  if (found === undefined) return []
  return [{ page: found.page, depth: 1 }, ...(only ? [] : flatten(found.pages, 2))]
}

const markOf = ({ emoji, icon }: Page.Page): Pick<BookPage, "emoji" | "icon"> => {
  const characters = emoji === undefined ? undefined : Emoji.characters(emoji)
  if (characters !== undefined) return { emoji: characters }
  return icon === undefined ? {} : { icon }
}

const coverOf = (page: Page.Page): Pick<BookPage, "cover"> =>
  page.type === "document" && page.cover !== undefined && page.layout.cover ? { cover: page.cover.ref } : {}

/** A page without its document. */
export const bookPagesOf = ({ depth, page }: ChosenPage): BookPage => ({
  id: page.id,
  depth,
  title: page.title,
  ...markOf(page),
  ...coverOf(page),
  ...(page.type === "document" && page.description !== undefined ? { description: page.description } : {})
})

/** `describe` writes out the parts of pages that refer to operations. */
interface BookRequest extends Pick<PrintSource, "page" | "only" | "title" | "subtitle"> {
  readonly root: Root.Root
  readonly space: string
  readonly app: string
  readonly describe: Describe
  /** Epoch ms. */
  readonly madeAt: number
}

const hashOf = ({ page }: ChosenPage): string | undefined => (page.type === "document" ? page.document : undefined)

/** A page with its document; one that is there has one, though it may be empty. */
const makePage = Effect.fnUntraced(function* (
  { describe, root }: Pick<BookRequest, "describe" | "root">,
  { chosen, document }: Read
) {
  const { page } = chosen
  const own = bookPagesOf(chosen)
  if (page.type === "link") return { ...own, link: toUrl(page.target) } satisfies BookPage
  if (document === undefined) return own
  return { ...own, document: yield* describe(yield* includeReusables(root, document)) } satisfies BookPage
})

interface Read {
  readonly chosen: ChosenPage
  readonly document: Effect.Success<ReturnType<typeof DocumentNode.get>>
}

const referencesOf = ({ cover, document }: BookPage): ReadonlyArray<ContentRef.ContentRef> => [
  ...(cover === undefined ? [] : [cover]),
  ...(document === undefined ? [] : DocumentRefs.references(document).map(({ ref }) => ref))
]

const linksOf = ({ page }: ChosenPage): ReadonlyArray<ContentRef.ContentRef> =>
  page.type === "link" ? [page.target] : []

/** Creates a book of content (rule pdf-pages). The same content produces the same book. */
export const make = Effect.fnUntraced(function* (asked: BookRequest) {
  const { app, madeAt, only, page, root, space, subtitle, title } = asked
  const chosen = choosePages(yield* PageTree.read(root), { page, only })
  if (chosen.length > Pdf.limits.pages) {
    return yield* new PdfRefused({
      problem: `it would have more than the limit of ${Pdf.limits.pages.toLocaleString("en")} pages`
    })
  }
  const read = yield* DocumentNode.forEach(
    root.reader,
    chosen,
    hashOf,
    (each, document): Read => ({
      chosen: each,
      document
    })
  )
  const pages: ReadonlyArray<BookPage> = yield* Effect.forEach(read, (each) => makePage(asked, each))
  const refs = pages.map(referencesOf)
  const ids = new Set(pages.map(({ id }) => id))
  const targets = yield* BookTargets.resolve({ root, space, app, pages: ids }, [
    ...refs.flat(),
    ...chosen.flatMap(linksOf)
  ])
  return { title, ...(subtitle === "" ? {} : { subtitle }), madeAt, pages, targets } satisfies Book
})
