import type { Node } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import type { EditorContext, UploadedFile } from "../interface/EditorHost.ts"
import { makeButton, makeElement, makeIcon, makeId } from "../interface/Elements.ts"
import { complete } from "../interface/Labels.ts"
import { makeFile, makeImage } from "../menus/BlockKinds.ts"
import { schema } from "../schema/Schema.ts"

/** A file on its way to the host, and where its block will be. */
interface Upload {
  readonly id: string
  readonly file: File
  readonly pos: number
  readonly dom: HTMLElement
}

type UploadChange =
  | { readonly kind: "add"; readonly uploads: ReadonlyArray<Upload> }
  | { readonly kind: "remove"; readonly id: string }

const uploadKey = new PluginKey<ReadonlyArray<Upload>>("quire-uploads")

const isImage = ({ type }: File) => /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|bmp)$/.test(type)

/** Whether files are on their way; a host asks before it leaves the page. */
export const hasUploads = (state: EditorState): boolean => (uploadKey.getState(state) ?? []).length > 0

/** Where a block may be: at a position between blocks, or after the block around the position that is in such a place. */
const placeFor = (doc: Node, pos: number): number => {
  const $pos = doc.resolve(pos)
  const type = schema.nodes["images"]
  if (type === undefined) return doc.content.size
  for (let depth = $pos.depth; depth >= 0; depth--) {
    const parent = $pos.node(depth)
    const isHere = depth === $pos.depth
    const index = isHere ? $pos.index(depth) : $pos.indexAfter(depth)
    if (!parent.inlineContent && parent.canReplaceWith(index, index, type)) {
      return isHere ? pos : $pos.after(depth + 1)
    }
  }
  return doc.content.size
}

/** Inserts the block of a file; an empty paragraph before it, as a new line is, is replaced. */
const insertBlock = (tr: Transaction, pos: number, block: Node): Transaction => {
  const at = placeFor(tr.doc, Math.min(pos, tr.doc.content.size))
  const before = tr.doc.resolve(at).nodeBefore
  const isEmpty = before !== null && before.type === schema.nodes["paragraph"] && before.content.size === 0
  if (!isEmpty || tr.selection.from !== at - 1) return tr.insert(at, block)
  return tr.replaceWith(at - before.nodeSize, at, block)
}

/** What the placeholder of an upload shows, and starts again. */
class UploadProgress {
  readonly dom: HTMLElement
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #file: File
  readonly #id: string

  constructor(view: EditorView, context: EditorContext, file: File, id: string) {
    this.#view = view
    this.#context = context
    this.#file = file
    this.#id = id
    this.dom = makeElement("div", { class: "quire-box quire-upload", contenteditable: "false" })
  }

