import { Fragment, type Node, type ResolvedPos } from "prosemirror-model"
import { type Command, NodeSelection, Selection, TextSelection, type Transaction } from "prosemirror-state"
import type { LabelName } from "../interface/Labels.ts"
import { schema } from "../schema/Schema.ts"

/** A block of a document at its position. */
export interface LocatedBlock {
  readonly pos: number
  readonly node: Node
}

const lists: ReadonlySet<string> = new Set(["list_unordered", "list_ordered", "list_tasks"])

/** Nodes whose children can be moved, copied and deleted one by one. */
const holders: ReadonlySet<string> = new Set([
  "doc",
  "tabs_item",
  "stepper_step",
  "column",
  "if",
  "expandable_body",
  ...lists
])

/** The innermost block at a position that can be moved. */
export const movableAt = ($pos: ResolvedPos): LocatedBlock | undefined => {
  const after = $pos.nodeAfter
  if (after !== null && after.isBlock && holders.has($pos.parent.type.name)) return { pos: $pos.pos, node: after }
  for (let depth = $pos.depth; depth > 0; depth--) {
    if (holders.has($pos.node(depth - 1).type.name)) return { pos: $pos.before(depth), node: $pos.node(depth) }
  }
  return undefined
}

/** The movable block that a selection is in, or that is selected. */
export const selectedBlock = (selection: Selection): LocatedBlock | undefined =>
  selection instanceof NodeSelection && selection.node.isBlock
    ? holders.has(selection.$from.parent.type.name)
      ? { pos: selection.from, node: selection.node }
      : movableAt(selection.$from)
    : movableAt(selection.$from)

/** Where a block goes by one step; undefined at the edge of the document. */
const moveTarget = (doc: Node, { node, pos }: LocatedBlock, direction: -1 | 1): number | undefined => {
  const $pos = doc.resolve(pos)
  const index = $pos.index()
  const sibling = $pos.parent.maybeChild(index + direction)
  if (sibling !== null) return direction < 0 ? pos - sibling.nodeSize : pos + node.nodeSize + sibling.nodeSize
  for (let depth = $pos.depth; depth > 0; depth--) {
    const outer = $pos.node(depth - 1)
    const at = $pos.index(depth - 1) + (direction < 0 ? 0 : 1)
    if (holders.has(outer.type.name) && outer.canReplaceWith(at, at, node.type)) {
      return direction < 0 ? $pos.before(depth) : $pos.after(depth)
    }
  }
  return undefined
}

/** Removes a block; what it leaves empty is removed too, or has an empty paragraph. */
const remove = (tr: Transaction, { node, pos }: LocatedBlock): void => {
  const $pos = tr.doc.resolve(pos)
  const { parent } = $pos
  if (parent.childCount > 1) tr.delete(pos, pos + node.nodeSize)
  else if (lists.has(parent.type.name)) remove(tr, { node: parent, pos: $pos.before() })
  else tr.replaceWith(pos, pos + node.nodeSize, schema.node("paragraph"))
}

/** Selects in a block what was selected in it before it moved. */
const restore = (tr: Transaction, selection: Selection, offset: number): void => {
  if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from + offset))
  else {
    const { anchor, head } = selection
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor + offset), tr.doc.resolve(head + offset)))
  }
}

/** Moves the block of the selection up or down; at the edge of a container, out of it. */
export const moveBlock =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const block = selectedBlock(state.selection)
    const target = block === undefined ? undefined : moveTarget(state.doc, block, direction)
    if (block === undefined || target === undefined) return false
    if (dispatch !== undefined) {
      const { tr } = state
      remove(tr, block)
      const at = tr.mapping.map(target, direction)
      tr.insert(at, block.node)
      restore(tr, state.selection, at - block.pos)
      dispatch(tr.scrollIntoView())
    }
    return true
  }

export const duplicateBlock =
  ({ node, pos }: LocatedBlock): Command =>
  (state, dispatch) => {
    const after = pos + node.nodeSize
    const tr = state.tr.insert(after, node)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(after + 1))).scrollIntoView())
    return true
  }

export const deleteBlock =
  (block: LocatedBlock): Command =>
  (state, dispatch) => {
    const { tr } = state
    remove(tr, block)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(block.pos, tr.doc.content.size)))))
    return true
  }

