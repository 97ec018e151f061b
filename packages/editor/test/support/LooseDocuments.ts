import { Document } from "@quire/core"
import { DocumentEdits } from "@quire/testing"
import { Schema } from "effect"
import * as fc from "fast-check"

interface Json {
  readonly [name: string]: unknown
}

/** Draws one of several changes; most draws are none. */
type Draw = (count: number) => number

const drawer = (picks: ReadonlyArray<number>): Draw => {
  let at = 0
  return (count) => (picks[at++ % Math.max(picks.length, 1)] ?? 0) % count
}

const asRecord = (value: unknown): Json =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const asList = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Splits, empties, repeats and reorders leaves and their marks. */
const loosenLeaf = (leaf: Json, draw: Draw): ReadonlyArray<unknown> => {
  const text = String(leaf["text"])
  const marks = asList(leaf["marks"])
  switch (draw(9)) {
    case 0:
      return [
        { ...leaf, text: text.slice(0, 2) },
        { ...leaf, text: text.slice(2) }
      ].filter((each) => each.text.isWellFormed())
    case 1:
      return [leaf, { ...leaf, text: "" }]
    case 2:
      return [{ ...leaf, marks: marks.toReversed() }]
    case 3:
      return [{ ...leaf, marks: [...marks, ...marks] }]
    case 4:
      return [{ ...leaf, text: `${text}\n\n` }]
    default:
      return [leaf]
  }
}

const emptyText = { object: "text", leaves: [{ object: "leaf", text: "", marks: [] }] }

const loosenText = (text: Json, draw: Draw): ReadonlyArray<unknown> => {
  const leaves = asList(text["leaves"]).flatMap((leaf) => loosenLeaf(asRecord(leaf), draw))
  const loose = { ...text, leaves }
  switch (draw(9)) {
    case 0:
      return [{ ...loose, key: "text" }]
    case 1:
      return [emptyText, loose]
    case 2:
      return [loose, { object: "text", leaves: [] }]
    case 3:
      return [loose, loose]
    default:
      return [loose]
  }
}

const loosenInline = (inline: Json, draw: Draw): ReadonlyArray<unknown> => {
  switch (draw(8)) {
    case 0:
      return [{ ...inline, key: "inline" }]
    case 1:
      return [emptyText, inline, emptyText]
    case 2:
      return [inline, inline]
    case 3:
      return inline["type"] === "link" ? [{ ...inline, isVoid: false, nodes: [] }] : [inline]
    default:
      return [inline]
  }
}

const loosenTable = (table: Json, draw: Draw): Json => {
  const data = asRecord(table["data"])
  const fragments = asList(table["fragments"])
  const view = asRecord(data["view"])
  const rows = Object.entries(asRecord(data["records"]))
  switch (draw(7)) {
    case 0:
      return { ...table, fragments: fragments.toReversed() }
    case 1:
      return { ...table, fragments: fragments.map((each) => ({ ...asRecord(each), nodes: [] })) }
    case 2:
      return { ...table, fragments: [...fragments, { object: "fragment", key: "f", fragment: "other", nodes: [] }] }
    case 3:
      return { ...table, data: { ...data, view: { ...view, columns: [...asList(view["columns"]), "c1", "none"] } } }
    case 4:
      return {
        ...table,
        data: {
          ...data,
          records: Object.fromEntries(rows.map(([id, row]) => [id, { ...asRecord(row), orderIndex: "a" }]))
        }
      }
    case 5:
      return { ...table, data: { ...data, view: { ...view, columns: [] } } }
    default:
      return table
  }
}

const loosenBlock = (block: Json, draw: Draw): Json => {
  const { key, ...rest } = block
  const type = String(block["type"])
  switch (draw(10)) {
    case 0:
      return rest
    case 1:
      return { ...block, key: "twice" }
    case 2:
      return block["isVoid"] === true ? block : { ...block, isVoid: false }
    case 3:
      return type.startsWith("heading") || type === "expandable" ? { ...block, meta: { id: "anchor" } } : block
    case 4:
      return type === "paragraph" || type === "list-unordered" ? { ...block, data: {} } : block
    case 5:
      return type === "annotation" || type === "images" || type.startsWith("list") || type === "code"
        ? { ...block, nodes: [] }
        : block
    default:
      return type === "table" ? loosenTable(block, draw) : block
  }
}

const loosenFragment = (fragment: Json, draw: Draw): Json => {
  const { type, ...rest } = fragment
  switch (draw(5)) {
    case 0:
      return type === "annotation-body" ? fragment : rest
    case 1:
      return { ...fragment, key: "fragment" }
    case 2:
      return fragment["fragment"] === "caption" ? { ...fragment, nodes: [] } : fragment
    default:
      return fragment
  }
}

/** What a value stands for in its list: texts and inline nodes may become several. */
const loosen = (value: unknown, draw: Draw): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return [value.flatMap((item) => loosen(item, draw))]
  if (typeof value !== "object" || value === null) return [value]
  const fields: Json = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === "data" ? member : loosen(member, draw)[0]])
  )
  switch (fields["object"]) {
    case "text":
      return loosenText(fields, draw)
    case "inline":
      return loosenInline(fields, draw)
    case "block":
      return [loosenBlock(fields, draw)]
    case "fragment":
      return [loosenFragment(fields, draw)]
    default:
      return [fields]
  }
}

const isDocument = Schema.is(Document.Document)

/**
 * Valid documents that are not in normal form: texts are split, empty or have keys, marks repeat and are in any order,
 * keys are absent or repeat, optional fields are present, tables have cells and columns that are not shown.
 */
export const documents: fc.Arbitrary<Document.Document> = fc
  .tuple(DocumentEdits.documents, fc.array(fc.nat(1000), { minLength: 8, maxLength: 40, size: "max" }))
  .map(([document, picks]): unknown => loosen(document, drawer(picks))[0])
  .filter(isDocument)
