import type * as Block from "./Block.ts"
import * as DocumentTree from "./DocumentTree.ts"

/** Replacements for the parts of a document; unchanged parts are the same objects. */
export interface Rewriting {
  /**
   * A block that replaces one in the document or a container, or blocks to be rewritten in its place. The parts of a
   * retained block are rewritten.
   */
  readonly block: (block: Block.TopLevel) => Block.TopLevel | ReadonlyArray<Block.TopLevel>
  readonly inlines: (nodes: ReadonlyArray<Block.InlineNode>) => ReadonlyArray<Block.InlineNode>
  readonly codeInlines: (nodes: Block.CodeLine["nodes"]) => Block.CodeLine["nodes"]
}

/** The body of an expandable must have at least one block. */
const nothing: Block.Paragraph = { object: "block", type: "paragraph", nodes: [] }

const isList = (found: Block.TopLevel | ReadonlyArray<Block.TopLevel>): found is ReadonlyArray<Block.TopLevel> =>
  Array.isArray(found)

class Writer {
  readonly #rewriting: Rewriting

  constructor(rewriting: Rewriting) {
    this.#rewriting = rewriting
  }

  readonly topLevels = (nodes: ReadonlyArray<Block.TopLevel>): ReadonlyArray<Block.TopLevel> =>
    nodes.flatMap((block) => {
      const found = this.#rewriting.block(block)
      return isList(found) ? this.topLevels(found) : [this.#write(found)]
    })

  readonly #writeAny: DocumentTree.MapBlock = (block) => this.#write(block)

  #write<B extends Block.Block>(block: B): B
  #write(block: Block.Block): Block.Block {
    switch (block.type) {
      case "paragraph":
      case "heading-1":
      case "heading-2":
      case "heading-3": {
        const nodes = this.#rewriting.inlines(block.nodes)
        return DocumentTree.mapChildren(nodes === block.nodes ? block : { ...block, nodes }, this.#writeAny)
      }
      case "code-line": {
        const nodes = this.#rewriting.codeInlines(block.nodes)
        return DocumentTree.mapChildren(nodes === block.nodes ? block : { ...block, nodes }, this.#writeAny)
      }
      case "column":
      case "if":
      case "stepper-step":
      case "tabs-item":
        return { ...block, nodes: this.topLevels(block.nodes) }
      case "table":
        return { ...block, fragments: block.fragments.map((cell) => ({ ...cell, nodes: this.topLevels(cell.nodes) })) }
      case "expandable":
        return { ...block, fragments: block.fragments.map((fragment) => this.#writePart(fragment)) }
      default:
        return DocumentTree.mapChildren(block, this.#writeAny)
    }
  }

  #writePart(part: Block.ExpandableBody | Block.ExpandableTitle): Block.ExpandableBody | Block.ExpandableTitle {
    if (part.fragment === "expandable-title") return { ...part, nodes: part.nodes.map((line) => this.#write(line)) }
    const nodes = this.topLevels(part.nodes)
    return { ...part, nodes: nodes.length === 0 ? [nothing] : nodes }
  }
}

/** A function that rewrites blocks with all their descendants. Containers are retained even if they become empty. */
export const make = (rewriting: Rewriting): ((nodes: ReadonlyArray<Block.TopLevel>) => ReadonlyArray<Block.TopLevel>) =>
  new Writer(rewriting).topLevels
