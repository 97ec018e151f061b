import { toggleMark } from "prosemirror-commands"
import type { MarkType } from "prosemirror-model"
import { type EditorState, NodeSelection, Plugin, TextSelection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { makeButton, makeElement } from "../interface/Elements.ts"
import type { IconName } from "../interface/Icons.ts"
import type { LabelName } from "../interface/Labels.ts"
import { type AnchorRect, makePopup } from "../interface/Popup.ts"
import { linkAt } from "../links/LinkCommands.ts"
import { describeRef, refOf } from "../links/References.ts"
import { schema } from "../schema/Schema.ts"
import { openActionMenu } from "./ActionMenu.ts"

const tones = ["default", "green", "blue", "red", "orange", "yellow", "purple"] as const

interface MarkButton {
  readonly name: LabelName & IconName
  readonly keys: string
}

const markButtons: ReadonlyArray<MarkButton> = [
  { name: "bold", keys: "Control+B Meta+B" },
  { name: "italic", keys: "Control+I Meta+I" },
  { name: "strikethrough", keys: "Control+Shift+X Meta+Shift+X" },
  { name: "code", keys: "Control+E Meta+E" }
]

const isActive = ({ doc, selection: { $from, empty, from, to }, storedMarks }: EditorState, type: MarkType): boolean =>
  empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)

/** Whether the selected text can be formatted. */
const isFormattable = ({ doc, selection }: EditorState): boolean => {
  if (!(selection instanceof TextSelection) || selection.empty) return false
  let allows = false
  doc.nodesBetween(selection.from, selection.to, (node) => {
    allows ||= node.isTextblock && schema.marks["bold"] !== undefined && node.type.allowsMarkType(schema.marks["bold"])
    return !allows
  })
  return allows
}

/** The rectangle of the selected text. */
export const selectionRect = (view: EditorView, from: number, to: number): AnchorRect => {
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)]
  const isLine = Math.abs(start.top - end.top) < 4
  return {
    left: isLine ? Math.min(start.left, end.left) : Math.min(start.left, end.left),
    right: Math.max(start.right, end.right),
    top: Math.min(start.top, end.top),
    bottom: Math.max(start.bottom, end.bottom)
  }
}

/** The colors of the selected text. */
const colorOf = ({ doc, selection: { from, to } }: EditorState) => {
  let data = { text: "default", background: "default" }
  doc.nodesBetween(from, to, ({ marks }) => {
    const mark = marks.find(({ type }) => type.name === "color")
    if (mark !== undefined) data = { ...data, ...mark.attrs["data"] }
  })
  return data
}

const setColor = (view: EditorView, part: "text" | "background", tone: string): void => {
  const { state } = view
  const { from, to } = state.selection
  const type = schema.marks["color"]
  if (type === undefined) return
  const data = { ...colorOf(state), [part]: tone }
  const isPlain = data.text === "default" && data.background === "default"
  const tr = state.tr.removeMark(from, to, type)
  view.dispatch(isPlain ? tr : tr.addMark(from, to, type.create({ data })))
  view.focus()
}

/** Moves the focus between the buttons of a toolbar by arrow keys; Escape returns to the text. */
export const withArrowKeys = (toolbar: HTMLElement, view: EditorView): void => {
  toolbar.addEventListener("keydown", (event) => {
    const buttons = Array.from(toolbar.querySelectorAll("button"))
    const at = buttons.findIndex((button) => button === document.activeElement)
    const isRtl = getComputedStyle(toolbar).direction === "rtl"
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (event.key === "Escape") view.focus()
    else if (step !== 0 && at !== -1) buttons[(at + (isRtl ? -step : step) + buttons.length) % buttons.length]?.focus()
    else return
    event.preventDefault()
  })
}

/** What the toolbar asks other parts of the interface for. */
export interface ToolbarRequests {
  readonly editLink: (view: EditorView) => void
}

