import { Effect } from "effect"
import type * as ContentRef from "../../content/document/ContentRef.ts"
import { toUrl } from "../../content/document/ContentRef.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import type * as Root from "../../content/tree/Root.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Book, BookPage } from "./Book.ts"
import type { Describe } from "./BookOperations.ts"
import * as BookPages from "./BookPages.ts"
import * as BookReusables from "./BookReusables.ts"
import * as BookTargets from "./BookTargets.ts"
import { limits, type PrintSource } from "./Pdf.ts"
import { PdfRefused } from "./PdfPrinter.ts"

/** `describe` writes out what of pages speaks of operations. */
interface BookRequest extends Pick<PrintSource, "page" | "only" | "title" | "subtitle"> {
  readonly root: Root.Root
  readonly space: string
  readonly app: string
  readonly describe: Describe
  /** Epoch ms. */
  readonly madeAt: number
}

const hashOf = ({ page }: BookPages.ChosenPage): string | undefined =>
  page.type === "document" ? page.document : undefined

/** A page with its document; one that is there has one, though it may be empty. */
const makePage = Effect.fnUntraced(function* (
  { describe, root }: Pick<BookRequest, "describe" | "root">,
  { chosen, document }: Read
) {
  const { page } = chosen
  const own = BookPages.of(chosen)
  if (page.type === "link") return { ...own, link: toUrl(page.target) } satisfies BookPage
  if (document === undefined) return own
  return { ...own, document: yield* describe(yield* BookReusables.include(root, document)) } satisfies BookPage
})

interface Read {
  readonly chosen: BookPages.ChosenPage
  readonly document: Effect.Success<ReturnType<typeof DocumentNode.get>>
}

const referencesOf = ({ cover, document }: BookPage): ReadonlyArray<ContentRef.ContentRef> => [
  ...(cover === undefined ? [] : [cover]),
  ...(document === undefined ? [] : DocumentRefs.references(document).map(({ ref }) => ref))
]

const linksOf = ({ page }: BookPages.ChosenPage): ReadonlyArray<ContentRef.ContentRef> =>
  page.type === "link" ? [page.target] : []

/** Makes a book of content (rule pdf-pages). The same content gives the same book. */
export const make = Effect.fnUntraced(function* (asked: BookRequest) {
  const { app, madeAt, only, page, root, space, subtitle, title } = asked
  const chosen = BookPages.choose(yield* PageTree.read(root), { page, only })
  if (chosen.length > limits.pages) {
    return yield* new PdfRefused({ problem: `there are more than ${limits.pages.toLocaleString("en")} pages` })
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
  const refs = yield* Slices.forEach(pages, (each) => Effect.sync(() => referencesOf(each)), {
    weight: ({ document }) => Slices.weighItem(document)
  })
  const ids = new Set(pages.map(({ id }) => id))
  const targets = yield* BookTargets.resolve({ root, space, app, pages: ids }, [
    ...refs.flat(),
    ...chosen.flatMap(linksOf)
  ])
  return { title, ...(subtitle === "" ? {} : { subtitle }), madeAt, pages, targets } satisfies Book
})
