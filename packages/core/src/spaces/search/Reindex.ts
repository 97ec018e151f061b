import { Clock, Context, Effect, Layer } from "effect"
import * as Entries from "../../content/search-index/Entries.ts"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { ComputedReindexing } from "../commit/ComputedReindexing.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { collection as spaceCollection } from "../space/Space.ts"

/** Pages indexed in one transaction, which holds the space's lock; and spaces listed at once. */
const batch = { pages: 100, spaces: 100 } as const

/** The progress: spaces and pages done. */
export interface Progress {
  readonly spaces: number
  readonly pages: number
}

/**
 * Rebuilds search entries that another version of the tokens created. Each transaction indexes some pages of the
 * head under the lock that commits take. Commits can continue meanwhile, here and on other nodes, and it can be run
 * again at any time. Host only.
 */
export class Reindex extends Context.Service<Reindex>()("@quire/core/Reindex", {
  make: Effect.gen(function* () {
    const index = yield* SearchIndex
    const contents = yield* ContentBase
    const store = yield* RowStore
    const upkeep = yield* ComputedReindexing
    const spaces = yield* Repository.make(spaceCollection)

    /** Indexes the next pages of the head; `last` is undefined if there are no more, or no such space. */
    const indexPagesAfter = (space: string, after: string) =>
      store.atomic(
        Effect.gen(function* () {
          const seen = (yield* spaces.lock([space])).get(space)
          if (seen === undefined) {
            yield* index.removeSpace(space)
            return { last: undefined, count: 0 }
          }
          const root = yield* upkeep.expandIndexed(yield* contents.rootOf(space, seen.value.revision))
          const { last, put, removed } = yield* Entries.list(root, { after, limit: batch.pages })
          yield* index.update(space, { put: put.map((entry) => entry.open()), removed })
          return { last, count: put.length }
        })
      )

    const rebuild = Effect.fnUntraced(function* (space: string, onPages: (count: number) => Effect.Effect<void>) {
      yield* index.beginRebuild(space)
      for (let after: string | undefined = ""; after !== undefined; ) {
        const done: { readonly last: string | undefined; readonly count: number } = yield* indexPagesAfter(space, after)
        yield* onPages(done.count)
        after = done.last
      }
      yield* index.endRebuild(space)
    })

    const listOutdated = Effect.gen(function* () {
      const all: Array<string> = []
      for (let after: string | undefined = ""; after !== undefined; after = all.at(-1)) {
        const found: ReadonlyArray<string> = yield* index.outdated({ after, limit: batch.spaces })
        if (found.length === 0) return all
        all.push(...found)
      }
      return all
    })

    /**
     * Goes once through the outdated spaces, and returns what was done; after `deadline` (epoch ms) it starts no other.
     * `onProgress` also receives their number.
     */
    const run = operation("Reindex.run")(function* (
      onProgress: (progress: Progress, outOf: number) => Effect.Effect<void> = () => Effect.void,
      deadline: number = Number.POSITIVE_INFINITY
    ) {
      yield* hostOnly("Reindex.run")
      const done = { spaces: 0, pages: 0 }
      const outdated = yield* listOutdated
      if (outdated.length > 0) yield* onProgress({ ...done }, outdated.length)
      for (const space of outdated) {
        if ((yield* Clock.currentTimeMillis) >= deadline) break
        yield* rebuild(space, (count) => {
          done.pages += count
          return onProgress({ ...done }, outdated.length)
        })
        done.spaces += 1
        yield* onProgress({ ...done }, outdated.length)
      }
      const answer: Progress = done
      return answer
    })

    return { run } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedReindexing.layer, ContentBase.layer])
  )
}
