import type { Document } from "@quire/core"
import { fromDocument, keys, schema } from "@quire/editor"
import * as fc from "fast-check"
import { setBlockType } from "prosemirror-commands"
import { history, redo, undo } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import { type Command, EditorState, TextSelection } from "prosemirror-state"
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow } from "prosemirror-tables"
import { canJoin, canSplit, findWrapping, insertPoint, liftTarget } from "prosemirror-transform"

const kinds = [
  "type",
  "type",
  "type",
  "split",
  "split",
  "join",
  "wrap",
  "lift",
  "delete",
  "delete block",
  "move",
  "copy",
  "paste",
  "turn",
  "mark",
  "table",
  "undo",
  "redo"
] as const

/** One step of a writer; the numbers select places. */
export interface Step {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly to: number
}

export const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(10_000), to: fc.nat(10_000) }),
  { minLength: 1, maxLength: 12, size: "max" }
)

/** A state of an editor whose new keys are numbers with a prefix. */
export const open = (document: Document.Document, prefix: string): EditorState => {
  let made = 0
  const makeKey = () => `${prefix}${String(made++).padStart(7, "0")}`
  return EditorState.create({ doc: fromDocument(document), plugins: [history(), keys({ makeKey })] })
}

interface Place {
  readonly node: Node
  readonly pos: number
}

const placesOf = (doc: Node, accepts: (node: Node) => boolean): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  doc.descendants((node, pos) => {
    if (accepts(node)) found.push({ node, pos })
    return true
  })
  return found
}

const pick = <A>(items: ReadonlyArray<A>, number: number): A | undefined => items[number % Math.max(items.length, 1)]

const isBlock = (node: Node) => node.isBlock && "key" in node.attrs

/** Whether a position is between the two halves of a character, where no cursor can be. */
const isInCharacter = (doc: Node, pos: number) => {
  const { nodeAfter, textOffset } = doc.resolve(pos)
  const text = nodeAfter?.isText && textOffset > 0 ? doc.textBetween(pos - 1, pos + 1) : ""
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text)
}

/** A position in the text of a document. */
const textPosition = (doc: Node, at: number): number | undefined => {
  const block = pick(
    placesOf(doc, (node) => node.isTextblock),
    at
  )
  if (block === undefined) return undefined
  const pos = block.pos + 1 + (at % (block.node.content.size + 1))
  return isInCharacter(doc, pos) ? pos - 1 : pos
}

const run = (state: EditorState, command: Command): EditorState => {
  let next = state
  command(state, (tr) => {
    next = state.apply(tr)
  })
  return next
}

const rangeAt = (doc: Node, { at, to }: Step) => {
  const start = textPosition(doc, at)
  const end = textPosition(doc, to)
  return start === undefined || end === undefined
    ? undefined
    : doc.resolve(Math.min(start, end)).blockRange(doc.resolve(Math.max(start, end)))
}

const wrappers = ["blockquote", "list_unordered", "hint", "tabs_item", "if"]

const insertBlock = (state: EditorState, node: Node, at: number, without?: Place): EditorState => {
  const { tr } = state
  if (without !== undefined) tr.delete(without.pos, without.pos + without.node.nodeSize)
  const spot = insertPoint(tr.doc, at % (tr.doc.content.size + 1), node.type)
  return spot === null ? state : state.apply(tr.insert(spot, node))
}

const tableCommands = [addRowAfter, addColumnAfter, deleteRow, deleteColumn]

