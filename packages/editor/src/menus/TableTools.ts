import type { Node } from "prosemirror-model"
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from "prosemirror-state"
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow
} from "prosemirror-tables"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { makeButton, makeElement } from "../interface/Elements.ts"
import type { IconName } from "../interface/Icons.ts"
import type { LabelName } from "../interface/Labels.ts"
import { makePopup } from "../interface/Popup.ts"
import { isObject } from "../Json.ts"
import { isTextEdit } from "../keys/TextEdits.ts"
import { withArrowKeys } from "./SelectionToolbar.ts"

/** The table that the selection is in, and the row and the column of its start. */
interface TablePosition {
  readonly node: Node
  readonly pos: number
  readonly row: number
  readonly column: number
}

const tableAt = ({ selection }: EditorState): TablePosition | undefined => {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type.name === "table") {
      return { node, pos: $from.before(depth), row: $from.index(depth), column: $from.index(depth + 1) }
    }
  }
  return undefined
}

/** Restricts a command to rows below the header, which is always first. */
const inBody =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const table = tableAt(state)
    return table !== undefined && table.row > 0 && command(state, dispatch, view)
  }

const inTable =
  (command: Command): Command =>
  (state, dispatch, view) =>
    tableAt(state) !== undefined && command(state, dispatch, view)

const viewOf = (table: Node) => {
  const data: unknown = table.attrs["data"]
  return isObject(data) && isObject(data["view"]) ? data["view"] : {}
}

const toggleHeader: Command = (state, dispatch) => {
  const table = tableAt(state)
  if (table === undefined || viewOf(table.node)["type"] !== "grid") return false
  const view = viewOf(table.node)
  const data = { ...table.node.attrs["data"], view: { ...view, hideHeader: view["hideHeader"] !== true } }
  dispatch?.(state.tr.setNodeAttribute(table.pos, "data", data))
  return true
}

/** The header of the column of the selection, whose definition aligns all its cells. */
const headerAt = (state: EditorState) => {
  const table = tableAt(state)
  const head = table?.node.firstChild
  const header = head?.maybeChild(table?.column ?? 0)
  if (table === undefined || !head || !header) return undefined
  const before = head.children.slice(0, table.column).reduce((size, cell) => size + cell.nodeSize, 0)
  return { node: header, pos: table.pos + 2 + before }
}

const alignmentOf = (header: Node): string => {
  const definition: unknown = header.attrs["definition"]
  const alignment = isObject(definition) ? definition["textAlignment"] : undefined
  return typeof alignment === "string" ? alignment : ""
}

const align =
  (textAlignment: string): Command =>
  (state, dispatch) => {
    const header = headerAt(state)
    if (header === undefined || alignmentOf(header.node) === "") return false
    const definition = { ...header.node.attrs["definition"], textAlignment }
    dispatch?.(state.tr.setNodeAttribute(header.pos, "definition", definition))
    return true
  }

const isHeaderShown = (state: EditorState) => {
  const table = tableAt(state)
  return table !== undefined && viewOf(table.node)["hideHeader"] !== true
}

const isAligned = (alignment: string) => (state: EditorState) => {
  const header = headerAt(state)
  return header !== undefined && alignmentOf(header.node) === alignment
}

interface TableTool {
  readonly name: LabelName & IconName
  readonly command: Command
  readonly isPressed?: (state: EditorState) => boolean
}

const tools: ReadonlyArray<TableTool> = [
  { name: "rowAbove", command: inBody(addRowBefore) },
  { name: "rowBelow", command: inTable(addRowAfter) },
  { name: "columnBefore", command: inTable(addColumnBefore) },
  { name: "columnAfter", command: inTable(addColumnAfter) },
  { name: "headerRow", command: toggleHeader, isPressed: isHeaderShown },
  { name: "alignStart", command: align("left"), isPressed: isAligned("left") },
  { name: "alignCenter", command: align("center"), isPressed: isAligned("center") },
  { name: "alignEnd", command: align("right"), isPressed: isAligned("right") },
  { name: "deleteRow", command: inBody(deleteRow) },
  { name: "deleteColumn", command: inTable(deleteColumn) }
]

/** Aligns the cells of columns as their headers say; the stylesheet cannot know the column of a cell. */
const decorate = (doc: Node): DecorationSet => {
  const found: Array<Decoration> = []
  doc.descendants((node, pos) => {
    if (node.type.name !== "table") return !node.isTextblock
    const alignments = node.firstChild?.children.map(alignmentOf) ?? []
    if (alignments.every((alignment) => alignment === "left" || alignment === "")) return true
    node.forEach((row, offset) => {
      if (row.type.name !== "table_row") return
      let at = pos + offset + 2
      row.forEach((cell, _, index) => {
        const alignment = alignments[index]
        if (alignment !== undefined && alignment !== "" && alignment !== "left") {
          found.push(Decoration.node(at, at + cell.nodeSize, { "data-align": alignment }))
        }
        at += cell.nodeSize
      })
    })
    return true
  })
  return DecorationSet.create(doc, found)
}

const alignmentKey = new PluginKey<DecorationSet>("quire-alignment")

export const columnAlignment = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key: alignmentKey,
    state: {
      init: (_, { doc }) => decorate(doc),
      apply: (tr, value, _, { doc }) => {
        if (!tr.docChanged) return value
        return isTextEdit(tr) ? value.map(tr.mapping, doc) : decorate(doc)
      }
    },
    props: { decorations: (state) => alignmentKey.getState(state) }
  })

/** Keeps the selection in the table, so that the toolbar stays. */
const run = (view: EditorView, command: Command) => {
  command(view.state, view.dispatch, view)
  const { selection } = view.state
  if (selection instanceof CellSelection) {
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(selection.$headCell.pos + 1))))
  }
  view.focus()
}

/** The toolbar above the table that the cursor is in. */
export const tableTools = ({ labels, layer }: EditorContext): Plugin =>
  new Plugin({
    view: (view) => {
      const popup = makePopup(layer, "table-tools", "above")
      const toolbar = makeElement("div", { role: "toolbar", "aria-label": labels.tableMenu, class: "quire-toolbar" })
      const buttons = tools.map((tool) => {
        const button = makeButton({
          label: labels[tool.name],
          icon: tool.name,
          attributes: tool.isPressed === undefined ? {} : { "aria-pressed": "false" },
          onPress: () => run(view, tool.command)
        })
        return { button, tool }
      })
      toolbar.append(...buttons.map(({ button }) => button))
      withArrowKeys(toolbar, view)
      popup.dom.append(toolbar)
      const watch = new AbortController()
      const update = () => {
        const table = tableAt(view.state)
        const hasFocus = view.hasFocus() || layer.contains(document.activeElement)
        const isText = view.state.selection instanceof TextSelection && !view.state.selection.empty
        if (table === undefined || !view.editable || !hasFocus || isText) {
          popup.close()
          return
        }
        for (const { button, tool } of buttons) {
          button.disabled = !tool.command(view.state)
          if (tool.isPressed !== undefined) button.setAttribute("aria-pressed", String(tool.isPressed(view.state)))
        }
        popup.open(() => {
          const at = tableAt(view.state)
          const dom = at === undefined ? null : view.nodeDOM(at.pos)
          return dom instanceof HTMLElement ? dom.getBoundingClientRect() : undefined
        })
      }
      const later = () => setTimeout(update, 0)
      view.dom.addEventListener("focus", later, { signal: watch.signal })
      view.dom.addEventListener("blur", later, { signal: watch.signal })
      return {
        update,
        destroy: () => {
          watch.abort()
          popup.destroy()
        }
      }
    }
  })
