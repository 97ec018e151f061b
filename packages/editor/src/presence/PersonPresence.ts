import type { Presence, PresencePoint, PresenceSelection } from "@quire/client"
import type { Node } from "prosemirror-model"
import { type EditorState, NodeSelection } from "prosemirror-state"
import { isObject } from "../Json.ts"
import { blocksOf, type KeyedBlock } from "../keys/BlockKeys.ts"

/** An editor of a person, and what is selected in it. */
export type PersonPresence = Pick<Presence, "session" | "user" | "page" | "selection">

/** Where the editor of the person is. */
export interface PresenceAnnouncement {
  readonly session: string
  readonly selection?: PresenceSelection
  /** Seconds after which the presence ends unless it is announced again; 0 ends it at once. */
  readonly seconds?: number
  /** Whether the page may be closed before the request is sent. */
  readonly isLeaving?: boolean
}

const isPoint = (value: unknown): boolean =>
  isObject(value) && typeof value["block"] === "string" && typeof value["offset"] === "number"

const isPresence = (value: unknown): value is PersonPresence => {
  if (!isObject(value) || typeof value["session"] !== "string") return false
  const { selection, user } = value
  const hasName = isObject(user) && typeof user["id"] === "string" && typeof user["displayName"] === "string"
  return (
    hasName &&
    (selection === undefined || (isObject(selection) && ["anchor", "head"].every((name) => isPoint(selection[name]))))
  )
}

/** The editors in the data of an event; those of another form are left out. */
export const decodePeople = (items: unknown): ReadonlyArray<PersonPresence> =>
  Array.isArray(items) ? items.filter(isPresence) : []

/** A position by the innermost block with a key around it. */
const pointAt = (doc: Node, pos: number): PresencePoint | undefined => {
  const $pos = doc.resolve(pos)
  for (let depth = $pos.depth; depth > 0; depth--) {
    const key: unknown = $pos.node(depth).attrs["key"]
    if (typeof key === "string") return { block: key, offset: doc.textBetween($pos.start(depth), pos).length }
  }
  return undefined
}

/** What is selected, as others can find it in their state of the document; undefined if it is in no block with a key. */
export const readSelection = ({ doc, selection }: EditorState): PresenceSelection | undefined => {
  const key: unknown = selection instanceof NodeSelection ? selection.node.attrs["key"] : undefined
  const block = typeof key === "string" ? { block: key, offset: 0 } : undefined
  const anchor = block ?? pointAt(doc, selection.anchor)
  const head = block ?? pointAt(doc, selection.head)
  return anchor && head && { anchor, head }
}

/** The position in a block before which it has so much text, or the last one; undefined if the block has no text. */
const positionIn = ({ node, pos }: KeyedBlock, offset: number): number | undefined => {
  let position = node.isTextblock ? pos + 1 : undefined
  let rest = offset
  node.descendants((child, at) => {
    if (rest <= 0 || !child.isText) return rest > 0
    const length = Math.min(rest, child.nodeSize)
    position = pos + 1 + at + length
    rest -= length
    return false
  })
  return position
}

/** What another person has selected: a range of text, or a block without text. */
export type PresenceRange =
  | { readonly kind: "text"; readonly anchor: number; readonly head: number }
  | { readonly kind: "block"; readonly from: number; readonly to: number }

/** Finds the selections of people in a document; undefined for one whose block is not there. */
export const makePresenceFinder = (doc: Node): ((selection: PresenceSelection) => PresenceRange | undefined) => {
  const blocks = new Map(blocksOf(doc).map((block) => [block.key, block]))
  return ({ anchor, head }) => {
    const block = blocks.get(head.block)
    if (block === undefined) return undefined
    const position = positionIn(block, head.offset)
    if (position === undefined) return { kind: "block", from: block.pos, to: block.pos + block.node.nodeSize }
    const start = blocks.get(anchor.block)
    return { kind: "text", anchor: (start && positionIn(start, anchor.offset)) ?? position, head: position }
  }
}
