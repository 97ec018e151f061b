import { type Block, type Document, Inline } from "@quire/core"
import { BlockAssembly, BlockIndex, DocumentKeys } from "@quire/core/internal"
import * as fc from "fast-check"
import { choice } from "./Choice.ts"
import * as DocumentArbitrary from "./DocumentArbitrary.ts"
import * as DocumentWork from "./DocumentWork.ts"
import * as PartDocuments from "./PartDocuments.ts"
import * as StructureEdits from "./StructureEdits.ts"
import * as TableEdits from "./TableEdits.ts"

export const kinds = [
  "word",
  "cut",
  "insert",
  "delete",
  "move",
  "reorder",
  "data",
  "annotate",
  "note",
  "turn",
  ...StructureEdits.kinds,
  ...TableEdits.kinds
] as const
export type Kind = (typeof kinds)[number]

/** One step of work on a document. */
export interface Edit extends DocumentWork.Picks {
  readonly kind: Kind
}

/** Adds a word to a line, or removes one. */
const reworded = (text: string, spot: number, word: string | undefined): string => {
  const words = text.split(" ")
  return (word === undefined ? words.toSpliced(spot % words.length, 1) : DocumentWork.inserted(words, spot, word)).join(
    " "
  )
}

const reword = (work: DocumentWork.Work, { at, spot, to }: Edit, word: string | undefined): void => {
  const found = DocumentWork.take(DocumentWork.texts(work), at)
  if (found === undefined) return
  const [key, own] = found
  const node = DocumentWork.take(own.text, to)
  const changed =
    node?.object === "text"
      ? {
          ...node,
          leaves: node.leaves.map((leaf, index) =>
            index === 0 ? { ...leaf, text: reworded(leaf.text, spot, word) } : leaf
          )
        }
      : undefined
  if (changed !== undefined) DocumentWork.set(work, key, own, { text: own.text.with(to % own.text.length, changed) })
  else if (word !== undefined) DocumentWork.set(work, key, own, { text: [...own.text, Inline.text(word)] })
}

const annotate = (work: DocumentWork.Work, { at, to }: Edit): void => {
  const found = DocumentWork.take(DocumentWork.texts(work), at)
  const node = found === undefined ? undefined : DocumentWork.take(found[1].text, to)
  if (found === undefined || node?.object !== "text") return
  const [key, own] = found
  const note: Block.Annotation = {
    object: "inline",
    type: "annotation",
    nodes: [node],
    fragments: [{ object: "fragment", type: "annotation-body", nodes: [DocumentWork.paragraph(work.fresh)] }]
  }
  DocumentWork.set(work, key, own, { text: own.text.with(to % own.text.length, note) })
}

/** Adds a paragraph to a note. */
const explain = (work: DocumentWork.Work, { at, spot }: Edit): void => {
  const notes = DocumentWork.texts(work).flatMap(([key, own]) =>
    own.text.flatMap((node, place) =>
      node.object === "inline" && node.type === "annotation" ? [{ key, own, node, place }] : []
    )
  )
  const found = DocumentWork.take(notes, at)
  if (found === undefined) return
  const { key, node, own, place } = found
  const fragments = node.fragments.map((body) => ({
    ...body,
    nodes: DocumentWork.inserted(body.nodes, spot, DocumentWork.paragraph(work.fresh))
  }))
  DocumentWork.set(work, key, own, { text: own.text.with(place, { ...node, fragments }) })
}

const insert = (work: DocumentWork.Work, { at, spot }: Edit): void => {
  const container = DocumentWork.take([...work.lists.keys()], at)
  if (container === undefined) return
  work.owns.set(work.fresh, BlockIndex.ownOf(DocumentWork.paragraph(work.fresh)))
  work.lists.set(container, DocumentWork.inserted(work.lists.get(container) ?? [], spot, work.fresh))
}

const move = (work: DocumentWork.Work, { at, spot, to }: Edit, isFar: boolean): void => {
  const key = DocumentWork.take([...work.owns.keys()], at)
  if (key === undefined) return
  const within = new Set(BlockIndex.subtreeKeys(work.index, key))
  const inside = new Set(
    [...work.index.entries.values()].flatMap(({ block, key: parent }) =>
      within.has(parent) ? BlockIndex.partsOf(block).map(({ slot }) => BlockIndex.containerOf(parent, slot)) : []
    )
  )
  const left = DocumentWork.remove(work, key)
  const others = [...work.lists.keys()].filter((container) => !inside.has(container))
  const container = isFar ? DocumentWork.take(others, to) : left
  if (container !== undefined)
    work.lists.set(container, DocumentWork.inserted(work.lists.get(container) ?? [], spot, key))
}

/** Other data for a block of any type; data that does not fit the type is rejected later. */
const dataFor = (
  work: DocumentWork.Work,
  own: BlockIndex.BlockOwn,
  spot: number
): Readonly<Record<string, unknown>> => {
  const data = DocumentWork.asRecord(own.fields["data"])
  const pick = (name: string, ...values: ReadonlyArray<unknown>) => ({
    ...data,
    [name]: DocumentWork.take(values, spot)
  })
  switch (own.fields["type"]) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return pick("align", "start", "center", "end")
    case "list-item":
      return pick("checked", true, false)
    case "hint":
      return pick("style", "info", "warning", "danger", "success")
    case "code":
    case "tabs-item":
      return pick("title", work.fresh)
    case "math":
      return pick("formula", work.fresh)
    case "image":
      return pick("alt", work.fresh)
    case "if":
      return pick("expression", work.fresh)
    case "table":
      return {
        ...data,
        definition: Object.fromEntries(
          Object.entries(DocumentWork.asRecord(data["definition"])).map(([id, column], index) =>
            index === spot % 2 ? [id, { ...DocumentWork.asRecord(column), title: work.fresh }] : [id, column]
          )
        )
      }
    default:
      return data
  }
}

