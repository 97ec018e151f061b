import { makeElement, makeIcon } from "../interface/Elements.ts"
import type { IconName } from "../interface/Icons.ts"
import { type AnchorRect, makePopup, type PopupSide } from "../interface/Popup.ts"

/** One entry of a menu. */
export interface BlockAction {
  readonly label: string
  readonly icon?: IconName
  /** Class of a swatch in place of an icon. */
  readonly swatch?: string
  readonly isChecked?: boolean
  readonly isDangerous?: boolean
  readonly run: () => void
}

export interface MenuGroup {
  readonly label: string
  readonly actions: ReadonlyArray<BlockAction>
}

export interface ActionMenuOptions {
  readonly layer: HTMLElement
  readonly label: string
  readonly groups: ReadonlyArray<MenuGroup>
  readonly anchor: () => AnchorRect | undefined
  readonly side?: PopupSide
  /** Called when the menu closes without an action. */
  readonly onCancel: () => void
}

const makeItem = ({ icon, isChecked, isDangerous = false, label, swatch }: BlockAction): HTMLElement => {
  const item = makeElement("div", {
    class: isDangerous ? "quire-item quire-danger" : "quire-item",
    role: isChecked === undefined ? "menuitem" : "menuitemradio",
    tabindex: -1,
    "aria-checked": isChecked === undefined ? undefined : String(isChecked)
  })
  if (icon !== undefined) item.append(makeIcon(icon))
  if (swatch !== undefined)
    item.append(makeElement("span", { class: `quire-swatch ${swatch}`, "aria-hidden": "true" }, "A"))
  item.append(makeElement("span", { class: "quire-item-title" }, label))
  if (isChecked === true) item.append(makeIcon("check"))
  return item
}

/** Opens a menu that takes the focus: arrow keys, letters, Enter and Escape work as in menus of the system. */
export const openActionMenu = ({ anchor, groups, label, layer, onCancel, side = "below" }: ActionMenuOptions) => {
  const popup = makePopup(layer, "menu", side)
  const { dom } = popup
  dom.setAttribute("role", "menu")
  dom.setAttribute("aria-label", label)
  const entries: Array<{ readonly item: HTMLElement; readonly action: BlockAction }> = []
  const watch = new AbortController()
  let isClosed = false
  const close = (isCancelled: boolean) => {
    if (isClosed) return
    isClosed = true
    watch.abort()
    popup.destroy()
    if (isCancelled) onCancel()
  }
  const choose = (action: BlockAction) => {
    close(false)
    action.run()
  }
  for (const group of groups.filter(({ actions }) => actions.length > 0)) {
    const box = makeElement("div", { role: "group", "aria-label": group.label, class: "quire-group" })
    if (group.label !== label) {
      box.append(makeElement("div", { class: "quire-group-label", "aria-hidden": "true" }, group.label))
    }
    for (const action of group.actions) {
      const item = makeItem(action)
      item.addEventListener("click", () => choose(action))
      item.addEventListener("mousemove", () => item.focus({ preventScroll: true }))
      entries.push({ item, action })
      box.append(item)
    }
    dom.append(box)
  }
  const current = () => entries.findIndex(({ item }) => item === document.activeElement)
  const focus = (index: number) => entries[(index + entries.length) % entries.length]?.item.focus()
  const findLetter = (letter: string) => {
    const start = current() + 1
    const rotated = [...entries.slice(start), ...entries.slice(0, start)]
    rotated.find(({ action }) => action.label.toLowerCase().startsWith(letter.toLowerCase()))?.item.focus()
  }
  dom.addEventListener("keydown", (event) => {
    const { key } = event
    if (key === "ArrowDown") focus(current() + 1)
    else if (key === "ArrowUp") focus(current() - 1)
    else if (key === "Home") focus(0)
    else if (key === "End") focus(-1)
    else if (key === "Escape" || key === "Tab") close(true)
    else if (key === "Enter" || key === " ") {
      const entry = entries[current()]
      if (entry !== undefined) choose(entry.action)
    } else if (key.length === 1) findLetter(key)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const { signal } = watch
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!(target instanceof Node && dom.contains(target))) close(true)
    },
    { capture: true, signal }
  )
  popup.open(anchor)
  focus(
    Math.max(
      entries.findIndex(({ action }) => action.isChecked === true),
      0
    )
  )
  return { close: () => close(false) }
}
