import { Effect, Option } from "effect"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import { IncludedRoom } from "../../content/document/IncludedRoom.ts"
import * as Rewriting from "../../content/document/Rewriting.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Root from "../../content/tree/Root.ts"

/** Maximum nesting of reusable contents, and maximum number of different ones on a page. */
export const limits = { depth: 5, contents: 100 } as const

const named = (document: Document): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const [block] of DocumentTree.walk(document)) {
    if (block.type === "reusable-content" && block.data.ref.space === undefined) ids.add(block.data.ref.reusableContent)
  }
  return [...ids]
}

/** Inserts reusable contents of the space where a page refers to them; those of other spaces are omitted. */
class Inclusion {
  readonly #root: Root.Root
  readonly #made = new Map<string, Document | undefined>()
  readonly #room = new IncludedRoom()

  constructor(root: Root.Root) {
    this.#root = root
  }

  readonly into = (document: Document, above: ReadonlyArray<string> = []): Effect.Effect<Document> =>
    Effect.gen({ self: this }, function* () {
      const contents = new Map<string, Document>()
      for (const id of named(document)) {
        const made = yield* this.#make(id, above)
        if (made !== undefined) contents.set(id, made)
      }
      return { ...document, nodes: this.#write(document, contents) }
    })

  #make(id: string, above: ReadonlyArray<string>): Effect.Effect<Document | undefined> {
    if (this.#made.has(id)) return Effect.succeed(this.#made.get(id))
    const isTooMuch = above.includes(id) || above.length >= limits.depth || this.#made.size >= limits.contents
    if (isTooMuch) return Effect.undefined
    return Effect.tap(this.#read(id, [...above, id]), (made) => Effect.sync(() => this.#made.set(id, made)))
  }

  readonly #read = Effect.fnUntraced(function* (this: Inclusion, id: string, path: ReadonlyArray<string>) {
    const found = Option.getOrUndefined(yield* Root.reusable(this.#root, id))
    const own = yield* DocumentNode.get(this.#root.reader, found?.document)
    return own === undefined ? undefined : yield* this.into(own, path)
  })

  #write(document: Document, contents: ReadonlyMap<string, Document>): Document["nodes"] {
    return Rewriting.make({
      block: (block) => {
        if (block.type !== "reusable-content") return block
        const made = block.data.ref.space === undefined ? contents.get(block.data.ref.reusableContent) : undefined
        return made !== undefined && this.#room.take(made) ? made.nodes : []
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
  hasReusable(document) ? new Inclusion(root).into(document) : Effect.succeed(document)
