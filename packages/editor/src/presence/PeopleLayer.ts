import type { EditorView } from "prosemirror-view"
import { makeElement } from "../interface/Elements.ts"
import type { PresenceRange } from "./PersonPresence.ts"

/** Where another person is in the document. */
export interface PersonCursor {
  /** Changes when the person moves, but not when the text around the cursor does. */
  readonly key: string
  readonly name: string
  readonly color: string
  readonly range: PresenceRange
}

const makeCaret = ({ color, name }: PersonCursor): HTMLElement =>
  makeElement("div", { class: "quire-person-caret", "data-quire-person": color, "data-person-name": name })

/**
 * The carets of others, in front of the text. They are not in it, where they would stop the keys of the browser's own
 * caret and end what an input method composes. Screen readers do not read them.
 */
export const makePeopleLayer = (view: EditorView, cursorsOf: () => ReadonlyArray<PersonCursor>) => {
  const layer = makeElement("div", { class: "quire-people", "aria-hidden": "true" })
  view.dom.after(layer)
  let carets = new Map<string, HTMLElement>()
  let frame: number | undefined
  const place = () => {
    frame = undefined
    const cursors = cursorsOf()
    const base = layer.getBoundingClientRect()
    const next = new Map<string, HTMLElement>()
    for (const cursor of cursors) {
      const { key, range } = cursor
      // A caret that stays is not made again, so that its name stays hidden.
      const caret = carets.get(key) ?? makeCaret(cursor)
      const { bottom, left, top } = view.coordsAtPos(
        Math.min(range.kind === "text" ? range.head : range.from, view.state.doc.content.size)
      )
      caret.style.left = `${left - base.left}px`
      caret.style.top = `${top - base.top}px`
      caret.style.height = `${range.kind === "text" ? bottom - top : 0}px`
      if (!caret.isConnected) layer.append(caret)
      next.set(key, caret)
    }
    for (const [key, caret] of carets) if (!next.has(key)) caret.remove()
    carets = next
  }
  const update = () => {
    if (carets.size > 0 || cursorsOf().length > 0) frame ??= requestAnimationFrame(place)
  }
  const sizes = new ResizeObserver(update)
  sizes.observe(view.dom)
  view.dom.addEventListener("scroll", update, { capture: true, passive: true })
  return {
    update,
    destroy: () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      sizes.disconnect()
      view.dom.removeEventListener("scroll", update, { capture: true })
      layer.remove()
    }
  }
}