/** Inserts a block after another one, with the cursor in it. */
export const insertAfter =
  ({ node, pos }: LocatedBlock, made: Node): Command =>
  (state, dispatch) => {
    const after = pos + node.nodeSize
    const $after = state.doc.resolve(after)
    if (!$after.parent.canReplaceWith($after.index(), $after.index(), made.type)) return false
    const tr = state.tr.insert(after, made)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(after + 1))).scrollIntoView())
    return true
  }

/** Places a block at the cursor: in place of an empty text block, or after the block that may have it as a sibling. */
export const placeBlock = (tr: Transaction, made: Node): Transaction => {
  const { $from } = tr.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const parent = $from.node(depth - 1)
    const index = $from.index(depth - 1)
    const isEmpty = depth === $from.depth && $from.parent.isTextblock && $from.parent.content.size === 0
    if (isEmpty && parent.canReplaceWith(index, index + 1, made.type)) {
      return selectIn(tr.replaceWith($from.before(depth), $from.after(depth), made), $from.before(depth))
    }
    if (parent.canReplaceWith(index + 1, index + 1, made.type)) {
      return selectIn(tr.insert($from.after(depth), made), $from.after(depth))
    }
  }
  return selectIn(tr.insert(tr.doc.content.size, made), tr.doc.content.size - made.nodeSize)
}

/** Puts the cursor into the first text of a block, or into the text after a block without text. */
const selectIn = (tr: Transaction, pos: number): Transaction => {
  const node = tr.doc.nodeAt(pos)
  if (node === null) return tr
  let hasText = false
  node.descendants((child) => {
    hasText ||= child.isTextblock
    return !hasText
  })
  if (hasText || node.isTextblock) return tr.setSelection(Selection.near(tr.doc.resolve(pos + 1))).scrollIntoView()
  if (node.type.name !== "divider") return tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView()
  const after = pos + node.nodeSize
  if (!tr.doc.resolve(after).nodeAfter?.isTextblock) tr.insert(after, schema.node("paragraph"))
  return tr.setSelection(Selection.near(tr.doc.resolve(after + 1))).scrollIntoView()
}

const childrenOf = (node: Node): ReadonlyArray<Node> => node.children

