import { all } from "./Dom.ts"

/** Closes menus on Escape, and when something else is pressed or focused. */
export const start = (): void => {
  const menus = all(HTMLDetailsElement, "details[data-menu]")
  const closeOthers = ({ target }: Event): void => {
    for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false
  }
  addEventListener("pointerdown", closeOthers)
  addEventListener("focusin", closeOthers)
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return
    for (const menu of menus.filter(({ open }) => open)) {
      menu.open = false
      menu.querySelector("summary")?.focus()
    }
  })
}
