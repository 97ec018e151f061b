import { assert, describe, expect, it } from "@effect/vitest"
import { type ApiDescription, ComputedDocument, Document, DocumentText, Inline } from "@quire/core/internal"
import { Schema } from "effect"
import { documentSource, operationOf, outlineOf } from "./outlines.ts"

const make = (...given: Parameters<typeof ComputedDocument.make>) => ComputedDocument.make(...given)

const outline = outlineOf({
  info: { title: "Pets", version: "1", description: "All about pets." },
  tags: [{ name: "Cats", description: "Cats purr.\n\nMost of them." }],
  operations: [
    operationOf("/cats", { tags: ["Cats"], summary: "List\n cats" }),
    operationOf("/cats/{id}", { tags: ["Cats"], method: "delete" }),
    operationOf("born", { method: "post", isWebhook: true, part: 1 })
  ],
  schemas: [
    { name: "Cat", part: 0 },
    { name: "#/x", isInner: true, part: 0 }
  ]
})

const part: ApiDescription.ApiPart = {
  operations: [{ path: "/cats", method: "get", description: "Every cat.", responses: [] }],
  schemas: []
}

const content = { outline, parts: new Map([[0, part]]) }
const cats = documentSource({ doc: "operations", page: "Cats" })

const shape = ({ nodes }: Document.Document) =>
  nodes.map((node) => [node.type, DocumentText.ofBlock(node), "data" in node ? node.data : undefined])

const ref = { kind: "openapi", spec: "pets" }

describe("the text of a computed page (rule computed-document)", () => {
  it("has the text of the tag, then each operation with its heading", () => {
    expect(shape(make(content, cats, "s"))).toEqual([
      ["paragraph", "Cats purr.", undefined],
      ["paragraph", "Most of them.", undefined],
      ["heading-2", "List cats", { id: "get_cats" }],
      ["paragraph", "Every cat.", undefined],
      ["openapi-operation", expect.any(String), { path: "/cats", method: "get", ref }],
      ["heading-2", "DELETE /cats/{id}", { id: "delete_cats-id" }],
      ["openapi-operation", expect.any(String), { path: "/cats/{id}", method: "delete", ref }]
    ])
  })

  it("has webhooks, models, and the text of the description", () => {
    const rest = make(content, documentSource({ doc: "operations", page: "Pets" }), "s")
    expect(shape(rest).map(([type]) => type)).toEqual(["paragraph", "heading-2", "openapi-webhook"])
    const models = make(content, documentSource({ doc: "models" }), "s")
    expect(models.nodes.map((node) => ("data" in node ? node.data : undefined))).toEqual([
      { schemas: ["Cat"], grouped: true, ref }
    ])
    const info = make(content, documentSource({ doc: "info", page: "Pets" }), "s")
    expect(DocumentText.ofDocument(info)).toBe("All about pets.")
    expect(make(content, documentSource({ doc: "operations", page: "Dogs" }), "s").nodes).toEqual([])
  })

  it("needs only the parts of its operations", () => {
    expect(ComputedDocument.partsOf(outline, cats)).toEqual([0])
    expect(ComputedDocument.partsOf(outline, documentSource({ doc: "operations", page: "Pets" }))).toEqual([1])
    expect(ComputedDocument.partsOf(outline, documentSource({ doc: "models" }))).toEqual([])
  })

  it("stays within the limits of documents by omitting the texts of operations first", () => {
    const long = "word ".repeat(4_000)
    const operations = Array.from({ length: 300 }, (_, at) => operationOf(`/${at}`, { tags: ["All"] }))
    const full: ApiDescription.ApiPart = {
      operations: operations.map(({ method, path }) => ({ path, method, description: long, responses: [] })),
      schemas: []
    }
    const all = { outline: outlineOf({ tags: [{ name: "All" }], operations }), parts: new Map([[0, full]]) }
    const made = make(all, documentSource({ doc: "operations", page: "All" }), "s")
    assert.isUndefined(Document.findExceededLimit(made))
    const count = (type: string) => made.nodes.filter((node) => node.type === type).length
    assert.deepStrictEqual([count("heading-2"), count("openapi-operation")], [300, 300])
    assert.isAbove(count("paragraph"), 30)
  })

  it("puts headings of texts below those of operations", () => {
    const heading = (type: "heading-1" | "heading-3") =>
      ({ object: "block", type, data: {}, nodes: [Inline.text("x")] }) as const
    const blocks = [heading("heading-1"), heading("heading-3")]
    const tagged = outlineOf({
      tags: [{ name: "Cats", description: "# x", descriptionBlocks: blocks }],
      operations: [operationOf("/cats", { tags: ["Cats"] })]
    })
    const operations: ApiDescription.ApiPart["operations"] = [
      { path: "/cats", method: "get", description: "# x", descriptionBlocks: blocks, responses: [] }
    ]
    const made = make({ outline: tagged, parts: new Map([[0, { operations, schemas: [] }]]) }, cats, "s")
    assert.deepStrictEqual(
      made.nodes.map(({ type }) => type),
      ["heading-2", "heading-3", "heading-2", "heading-3", "heading-3", "openapi-operation"]
    )
  })

  it("decodes as a document, and stays the same for the same seed (rule computed-same)", () => {
    const made = make(content, cats, "a")
    expect(Schema.decodeUnknownSync(Document.Document)(made)).toEqual(made)
    expect(make(content, cats, "a")).toEqual(made)
    const keys = (document: Document.Document) => document.nodes.map(({ key = "" }) => key)
    expect(new Set(keys(made)).size).toBe(made.nodes.length)
    for (const key of keys(made)) expect(key).toMatch(/^[a-zA-Z0-9]{1,40}$/)
    const other = make(content, cats, "b")
    expect(keys(other).filter((key) => keys(made).includes(key))).toEqual([])
    expect(shape(other)).toEqual(shape(made))
  })
})
