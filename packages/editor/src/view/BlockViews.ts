import type { Node } from "prosemirror-model"
import { NodeSelection, Plugin } from "prosemirror-state"
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view"
import type { EditorContext, ReferenceDetails } from "../interface/EditorHost.ts"
import { makeButton, makeElement, makeIcon } from "../interface/Elements.ts"
import { makePopup } from "../interface/Popup.ts"
import { isObject } from "../Json.ts"
import { isSafeAddress } from "../links/Addresses.ts"
import { describeRef, refOf } from "../links/References.ts"
import { labelOfNode, nodeIcons } from "../menus/BlockKinds.ts"
import { labelOf } from "../schema/Attributes.ts"
import { schema } from "../schema/Schema.ts"
import { type FieldRow, makeFields } from "./BlockFields.ts"

/** The parts of an element that ProseMirror leaves to a view. */
class ViewBase {
  readonly dom: HTMLElement
  #controls: ReadonlyArray<HTMLElement>

  constructor(dom: HTMLElement, controls: ReadonlyArray<HTMLElement>) {
    this.dom = dom
    this.#controls = controls
  }

  #isControl(target: EventTarget | null): boolean {
    return target instanceof globalThis.Node && this.#controls.some((control) => control.contains(target))
  }

  stopEvent(event: Event): boolean {
    return !/^(?:drag|drop)/.test(event.type) && this.#isControl(event.target)
  }

  ignoreMutation(mutation: { readonly type: string; readonly target: globalThis.Node }): boolean {
    return mutation.type !== "selection" && (mutation.target === this.dom || this.#isControl(mutation.target))
  }
}

const display = (dom: HTMLElement, values: { readonly [name: string]: string | undefined }) => {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") dom.removeAttribute(name)
    else dom.setAttribute(name, value)
  }
}

const dataOf = ({ attrs }: Node) => (isObject(attrs["data"]) ? attrs["data"] : {})

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A container with fields above its content, such as a tab with its title or code with its language. */
class FieldsView extends ViewBase implements NodeView {
  readonly contentDOM: HTMLElement
  readonly #name: string
  readonly #fields: FieldRow | undefined

  constructor(node: Node, view: EditorView, getPos: () => number | undefined, { labels }: EditorContext) {
    const fields = makeFields(node, view, getPos, labels)
    const isCode = node.type.name === "code_block"
    const content = makeElement(isCode ? "pre" : "div", { class: "quire-content" })
    const dom = makeElement("div", { "data-quire-node": node.type.name }, ...(fields ? [fields.dom] : []), content)
    super(dom, fields ? [fields.dom] : [])
    this.contentDOM = content
    this.#name = node.type.name
    this.#fields = fields
    this.#show(node)
  }

  #show(node: Node): void {
    const { lineNumbers, overflow } = dataOf(node)
    display(this.dom, {
      "data-linenumbers": lineNumbers === true ? "true" : undefined,
      "data-overflow": textOf(overflow)
    })
    this.#fields?.update(node)
  }

  update(node: Node): boolean {
    if (node.type.name !== this.#name) return false
    this.#show(node)
    return true
  }
}

/** An item of a list, with a checkbox that the stylesheet shows in task lists. */
class ItemView extends ViewBase implements NodeView {
  readonly contentDOM: HTMLElement
  readonly #box: HTMLInputElement

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    const box = makeElement("input", { type: "checkbox", class: "quire-check", contenteditable: "false" })
    const content = makeElement("div", { class: "quire-content" })
    super(makeElement("li", { "data-quire-node": "list_item" }, box, content), [box])
    this.contentDOM = content
    this.#box = box
    box.addEventListener("change", () => {
      const pos = getPos()
      const item = pos === undefined ? null : view.state.doc.nodeAt(pos)
      if (pos === undefined || item === null || !view.editable) return
      view.dispatch(view.state.tr.setNodeAttribute(pos, "data", { ...item.attrs["data"], checked: box.checked }))
    })
    box.disabled = !view.editable
    this.#show(node)
  }

  #show(node: Node): void {
    const isChecked = dataOf(node)["checked"] === true
    this.#box.checked = isChecked
    this.#box.setAttribute("aria-label", node.firstChild?.textContent.slice(0, 80) || "…")
    display(this.dom, { "data-checked": isChecked ? "true" : undefined })
  }

  update(node: Node): boolean {
    if (node.type.name !== "list_item") return false
    this.#show(node)
    return true
  }
}

/** Details of references that the host was asked for, by reference; a failure is forgotten. */
const makeResolver = ({ host }: EditorContext) => {
  const known = new Map<string, Promise<ReferenceDetails | undefined>>()
  return (data: unknown): Promise<ReferenceDetails | undefined> | undefined => {
    const ref = refOf(data)
    if (ref === undefined || ref.kind === "url" || host.resolve === undefined) return undefined
    const name = JSON.stringify(ref)
    const details = known.get(name) ?? host.resolve(ref).catch(() => undefined)
    known.set(name, details)
    return details
  }
}

type Resolver = ReturnType<typeof makeResolver>

