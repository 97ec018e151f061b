import { ChevronRight } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { useTreeDragging } from "./TreeDragging.ts"
import {
  containsCurrent,
  rowsOf,
  type TreeDirection,
  type TreeItem,
  type TreePosition,
  type TreeRow
} from "./TreeRows.ts"

interface TreeProps {
  readonly label: string
  readonly items: ReadonlyArray<TreeItem>
  /** The link of an item, which the item itself opens with the Enter key. */
  readonly renderLink: (item: TreeItem, content: ReactNode) => ReactNode
  readonly renderActions?: (item: TreeItem) => ReactNode
  /** Moves an item by the keyboard; trees without it are not sortable. */
  readonly onMove?: (id: string, direction: TreeDirection) => void
  /** Moves an item by dragging. */
  readonly onDrop?: (id: string, position: TreePosition) => void
  /** Description of the keys, for screen readers. */
  readonly help?: string
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === "rtl"

const directionOf = (key: string, isReversed: boolean): TreeDirection | undefined => {
  if (key === "ArrowUp") return "up"
  if (key === "ArrowDown") return "down"
  if (key === "ArrowRight") return isReversed ? "out" : "in"
  return key === "ArrowLeft" ? (isReversed ? "in" : "out") : undefined
}

/** The first row after a position, around the end, whose title begins with a letter. */
const findByLetter = (rows: ReadonlyArray<TreeRow>, letter: string, from: number): TreeRow | undefined =>
  [...rows.slice(from + 1), ...rows.slice(0, from + 1)].find(({ item }) =>
    item.title.toLowerCase().startsWith(letter.toLowerCase())
  )

interface TreeKeys {
  readonly rows: ReadonlyArray<TreeRow>
  readonly focus: (row: TreeRow | undefined) => void
  readonly toggle: (item: TreeItem, isOpen: boolean) => void
  readonly move: ((row: TreeRow, direction: TreeDirection) => void) | undefined
}

const goSideways = ({ focus, rows, toggle }: TreeKeys, position: number, isForward: boolean): void => {
  const row = rows[position]
  if (row === undefined) return
  if (isForward && row.item.children.length > 0 && !row.isOpen) toggle(row.item, true)
  else if (isForward && row.isOpen) focus(rows[position + 1])
  else if (!isForward && row.isOpen) toggle(row.item, false)
  else if (!isForward) focus(rows.find(({ item }) => item === row.ancestors.at(-1)))
}

/** Handles a key on a row; returns whether it meant something. */
const handleKey = (keys: TreeKeys, event: KeyboardEvent<HTMLElement>, position: number): boolean => {
  const { focus, move, rows, toggle } = keys
  const { altKey, ctrlKey, currentTarget, key, metaKey, shiftKey } = event
  const row = rows[position]
  if (row === undefined || ctrlKey || metaKey) return false
  const direction = directionOf(key, isRightToLeft(currentTarget))
  if (altKey && (direction === undefined || move === undefined)) return false
  if (altKey && direction !== undefined) move?.(row, direction)
  else if (direction === "up" || direction === "down") focus(rows[position + (direction === "up" ? -1 : 1)])
  else if (direction !== undefined) goSideways(keys, position, direction === "in")
  else if (key === "Home") focus(rows[0])
  else if (key === "End") focus(rows.at(-1))
  else if (key === "Enter") currentTarget.querySelector("a")?.click()
  else if (key === " ") toggle(row.item, !row.isOpen)
  else if (key === "ContextMenu" || (key === "F10" && shiftKey))
    currentTarget.querySelector<HTMLElement>("[data-menu-trigger]")?.click()
  else if (Array.from(key).length === 1) focus(findByLetter(rows, key, position))
  else return false
  return true
}

const RowContent = ({ item }: { readonly item: TreeItem }) => (
  <>
    <span className="tree-icon" aria-hidden>
      {item.icon}
    </span>
    <span className="tree-title" dir="auto">
      {item.title}
    </span>
  </>
)

/**
 * A tree by the pattern of WAI-ARIA: arrows move and open, Home and End jump, letters find, Enter follows the link, and
 * Alt with arrows moves the item. Only what is open is in the page.
 */
export const Tree = ({ help, items, label, onDrop, onMove, renderActions, renderLink }: TreeProps) => {
  const container = useRef<HTMLDivElement>(null)
  /** The item that a key moves, which has the focus again once it is elsewhere. */
  const moving = useRef<string>(undefined)
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [focused, setFocused] = useState<string>()
  const isOpen = (item: TreeItem) =>
    item.children.length > 0 && (opened.get(item.id) ?? (item.isInitiallyOpen === true || containsCurrent(item)))
  const rows = rowsOf(items, isOpen)
  const entry = rows.find(({ item }) => item.id === focused) ?? rows.find(({ item }) => item.isCurrent) ?? rows[0]
  const open = (id: string, value: boolean) => setOpened((before) => new Map(before).set(id, value))
  const focusElement = (id: string) =>
    container.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  const keys: TreeKeys = {
    rows,
    toggle: ({ id }, value) => open(id, value),
    focus: (row) => {
      if (row === undefined) return
      setFocused(row.item.id)
      focusElement(row.item.id)
    },
    move:
      onMove &&
      ((row, direction) => {
        const previous = row.siblings[row.index - 1]
        if (direction === "in" && previous !== undefined) open(previous.id, true)
        moving.current = row.item.id
        onMove(row.item.id, direction)
      })
  }
  const dragging = useTreeDragging(
    onDrop &&
      ((id, position) => {
        if (position.parent !== null) open(position.parent, true)
        onDrop(id, position)
      })
  )
  useEffect(() => {
    if (moving.current !== undefined && document.activeElement === document.body) focusElement(moving.current)
  }, [items])
  return (
    <div role="tree" aria-label={label} aria-description={help} className="tree" ref={container}>
      {rows.map((row, position) => {
        const { index, isOpen, item, level, siblings } = row
        const zone = dragging.zoneOf(row)
        const hasChildren = item.children.length > 0
        return (
          <div
            key={item.id}
            role="treeitem"
            className={zone === undefined ? "tree-item" : `tree-item drop-${zone}`}
            aria-label={item.title}
            aria-level={level}
            aria-posinset={index + 1}
            aria-setsize={siblings.length}
            aria-expanded={hasChildren ? isOpen : undefined}
            aria-current={item.isCurrent === true ? "page" : undefined}
            aria-selected={item.isCurrent === true}
            tabIndex={row === entry ? 0 : -1}
            data-id={item.id}
            ref={(element) => element?.style.setProperty("--level", String(level))}
            onKeyDown={(event) => {
              if (event.target === event.currentTarget && handleKey(keys, event, position)) event.preventDefault()
            }}
            onFocus={(event) => {
              if (event.target !== event.currentTarget) return
              setFocused(item.id)
              if (moving.current !== item.id) moving.current = undefined
            }}
            {...dragging.propsOf(row)}
          >
            <span
              className="tree-toggle"
              aria-hidden
              onClick={() => (hasChildren ? open(item.id, !isOpen) : undefined)}
            >
              {hasChildren ? <ChevronRight className={isOpen ? "is-open" : "is-closed"} /> : null}
            </span>
            {renderLink(item, <RowContent item={item} />)}
            {renderActions === undefined ? null : <span className="tree-actions">{renderActions(item)}</span>}
          </div>
        )
      })}
    </div>
  )
}
