import { Context, Effect, Layer } from "effect"
import { ContentStore, type PrefetchedNodes } from "../../content/tree/ContentStore.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { Publication } from "../publication/Publications.ts"

/** `roots`: those read ahead at once; `entries`: entries of their largest maps, together and of one. */
export const limits = { roots: 50, entries: 2_048, entriesOfOne: 256 } as const

/** A space that is about to be read, once in a list, and the path of a page in it. */
export interface PrefetchRequest {
  readonly space: string
  readonly path?: string
}

/**
 * Reads what pages of spaces are printed from in one statement, of roots that are not in memory. What it leaves out is
 * read when it is needed, level by level.
 */
export class Prefetch extends Context.Service<Prefetch>()("@quire/core/Prefetch", {
  make: Effect.gen(function* () {
    const store = yield* ContentStore
    const cache = yield* NodeCache

    const isMissing = (space: string, root: string | undefined): root is string =>
      root !== undefined && root !== Root.empty && !cache.hasNode(space, root)

    const list = ({ seen }: Publication, wanted: ReadonlyArray<PrefetchRequest>): ReadonlyArray<PrefetchedNodes> => {
      const missing = wanted.flatMap(({ path, space }) => {
        const root = seen.roots.get(space)
        return isMissing(space, root) ? [{ space, root, path: path && Slug.fold(path) }] : []
      })
      const chosen = missing.slice(0, limits.roots)
      const entries = Math.min(limits.entriesOfOne, Math.floor(limits.entries / Math.max(1, chosen.length)))
      return chosen.map((each) => ({ ...each, entries }))
    }

    const read = (wanted: ReadonlyArray<PrefetchedNodes>): Effect.Effect<void> =>
      Effect.map(store.getAhead(wanted), (spaces) => {
        for (const [space, texts] of spaces) for (const [hash, text] of texts) cache.putText(space, hash, text)
      })

    return { list, read }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(NodeCache.layer))
}
