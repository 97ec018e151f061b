import type { ReactNode } from "react"

/** An action of a menu. */
export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** Whether the action is the current choice, for menus that choose. */
  readonly isCurrent?: boolean
  /** Keys that do the same. */
  readonly keys?: string
  readonly run: () => void
}

export interface ActionMenuProps {
  /** Name of the button; not needed if it has a text. */
  readonly label?: string
  readonly children: ReactNode
  readonly actions: ReadonlyArray<MenuAction>
  readonly className?: string
  readonly tabIndex?: number
  readonly align?: "start" | "end"
  /** Shown above the actions. */
  readonly header?: ReactNode
}