const setData = (work: DocumentWork.Work, { at, spot }: Edit): void => {
  const found = DocumentWork.take([...work.owns], at)
  if (found === undefined) return
  const [key, own] = found
  DocumentWork.set(work, key, own, { fields: { ...own.fields, data: dataFor(work, own, spot) } })
}

/** Types that can be converted into each other, as far as their content allows. */
const kin: ReadonlyArray<ReadonlyArray<string>> = [
  ["paragraph", "heading-1", "heading-2"],
  ["list-unordered", "list-ordered", "list-tasks"],
  ["blockquote", "hint", "if"]
]

const turn = (work: DocumentWork.Work, { at, spot }: Edit): void => {
  const found = DocumentWork.take(
    [...work.owns].flatMap(([key, own]) => {
      const types = kin.find((types) => types.includes(String(own.fields["type"])))
      return types === undefined ? [] : [{ key, own, types }]
    }),
    at
  )
  if (found === undefined) return
  const { key, own, types } = found
  const data = { style: "info", expression: work.fresh }
  DocumentWork.set(work, key, own, { fields: { ...own.fields, type: DocumentWork.take(types, spot), data } })
}

const step = (work: DocumentWork.Work, edit: Edit): void => {
  switch (edit.kind) {
    case "word":
      return reword(work, edit, work.fresh)
    case "cut":
      return reword(work, edit, undefined)
    case "insert":
      return insert(work, edit)
    case "delete":
      return void DocumentWork.remove(work, DocumentWork.take([...work.owns.keys()], edit.at) ?? "")
    case "move":
      return move(work, edit, true)
    case "reorder":
      return move(work, edit, false)
    case "data":
      return setData(work, edit)
    case "annotate":
      return annotate(work, edit)
    case "note":
      return explain(work, edit)
    case "turn":
      return turn(work, edit)
    default:
      return isOfTable(edit.kind) ? TableEdits.step(work, edit.kind, edit) : StructureEdits.step(work, edit.kind, edit)
  }
}

const tableKinds: ReadonlySet<Kind> = new Set(TableEdits.kinds)

const isOfTable = (kind: Kind): kind is TableEdits.Kind => tableKinds.has(kind)

/**
 * Applies edits to the document, one after the other, and skips those that do not fit. New words and keys begin with
 * `tag`, a number and an `x`; so do titles and formulas.
 */
export const apply = (document: Document.Document, edits: ReadonlyArray<Edit>, tag: string): Document.Document => {
  let nodes = document.nodes
  for (const [round, edit] of edits.entries()) {
    const index = BlockIndex.make({ ...document, nodes })
    const owns = new Map([...index.entries].map(([key, { block }]) => [key, BlockIndex.ownOf(block)] as const))
    const lists = new Map(index.lists)
    step({ owns, lists, index, fresh: `${tag}${round}x` }, edit)
    const assembled = BlockAssembly.assemble(
      { own: (key) => owns.get(key), list: ({ container }) => lists.get(container) ?? [], replaced: new Map() },
      new Map()
    )
    if (assembled.faults.length === 0) nodes = assembled.nodes
  }
  return { ...document, nodes }
}

export const edit = (...of: ReadonlyArray<Kind>): fc.Arbitrary<Edit> =>
  fc.record({ kind: fc.constantFrom(...of), at: fc.nat(60), to: fc.nat(20), spot: fc.nat(8) })

const keyed = (document: Document.Document) => DocumentKeys.complete(document, "testing")

/** Documents of every kind of block, each with a key. */
export const documents: fc.Arbitrary<Document.Document> = DocumentArbitrary.normal.map(keyed)

export interface ForkedDocument {
  readonly base: Document.Document
  readonly primary: Document.Document
  readonly changed: Document.Document
}

/** A document and two versions edited from it; new words and keys begin with `primary` or `changed`. */
const forkedOf = (start: fc.Arbitrary<Document.Document>, edited: fc.Arbitrary<Edit>): fc.Arbitrary<ForkedDocument> => {
  const edits = fc.array(edited, { maxLength: 10, size: "max" })
  return fc.tuple(start, edits, edits, choice("", "shared")).map(([start, left, right, shared]) => {
    const base = shared === "" ? start : apply(start, left.slice(0, 1), shared)
    return { base, primary: apply(base, left, "primary"), changed: apply(base, right, "changed") }
  })
}

/** Forks of documents of every kind of block, and as often of one table, list, code or the like edited on both sides. */
export const forked: fc.Arbitrary<ForkedDocument> = fc.oneof(
  { weight: 2, arbitrary: forkedOf(documents, edit(...kinds)) },
  {
    weight: 1,
    arbitrary: forkedOf(PartDocuments.tables.map(keyed), edit(...TableEdits.kinds, ...TableEdits.kinds, "word", "data"))
  },
  {
    weight: 1,
    arbitrary: forkedOf(
      PartDocuments.parts.map(keyed),
      edit("part", "part", "reorder", "delete", "reverse", "copy", "word", "cut", "data", "insert")
    )
  }
)
