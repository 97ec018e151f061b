import { assert, describe, it } from "@effect/vitest"
import { type Block, type Book, ContentRef, Document, Inline } from "@quire/core"
import { print } from "../../src/pdf/Printing.ts"

const bookOf = (block: Block.TopLevel, targets: Book.Book["targets"] = {}): Book.Book => ({
  title: "Book",
  madeAt: 0,
  pages: [{ id: "a", depth: 1, title: "One", document: Document.make([block]) }],
  targets
})

const sheetsOf = (book: Book.Book, images = new Map<string, Uint8Array>()): number => print(book, images).sheets

/** A table of one column with one row. */
const table = (...cell: ReadonlyArray<Block.TopLevel>): Block.TableBlock => ({
  object: "block",
  type: "table",
  isVoid: true,
  data: {
    definition: { c: { id: "c", title: "Column", type: "text", textAlignment: "left" } },
    records: { r: { orderIndex: "0", values: { c: "cell" } } },
    view: { type: "grid", columns: ["c"], hideHeader: false }
  },
  fragments: [{ object: "fragment", fragment: "cell", nodes: cell }]
})

const list = (...nodes: Block.ListItem["nodes"]): Block.ListUnordered => ({
  object: "block",
  type: "list-unordered",
  nodes: [{ object: "block", type: "list-item", nodes }]
})

const annotation = (...nodes: Block.AnnotationBody["nodes"]): Block.Annotation => ({
  object: "inline",
  type: "annotation",
  nodes: [Inline.text("annotated")],
  fragments: [{ object: "fragment", type: "annotation-body", nodes }]
})

const paragraph = (...nodes: Block.Paragraph["nodes"]): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

const codeLine = (...nodes: Block.CodeLine["nodes"]): Block.CodeLine => ({
  object: "block",
  type: "code-line",
  data: {},
  nodes
})

/** Every block that can contain a table, directly or in a list. */
const containers: { readonly [name: string]: (inner: Block.TableBlock) => Block.TopLevel } = {
  "a list": list,
  "a task list": (inner) => ({ ...list(inner), type: "list-tasks" }),
  "an annotation": (inner) => paragraph(annotation(list(inner))),
  "an annotation within an annotation": (inner) => paragraph(annotation(paragraph(annotation(list(inner))))),
  "an annotation of code": (inner) => ({
    object: "block",
    type: "code",
    data: {},
    nodes: [codeLine(annotation(list(inner)))]
  }),
  "an annotation of a table cell": (inner) => table(paragraph(annotation(list(inner)))),
  "a table": (inner) => table(inner),
  "a hint": (inner) => ({ object: "block", type: "hint", data: { style: "info" }, nodes: [list(inner)] }),
  "a quotation": (inner) => ({ object: "block", type: "blockquote", nodes: [list(inner)] }),
  "a tab": (inner) => ({
    object: "block",
    type: "tabs",
    nodes: [{ object: "block", type: "tabs-item", data: {}, nodes: [inner] }]
  }),
  "a step": (inner) => ({
    object: "block",
    type: "stepper",
    nodes: [{ object: "block", type: "stepper-step", data: {}, nodes: [inner] }]
  }),
  "many columns": (inner) => ({
    object: "block",
    type: "columns",
    data: {},
    nodes: Array.from({ length: 60 }, () => ({ object: "block", type: "column", data: {}, nodes: [inner] }))
  }),
  "an expandable": (inner) => ({
    object: "block",
    type: "expandable",
    isVoid: true,
    data: {},
    fragments: [{ object: "fragment", fragment: "expandable-body", nodes: [inner] }]
  })
}

describe("a book with a table (rule pdf-fits)", () => {
  it.each(Object.entries(containers))("prints one in %s", (_, container) => {
    assert.isAtLeast(sheetsOf(bookOf(container(table(paragraph(Inline.text("cell")))))), 2)
    assert.isAtLeast(sheetsOf(bookOf(container(table()))), 2)
  })
})

/** A book with an image of the given size in pixels. */
const bookWithImage = (width: number, height: number): Book.Book => {
  const ref = { kind: "file", file: "f" } as const
  const image: Block.Image = { object: "block", type: "image", isVoid: true, data: { ref }, fragments: [] }
  return bookOf(
    { object: "block", type: "images", data: {}, nodes: [image] },
    {
      [ContentRef.toUrl(ref)]: {
        kind: "file",
        blob: "b",
        title: "image.svg",
        contentType: "image/svg+xml",
        size: drawing.length,
        dimensions: { width, height }
      }
    }
  )
}

const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

describe("a book with an image whose recorded size is not positive", () => {
  it.each([
    [0, 9],
    [9, 0],
    [0, 0],
    [-9, 9],
    [9, -9]
  ] as const)("prints it: %i × %i", (width, height) => {
    assert.strictEqual(sheetsOf(bookWithImage(width, height), new Map([["b", drawing]])), 2)
  })
})
