import { type Book, BookText, ContentBase, type Document, type Engine, Imports, PdfPrinter, Spaces } from "@quire/core"
import { Books } from "@quire/core/internal"
import { Effect } from "effect"
import { assert } from "vitest"
import { zipped } from "../support/docs.ts"
import { as, asSystem } from "../support/engine.ts"
import { readPdf } from "../support/pdf.ts"
import { found } from "../support/world.ts"
import { paragraph } from "./expected.ts"

/** The book of a space into which files were imported. */
export const bookOf = (
  title: string,
  files: { readonly [path: string]: string | Uint8Array }
): Effect.Effect<Book.Book, never, Engine.Services | Engine.Ports> =>
  Effect.gen(function* () {
    const { admin, organization } = yield* found
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const base = yield* ContentBase.ContentBase
    const { id } = yield* as(admin)(spaces.create(organization, { title, editMode: "live" }))
    const source = { source: "zip", contentType: "application/zip", url: "file:///a.zip", name: "a.zip" } as const
    yield* as(admin)(imports.bytesIntoSpace(id, { ...source, bytes: zipped(files) }))
    const { root } = yield* asSystem(base.open({ space: id }))
    const describe = Effect.succeed<Document.Document>
    const asked = { page: null, only: false, title, subtitle: "", root, space: id, app: "https://app.test", madeAt: 0 }
    return yield* Books.make({ ...asked, describe })
  }).pipe(Effect.orDie)

/** Long texts that differ are shown from where they do. */
export const assertSame = (actual: string, expected: string): void => {
  const at = Array.from(expected).findIndex((_, index) => expected[index] !== actual[index])
  assert.strictEqual(
    actual.length - expected.length + (at === -1 ? 0 : at),
    0,
    JSON.stringify([actual, expected].map((text) => text.slice(Math.max(0, at - 60), at + 60)))
  )
  assert.strictEqual(actual, expected)
}

/** Prints a book, and reads the PDF. */
export const print = (book: Book.Book, images: PdfPrinter.Images = new Map()) =>
  Effect.gen(function* () {
    const printer = yield* PdfPrinter.PdfPrinter
    const printed = yield* printer.print(yield* BookText.encode(book), images)
    return { ...printed, read: yield* Effect.promise(() => readPdf(printed.bytes)) }
  })

/** A page of one paragraph, unless it has another document. */
export const page = (id: string, text: string, more: Partial<Book.BookPage> = {}): Book.BookPage => ({
  id,
  depth: 1,
  title: `Page ${id}`,
  document: paragraph(text),
  ...more
})

export const bookWith = (pages: ReadonlyArray<Book.BookPage>, targets: Book.BookTargets = {}): Book.Book => ({
  title: "Book",
  madeAt: 1_700_000_000_000,
  pages,
  targets
})