/** A text for what a block without text shows. */
const describe = (node: Node): string => {
  const data = dataOf(node)
  const ref = refOf(data)
  const { method, path } = data
  if (typeof method === "string" && typeof path === "string") return `${method.toUpperCase()} ${path}`
  return ref === undefined ? labelOf(node.type.name, node.attrs) : describeRef(ref)
}

/** A picture with its caption, its address and its alternative text. */
class ImageView extends ViewBase implements NodeView {
  readonly contentDOM: HTMLElement
  readonly #picture = makeElement("img", { class: "quire-picture", draggable: "false", alt: "" })
  readonly #box: HTMLElement
  readonly #fields: FieldRow | undefined
  readonly #addCaption: HTMLButtonElement
  readonly #view: EditorView
  readonly #resolve: Resolver
  #source = ""

  constructor(
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    context: EditorContext,
    resolve: Resolver
  ) {
    const { labels } = context
    const fields = makeFields(node, view, getPos, labels)
    const box = makeElement("div", { class: "quire-box", contenteditable: "false" }, makeIcon("image"))
    const content = makeElement("figcaption", { class: "quire-caption", "data-placeholder": labels.caption })
    const addCaption = makeButton({
      label: labels.caption,
      isLabelled: true,
      onPress: () => {
        const pos = getPos()
        if (pos === undefined) return
        const caption = schema.node("caption", null, [schema.node("paragraph")])
        const tr = view.state.tr.insert(pos + 1, caption)
        view.dispatch(tr.setSelection(NodeSelection.near(tr.doc.resolve(pos + 3))))
        view.focus()
      }
    })
    if (fields !== undefined) fields.dom.append(addCaption)
    const dom = makeElement("figure", { "data-quire-node": "image" }, box, ...(fields ? [fields.dom] : []), content)
    super(dom, fields ? [box, fields.dom] : [box])
    box.append(this.#picture)
    this.#box = box
    this.contentDOM = content
    this.#fields = fields
    this.#addCaption = addCaption
    this.#view = view
    this.#resolve = resolve
    this.#picture.addEventListener("error", () => this.#box.classList.remove("quire-loaded"))
    this.#picture.addEventListener("load", () => this.#box.classList.add("quire-loaded"))
    this.#show(node)
  }

  #load(address: string): void {
    if (address === this.#source) return
    this.#source = address
    this.#box.classList.remove("quire-loaded")
    if (address !== "" && isSafeAddress(address)) this.#picture.src = address
    else this.#picture.removeAttribute("src")
  }

  #show(node: Node): void {
    const data = dataOf(node)
    const ref = refOf(data)
    this.#picture.alt = textOf(data["alt"])
    this.#box.dataset["label"] = ref === undefined || ref.kind === "url" ? textOf(data["alt"]) : describeRef(ref)
    const { width } = data
    this.#picture.style.inlineSize =
      typeof width === "number"
        ? `${width}px`
        : isObject(width) && (width["unit"] === "%" || width["unit"] === "px")
          ? `${Number(width["value"])}${width["unit"]}`
          : ""
    if (ref?.kind === "url") this.#load(ref.url)
    else void this.#resolve(data)?.then((details) => this.#load(details?.url ?? ""))
    this.#addCaption.hidden = node.childCount > 0 || !this.#view.editable
    this.contentDOM.classList.toggle("quire-hidden", node.childCount === 0)
    this.#fields?.update(node)
  }

  update(node: Node): boolean {
    if (node.type.name !== "image") return false
    this.#show(node)
    return true
  }

  selectNode(): void {
    this.dom.classList.add("ProseMirror-selectednode")
  }

  deselectNode(): void {
    this.dom.classList.remove("ProseMirror-selectednode")
  }
}

/** A block without text, as a labelled box with what it leads to. */
class BoxView extends ViewBase implements NodeView {
  readonly #name: string
  readonly #text = makeElement("span", { class: "quire-box-text" })
  readonly #fields: FieldRow | undefined
  readonly #resolve: Resolver

  constructor(
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    { labels }: EditorContext,
    resolve: Resolver
  ) {
    const fields = makeFields(node, view, getPos, labels)
    const kind = makeElement("span", { class: "quire-box-kind" }, labels[labelOfNode(node)])
    const icon = makeIcon(nodeIcons[node.type.name] ?? "opaque")
    const dom = makeElement("div", { "data-quire-node": node.type.name, class: "quire-box" }, icon)
    super(dom, fields ? [fields.dom] : [])
    this.#name = node.type.name
    this.#fields = fields
    this.#resolve = resolve
    dom.append(makeElement("div", { class: "quire-box-body" }, kind, fields?.dom ?? this.#text))
    this.#show(node)
  }

  #show(node: Node): void {
    const shown = describe(node)
    this.#text.textContent = shown
    void this.#resolve(dataOf(node))?.then((details) => {
      if (this.#text.textContent === shown && details?.title !== undefined) this.#text.textContent = details.title
    })
    this.#fields?.update(node)
  }

  update(node: Node): boolean {
    if (node.type.name !== this.#name) return false
    this.#show(node)
    return true
  }

  override ignoreMutation(): boolean {
    return true
  }
}

/** A node in a text, as what it stands for. */
class InlineView implements NodeView {
  readonly dom: HTMLElement
  readonly #name: string
  readonly #resolve: Resolver

