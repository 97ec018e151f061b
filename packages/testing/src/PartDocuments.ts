import { type Block, Document, Inline } from "@quire/core"
import * as fc from "fast-check"
import { simpleLine } from "./InlineArbitrary.ts"
import * as TableArbitrary from "./TableArbitrary.ts"

const paragraph = (text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: [Inline.text(text)]
})

/** Makes a block of parts, one for each text. */
type OfParts = (texts: ReadonlyArray<string>) => Block.TopLevel

const list =
  (type: "list-unordered" | "list-ordered" | "list-tasks"): OfParts =>
  (texts) => ({
    object: "block",
    type,
    data: {},
    nodes: texts.map((text) => ({ object: "block", type: "list-item", nodes: [paragraph(text)] }))
  })

const kinds: ReadonlyArray<OfParts> = [
  list("list-unordered"),
  list("list-ordered"),
  list("list-tasks"),
  (texts) => ({
    object: "block",
    type: "tabs",
    nodes: texts.map((title) => ({ object: "block", type: "tabs-item", data: { title }, nodes: [paragraph(title)] }))
  }),
  (texts) => ({
    object: "block",
    type: "stepper",
    nodes: texts.map((text) => ({ object: "block", type: "stepper-step", data: {}, nodes: [paragraph(text)] }))
  }),
  (texts) => ({
    object: "block",
    type: "columns",
    data: {},
    nodes: texts.map((text) => ({ object: "block", type: "column", data: {}, nodes: [paragraph(text)] }))
  }),
  (texts) => ({
    object: "block",
    type: "code",
    data: {},
    nodes: texts.map((text) => ({ object: "block", type: "code-line", data: {}, nodes: [Inline.text(text)] }))
  })
]

const texts = fc.array(fc.constantFrom("one two", "two three", "four", "five six seven", "}"), {
  minLength: 2,
  maxLength: 5
})

/** Documents of one structure of several parts: a list, tabs, steps, columns, code. */
export const parts: fc.Arbitrary<Document.Document> = fc
  .tuple(fc.constantFrom(...kinds), texts)
  .map(([of, parts]) => Document.make([of(parts)]))

/** Documents of one table. */
export const tables: fc.Arbitrary<Document.Document> = TableArbitrary.tables(simpleLine).map((table) =>
  Document.make([table])
)
