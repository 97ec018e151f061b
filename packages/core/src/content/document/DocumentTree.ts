import type * as Inline from "./Inline.ts"
import type * as Nodes from "./Nodes.ts"

/** Anything with top-level blocks: a document, or a part of one. */
export interface BlockRoot {
  readonly nodes: ReadonlyArray<Nodes.TopLevel>
}

/** Maps one block; `index` is its index among its parent's `children`. */
export type MapBlock = <B extends Nodes.Block>(block: B, index: number) => B

/** Maps one inline or text. */
export type MapInline = <I extends Nodes.InlineNode>(node: I) => I

type Notes = { readonly fragments: ReadonlyArray<{ readonly nodes: ReadonlyArray<Nodes.Block> }> }

const nodesOf = (fragments: Notes["fragments"]): ReadonlyArray<Nodes.Block> =>
  fragments.flatMap((fragment) => fragment.nodes)

const none: ReadonlyArray<never> = []

const isNote = (node: Nodes.InlineNode): node is Nodes.Annotation =>
  node.object === "inline" && node.type === "annotation"

/** The texts and inlines directly in a block. */
export const content = (block: Nodes.Block): ReadonlyArray<Nodes.InlineNode> => {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
    case "code-line":
      return block.nodes
    default:
      return none
  }
}

/** The blocks directly below a block: its nodes, those of its fragments, and those of notes in its text. */
export const children = (block: Nodes.Block): ReadonlyArray<Nodes.Block> => {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
    case "code-line":
      return content(block).some(isNote)
        ? content(block).flatMap((node) => (isNote(node) ? nodesOf(node.fragments) : none))
        : none
    case "image":
    case "expandable":
    case "table":
      return nodesOf(block.fragments)
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
      return none
    default:
      return block.nodes
  }
}

/** Every block of a document with its depth (1 at the top level), parents before children, in reading order. */
export function* walk(root: BlockRoot): Generator<readonly [block: Nodes.Block, depth: number]> {
  const open: Array<readonly [Nodes.Block, number]> = root.nodes.map((node) => [node, 1] as const).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    const below = children(next[0])
    for (let index = below.length - 1; index >= 0; index--) {
      const child = below[index]
      if (child !== undefined) open.push([child, next[1] + 1])
    }
  }
}

/** Maps a list; returns the same list if no item changes. */
export const mapped = <A>(items: ReadonlyArray<A>, f: (item: A) => A): ReadonlyArray<A> => {
  const next = items.map(f)
  return next.every((item, index) => item === items[index]) ? items : next
}

const withNodes = <B extends { readonly nodes: unknown }>(block: B, nodes: B["nodes"]): B =>
  nodes === block.nodes ? block : { ...block, nodes }

const withFragments = <B extends { readonly fragments: unknown }>(block: B, fragments: B["fragments"]): B =>
  fragments === block.fragments ? block : { ...block, fragments }

type MapAll = <B extends Nodes.Block>(nodes: ReadonlyArray<B>) => ReadonlyArray<B>

const countingMap = (f: MapBlock): MapAll => {
  let index = 0
  return (nodes) => mapped(nodes, (node) => f(node, index++))
}

const mapNote = (note: Nodes.Annotation, map: MapAll): Nodes.Annotation =>
  withFragments(
    note,
    mapped(note.fragments, (body) => withNodes(body, map(body.nodes)))
  )

/** Maps the children of a block to blocks of the same type; returns the same block if nothing changes. */
export function mapChildren<B extends Nodes.Block>(block: B, f: MapBlock): B
export function mapChildren(block: Nodes.Block, f: MapBlock): Nodes.Block {
  const map = countingMap(f)
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
      if (!block.nodes.some(isNote)) return block
      return withNodes(
        block,
        mapped(block.nodes, (node) => (isNote(node) ? mapNote(node, map) : node))
      )
    case "code-line":
      if (!block.nodes.some(isNote)) return block
      return withNodes(
        block,
        mapped(block.nodes, (node) => (isNote(node) ? mapNote(node, map) : node))
      )
    case "image":
      return withFragments(
        block,
        mapped(block.fragments, (fragment) => withNodes(fragment, map(fragment.nodes)))
      )
    case "table":
      return withFragments(
        block,
        mapped(block.fragments, (fragment) => withNodes(fragment, map(fragment.nodes)))
      )
    case "expandable":
      return withFragments(
        block,
        mapped(block.fragments, (fragment): Nodes.ExpandableBody | Nodes.ExpandableTitle =>
          fragment.fragment === "expandable-title"
            ? withNodes(fragment, map(fragment.nodes))
            : withNodes(fragment, map(fragment.nodes))
        )
      )
    case "blockquote":
      return withNodes(block, map(block.nodes))
    case "code":
      return withNodes(block, map(block.nodes))
    case "columns":
      return withNodes(block, map(block.nodes))
    case "column":
    case "if":
    case "stepper-step":
    case "tabs-item":
      return withNodes(block, map(block.nodes))
    case "hint":
      return withNodes(block, map(block.nodes))
    case "images":
      return withNodes(block, map(block.nodes))
    case "list-item":
      return withNodes(block, map(block.nodes))
    case "list-ordered":
    case "list-tasks":
    case "list-unordered":
      return withNodes(block, map(block.nodes))
    case "stepper":
      return withNodes(block, map(block.nodes))
    case "tabs":
      return withNodes(block, map(block.nodes))
    default:
      return block
  }
}

/** Maps the texts and inlines of a block, but not those of its children; returns the same block if nothing changes. */
export function mapContent<B extends Nodes.Block>(block: B, f: MapInline): B
export function mapContent(block: Nodes.Block, f: MapInline): Nodes.Block {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return withNodes(
        block,
        mapped(block.nodes, (node) => f(node))
      )
    case "code-line":
      return withNodes(
        block,
        mapped(block.nodes, (node): Nodes.CodeLine["nodes"][number] => f(node))
      )
    default:
      return block
  }
}

/** The texts of inline nodes in order, including those in links and annotated text. */
export const texts = (nodes: ReadonlyArray<Nodes.InlineNode>): ReadonlyArray<Inline.Text> =>
  nodes.flatMap((node) => {
    if (node.object === "text") return [node]
    if (node.type === "link") return node.nodes.flatMap((inner) => (inner.object === "text" ? [inner] : []))
    return node.type === "annotation" ? node.nodes : []
  })