  constructor(node: Node, resolve: Resolver) {
    this.#name = node.type.name
    this.#resolve = resolve
    this.dom = makeElement("span", { "data-quire-node": node.type.name })
    this.#show(node)
  }

  #show(node: Node): void {
    const data = dataOf(node)
    const { dom } = this
    dom.replaceChildren()
    display(dom, { "data-kind": textOf(data["kind"]) })
    const ref = refOf(data)
    if (this.#name === "inline_image" && ref !== undefined) {
      const picture = makeElement("img", { alt: textOf(data["caption"]), class: "quire-inline-picture" })
      dom.append(picture)
      if (ref.kind === "url") picture.src = ref.url
      else void this.#resolve(data)?.then((details) => details?.url && (picture.src = details.url))
      return
    }
    const icon = nodeIcons[this.#name]
    if (icon !== undefined) dom.append(makeIcon(icon))
    const text = document.createTextNode(inlineText(node))
    dom.append(text)
    if (this.#name === "mention") {
      void this.#resolve(data)?.then((details) => {
        if (details?.title !== undefined) text.data = details.title
      })
    }
  }

  update(node: Node): boolean {
    if (node.type.name !== this.#name) return false
    this.#show(node)
    return true
  }

  ignoreMutation(): boolean {
    return true
  }
}

const inlineText = (node: Node): string => {
  const data = dataOf(node)
  if (node.type.name === "emoji") {
    const codes = textOf(data["code"])
      .split("-")
      .map((code) => Number.parseInt(code, 16))
    return codes.every((code) => code > 0 && code <= 0x10ffff) ? String.fromCodePoint(...codes) : "□"
  }
  const ref = refOf(data)
  if (node.type.name === "mention" && ref !== undefined) return describeRef(ref)
  return labelOf(node.type.name, node.attrs) || "…"
}

const boxes = [
  "math",
  "file",
  "drawing",
  "embed",
  "content_ref",
  "reusable_content",
  "swagger",
  "openapi_operation",
  "openapi_schemas",
  "openapi_webhook",
  "integration",
  "opaque_block"
]
const inlines = ["inline_image", "emoji", "icon", "expression", "inline_math", "mention", "button", "opaque_inline"]

/** Shows the fields of a node in a text while it is selected. */
const inlineFields =
  ({ labels, layer }: EditorContext) =>
  (view: EditorView) => {
    const popup = makePopup(layer, "properties", "below")
    popup.dom.setAttribute("role", "group")
    popup.dom.setAttribute("aria-label", labels.properties)
    let shown: { readonly pos: number; readonly row: FieldRow; readonly name: string } | undefined
    const update = () => {
      const { selection } = view.state
      const node = selection instanceof NodeSelection && selection.node.isInline ? selection.node : undefined
      const isIn = popup.dom.contains(document.activeElement)
      if (node === undefined || !view.editable || !(view.hasFocus() || isIn)) {
        shown = undefined
        popup.close()
        return
      }
      if (shown?.pos === selection.from && shown.name === node.type.name) shown.row.update(node)
      else {
        const row = makeFields(node, view, () => view.state.selection.from, labels)
        shown = row === undefined ? undefined : { pos: selection.from, row, name: node.type.name }
        if (row === undefined) {
          popup.close()
          return
        }
        popup.dom.replaceChildren(row.dom)
      }
      popup.open(() => {
        const dom = view.nodeDOM(view.state.selection.from)
        return dom instanceof HTMLElement ? dom.getBoundingClientRect() : undefined
      })
    }
    const later = () => setTimeout(update, 0)
    const watch = new AbortController()
    view.dom.addEventListener("blur", later, { signal: watch.signal })
    view.dom.addEventListener("focus", later, { signal: watch.signal })
    popup.dom.addEventListener("focusout", later, { signal: watch.signal })
    return {
      update,
      destroy: () => {
        watch.abort()
        popup.destroy()
      }
    }
  }

/** How blocks and inline nodes look in an editor, with their fields. */
export const blockViews = (context: EditorContext): Plugin => {
  const resolve = makeResolver(context)
  const made = (make: (...of: Parameters<NodeViewConstructor>) => NodeView): NodeViewConstructor => make
  const fieldsView = made((node, view, getPos) => new FieldsView(node, view, getPos, context))
  const boxView = made((node, view, getPos) => new BoxView(node, view, getPos, context, resolve))
  const inlineView = made((node) => new InlineView(node, resolve))
  return new Plugin({
    props: {
      nodeViews: {
        ...Object.fromEntries(boxes.map((name) => [name, boxView])),
        ...Object.fromEntries(inlines.map((name) => [name, inlineView])),
        tabs_item: fieldsView,
        code_block: fieldsView,
        if: fieldsView,
        list_item: made((node, view, getPos) => new ItemView(node, view, getPos)),
        image: made((node, view, getPos) => new ImageView(node, view, getPos, context, resolve))
      }
    },
    view: inlineFields(context)
  })
}
