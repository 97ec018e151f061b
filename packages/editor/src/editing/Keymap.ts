import { baseKeymap, chainCommands, splitBlock, toggleMark } from "prosemirror-commands"
import { redo, undo } from "prosemirror-history"
import { undoInputRule } from "prosemirror-inputrules"
import { keymap } from "prosemirror-keymap"
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list"
import { type Command, type Plugin, TextSelection } from "prosemirror-state"
import { goToNextCell } from "prosemirror-tables"
import { schema } from "../schema/Schema.ts"

const { code_line: codeLine, hard_break: hardBreak, list_item: listItem, paragraph } = schema.nodes

const insertBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (hardBreak === undefined || !$from.parent.inlineContent) return false
  if (!$from.parent.canReplaceWith($from.index(), $from.index(), hardBreak)) return false
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView())
  return true
}

/** Leaves a block of code from an empty last line. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type !== codeLine || $from.parent.content.size > 0 || paragraph === undefined) return false
  const isLast = $from.indexAfter(-1) === $from.node(-1).childCount
  const index = $from.indexAfter(-2)
  if (!isLast || $from.node(-1).childCount < 2 || !$from.node(-2).canReplaceWith(index, index, paragraph)) return false
  const { tr } = state
  tr.delete($from.before(), $from.after())
  const after = tr.mapping.map($from.after(-1))
  tr.insert(after, paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  return true
}

const splitCode: Command = (state, dispatch) =>
  state.selection.$from.parent.type === codeLine ? splitBlock(state, dispatch) : false

const toggle = (name: string): Command => {
  const type = schema.marks[name]
  return type === undefined ? () => false : toggleMark(type)
}

const inList = (make: (type: NonNullable<typeof listItem>) => Command): Command =>
  listItem === undefined ? () => false : make(listItem)

const enter = baseKeymap["Enter"]

/** Keys for marks, lists, code and tables in addition to those of every text field. */
export const editorKeymap = (): ReadonlyArray<Plugin> => [
  keymap({
    "Mod-b": toggle("bold"),
    "Mod-i": toggle("italic"),
    "Mod-e": toggle("code"),
    "Mod-Shift-x": toggle("strikethrough"),
    "Mod-z": undo,
    "Shift-Mod-z": redo,
    "Mod-y": redo,
    Backspace: undoInputRule,
    Enter: chainCommands(leaveCode, splitCode, inList(splitListItem), ...(enter === undefined ? [] : [enter])),
    "Shift-Enter": insertBreak,
    Tab: chainCommands(goToNextCell(1), inList(sinkListItem)),
    "Shift-Tab": chainCommands(goToNextCell(-1), inList(liftListItem))
  }),
  keymap(baseKeymap)
]
