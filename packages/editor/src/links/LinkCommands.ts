import type { Mark } from "prosemirror-model"
import type { EditorState, Transaction } from "prosemirror-state"
import { schema } from "../schema/Schema.ts"
import { type DocumentReference, describeRef } from "./References.ts"

/** A link of a document, and its text. */
export interface LinkRange {
  readonly mark: Mark
  readonly from: number
  readonly to: number
}

/** The link that the cursor, or all of the selection, is in; text that is typed before a link is not in it. */
export const linkAt = ({ selection: { $from, $to } }: EditorState): LinkRange | undefined => {
  if (!$from.sameParent($to)) return undefined
  const { parent } = $from
  const start = $from.start()
  let found: LinkRange | undefined
  parent.forEach((node, offset) => {
    const mark = node.marks.find(({ type }) => type === schema.marks["link"])
    const from = start + offset
    const to = from + node.nodeSize
    if (mark === undefined) return
    if (found !== undefined && found.to === from && found.mark.eq(mark)) found = { mark, from: found.from, to }
    else if (found === undefined || found.from > $from.pos || found.to < $to.pos) found = { mark, from, to }
  })
  if (found === undefined || found.to < $to.pos) return undefined
  const isIn = $from.pos === $to.pos ? found.from < $from.pos : found.from <= $from.pos
  return isIn ? found : undefined
}

/** Links the selection, or the link at the cursor, to a target; without either, inserts the title as a link. */
export const setLink = (state: EditorState, ref: DocumentReference, title = describeRef(ref)): Transaction => {
  const { empty, from, to } = state.selection
  const type = schema.marks["link"]
  const { tr } = state
  if (type === undefined) return tr
  const mark = type.create({ data: { ref } })
  const link = linkAt(state)
  if (link !== undefined) return tr.removeMark(link.from, link.to, type).addMark(link.from, link.to, mark)
  if (!empty) return tr.removeMark(from, to, type).addMark(from, to, mark)
  return tr.replaceSelectionWith(schema.text(title, [mark]), false)
}
