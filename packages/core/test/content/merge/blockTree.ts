import { Block, Document, Inline } from "@quire/core"
import { Schema } from "effect"

/** A compact block: its text, or the blocks in its lists by name. */
export interface Item {
  readonly key: string
  type: string
  data: Readonly<Record<string, unknown>>
  text: string
  readonly lists: Record<string, Array<Item>>
}

export type Tree = Array<Item>

const textTypes = new Set(["paragraph", "heading-1", "code-line"])
const voidTypes = new Set(["math", "divider"])
const sidedTypes = new Set(["table", "expandable"])

export const isText = ({ type }: Item) => textTypes.has(type)

/** Whether a block has a list of this name; tables and expandables define their own. */
export const hasList = ({ lists, type }: Item, slot: string): boolean => {
  if (textTypes.has(type) || voidTypes.has(type)) return false
  return sidedTypes.has(type) ? slot in lists : slot === ""
}

export const item = (
  type: string,
  key: string,
  of: string | ReadonlyArray<Item> = [],
  data: Readonly<Record<string, unknown>> = {}
): Item => ({
  key,
  type,
  data,
  text: typeof of === "string" ? of : "",
  lists: typeof of === "string" ? {} : { "": [...of] }
})

const blockOf = (own: Item): unknown => {
  const { data, key, lists, text, type } = own
  const isBare = type === "paragraph" && Object.keys(data).length === 0
  const fields = { object: "block", type, key, ...(isBare ? {} : { data }) }
  if (textTypes.has(type)) return { ...fields, nodes: text === "" ? [] : [Inline.text(text)] }
  if (voidTypes.has(type)) return { ...fields, isVoid: true }
  if (!sidedTypes.has(type)) return { ...fields, nodes: (lists[""] ?? []).map(blockOf) }
  const fragments = Object.entries(lists).map(([slot, items]) => ({
    object: "fragment",
    fragment: slot,
    ...(type === "expandable" ? { type: slot } : {}),
    nodes: items.map(blockOf)
  }))
  return { ...fields, isVoid: true, fragments }
}

const isNodes = Schema.is(Schema.Array(Block.TopLevel))

/** The document of a tree; undefined if it is invalid. */
export const documentOf = (tree: Tree): Document.Document | undefined => {
  const nodes: unknown = tree.map(blockOf)
  return isNodes(nodes) ? Document.make(nodes) : undefined
}

export const itemOf = (block: Block.Block): Item => {
  const key = block.key ?? ""
  const data = "data" in block && block.data !== undefined ? block.data : {}
  const own = { key, type: block.type, data: { ...data }, text: "", lists: {} }
  if ("fragments" in block) {
    const lists = block.fragments.map(({ fragment, nodes }) => [fragment ?? "", nodes.map(itemOf)] as const)
    return { ...own, lists: Object.fromEntries(lists) }
  }
  if (!("nodes" in block)) return own
  if (!isText(own))
    return { ...own, lists: { "": block.nodes.flatMap((node) => (node.object === "block" ? [itemOf(node)] : [])) } }
  const leaves = block.nodes.flatMap((node) => ("leaves" in node ? node.leaves.map(({ text }) => text) : []))
  return { ...own, text: leaves.join("") }
}

/** The position of an item. */
export interface Spot {
  readonly item: Item
  readonly list: Array<Item>
  readonly index: number
  readonly parent: Item | undefined
  readonly slot: string
}

/** Every item with its position, parents before children. */
export function* spots(list: Array<Item>, parent?: Item, slot = ""): Generator<Spot> {
  for (const [index, own] of list.entries()) {
    yield { item: own, list, index, parent, slot }
    for (const [name, items] of Object.entries(own.lists)) yield* spots(items, own, name)
  }
}

export const find = (tree: Tree, key: string): Spot | undefined =>
  [...spots(tree)].find((spot) => spot.item.key === key)

export const clone = (tree: Tree): Tree => structuredClone(tree)
