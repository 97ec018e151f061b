import type { Node } from "prosemirror-model"
import type { EditorView } from "prosemirror-view"
import { makeElement } from "../interface/Elements.ts"
import type { EditorLabels, LabelName } from "../interface/Labels.ts"
import { isObject, type JsonObject, omit } from "../Json.ts"
import { addressOf } from "../links/Addresses.ts"
import { refOfAddress } from "../links/References.ts"
import { isValidAttributes } from "../schema/AttributeChecks.ts"

/** A member of the data of a node that a person edits in a field. */
interface BlockField {
  readonly name: string
  readonly label: LabelName
  /** `address` is a text that must be an address, `reference` one that is stored as a reference. */
  readonly kind: "text" | "address" | "reference"
  /** Whether the member is removed when the field is empty. */
  readonly isOptional?: boolean
}

const fields: { readonly [node: string]: ReadonlyArray<BlockField> } = {
  tabs_item: [{ name: "title", label: "title", kind: "text" }],
  code_block: [
    { name: "title", label: "title", kind: "text", isOptional: true },
    { name: "syntax", label: "language", kind: "text", isOptional: true }
  ],
  if: [{ name: "expression", label: "expressionField", kind: "text" }],
  math: [{ name: "formula", label: "formula", kind: "text" }],
  embed: [{ name: "url", label: "address", kind: "address" }],
  image: [
    { name: "ref", label: "address", kind: "reference" },
    { name: "alt", label: "alternativeText", kind: "text", isOptional: true }
  ],
  inline_image: [{ name: "caption", label: "alternativeText", kind: "text", isOptional: true }],
  inline_math: [{ name: "formula", label: "formula", kind: "text" }],
  expression: [{ name: "expression", label: "expressionField", kind: "text" }],
  icon: [{ name: "icon", label: "iconName", kind: "text" }],
  button: [
    { name: "label", label: "buttonLabel", kind: "text" },
    { name: "ref", label: "address", kind: "reference" }
  ]
}

const dataOf = ({ attrs }: Node): JsonObject => (isObject(attrs["data"]) ? attrs["data"] : {})

const textOf = (node: Node, { kind, name }: BlockField): string | undefined => {
  const value = dataOf(node)[name]
  if (kind !== "reference") return typeof value === "string" ? value : ""
  if (!isObject(value)) return ""
  if (value["kind"] === "anchor" && value["page"] === undefined) return `#${value["anchor"]}`
  return value["kind"] === "url" ? String(value["url"]) : undefined
}

/** The data of a node with a field's text in it; undefined if the text is not valid there. */
export const withField = (node: Node, name: string, text: string): JsonObject | undefined => {
  const field = fields[node.type.name]?.find((each) => each.name === name)
  if (field === undefined) return undefined
  const address = text.trim() === "" ? "" : addressOf(text)
  if (field.kind !== "text" && address === undefined) return undefined
  const value = field.kind === "text" ? text : field.kind === "address" ? (address ?? "") : refOfAddress(address ?? "")
  const data =
    text === "" && field.isOptional === true ? omit(dataOf(node), [name]) : { ...dataOf(node), [name]: value }
  return isValidAttributes(node.type.name, { ...node.attrs, data }) ? data : undefined
}

/** The fields of a node in the page. */
export interface FieldRow {
  readonly dom: HTMLElement
  readonly update: (node: Node) => void
}

/** Makes the fields of a node; undefined if it has none. Each change is a step of the document. */
export const makeFields = (
  first: Node,
  view: EditorView,
  getPos: () => number | undefined,
  labels: EditorLabels
): FieldRow | undefined => {
  const known = fields[first.type.name]
  if (known === undefined) return undefined
  let node = first
  const inputs = known.map((field) => {
    const input = makeElement("input", {
      class: "quire-input",
      type: "text",
      autocomplete: "off",
      spellcheck: field.kind === "text" && field.name !== "formula" ? undefined : "false",
      placeholder: labels[field.label],
      "aria-label": labels[field.label],
      "data-field": field.name
    })
    input.addEventListener("input", () => {
      const data = withField(node, field.name, input.value)
      const pos = getPos()
      input.toggleAttribute("aria-invalid", data === undefined)
      if (data !== undefined && pos !== undefined) {
        view.dispatch(view.state.tr.setNodeAttribute(pos, "data", data))
      }
    })
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return
      event.preventDefault()
      view.focus()
    })
    return { field, input }
  })
  const dom = makeElement(
    "div",
    { class: "quire-fields", contenteditable: "false" },
    ...inputs.map(({ input }) => input)
  )
  const update = (next: Node) => {
    node = next
    for (const { field, input } of inputs) {
      const text = textOf(next, field)
      input.readOnly = !view.editable
      input.hidden = text === undefined || (!view.editable && text === "")
      if (text !== undefined && document.activeElement !== input && input.value !== text) input.value = text
    }
  }
  update(first)
  return { dom, update }
}
