import { type KeyboardEvent, lazy, Suspense, useState } from "react"
import type { ActionMenuProps } from "./MenuTypes.ts"

const load = () => import("./MenuPopup.tsx")

const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }))

const opens = new Set(["ArrowDown", "ArrowUp"])

/** A button that opens a menu of actions. What shows the menu is loaded when the button is first reached. */
export const ActionMenu = ({ className = "icon-button", ...rest }: ActionMenuProps) => {
  const [isRequested, setRequested] = useState(false)
  const { children, label, tabIndex } = rest
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opens.has(event.key)) return
    event.preventDefault()
    setRequested(true)
  }
  const preload = () => void load()
  const trigger = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      title={label}
      tabIndex={tabIndex}
      data-menu-trigger=""
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setRequested(true)}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  )
  return isRequested ? (
    <Suspense fallback={trigger}>
      <MenuPopup {...rest} className={className} />
    </Suspense>
  ) : (
    trigger
  )
}
