import type { Node } from "prosemirror-model"
import type { Transaction } from "prosemirror-state"
import { ReplaceStep } from "prosemirror-transform"
import { schema } from "../schema/Schema.ts"

const { annotation } = schema.marks
const { hard_break: hardBreak } = schema.nodes

const isAnnotated = ({ marks }: Node) => marks.some(({ type }) => type === annotation)

const isWithinText = (doc: Node, { from, slice, to }: ReplaceStep): boolean => {
  const $from = doc.resolve(from)
  const { parent } = $from
  return (
    parent.isTextblock &&
    typeof parent.attrs["key"] === "string" &&
    $from.sameParent(doc.resolve(to)) &&
    slice.openStart === 0 &&
    slice.openEnd === 0 &&
    slice.content.content.every((node) => (node.isText || node.type === hardBreak) && !isAnnotated(node)) &&
    !parent.children.some(isAnnotated)
  )
}

/** Whether a transaction only changes the text of blocks that have a key, as typing does, so that no key changes. */
export const isTextEdit = ({ docs, steps }: Transaction): boolean =>
  steps.every((step, index) => {
    const doc = docs[index]
    return doc !== undefined && step instanceof ReplaceStep && isWithinText(doc, step)
  })