  start(): void {
    const { host, labels } = this.#context
    const text = complete(labels.uploading, { name: this.#file.name })
    const progress = makeElement("progress", { max: 1, "aria-label": text })
    progress.value = 0
    this.#show("upload", text, progress)
    if (host.uploadFile === undefined) return
    const onProgress = (part: number) => {
      progress.value = Math.max(0, Math.min(part, 1))
    }
    Promise.resolve()
      .then(() => host.uploadFile?.(this.#file, onProgress))
      .then(
        (uploaded) => (uploaded === undefined ? this.#fail() : this.#finish(uploaded)),
        () => this.#fail()
      )
  }

  #show(icon: "upload" | "danger", text: string, ...rest: ReadonlyArray<HTMLElement>): void {
    const body = makeElement("div", { class: "quire-box-body" }, makeElement("span", { class: "quire-box-text" }, text))
    body.append(...rest)
    this.dom.replaceChildren(makeIcon(icon), body)
  }

  #fail(): void {
    const { labels } = this.#context
    const retry = makeButton({ label: labels.retry, icon: "retry", isLabelled: true, onPress: () => this.start() })
    const remove = makeButton({
      label: labels.remove,
      icon: "close",
      isLabelled: true,
      onPress: () => this.#view.dispatch(this.#view.state.tr.setMeta(uploadKey, { kind: "remove", id: this.#id }))
    })
    const actions = makeElement("div", { class: "quire-actions" }, retry, remove)
    const text = complete(labels.uploadFailed, { name: this.#file.name })
    this.#show("danger", text, actions)
    this.dom.querySelector(".quire-box-text")?.setAttribute("role", "alert")
  }

  #finish({ file }: UploadedFile): void {
    if (this.#view.isDestroyed) return
    const { state } = this.#view
    const upload = uploadKey.getState(state)?.find(({ id }) => id === this.#id)
    if (upload === undefined) return
    const block = isImage(this.#file) ? makeImage({ kind: "file", file }) : makeFile(file)
    const tr = insertBlock(state.tr, upload.pos, block)
    this.#view.dispatch(tr.setMeta(uploadKey, { kind: "remove", id: this.#id }))
  }
}

/** Uploads files and puts a block for each at a position; until then, a placeholder is there. */
export const uploadFiles = (
  view: EditorView,
  context: EditorContext,
  files: ReadonlyArray<File>,
  pos = view.state.selection.to
): void => {
  const place = placeFor(view.state.doc, pos)
  const started = files.map((file) => {
    const id = makeId()
    const progress = new UploadProgress(view, context, file, id)
    return { progress, upload: { id, file, pos: place, dom: progress.dom } }
  })
  const change: UploadChange = { kind: "add", uploads: started.map(({ upload }) => upload) }
  view.dispatch(view.state.tr.setMeta(uploadKey, change))
  for (const { progress } of started) progress.start()
}

/** Opens the file dialog of the browser, and uploads what is chosen. */
export const pickFiles = (view: EditorView, context: EditorContext, kind: "image" | "file"): void => {
  const input = makeElement("input", { type: "file", multiple: true, hidden: true, class: "quire-file-input" })
  if (kind === "image") input.accept = "image/*"
  context.layer.append(input)
  const end = () => {
    input.remove()
    view.focus()
  }
  input.addEventListener("change", () => {
    uploadFiles(view, context, Array.from(input.files ?? []))
    end()
  })
  input.addEventListener("cancel", end)
  input.click()
}

const filesOf = (transfer: DataTransfer | null): ReadonlyArray<File> => Array.from(transfer?.files ?? [])

/** Uploads what is dropped or pasted, and keeps placeholders in their place while the document is edited around them. */
export const uploads = (context: EditorContext): Plugin<ReadonlyArray<Upload>> =>
  new Plugin<ReadonlyArray<Upload>>({
    key: uploadKey,
    state: {
      init: () => [],
      apply: (tr, value) => {
        const mapped = tr.docChanged ? value.map((each) => ({ ...each, pos: tr.mapping.map(each.pos, 1) })) : value
        const change: UploadChange | undefined = tr.getMeta(uploadKey)
        if (change?.kind === "add") return [...mapped, ...change.uploads]
        return change?.kind === "remove" ? mapped.filter(({ id }) => id !== change.id) : mapped
      }
    },
    props: {
      decorations: (state) => {
        const pending = uploadKey.getState(state) ?? []
        if (pending.length === 0) return null
        return DecorationSet.create(
          state.doc,
          pending.map(({ dom, id, pos }) =>
            Decoration.widget(pos, dom, { key: id, side: 1, stopEvent: () => true, ignoreSelection: true })
          )
        )
      },
      handleDOMEvents: {
        paste: (view, event) => {
          const files = filesOf(event.clipboardData)
          const hasText = (event.clipboardData?.getData("text/html") ?? "") !== ""
          if (files.length === 0 || context.host.uploadFile === undefined || !view.editable) return false
          // Office programs put a picture of the text next to the text.
          if (
            hasText &&
            files.every(isImage) &&
            /<(?:p|table|li|h\d)\b/i.test(event.clipboardData?.getData("text/html") ?? "")
          ) {
            return false
          }
          event.preventDefault()
          uploadFiles(view, context, files)
          return true
        },
        drop: (view, event) => {
          const files = filesOf(event.dataTransfer)
          if (files.length === 0 || view.dragging !== null || !view.editable) return false
          event.preventDefault()
          if (context.host.uploadFile === undefined) return true
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          uploadFiles(view, context, files, at?.pos)
          return true
        }
      }
    }
  })
