import { Plugin } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import type { EditorContext, TargetSuggestion } from "../interface/EditorHost.ts"
import { makeButton, makeElement, makeIcon, makeId } from "../interface/Elements.ts"
import { type AnchorRect, makePopup } from "../interface/Popup.ts"
import { addressOf } from "./Addresses.ts"
import { linkAt, setLink } from "./LinkCommands.ts"
import { type DocumentReference, describeRef, refOf, refOfAddress } from "./References.ts"

/** What a person chooses in the dialog. */
export type LinkChoice = (ref: DocumentReference, title: string | undefined) => void

export interface LinkDialogOptions {
  readonly context: EditorContext
  /** The address that the field shows first. */
  readonly address: string
  readonly anchor: () => AnchorRect | undefined
  readonly onChoose: LinkChoice
  readonly onClose: () => void
}

/** The targets that a search returned, below a field that keeps the focus. */
class TargetList {
  readonly dom: HTMLElement
  readonly #field: HTMLInputElement
  readonly #choose: (target: TargetSuggestion) => void
  #options: ReadonlyArray<{ readonly target: TargetSuggestion; readonly option: HTMLElement }> = []
  #index = -1

  constructor(field: HTMLInputElement, label: string, choose: (target: TargetSuggestion) => void) {
    const id = makeId()
    this.dom = makeElement("div", { role: "listbox", id, class: "quire-list", "aria-label": label })
    this.dom.hidden = true
    this.#field = field
    this.#choose = choose
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": id
    })) {
      field.setAttribute(name, value)
    }
    field.setAttribute("aria-expanded", "false")
  }

  get chosen(): TargetSuggestion | undefined {
    return this.#options[this.#index]?.target
  }

  move(step: -1 | 1): void {
    this.#select(Math.max(-1, Math.min(this.#index + step, this.#options.length - 1)))
  }

  #select(index: number): void {
    this.#options[this.#index]?.option.setAttribute("aria-selected", "false")
    this.#index = index
    const option = this.#options[index]?.option
    option?.setAttribute("aria-selected", "true")
    option?.scrollIntoView({ block: "nearest" })
    if (option === undefined) this.#field.removeAttribute("aria-activedescendant")
    else this.#field.setAttribute("aria-activedescendant", option.id)
  }

  show(targets: ReadonlyArray<TargetSuggestion>): void {
    this.#options = targets.map((target) => {
      const option = makeElement(
        "div",
        { role: "option", id: makeId(), class: "quire-item", "aria-selected": "false" },
        makeIcon(target.ref.kind === "page" ? "page" : "link"),
        makeElement("span", { class: "quire-item-title" }, target.title),
        ...(target.detail === undefined ? [] : [makeElement("span", { class: "quire-item-detail" }, target.detail)])
      )
      option.addEventListener("mousedown", (event) => event.preventDefault())
      option.addEventListener("click", () => this.#choose(target))
      return { target, option }
    })
    this.dom.replaceChildren(...this.#options.map(({ option }) => option))
    this.dom.hidden = targets.length === 0
    this.#field.setAttribute("aria-expanded", String(targets.length > 0))
    this.#select(targets.length > 0 && addressOf(this.#field.value) === undefined ? 0 : -1)
  }
}

const makeField = (label: string, address: string): HTMLInputElement => {
  const field = makeElement("input", {
    class: "quire-input",
    type: "text",
    inputmode: "url",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: label,
    "aria-label": label
  })
  field.value = address
  return field
}

/** Opens a dialog with one field that takes an address, and searches pages while the person types. */
export const openLinkDialog = ({ address, anchor, context, onChoose, onClose }: LinkDialogOptions) => {
  const { host, labels, layer } = context
  const popup = makePopup(layer, "link", "below")
  const { dom } = popup
  dom.setAttribute("role", "dialog")
  dom.setAttribute("aria-label", labels.linkDialog)
  const field = makeField(labels.linkAddress, address)
  const status = makeElement("div", { role: "status", class: "quire-status" })
  const watch = new AbortController()
  let searched = ""
  let isClosed = false
  const close = (isChosen: boolean) => {
    if (isClosed) return
    isClosed = true
    watch.abort()
    popup.destroy()
    if (!isChosen) onClose()
  }
  const choose = (ref: DocumentReference, title: string | undefined) => {
    close(true)
    onChoose(ref, title)
  }
  const { searchLinks } = host
  const list =
    searchLinks === undefined
      ? undefined
      : new TargetList(field, labels.linkTargets, ({ ref, title }) => choose(ref, title))
  const show = (query: string, targets: ReadonlyArray<TargetSuggestion>) => {
    if (searched !== query || isClosed) return
    list?.show(targets)
    status.textContent = targets.length === 0 && query !== "" && addressOf(query) === undefined ? labels.noResults : ""
    popup.open(anchor)
  }
  const search = (query: string) => {
    searched = query
    field.removeAttribute("aria-invalid")
    searchLinks?.(query).then(
      (targets) => show(query, targets),
      () => show(query, [])
    )
  }
  const apply = () => {
    const chosen = list?.chosen
    const typed = addressOf(field.value)
    if (chosen !== undefined) choose(chosen.ref, chosen.title)
    else if (typed !== undefined) choose(refOfAddress(typed), undefined)
    else {
      field.setAttribute("aria-invalid", "true")
      status.textContent = labels.linkInvalid
    }
  }
  field.addEventListener("input", () => search(field.value))
  dom.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") list?.move(1)
    else if (event.key === "ArrowUp") list?.move(-1)
    else if (event.key === "Enter" && event.target === field && !event.isComposing) apply()
    else if (event.key === "Escape") close(false)
    else return
    event.preventDefault()
  })
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!(target instanceof Node && dom.contains(target))) close(false)
    },
    { capture: true, signal: watch.signal }
  )
  const attributes = { class: "quire-button quire-primary" }
  const button = makeButton({ label: labels.apply, isLabelled: true, attributes, onPress: apply })
  dom.append(makeElement("div", { class: "quire-link-row" }, field, button), ...(list ? [list.dom] : []), status)
  popup.open(anchor)
  field.focus()
  field.select()
  search("")
}

/** Opens the dialog for the link at the cursor, or for the selected text. */
export const editLink = (view: EditorView, context: EditorContext): void => {
  const link = linkAt(view.state)
  const ref = link === undefined ? undefined : refOf(link.mark.attrs["data"])
  const { from, to } = link ?? view.state.selection
  openLinkDialog({
    context,
    address: ref === undefined ? "" : ref.kind === "url" || ref.kind === "anchor" ? describeRef(ref) : "",
    anchor: () => {
      const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)]
      return { left: start.left, right: Math.max(start.right, end.right), top: start.top, bottom: end.bottom }
    },
    onChoose: (target, title) => {
      view.dispatch(setLink(view.state, target, title))
      view.focus()
    },
    onClose: () => view.focus()
  })
}

/** Opens the dialog with `Mod-k`. */
export const linkKeys = (context: EditorContext): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: (view, { altKey, ctrlKey, key, metaKey, shiftKey }) => {
        const { parent } = view.state.selection.$from
        const type = view.state.schema.marks["link"]
        if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== "k") return false
        if (type === undefined || !parent.inlineContent || !parent.type.allowsMarkType(type)) return false
        editLink(view, context)
        return true
      }
    }
  })
