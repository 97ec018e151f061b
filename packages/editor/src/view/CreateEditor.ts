import type { Document } from "@quire/client"
import { EditorState } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import { editorPlugins } from "../editing/EditorPlugins.ts"
import { fromDocument } from "../mapping/FromDocument.ts"
import { toDocument } from "../mapping/ToDocument.ts"
import { schema } from "../schema/Schema.ts"

/** Settings of an editor. */
export interface EditorOptions {
  readonly document: Document
  /** Called after each change of the document; `getDocument` returns it. */
  readonly onChange?: () => void
  /** Name of the editor for screen readers. */
  readonly label?: string
  /** Whether the document can only be read; false by default. */
  readonly isReadOnly?: boolean
}

/** An editor in a page. */
export interface Editor {
  readonly view: EditorView
  readonly getDocument: () => Document
  /** Removes the editor from the page. */
  readonly destroy: () => void
}

/** An editor without blocks has one empty paragraph, as a cursor can only be in text. It is no part of the document. */
const isBlankPage = ({ doc }: EditorState) =>
  doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.content.size === 0

/** Puts an editor for a document into an element of a page. */
export const createEditor = (place: HTMLElement, options: EditorOptions): Editor => {
  const { document, isReadOnly = false, label, onChange } = options
  const read = fromDocument(document)
  const isEmpty = read.childCount === 0
  const doc = isEmpty ? read.copy(read.content.addToEnd(schema.node("paragraph"))) : read
  const view = new EditorView(place, {
    state: EditorState.create({ doc, plugins: [...editorPlugins()] }),
    editable: () => !isReadOnly,
    attributes: { role: "textbox", "aria-multiline": "true", ...(label === undefined ? {} : { "aria-label": label }) },
    dispatchTransaction: (transaction) => {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged) onChange?.()
    }
  })
  view.dom.style.whiteSpace = "break-spaces"
  const getDocument = () => (isEmpty && isBlankPage(view.state) ? document : toDocument(view.state.doc))
  return { view, getDocument, destroy: () => view.destroy() }
}
