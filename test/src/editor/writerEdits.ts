import { schema } from "@quire/editor"
import * as fc from "fast-check"
import { redo, undo } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import type { EditorState, Transaction } from "prosemirror-state"

const kinds = [
  "type",
  "type",
  "type",
  "type",
  "continue",
  "continue",
  "delete",
  "split",
  "join",
  "delete block",
  "move",
  "copy",
  "turn",
  "mark",
  "undo",
  "redo"
] as const

/** One edit of a writer; the numbers select places. */
export interface WriterEdit {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly to: number
}

export const writerEdit: fc.Arbitrary<WriterEdit> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(10_000),
  to: fc.nat(10_000)
})

interface Place {
  readonly node: Node
  readonly pos: number
}

const placesOf = (doc: Node, accepts: (node: Node) => boolean): ReadonlyArray<Place> => {
  const places: Array<Place> = []
  doc.descendants((node, pos) => {
    if (accepts(node)) places.push({ node, pos })
    return true
  })
  return places
}

const pick = <A>(items: ReadonlyArray<A>, number: number): A | undefined => items[number % Math.max(items.length, 1)]

const outsideCharacter = (doc: Node, pos: number): number => {
  const { textOffset } = doc.resolve(pos)
  const isInCharacter = textOffset > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(doc.textBetween(pos - 1, pos + 1))
  return isInCharacter ? pos - 1 : pos
}

/** A position in the text of a document, and not within a character. */
const textPosition = (doc: Node, at: number): number | undefined => {
  const block = pick(
    placesOf(doc, (node) => node.isTextblock),
    at
  )
  if (block === undefined) return undefined
  return outsideCharacter(doc, block.pos + 1 + (at % (block.node.content.size + 1)))
}

/** The end of some characters of a text, in the same block. */
const textEnd = (doc: Node, from: number, length: number): number =>
  outsideCharacter(doc, Math.min(doc.resolve(from).end(), from + length))

const isBlock = (node: Node) => node.isBlock && typeof node.attrs["key"] === "string"

/** Puts a block before another one. */
const insertBlock = (tr: Transaction, node: Node, at: number): Transaction | undefined => {
  const place = pick(placesOf(tr.doc, isBlock), at)
  return place && tr.insert(place.pos, node)
}

type Act = (state: EditorState, edit: WriterEdit, word: string) => Transaction | undefined

const ofHistory =
  (command: typeof undo): Act =>
  (state) => {
    let made: Transaction | undefined
    command(state, (tr) => (made = tr))
    return made
  }

const acts: { readonly [K in WriterEdit["kind"]]: Act } = {
  type: ({ doc, tr }, { at }, word) => {
    const pos = textPosition(doc, at)
    return pos === undefined ? undefined : tr.insertText(` ${word} `, pos)
  },
  continue: ({ selection, tr }, _, word) =>
    selection.$head.parent.isTextblock ? tr.insertText(` ${word} `, selection.head) : undefined,
  delete: ({ doc, tr }, { at, to }) => {
    const from = textPosition(doc, at)
    return from === undefined ? undefined : tr.delete(from, textEnd(doc, from, to % 12))
  },
  split: ({ doc, tr }, { at }) => {
    const pos = textPosition(doc, at)
    return pos === undefined ? undefined : tr.split(pos)
  },
  join: ({ doc, tr }, { at }) => {
    const place = pick(placesOf(doc, isBlock), at)
    return place && tr.join(place.pos)
  },
  "delete block": ({ doc, tr }, { at }) => {
    const place = pick(placesOf(doc, isBlock), at)
    return place && tr.delete(place.pos, place.pos + place.node.nodeSize)
  },
  move: ({ doc, tr }, { at, to }) => {
    const place = pick(placesOf(doc, isBlock), at)
    return place && insertBlock(tr.delete(place.pos, place.pos + place.node.nodeSize), place.node, to)
  },
  copy: ({ doc, tr }, { at, to }) => {
    const place = pick(placesOf(doc, isBlock), at)
    return place && insertBlock(tr, place.node, to)
  },
  turn: ({ doc, tr }, { at, to }) => {
    const pos = textPosition(doc, at)
    const [type, attrs] =
      to % 2 === 0 ? [schema.nodes["heading"], { level: 1 + (to % 3) }] : [schema.nodes["paragraph"], {}]
    return pos === undefined || type === undefined ? undefined : tr.setBlockType(pos, pos, type, attrs)
  },
  mark: ({ doc, tr }, { at, to }) => {
    const from = textPosition(doc, at)
    const mark = schema.marks[to % 2 === 0 ? "bold" : "code"]
    if (from === undefined || mark === undefined) return undefined
    return tr.addMark(from, textEnd(doc, from, to % 30), mark.create())
  },
  undo: ofHistory(undo),
  redo: ofHistory(redo)
}

/** The state after an edit; the same if ProseMirror refuses it. */
export const takeEdit = (state: EditorState, edit: WriterEdit, word: string): EditorState => {
  try {
    const made = acts[edit.kind](state, edit, word)
    if (made === undefined) return state
    const next = state.apply(made)
    next.doc.check()
    return next
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === "TransformError")) return state
    throw error
  }
}
