import type { Document } from "@quire/client"
import { dropCursor } from "prosemirror-dropcursor"
import { gapCursor } from "prosemirror-gapcursor"
import { EditorState, Plugin, TextSelection } from "prosemirror-state"
import { Decoration, DecorationSet, EditorView } from "prosemirror-view"
import { conflictBoxes } from "../conflicts/ConflictPlugin.ts"
import { editorPlugins } from "../editing/EditorPlugins.ts"
import { hasUploads, pickFiles, uploads } from "../files/Uploads.ts"
import type { EditorContext, EditorHost } from "../interface/EditorHost.ts"
import { makeElement } from "../interface/Elements.ts"
import { type EditorLabels, englishLabels } from "../interface/Labels.ts"
import { editLink, linkKeys, openLinkDialog } from "../links/LinkPopover.ts"
import { mentionMenu } from "../links/MentionMenu.ts"
import { fromDocument } from "../mapping/FromDocument.ts"
import { toDocument } from "../mapping/ToDocument.ts"
import { blockHandle } from "../menus/BlockHandle.ts"
import { makeContentRef } from "../menus/BlockKinds.ts"
import { selectionToolbar } from "../menus/SelectionToolbar.ts"
import { placeNode, slashMenu } from "../menus/SlashMenu.ts"
import { suggestions } from "../menus/Suggestions.ts"
import { columnAlignment, tableTools } from "../menus/TableTools.ts"
import { pasting } from "../paste/PastePlugin.ts"
import { schema } from "../schema/Schema.ts"
import { blockViews } from "./BlockViews.ts"
import { tabLists } from "./TabList.ts"

/** Settings of an editor. The functions of the host open the parts of the interface that need them. */
export interface EditorOptions extends EditorHost {
  readonly document: Document
  /** Called after each change of the document; `getDocument` returns it. */
  readonly onChange?: () => void
  /** Name of the editor for screen readers. */
  readonly label?: string
  /** Whether the document can only be read; false by default. */
  readonly isReadOnly?: boolean
  /** Texts of the interface in another language; English by default. */
  readonly labels?: Partial<EditorLabels>
  /** Text of an empty line that the cursor is in. */
  readonly placeholder?: string
}

/** An editor in a page. */
export interface Editor {
  readonly view: EditorView
  readonly getDocument: () => Document
  /** Whether files are on their way to the host, whose blocks are not in the document yet. */
  readonly hasUploads: () => boolean
  /** Allows or prevents editing. */
  readonly setReadOnly: (isReadOnly: boolean) => void
  /** Removes the editor from the page. */
  readonly destroy: () => void
}

/** An editor without blocks has one empty paragraph, as a cursor can only be in text. It is no part of the document. */
const isBlankPage = ({ doc }: EditorState) =>
  doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.content.size === 0

/** Shows a text in the empty paragraph that the cursor is in, and in an empty document. */
const placeholders = (text: string): Plugin =>
  new Plugin({
    props: {
      decorations: (state) => {
        const { $from, empty } = state.selection
        const { parent } = $from
        const isEmpty = empty && parent.type.name === "paragraph" && parent.content.size === 0
        if (!isEmpty || ($from.depth > 1 && !isBlankPage(state))) return null
        const from = $from.before()
        return DecorationSet.create(state.doc, [
          Decoration.node(from, from + parent.nodeSize, { class: "quire-empty", "data-placeholder": text })
        ])
      }
    }
  })

/** A click below the last block leads to an empty paragraph there, as no cursor can be after a table or an image. */
const clickBelow = (): Plugin =>
  new Plugin({
    props: {
      handleClick: (view, _, event) => {
        const { doc, tr } = view.state
        const last = view.dom.lastElementChild?.getBoundingClientRect()
        const isBelow = last !== undefined && event.clientY > last.bottom
        if (!view.editable || !isBelow || doc.lastChild === null || doc.lastChild.isTextblock) return false
        tr.insert(doc.content.size, schema.node("paragraph"))
        view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)))
        return true
      }
    }
  })

const interfacePlugins = (context: EditorContext, placeholder: string): ReadonlyArray<Plugin> => {
  const { host } = context
  const requests = {
    pickFiles: (view: EditorView, kind: "image" | "file") => pickFiles(view, context, kind),
    pickTarget: (view: EditorView) =>
      openLinkDialog({
        context,
        address: "",
        anchor: () => view.coordsAtPos(view.state.selection.from),
        onChoose: (ref) => {
          placeNode(view, undefined, makeContentRef({ ...ref }))
          view.focus()
        },
        onClose: () => view.focus()
      })
  }
  const mentions = host.searchMentions === undefined ? [] : [mentionMenu(context.labels, host.searchMentions)]
  return [
    suggestions(context, [slashMenu(context, requests), ...mentions]),
    linkKeys(context),
    blockHandle(context),
    selectionToolbar(context, { editLink: (view) => editLink(view, context) }),
    tableTools(context),
    columnAlignment(),
    blockViews(context),
    tabLists(context),
    uploads(context),
    conflictBoxes(context),
    pasting(),
    placeholders(placeholder),
    clickBelow(),
    dropCursor({ class: "quire-dropcursor", color: false, width: 2 }),
    gapCursor()
  ]
}

/** Puts an editor for a document into an element of a page. Its looks are those of `@quire/editor/style.css`. */
export const createEditor = (place: HTMLElement, options: EditorOptions): Editor => {
  const { document, label, labels: ownLabels, onChange, placeholder } = options
  const labels: EditorLabels = { ...englishLabels, ...ownLabels }
  const layer = makeElement("div", { class: "quire-layer" })
  const root = makeElement("div", { class: "quire-editor" })
  place.append(root)
  const context: EditorContext = { host: options, labels, layer }
  const read = fromDocument(document)
  const isEmpty = read.childCount === 0
  const doc = isEmpty ? read.copy(read.content.addToEnd(schema.node("paragraph"))) : read
  let isReadOnly = options.isReadOnly ?? false
  const mount = makeElement("div", { class: "quire-document" })
  root.append(mount, layer)
  const view = new EditorView(
    { mount },
    {
      state: EditorState.create({
        doc,
        plugins: [...interfacePlugins(context, placeholder ?? labels.placeholder), ...editorPlugins()]
      }),
      editable: () => !isReadOnly,
      attributes: () => ({
        "aria-label": label ?? labels.editor,
        // A text that cannot be edited is no field.
        ...(isReadOnly ? { role: "region", class: "quire-reading" } : { role: "textbox", "aria-multiline": "true" })
      }),
      dispatchTransaction: (transaction) => {
        view.updateState(view.state.apply(transaction))
        if (transaction.docChanged) onChange?.()
      }
    }
  )
  view.dom.style.whiteSpace = "break-spaces"
  const getDocument = () => (isEmpty && isBlankPage(view.state) ? document : toDocument(view.state.doc))
  return {
    view,
    getDocument,
    hasUploads: () => hasUploads(view.state),
    setReadOnly: (value) => {
      isReadOnly = value
      view.setProps({})
    },
    destroy: () => {
      view.destroy()
      root.remove()
    }
  }
}
