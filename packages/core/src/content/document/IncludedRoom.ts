import type { Document } from "./Document.ts"
import * as DocumentText from "./DocumentText.ts"
import * as DocumentTree from "./DocumentTree.ts"

/**
 * Maximum number of blocks and characters that reusable contents may add to one page, counted for each place where one
 * is included (rule reusable-included).
 */
export const limits = { blocks: 20_000, characters: 2_000_000 } as const

interface Weight {
  readonly blocks: number
  readonly characters: number
}

const weigh = (document: Pick<Document, "nodes">): Weight => {
  let [blocks, characters] = [0, 0]
  for (const [block] of DocumentTree.walk(document)) {
    blocks += 1
    characters += DocumentText.ofInlines(DocumentTree.content(block)).length
    if ("data" in block) characters += JSON.stringify(block.data).length
  }
  return { blocks, characters }
}

/** The remaining capacity of a page for reusable contents. */
export class IncludedRoom {
  readonly #known = new WeakMap<object, Weight>()
  #blocks: number = limits.blocks
  #characters: number = limits.characters

  /** Whether the content fits within the limits; if so, it is counted. */
  take(content: Pick<Document, "nodes">): boolean {
    const weight = this.#known.get(content) ?? weigh(content)
    this.#known.set(content, weight)
    if (weight.blocks > this.#blocks || weight.characters > this.#characters) return false
    this.#blocks -= weight.blocks
    this.#characters -= weight.characters
    return true
  }
}
