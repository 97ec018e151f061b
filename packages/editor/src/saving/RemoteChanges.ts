import type { Node } from "prosemirror-model"
import { type EditorState, TextSelection, type Transaction } from "prosemirror-state"
import { markAsKeyed } from "../keys/KeysPlugin.ts"
import { applyChanges, type DocumentChange, mapTexts } from "./DocumentDifference.ts"

/** The text block with a key, and the position of its content. */
const findTextBlock = (doc: Node, key: unknown): { readonly node: Node; readonly start: number } | undefined => {
  let match: { readonly node: Node; readonly start: number } | undefined
  if (typeof key !== "string") return undefined
  doc.descendants((node, pos) => {
    if (node.isTextblock && node.attrs["key"] === key) match = { node, start: pos + 1 }
    return match === undefined && !node.isTextblock
  })
  return match
}

/** The position in the document after a transaction whose block was moved; undefined if the block did not move. */
const followBlock = (tr: Transaction, doc: Node, pos: number): number | undefined => {
  if (!tr.mapping.mapResult(pos).deleted) return undefined
  const { parent, parentOffset } = doc.resolve(pos)
  const moved = parent.isTextblock ? findTextBlock(tr.doc, parent.attrs["key"]) : undefined
  return moved && moved.start + mapTexts(parent, moved.node).map(parentOffset, -1)
}

const mark = "quireRemote"

/** Whether a transaction contains changes of others. */
export const isRemoteChange = (tr: Transaction): boolean => tr.getMeta(mark) === true

/**
 * A transaction with changes of others. The cursor stays in its word, also in a block that moves; undo skips the changes,
 * and keys of blocks are those of the changes.
 */
export const makeRemoteTransaction = (state: EditorState, changes: ReadonlyArray<DocumentChange>): Transaction => {
  const { doc, selection, storedMarks, tr } = state
  applyChanges(tr, changes)
  if (selection instanceof TextSelection) {
    const anchor = followBlock(tr, doc, selection.anchor)
    const head = followBlock(tr, doc, selection.head)
    if (anchor !== undefined || head !== undefined) {
      const positions = [anchor ?? tr.mapping.map(selection.anchor), head ?? tr.mapping.map(selection.head)] as const
      tr.setSelection(TextSelection.between(tr.doc.resolve(positions[0]), tr.doc.resolve(positions[1])))
    }
  }
  if (storedMarks !== null) tr.setStoredMarks(storedMarks)
  return markAsKeyed(tr).setMeta("addToHistory", false).setMeta(mark, true)
}
