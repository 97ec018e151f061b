import { Context, Effect, Layer, Option } from "effect"
import * as Entries from "../../content/search-index/Entries.ts"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { ContentBase } from "../../spaces/base/ContentBase.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"

/** Pages of one transaction, which holds the space's lock, and spaces asked for at once. */
const batch = { pages: 100, spaces: 100 } as const

/** How far it has come: spaces and pages done. */
export interface Progress {
  readonly spaces: number
  readonly pages: number
}

/**
 * Makes the entries of search again where another version of the segmenter made them. Every transaction indexes some
 * pages as the head has them, under the lock that commits take: so commits may go on, here and on other nodes, and it
 * may be run again at any time. Host only.
 */
export class Reindex extends Context.Service<Reindex>()("@quire/core/Reindex", {
  make: Effect.gen(function* () {
    const index = yield* SearchIndex
    const contents = yield* ContentBase
    const store = yield* RowStore
    const spaces = yield* Repository.make(spaceCollection)

    /** Some pages of the head; `last` is undefined where there are no more, or no such space. */
    const pagesAfter = (space: string, after: string) =>
      store.atomic(
        Effect.gen(function* () {
          const seen = (yield* spaces.lock([space])).get(space)
          if (seen === undefined) {
            yield* index.removeSpace(space)
            return { last: undefined, count: 0 }
          }
          const root = yield* contents.rootOf(space, seen.value.revision)
          const { last, put, removed } = yield* Entries.list(root, { after, limit: batch.pages })
          yield* index.update(space, { put, removed })
          return { last, count: put.length }
        })
      )

    const rebuild = Effect.fnUntraced(function* (space: string, onPages: (count: number) => Effect.Effect<void>) {
      yield* index.beginRebuild(space)
      for (let after: string | undefined = ""; after !== undefined; ) {
        const done: { readonly last: string | undefined; readonly count: number } = yield* pagesAfter(space, after)
        yield* onPages(done.count)
        after = done.last
      }
      yield* index.endRebuild(space)
    })

    /** Goes once through the spaces that are out of date, and answers what it has done. */
    const run = operation("Reindex.run")(function* (
      onProgress: (progress: Progress) => Effect.Effect<void> = () => Effect.void
    ) {
      yield* hostOnly("Reindex.run")
      const done = { spaces: 0, pages: 0 }
      for (let after: Option.Option<string> = Option.some(""); Option.isSome(after); ) {
        const found: ReadonlyArray<string> = yield* index.outdated({ after: after.value, limit: batch.spaces })
        for (const space of found) {
          yield* rebuild(space, (count) => {
            done.pages += count
            return onProgress({ ...done })
          })
          done.spaces += 1
          yield* onProgress({ ...done })
        }
        after = Option.fromNullishOr(found.at(-1))
      }
      const answer: Progress = done
      return answer
    })

    return { run } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
