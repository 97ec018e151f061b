import { Fragment, type ResolvedPos, Slice } from "prosemirror-model"
import { type EditorState, Plugin, Selection, type Transaction } from "prosemirror-state"
import { dropPoint } from "prosemirror-transform"
import type { EditorView } from "prosemirror-view"
import { soleAddress } from "../links/Addresses.ts"
import { setLink } from "../links/LinkCommands.ts"
import { schema } from "../schema/Schema.ts"
import { makeParagraph, makeText } from "./BlockBuilder.ts"
import { sliceOf, sliceOfHtml } from "./ClipboardHtml.ts"
import { blocksOfMarkdown, isMarkdown } from "./MarkdownBlocks.ts"

/** What a clipboard or a drag contains. */
interface TransferContent {
  readonly html: string
  readonly text: string
  /** Whether the person asked for the text without its formatting. */
  readonly isPlain: boolean
}

/** A program for code adds HTML that only colors the text. */
const isFromCodeEditor = (data: DataTransfer) => data.types.includes("vscode-editor-data")

const contentOf = (data: DataTransfer, isPlain: boolean): TransferContent => {
  const html = isPlain || isFromCodeEditor(data) ? "" : data.getData("text/html")
  return { html, text: data.getData("text/plain") || data.getData("text/uri-list"), isPlain }
}

const codeSlice = (text: string): Slice => {
  const lines = text.replace(/\r\n?/g, "\n").split("\n")
  const nodes = lines.map((line) => schema.node("code_line", null, makeText(line, [])))
  return new Slice(Fragment.fromArray(nodes), 1, 1)
}

const textSlice = (text: string, $context: ResolvedPos): Slice => {
  const marks = $context.marks()
  const lines = text.split(/(?:\r\n?|\n)+/).filter((line) => line !== "")
  const blocks = lines.flatMap((line) =>
    line.trim() === "" ? [] : [schema.node("paragraph", null, makeText(line, marks))]
  )
  return blocks.length === 0 ? new Slice(Fragment.fromArray([...makeText(text, marks)]), 0, 0) : sliceOf(blocks)
}

/** The content of a clipboard at a position; undefined if there is none. */
const sliceFor = ({ html, isPlain, text }: TransferContent, $context: ResolvedPos): Slice | undefined => {
  if ($context.parent.type.spec.code === true && text !== "") return codeSlice(text)
  if (html !== "") {
    const slice = sliceOfHtml(html, $context)
    if (slice.size > 0) return slice
  }
  if (text === "") return undefined
  if (isPlain || !isMarkdown(text)) return textSlice(text, $context)
  const blocks = blocksOfMarkdown(text)
  return blocks.length === 0 ? textSlice(text, $context) : sliceOf(blocks)
}

/** The selected text with a link, if the clipboard contains nothing but an address. */
const linkSelection = (state: EditorState, { isPlain, text }: TransferContent): Transaction | undefined => {
  const { $from, $to, empty } = state.selection
  const address = isPlain ? undefined : soleAddress(text)
  const type = schema.marks["link"]
  if (address === undefined || type === undefined || empty || !$from.sameParent($to)) return undefined
  if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(type)) return undefined
  return setLink(state, { kind: "url", url: address })
}

/** A bare address that is pasted without a selection is a link to itself. */
const addressSlice = ({ isPlain, text }: TransferContent, $context: ResolvedPos): Slice | undefined => {
  const address = isPlain || $context.parent.type.spec.code === true ? undefined : soleAddress(text)
  const type = schema.marks["link"]
  if (address === undefined || type === undefined || !$context.parent.type.allowsMarkType(type)) return undefined
  const link = schema.text(address, [type.create({ data: { ref: { kind: "url", url: address } } })])
  return sliceOf(makeParagraph([link]))
}

const finish = (view: EditorView, tr: Transaction, kind: "paste" | "drop") =>
  view.dispatch(tr.scrollIntoView().setMeta("paste", true).setMeta("uiEvent", kind))

const paste = (view: EditorView, event: ClipboardEvent, content: TransferContent): boolean => {
  const linked = linkSelection(view.state, content)
  if (linked !== undefined) {
    finish(view, linked, "paste")
    return true
  }
  const { $from } = view.state.selection
  const slice = addressSlice(content, $from) ?? sliceFor(content, $from)
  if (slice === undefined) return false
  if (view.someProp("handlePaste", (handle) => handle(view, event, slice)) === true) return true
  const { firstChild } = slice.content
  const isNode = slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1 && firstChild !== null
  const { tr } = view.state
  finish(view, isNode ? tr.replaceSelectionWith(firstChild, false) : tr.replaceSelection(slice), "paste")
  return true
}

const drop = (view: EditorView, event: DragEvent, data: DataTransfer): boolean => {
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (at === null) return false
  const $at = view.state.doc.resolve(at.pos)
  const slice = sliceFor(contentOf(data, false), $at)
  if (slice === undefined) return false
  const pos = dropPoint(view.state.doc, at.pos, slice) ?? at.pos
  const tr = view.state.tr.replaceRange(pos, pos, slice)
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(tr.mapping.map(pos), tr.doc.content.size)), -1))
  view.focus()
  finish(view, tr, "drop")
  return true
}

const isAndroid = typeof navigator !== "undefined" && /Android/.test(navigator.userAgent)

/**
 * Pastes and drops HTML and text from other programs as blocks. With the Shift key, text is pasted as it is. It takes the
 * place of ProseMirror's own handling, which parses HTML by a policy that pages do not allow.
 */
export const pasting = (): Plugin => {
  let isPlain = false
  const watch = (_: EditorView, { key, shiftKey }: KeyboardEvent) => {
    isPlain = shiftKey && key !== "Insert"
    return false
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: watch,
        keyup: watch,
        paste: (view, event) => {
          const { clipboardData } = event
          if (clipboardData === null || !view.editable) return false
          // Browsers handle pasting into an unfinished composition better than scripts.
          if (view.composing && !isAndroid) return true
          if (paste(view, event, contentOf(clipboardData, isPlain))) event.preventDefault()
          return true
        },
        drop: (view, event) => {
          const { dataTransfer } = event
          if (dataTransfer === null || view.dragging !== null || !view.editable) return false
          if (drop(view, event, dataTransfer)) event.preventDefault()
          return true
        }
      }
    }
  })
}
