import type { ReactNode } from "react"

/** An item of a tree with those below it. */
export interface TreeItem {
  readonly id: string
  readonly title: string
  readonly icon?: ReactNode
  readonly isCurrent?: boolean
  /** Whether the item is opened until it is closed by hand. */
  readonly isInitiallyOpen?: boolean
  readonly children: ReadonlyArray<TreeItem>
}

/** Where an item goes: among the items below `parent`, or at the top. */
export interface TreePosition {
  readonly parent: string | null
  /** Index among the other items there. */
  readonly at: number
}

export type TreeDirection = "up" | "down" | "in" | "out"

/** An item that is shown, and where. */
export interface TreeRow {
  readonly item: TreeItem
  readonly level: number
  readonly index: number
  readonly siblings: ReadonlyArray<TreeItem>
  readonly ancestors: ReadonlyArray<TreeItem>
  readonly isOpen: boolean
}

/** The items of a tree that are shown: those at the top, and those below open ones. */
export const rowsOf = (
  items: ReadonlyArray<TreeItem>,
  isOpen: (item: TreeItem) => boolean,
  ancestors: ReadonlyArray<TreeItem> = []
): ReadonlyArray<TreeRow> =>
  items.flatMap((item, index) => [
    { item, level: ancestors.length + 1, index, siblings: items, ancestors, isOpen: isOpen(item) },
    ...(isOpen(item) ? rowsOf(item.children, isOpen, [...ancestors, item]) : [])
  ])

/** Whether the current item is below an item. */
export const containsCurrent = (item: TreeItem): boolean =>
  item.children.some((child) => child.isCurrent === true || containsCurrent(child))

/** Which part of a row an item is dropped on. */
export type DropZone = "before" | "inside" | "after"

/** The position of an item that is dropped on a row. */
export const dropPosition = (row: TreeRow, zone: DropZone, dragged: string): TreePosition => {
  const others = (items: ReadonlyArray<TreeItem>) => items.filter(({ id }) => id !== dragged)
  if (zone === "inside") return { parent: row.item.id, at: others(row.item.children).length }
  const at = others(row.siblings).indexOf(row.item) + (zone === "after" ? 1 : 0)
  return { parent: row.ancestors.at(-1)?.id ?? null, at }
}