/** The text blocks of blocks, in order; blocks without text are left out. */
const textsOf = (blocks: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  blocks.flatMap((block) => (block.isTextblock ? [block] : textsOf(childrenOf(block))))

const retype = (block: Node, name: string, more: { readonly [name: string]: unknown } = {}): Node => {
  const type = schema.nodes[name]
  const { data, key, original } = block.attrs
  const isCode = name === "code_line" || block.type.name === "code_line"
  const content = isCode
    ? Fragment.from(block.textContent === "" ? [] : [schema.text(block.textContent)])
    : block.content
  const align = !isCode && data !== null && typeof data["align"] === "string" ? { align: data["align"] } : {}
  const kept = name === "paragraph" && Object.keys(align).length === 0 ? null : align
  return type?.create({ key, data: kept, original: isCode ? null : (original ?? null), ...more }, content) ?? block
}

const itemsOf = (blocks: ReadonlyArray<Node>, isTask: boolean): ReadonlyArray<Node> =>
  blocks.flatMap((block) => {
    const items = lists.has(block.type.name) ? childrenOf(block) : block.type.name === "list_item" ? [block] : undefined
    if (items === undefined) {
      const data = isTask ? { checked: false } : null
      const accepted = block.isTextblock ? [retype(block, "paragraph")] : fitBlocks("list_item", [block])
      return accepted.map((child) => schema.node("list_item", { data }, [child]))
    }
    return items.map((item) => {
      const { attrs } = item
      const data = isTask ? { checked: attrs["data"]?.["checked"] === true } : null
      return item.type.create({ ...attrs, data }, item.content)
    })
  })

/** The blocks as a parent accepts them: itself, or the texts in it as paragraphs. */
export const fitBlocks = (parent: string, blocks: ReadonlyArray<Node>): ReadonlyArray<Node> => {
  const match = schema.nodes[parent]?.contentMatch
  return blocks.flatMap((block) =>
    match?.matchType(block.type) ? [block] : textsOf([block]).map((text) => retype(text, "paragraph"))
  )
}

/** The kinds that a block can become. */
export const turnTargets: ReadonlyArray<LabelName> = [
  "paragraph",
  "heading1",
  "heading2",
  "heading3",
  "bulletedList",
  "numberedList",
  "taskList",
  "quote",
  "codeBlock",
  "info"
]

const listNames: { readonly [target: string]: string } = {
  bulletedList: "list_unordered",
  numberedList: "list_ordered",
  taskList: "list_tasks"
}

/** The blocks that come of others when they become another kind; their texts keep their keys. */
export const convertBlocks = (blocks: ReadonlyArray<Node>, target: LabelName): ReadonlyArray<Node> => {
  const list = listNames[target]
  const single = blocks.length === 1 ? blocks[0] : undefined
  if (list !== undefined) {
    const key = single !== undefined && lists.has(single.type.name) ? single.attrs["key"] : null
    const data = list === "list_ordered" ? {} : null
    return [schema.node(list, { key, data }, itemsOf(blocks, list === "list_tasks"))]
  }
  const unwrapped = blocks.flatMap((block) => {
    const isOuter = lists.has(block.type.name) || ["blockquote", "hint", "list_item"].includes(block.type.name)
    return isOuter
      ? childrenOf(block).flatMap((child) => (child.type.name === "list_item" ? childrenOf(child) : [child]))
      : [block]
  })
  if (target === "quote") return [schema.node("blockquote", null, fitBlocks("blockquote", unwrapped))]
  if (target === "info") return [schema.node("hint", { data: { style: "info" } }, fitBlocks("hint", unwrapped))]
  const texts = textsOf(unwrapped)
  if (target === "codeBlock") {
    const lines = texts.map((text) => retype(text, "code_line", { data: {} }))
    return [schema.node("code_block", { data: {} }, lines.length === 0 ? [schema.node("code_line")] : lines)]
  }
  const level = target === "heading1" ? 1 : target === "heading2" ? 2 : 3
  const made = texts.map((text) =>
    target === "paragraph" ? retype(text, "paragraph") : retype(text, "heading", { level, data: {} })
  )
  return made.length === 0 ? [schema.node("paragraph")] : made
}

/** Puts the cursor back to where it was in a text, by the key of its block. */
const followText = (tr: Transaction, selection: Selection): Transaction => {
  const { parent, parentOffset } = selection.$from
  const { key } = parent.attrs
  let at: number | undefined
  tr.doc.descendants((node, pos) => {
    if (at === undefined && node.isTextblock && typeof key === "string" && node.attrs["key"] === key) at = pos
    return at === undefined
  })
  if (at === undefined) return tr
  const size = tr.doc.nodeAt(at)?.content.size ?? 0
  return tr.setSelection(TextSelection.create(tr.doc, at + 1 + Math.min(parentOffset, size)))
}

/** Turns a block into another kind. An item of a list leaves it, unless the kind is a list too. */
export const turnInto =
  ({ node, pos }: LocatedBlock, target: LabelName): Command =>
  (state, dispatch) => {
    const $pos = state.doc.resolve(pos)
    const isItem = node.type.name === "list_item"
    const { parent } = $pos
    const index = $pos.index()
    const [from, to] = isItem ? [$pos.before(), $pos.after()] : [pos, pos + node.nodeSize]
    const parts = (): ReadonlyArray<Node> => {
      if (!isItem) return convertBlocks([node], target)
      if (listNames[target] !== undefined) return convertBlocks([parent], target)
      const rest = [parent.children.slice(0, index), parent.children.slice(index + 1)]
      const [before, after] = rest.map((items) => (items.length === 0 ? [] : [parent.copy(Fragment.fromArray(items))]))
      return [...(before ?? []), ...convertBlocks([node], target), ...(after ?? [])]
    }
    const made = Fragment.fromArray([...parts()])
    const $from = state.doc.resolve(from)
    if (!$from.parent.canReplace($from.index(), $from.index() + 1, made)) return false
    dispatch?.(followText(state.tr.replaceWith(from, to, made), state.selection).scrollIntoView())
    return true
  }