const actions: { readonly [K in Step["kind"]]: (state: EditorState, step: Step, word: string) => EditorState } = {
  type: (state, { at }, word) => {
    const pos = textPosition(state.doc, at)
    return pos === undefined ? state : state.apply(state.tr.insertText(` ${word} `, pos))
  },
  split: (state, { at, to }) => {
    const pos = textPosition(state.doc, at)
    const depth = 1 + (to % 2)
    return pos !== undefined && canSplit(state.doc, pos, depth) ? state.apply(state.tr.split(pos, depth)) : state
  },
  join: (state, { at }) => {
    const places = placesOf(state.doc, (node) => node.isBlock && !node.isLeaf).filter(({ pos }) =>
      canJoin(state.doc, pos)
    )
    const place = pick(places, at)
    return place === undefined ? state : state.apply(state.tr.join(place.pos))
  },
  wrap: (state, step) => {
    const range = rangeAt(state.doc, step)
    const type = schema.nodes[pick(wrappers, step.to) ?? ""]
    const wrapping = range && type ? findWrapping(range, type) : null
    return range && wrapping ? state.apply(state.tr.wrap(range, wrapping)) : state
  },
  lift: (state, step) => {
    const range = rangeAt(state.doc, step)
    const target = range ? liftTarget(range) : null
    return range && target !== null ? state.apply(state.tr.lift(range, target)) : state
  },
  delete: (state, { at, to }) => {
    const from = textPosition(state.doc, at)
    const end = textPosition(state.doc, at + (to % 3))
    if (from === undefined || end === undefined) return state
    return state.apply(state.tr.deleteRange(Math.min(from, end), Math.max(from, end)))
  },
  "delete block": (state, { at }) => {
    const place = pick(placesOf(state.doc, isBlock), at)
    return place === undefined ? state : state.apply(state.tr.deleteRange(place.pos, place.pos + place.node.nodeSize))
  },
  move: (state, { at, to }) => {
    const place = pick(placesOf(state.doc, isBlock), at)
    return place === undefined ? state : insertBlock(state, place.node, to, place)
  },
  copy: (state, { at, to }) => {
    const place = pick(placesOf(state.doc, isBlock), at)
    return place === undefined ? state : insertBlock(state, place.node, to)
  },
  paste: (state, { at, to }) => {
    const from = textPosition(state.doc, at)
    const until = textPosition(state.doc, at + 1)
    const target = textPosition(state.doc, to)
    if (from === undefined || until === undefined || target === undefined) return state
    const slice = state.doc.slice(Math.min(from, until), Math.max(from, until))
    return state.apply(state.tr.replaceRange(target, target, slice))
  },
  turn: (state, { at, to }) => {
    const pos = textPosition(state.doc, at)
    if (pos === undefined) return state
    const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, pos)))
    const type = to % 2 === 0 ? schema.nodes["heading"] : schema.nodes["paragraph"]
    return type === undefined ? state : run(selected, setBlockType(type, to % 2 === 0 ? { level: 1 + (to % 3) } : {}))
  },
  mark: (state, { at, to }) => {
    const from = textPosition(state.doc, at)
    const mark = pick([schema.marks["bold"], schema.marks["code"], schema.marks["link"]], to)
    if (from === undefined || mark === undefined) return state
    const until = Math.min(state.doc.resolve(from).end(), from + (to % 30))
    const end = isInCharacter(state.doc, until) ? until - 1 : until
    const attrs = mark.name === "link" ? { data: { ref: { kind: "url", url: "https://example.com" } } } : null
    return state.apply(state.tr.addMark(from, end, mark.create(attrs)))
  },
  table: (state, { at, to }) => {
    const cell = pick(
      placesOf(state.doc, (node) => node.type.name === "table_cell"),
      at
    )
    const command = pick(tableCommands, to)
    if (cell === undefined || command === undefined) return state
    const selection = TextSelection.near(state.doc.resolve(cell.pos + 1))
    return run(state.apply(state.tr.setSelection(selection)), command)
  },
  undo: (state) => run(state, undo),
  redo: (state) => run(state, redo)
}

/** Takes a step, unless ProseMirror refuses it. */
const take = (state: EditorState, step: Step, word: string): EditorState => {
  try {
    return actions[step.kind](state, step, word)
  } catch (error) {
    if (error instanceof Error && error.name === "TransformError") return state
    throw error
  }
}

/** The states of an editor after each step; typed words begin with `tag`, a number and an `x`. */
export const takeSteps = (state: EditorState, all: ReadonlyArray<Step>, tag: string): ReadonlyArray<EditorState> => {
  const states = [state]
  for (const [index, step] of all.entries()) {
    const last = states.at(-1) ?? state
    states.push(take(last, step, `${tag}${index}x`))
  }
  return states
}

/** The state after everything was undone. */
export const undoAll = (state: EditorState): EditorState => {
  let next = state
  while (undo(next, (tr) => (next = next.apply(tr))));
  return next
}
