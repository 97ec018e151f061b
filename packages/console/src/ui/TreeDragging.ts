import { type DragEvent, useState } from "react"
import { type DropZone, dropPosition, type TreePosition, type TreeRow } from "./TreeRows.ts"

const zoneOf = (event: DragEvent<HTMLElement>): DropZone => {
  const { height, top } = event.currentTarget.getBoundingClientRect()
  const offset = (event.clientY - top) / height
  return offset < 0.25 ? "before" : offset > 0.75 ? "after" : "inside"
}

/** Properties of a row's element that can be dragged and dropped on. */
export interface DraggableRow {
  readonly draggable: true
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void
  readonly onDragEnd: () => void
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void
  readonly onDrop: (event: DragEvent<HTMLElement>) => void
}

interface TreeDragging {
  readonly propsOf: (row: TreeRow) => DraggableRow | undefined
  /** The part of a row that the item would be dropped on. */
  readonly zoneOf: (row: TreeRow) => DropZone | undefined
}

/** Dragging of items in a tree. An item cannot be dropped on itself, or below itself. */
export const useTreeDragging = (onDrop: ((id: string, position: TreePosition) => void) | undefined): TreeDragging => {
  const [dragged, setDragged] = useState<string>()
  const [drop, setDrop] = useState<{ readonly id: string; readonly zone: DropZone }>()
  const end = () => {
    setDragged(undefined)
    setDrop(undefined)
  }
  const isTarget = ({ ancestors, item }: TreeRow) =>
    dragged !== undefined && ![...ancestors, item].some(({ id }) => id === dragged)
  const propsOf = (row: TreeRow): DraggableRow | undefined =>
    onDrop && {
      draggable: true,
      onDragStart: (event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = "move"
        event.dataTransfer.setData("text/plain", row.item.title)
        setDragged(row.item.id)
      },
      onDragEnd: end,
      onDragOver: (event) => {
        if (!isTarget(row)) return
        event.preventDefault()
        const zone = zoneOf(event)
        if (drop?.id !== row.item.id || drop.zone !== zone) setDrop({ id: row.item.id, zone })
      },
      onDrop: (event) => {
        event.preventDefault()
        if (dragged !== undefined && isTarget(row)) onDrop(dragged, dropPosition(row, zoneOf(event), dragged))
        end()
      }
    }
  return { propsOf, zoneOf: ({ item }) => (drop?.id === item.id ? drop.zone : undefined) }
}
