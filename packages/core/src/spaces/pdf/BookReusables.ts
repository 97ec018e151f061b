import { Effect, Option } from "effect"
import type * as Block from "../../content/document/Block.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as Rewriting from "../../content/document/Rewriting.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Root from "../../content/tree/Root.ts"

/** How deep reusable contents may be in each other, and how many blocks all of a page may have; the rest is left out. */
export const limits = { depth: 5, blocks: 20_000 } as const

const named = (document: Document): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const [block] of DocumentTree.walk(document)) {
    if (block.type === "reusable-content" && block.data.ref.space === undefined) ids.add(block.data.ref.reusableContent)
  }
  return [...ids]
}

const countBlocks = (nodes: ReadonlyArray<Block.TopLevel>): number => {
  let count = 0
  for (const _ of DocumentTree.walk({ nodes })) count++
  return count
}

/** Puts reusable contents of the space in the places where a page names them; those of other spaces go. */
class Inclusion {
  readonly #root: Root.Root
  #blocks: number = limits.blocks

  constructor(root: Root.Root) {
    this.#root = root
  }

  readonly into = (document: Document, above: ReadonlyArray<string>): Effect.Effect<Document> =>
    Effect.gen({ self: this }, function* () {
      const contents = new Map<string, ReadonlyArray<Block.TopLevel>>()
      for (const id of named(document)) {
        if (above.includes(id) || above.length >= limits.depth) continue
        const found = Option.getOrUndefined(yield* Root.reusable(this.#root, id))
        const own = yield* DocumentNode.get(this.#root.reader, found?.document)
        if (own === undefined) continue
        contents.set(id, (yield* this.into(own, [...above, id])).nodes)
      }
      return { ...document, nodes: this.#write(document, contents) }
    })

  #write(document: Document, contents: ReadonlyMap<string, ReadonlyArray<Block.TopLevel>>): Document["nodes"] {
    return Rewriting.make({
      block: (block) => {
        if (block.type !== "reusable-content") return block
        const nodes = block.data.ref.space === undefined ? contents.get(block.data.ref.reusableContent) : undefined
        this.#blocks -= nodes === undefined ? 0 : countBlocks(nodes)
        return nodes === undefined || this.#blocks < 0 ? [] : nodes
      },
      inlines: (inlines) => inlines,
      codeInlines: (inlines) => inlines
    })(document.nodes)
  }
}

const hasReusable = (document: Document): boolean => {
  for (const [block] of DocumentTree.walk(document)) if (block.type === "reusable-content") return true
  return false
}

/** The document with the reusable contents of its space that it names (rule pdf-pages). */
export const include = (root: Root.Root, document: Document): Effect.Effect<Document> =>
  hasReusable(document) ? new Inclusion(root).into(document, []) : Effect.succeed(document)