const makeFormatting = (view: EditorView, context: EditorContext, requests: ToolbarRequests) => {
  const { host, labels, layer } = context
  const toolbar = makeElement("div", { role: "toolbar", "aria-label": labels.formatting, class: "quire-toolbar" })
  const toggles = markButtons.flatMap(({ keys, name }) => {
    const type = schema.marks[name]
    if (type === undefined) return []
    const button = makeButton({
      label: labels[name],
      icon: name,
      attributes: { "aria-pressed": "false", "aria-keyshortcuts": keys },
      onPress: () => {
        toggleMark(type)(view.state, view.dispatch, view)
        view.focus()
      }
    })
    return [{ button, type }]
  })
  const color = makeButton({
    label: labels.color,
    icon: "color",
    attributes: { "aria-haspopup": "menu" },
    onPress: () => {
      const current = colorOf(view.state)
      const actionsOf = (part: "text" | "background") =>
        tones.map((tone) => ({
          label: labels[tone],
          swatch: `quire-${part}-${tone}`,
          isChecked: current[part] === tone,
          run: () => setColor(view, part, tone)
        }))
      openActionMenu({
        layer,
        label: labels.color,
        groups: [
          { label: labels.textColor, actions: actionsOf("text") },
          { label: labels.backgroundColor, actions: actionsOf("background") }
        ],
        anchor: () => color.getBoundingClientRect(),
        onCancel: () => view.focus()
      })
    }
  })
  const link = makeButton({
    label: labels.link,
    icon: "link",
    attributes: { "aria-pressed": "false", "aria-keyshortcuts": "Control+K Meta+K", "aria-haspopup": "dialog" },
    onPress: () => requests.editLink(view)
  })
  toolbar.append(...toggles.map(({ button }) => button), link, color)
  if (host.onComment !== undefined) {
    toolbar.append(
      makeButton({
        label: labels.comment,
        icon: "comment",
        onPress: () => {
          const { doc, selection } = view.state
          const blocks: Array<string> = []
          doc.nodesBetween(selection.from, selection.to, (node) => {
            if (node.isTextblock && typeof node.attrs["key"] === "string") blocks.push(node.attrs["key"])
          })
          host.onComment?.({ blocks, text: doc.textBetween(selection.from, selection.to, "\n", " ") })
        }
      })
    )
  }
  withArrowKeys(toolbar, view)
  const update = () => {
    for (const { button, type } of toggles) button.setAttribute("aria-pressed", String(isActive(view.state, type)))
    const { from, to } = view.state.selection
    const linkType = schema.marks["link"]
    const isLinked = linkType !== undefined && view.state.doc.rangeHasMark(from, to, linkType)
    link.setAttribute("aria-pressed", String(isLinked))
  }
  return { toolbar, update }
}

const makeLinkBar = (view: EditorView, { host, labels }: EditorContext, requests: ToolbarRequests) => {
  const address = makeElement("span", { class: "quire-address" })
  const toolbar = makeElement("div", { role: "toolbar", "aria-label": labels.link, class: "quire-toolbar" }, address)
  const target = () => {
    const link = linkAt(view.state)
    return link === undefined ? undefined : refOf(link.mark.attrs["data"])
  }
  const open = makeButton({
    label: labels.openLink,
    icon: "open",
    onPress: () => {
      const ref = target()
      if (ref?.kind === "url") window.open(ref.url, "_blank", "noopener,noreferrer")
      else if (ref !== undefined) {
        void host
          .resolve?.(ref)
          .then((details) => details?.url && window.open(details.url, "_blank", "noopener,noreferrer"))
      }
    }
  })
  toolbar.append(
    open,
    makeButton({ label: labels.editLink, icon: "edit", onPress: () => requests.editLink(view) }),
    makeButton({
      label: labels.removeLink,
      icon: "unlink",
      onPress: () => {
        const link = linkAt(view.state)
        if (link !== undefined) view.dispatch(view.state.tr.removeMark(link.from, link.to, link.mark))
        view.focus()
      }
    })
  )
  withArrowKeys(toolbar, view)
  let shown: string | undefined
  const update = () => {
    const ref = target()
    const text = ref === undefined ? "" : describeRef(ref)
    open.hidden = ref === undefined || (ref.kind !== "url" && host.resolve === undefined)
    if (text === shown) return
    shown = text
    address.textContent = text
    if (ref !== undefined && ref.kind !== "url") {
      void host.resolve?.(ref).then((details) => {
        if (shown === text && details?.title !== undefined) address.textContent = details.title
      })
    }
  }
  return { toolbar, update }
}

/** The toolbar for selected text, and the one for the link that the cursor is in. */
export const selectionToolbar = (context: EditorContext, requests: ToolbarRequests): Plugin => {
  let focusToolbar = () => false
  return new Plugin({
    props: { handleKeyDown: (_, { altKey, key }) => altKey && key === "F10" && focusToolbar() },
    view: (view) => {
      const popup = makePopup(context.layer, "bubble", "above")
      const formatting = makeFormatting(view, context, requests)
      const linkBar = makeLinkBar(view, context, requests)
      let isPressed = false
      const watch = new AbortController()
      const { signal } = watch
      const update = () => {
        const { state } = view
        const hasFocus = view.hasFocus() || context.layer.contains(document.activeElement)
        const link = linkAt(state)
        const isText = isFormattable(state)
        const isShown = view.editable && hasFocus && !isPressed && !view.composing && (isText || link !== undefined)
        if (!isShown || state.selection instanceof NodeSelection) {
          popup.close()
          return
        }
        const bar = isText ? formatting : linkBar
        if (popup.dom.firstChild !== bar.toolbar) popup.dom.replaceChildren(bar.toolbar)
        bar.update()
        popup.open(() => {
          const { from, to } = view.state.selection
          const range = isText ? { from, to } : linkAt(view.state)
          return range === undefined ? undefined : selectionRect(view, range.from, range.to)
        })
      }
      const later = () => setTimeout(update, 0)
      view.dom.addEventListener("mousedown", () => void (isPressed = true), { signal })
      const release = () => {
        isPressed = false
        later()
      }
      document.addEventListener("mouseup", release, { signal })
      view.dom.addEventListener("focus", later, { signal })
      view.dom.addEventListener("blur", later, { signal })
      popup.dom.addEventListener("focusout", later, { signal })
      focusToolbar = () => {
        popup.dom.querySelector("button")?.focus()
        return popup.isOpen()
      }
      return {
        update,
        destroy: () => {
          watch.abort()
          popup.destroy()
        }
      }
    }
  })
}
