import { assert, describe, it } from "@effect/vitest"
import { fromDocument } from "@quire/editor"
import { DocumentArbitrary, DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import type { Node } from "prosemirror-model"
import { isValidAttributes } from "../../src/schema/AttributeChecks.ts"
import * as LooseDocuments from "../support/LooseDocuments.ts"

/** The nodes and marks whose attributes are refused. */
const refused = (doc: Node): ReadonlyArray<unknown> => {
  const names: Array<unknown> = []
  const judge = ({ attrs, type }: Pick<Node, "attrs"> & { readonly type: { readonly name: string } }) => {
    if (!isValidAttributes(type.name, attrs)) names.push([type.name, attrs])
  }
  doc.descendants((node) => {
    if (!node.isText && node.type.name !== "hard_break") judge(node)
    for (const mark of node.marks) judge(mark)
    return true
  })
  return names
}

const rounds = Rounds.rounds(300, 20_000, 3_000)

const sources = fc.oneof(DocumentArbitrary.normal, DocumentEdits.documents, LooseDocuments.documents)

const cases: ReadonlyArray<readonly [node: string, attrs: { readonly [name: string]: unknown }]> = [
  ["link", { key: null, fields: {}, data: { ref: { kind: "url", url: "javascript:alert(1)" } } }],
  ["link", { key: null, fields: {}, data: { ref: { kind: "script", url: "https://example.com" } } }],
  ["hint", { key: null, fields: {}, data: { style: "loud" } }],
  ["paragraph", { key: 1, fields: {}, data: null, original: null }],
  ["paragraph", { key: null, fields: { onclick: "alert(1)" }, data: null, original: null }],
  ["paragraph", { key: null, fields: {}, data: null, original: [{ object: "text" }] }],
  ["heading", { key: null, fields: {}, data: {}, original: null, level: 9 }],
  ["embed", { key: null, fields: { isVoid: true }, data: { url: "data:text/html,x" } }],
  ["image", { key: null, fields: { isVoid: true }, data: { ref: { kind: "page", page: "p" } } }],
  ["opaque_block", { key: null, json: { object: "block", type: "script", nodes: [] } }],
  ["opaque_inline", { json: { object: "inline", type: "link", nodes: [], data: {} } }],
  ["table_cell", { colspan: 900, rowspan: 1, colwidth: null, value: null, fragment: null }],
  ["table_header", { colspan: 1, rowspan: 1, colwidth: null, id: "a", definition: { type: "formula" } }],
  ["bold", { style: "color:red" }]
]

describe("attributes in a clipboard (rule editor-paste)", () => {
  it(
    "accepts those of every node of a valid document",
    () =>
      Rounds.holds(
        fc.property(sources, (document) => assert.deepStrictEqual(refused(fromDocument(document)), [])),
        rounds
      ),
    Rounds.patience
  )

  it.each(cases)("refuses %s with %j", (name, attrs) => {
    assert.isFalse(isValidAttributes(name, attrs))
  })
})
