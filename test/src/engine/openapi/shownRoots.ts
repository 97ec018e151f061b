import { type ContentStore, Repository, type RowStore } from "@quire/core"
import {
  ComputedRoots,
  ContentReader,
  DocumentNode,
  type NodeCache,
  type Page,
  PageTree,
  Revision,
  Root,
  Space
} from "@quire/core/internal"
import { Effect } from "effect"

/** What readers see of a space: the hash of its root, and its pages with their texts. */
export interface Shown {
  readonly hash: string
  readonly pages: string
}

const tell = (root: Root.Root, { page, pages, path }: Page.PageTree): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const document = page.type === "document" ? yield* DocumentNode.get(root.reader, page.document) : undefined
    return { page, path, document, below: yield* Effect.forEach(pages, (each) => tell(root, each)) }
  })

type Needed = ComputedRoots.ComputedRoots | ContentStore.ContentStore | NodeCache.NodeCache | RowStore.RowStore

const read = Effect.fnUntraced(function* (id: string) {
  const spaces = yield* Repository.make(Space.collection)
  const revisions = yield* Repository.make(Revision.collection)
  const roots = yield* ComputedRoots.ComputedRoots
  const readerOf = yield* ContentReader.makeFactory
  const space = yield* Effect.flatMap(spaces.get(id), Effect.fromOption)
  const revision = yield* Effect.flatMap(revisions.get(space.value.revision), Effect.fromOption)
  const root = yield* roots.expand(space.value.organization, yield* Root.open(readerOf(id), revision.value.root))
  const all = yield* Effect.forEach(yield* PageTree.read(root), (each) => tell(root, each))
  return { hash: root.hash, pages: JSON.stringify(all) } satisfies Shown
})

/** Reads a space as readers see it, straight from its store. */
export const shownOf = (id: string): Effect.Effect<Shown, never, Needed> => Effect.orDie(read(id))
