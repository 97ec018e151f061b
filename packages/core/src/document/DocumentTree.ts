import type * as Inline from "./Inline.ts"
import type { Annotation, Block, CodeLine, ExpandableBody, ExpandableTitle, InlineNode, TopLevel } from "./Nodes.ts"

/** Anything that has top-level blocks: a document, or a part of one. */
export interface Rooted {
  readonly nodes: ReadonlyArray<TopLevel>
}

/** What happens to one block; `index` counts the children of its parent as `children` lists them. */
export type MapBlock = <B extends Block>(block: B, index: number) => B

/** What happens to one inline or text. */
export type MapInline = <I extends InlineNode>(node: I) => I

type Notes = { readonly fragments: ReadonlyArray<{ readonly nodes: ReadonlyArray<Block> }> }

const within = (fragments: Notes["fragments"]): ReadonlyArray<Block> => fragments.flatMap((fragment) => fragment.nodes)

/** The texts and inlines that a block holds itself. */
export const content = (block: Block): ReadonlyArray<InlineNode> => {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
    case "code-line":
      return block.nodes
    default:
      return []
  }
}

/** The blocks directly below a block: its nodes, those of its fragments, and those of notes in its text. */
export const children = (block: Block): ReadonlyArray<Block> => {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
    case "code-line":
      return content(block).flatMap((node) =>
        node.object === "inline" && node.type === "annotation" ? within(node.fragments) : []
      )
    case "image":
    case "expandable":
    case "table":
      return within(block.fragments)
    case "divider":
    case "math":
    case "file":
    case "drawing":
    case "embed":
    case "content-ref":
    case "reusable-content":
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
    case "integration":
      return []
    default:
      return block.nodes
  }
}

/** Every block of a document with its depth (1 at the top), parents before children, in reading order. */
export function* walk(root: Rooted): Generator<readonly [block: Block, depth: number]> {
  const open: Array<readonly [Block, number]> = root.nodes.map((node) => [node, 1] as const).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    const below = children(next[0])
    for (let index = below.length - 1; index >= 0; index--) {
      const child = below[index]
      if (child !== undefined) open.push([child, next[1] + 1])
    }
  }
}

const counter = (f: MapBlock): MapAll => {
  let index = 0
  return <B extends Block>(nodes: ReadonlyArray<B>): ReadonlyArray<B> => nodes.map((node) => f(node, index++))
}

type MapAll = <B extends Block>(nodes: ReadonlyArray<B>) => ReadonlyArray<B>

const inNote = (note: Annotation, map: MapAll): Annotation => ({
  ...note,
  fragments: note.fragments.map((body) => ({ ...body, nodes: map(body.nodes) }))
})

/** A block with each child replaced, every replacement of the kind of what it replaces. */
export function mapChildren<B extends Block>(block: B, f: MapBlock): B
export function mapChildren(block: Block, f: MapBlock): Block {
  const map = counter(f)
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return {
        ...block,
        nodes: block.nodes.map((node) =>
          node.object === "inline" && node.type === "annotation" ? inNote(node, map) : node
        )
      }
    case "code-line":
      return {
        ...block,
        nodes: block.nodes.map((node) =>
          node.object === "inline" && node.type === "annotation" ? inNote(node, map) : node
        )
      }
    case "image":
      return { ...block, fragments: block.fragments.map((fragment) => ({ ...fragment, nodes: map(fragment.nodes) })) }
    case "table":
      return { ...block, fragments: block.fragments.map((fragment) => ({ ...fragment, nodes: map(fragment.nodes) })) }
    case "expandable":
      return {
        ...block,
        fragments: block.fragments.map((fragment): ExpandableBody | ExpandableTitle =>
          fragment.fragment === "expandable-title"
            ? { ...fragment, nodes: map(fragment.nodes) }
            : { ...fragment, nodes: map(fragment.nodes) }
        )
      }
    case "blockquote":
      return { ...block, nodes: map(block.nodes) }
    case "code":
      return { ...block, nodes: map(block.nodes) }
    case "columns":
      return { ...block, nodes: map(block.nodes) }
    case "column":
    case "if":
    case "stepper-step":
    case "tabs-item":
      return { ...block, nodes: map(block.nodes) }
    case "hint":
      return { ...block, nodes: map(block.nodes) }
    case "images":
      return { ...block, nodes: map(block.nodes) }
    case "list-item":
      return { ...block, nodes: map(block.nodes) }
    case "list-ordered":
    case "list-tasks":
    case "list-unordered":
      return { ...block, nodes: map(block.nodes) }
    case "stepper":
      return { ...block, nodes: map(block.nodes) }
    case "tabs":
      return { ...block, nodes: map(block.nodes) }
    default:
      return block
  }
}

/** A block with the texts and inlines of its own replaced, those in its children left alone. */
export function mapContent<B extends Block>(block: B, f: MapInline): B
export function mapContent(block: Block, f: MapInline): Block {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return { ...block, nodes: block.nodes.map((node) => f(node)) }
    case "code-line":
      return { ...block, nodes: block.nodes.map((node): CodeLine["nodes"][number] => f(node)) }
    default:
      return block
  }
}

/** The texts of inline nodes, those in links and annotated text included, in order. */
export const texts = (nodes: ReadonlyArray<InlineNode>): ReadonlyArray<Inline.Text> =>
  nodes.flatMap((node) => {
    if (node.object === "text") return [node]
    if (node.type === "link") return node.nodes.flatMap((inner) => (inner.object === "text" ? [inner] : []))
    return node.type === "annotation" ? node.nodes : []
  })
