import { assert, describe, it } from "@effect/vitest"
import { type Document, DocumentText } from "@quire/core"
import { Conditions, DocumentSections, Evaluated, PublishedSearch } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"
import { conditioned, decode, isJson, isOf, type Json, mapObjects } from "../publication/documents.ts"

const vars = { space: { product: "Quire" }, page: { level: "2" } }
const audiences = [
  {},
  { beta: true },
  { plan: "pro", beta: false },
  { account: { id: "a1" }, unsigned: { lang: "de" } }
]
const anyAudience = fc.constantFrom(...audiences.map((claims) => Conditions.rootsOf(claims, vars)))

const sourceOf = ({ data }: Json): string => (isJson(data) ? String(data["expression"]) : "")

const paragraph = { object: "block", type: "paragraph", nodes: [] }

/** The document without the `if` blocks that do not hold, and with all others. */
const prune = (document: Document.Document, { holds }: Conditions.Conditions): Document.Document =>
  decode(
    mapObjects(document, (object) => {
      const { nodes } = object
      if (!Array.isArray(nodes)) return object
      const left = nodes.filter((node) => !isOf(node, "block", "if") || holds(sourceOf(node)))
      return { ...object, nodes: left.length === 0 && object["fragment"] === "expandable-body" ? [paragraph] : left }
    })
  )

const contentOf = ({ conditions, text, title }: DocumentSections.Section) => ({ title, conditions, text })

describe("the section list that an audience sees (rule search-conditions)", () => {
  it("equals that of the document without the hidden content", () =>
    Property.sync(
      [conditioned, anyAudience],
      ([document, roots]) => {
        const conditions = Conditions.make(roots)
        const seen = DocumentSections.ofDocument(document).filter((section) => conditions.allHold(section.conditions))
        const pruned = DocumentSections.ofDocument(prune(document, conditions))
        assert.deepStrictEqual(seen.map(contentOf), pruned.map(contentOf))
      },
      propertyOptions(200, 2_000)
    ))

  it("has the anchors that the audience finds in the document", () =>
    Property.sync(
      [conditioned, anyAudience],
      ([document, roots]) => {
        const conditions = Conditions.make(roots)
        const anchors = DocumentText.headings(Evaluated.document(document, conditions)).map(({ anchor }) => anchor)
        const headings = PublishedSearch.ofDocument(document, conditions)
        assert.deepStrictEqual(
          Array.from(headings.values(), ({ anchor }) => anchor),
          anchors
        )
        const seen = DocumentSections.ofDocument(document).filter((section) => conditions.allHold(section.conditions))
        const found = seen.map(({ anchor, heading }) =>
          heading === undefined ? anchor : (headings.get(heading)?.anchor ?? "missing")
        )
        const inOrder = [...new Set(found)].filter((anchor) => anchor !== "")
        assert.deepStrictEqual(
          inOrder,
          anchors.filter((anchor) => inOrder.includes(anchor))
        )
      },
      propertyOptions(200, 2_000)
    ))
})
