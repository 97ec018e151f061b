import { describe, expect, it } from "@effect/vitest"
import { type ApiDescription, ComputedDocument, Document, DocumentText } from "@quire/core/internal"
import { Schema } from "effect"
import { documentSource, operationOf, outlineOf } from "./outlines.ts"

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
    expect(shape(ComputedDocument.make(content, cats, "s"))).toEqual([
      ["paragraph", "Cats purr.", undefined],
      ["paragraph", "Most of them.", undefined],
      ["heading-2", "List cats", { id: "get-cats" }],
      ["paragraph", "Every cat.", undefined],
      ["openapi-operation", expect.any(String), { path: "/cats", method: "get", ref }],
      ["heading-2", "DELETE /cats/{id}", { id: "delete-cats-id" }],
      ["openapi-operation", expect.any(String), { path: "/cats/{id}", method: "delete", ref }]
    ])
  })

  it("has webhooks, models, and the text of the description", () => {
    const rest = ComputedDocument.make(content, documentSource({ doc: "operations", page: "Pets" }), "s")
    expect(shape(rest).map(([type]) => type)).toEqual(["paragraph", "heading-2", "openapi-webhook"])
    const models = ComputedDocument.make(content, documentSource({ doc: "models" }), "s")
    expect(models.nodes.map((node) => ("data" in node ? node.data : undefined))).toEqual([
      { schemas: ["Cat"], grouped: true, ref }
    ])
    const info = ComputedDocument.make(content, documentSource({ doc: "info", page: "Pets" }), "s")
    expect(DocumentText.ofDocument(info)).toBe("All about pets.")
    expect(ComputedDocument.make(content, documentSource({ doc: "operations", page: "Dogs" }), "s").nodes).toEqual([])
  })

  it("needs the parts of its operations only", () => {
    expect(ComputedDocument.partsOf(outline, cats)).toEqual([0])
    expect(ComputedDocument.partsOf(outline, documentSource({ doc: "operations", page: "Pets" }))).toEqual([1])
    expect(ComputedDocument.partsOf(outline, documentSource({ doc: "models" }))).toEqual([])
  })

  it("is a document, and the same for the same seed (rule computed-same)", () => {
    const made = ComputedDocument.make(content, cats, "a")
    expect(Schema.decodeUnknownSync(Document.Document)(made)).toEqual(made)
    expect(ComputedDocument.make(content, cats, "a")).toEqual(made)
    const keys = (document: Document.Document) => document.nodes.map(({ key = "" }) => key)
    expect(new Set(keys(made)).size).toBe(made.nodes.length)
    for (const key of keys(made)) expect(key).toMatch(/^[a-zA-Z0-9]{1,40}$/)
    const other = ComputedDocument.make(content, cats, "b")
    expect(keys(other).filter((key) => keys(made).includes(key))).toEqual([])
    expect(shape(other)).toEqual(shape(made))
  })
})
