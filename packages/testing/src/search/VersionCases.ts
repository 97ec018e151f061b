import { assert } from "@effect/vitest"
import type { SearchIndex } from "@quire/core"
import { Context, Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page } from "./Pages.ts"

/** Indexes of two processes, whose tokens differ, on one store. */
export class Versions extends Context.Service<
  Versions,
  { readonly former: typeof SearchIndex.SearchIndex.Service; readonly current: typeof SearchIndex.SearchIndex.Service }
>()("@quire/testing/Versions") {}

const setup = Effect.gen(function* () {
  const { current, former } = yield* Versions
  const outdated = (index: typeof SearchIndex.SearchIndex.Service, ...spaces: ReadonlyArray<string>) =>
    Effect.map(index.outdated({ after: "", limit: 10_000 }), (found) => found.filter((id) => spaces.includes(id)))
  const put = (index: typeof SearchIndex.SearchIndex.Service, space: string, id = "p") =>
    index.update(space, { put: [page(id, "cat")], removed: [] })
  return { current, former, outdated, put }
})

const testKnowing = (it: It<Versions>) => {
  it.effect("a space is out of date for a version that has not made all of its entries", () =>
    Effect.gen(function* () {
      const { current, former, outdated, put } = yield* setup
      const [mine, others, both, none] = [fresh("s"), fresh("s"), fresh("s"), fresh("s")]
      const all = [mine, others, both, none]
      yield* put(current, mine)
      yield* put(former, others)
      yield* put(current, both, "p")
      yield* put(former, both, "q")
      yield* former.update(mine, { put: [], removed: [] })
      assert.deepStrictEqual(yield* outdated(current, ...all), [others, both].toSorted())
      assert.deepStrictEqual(yield* outdated(former, ...all), [mine, both].toSorted())
      yield* put(current, both, "q")
      assert.deepStrictEqual(yield* outdated(current, both), [both])
    })
  )

  it.effect("lists spaces in the order of ids, page by page", () =>
    Effect.gen(function* () {
      const { current, former, put } = yield* setup
      const spaces = [fresh("s"), fresh("s"), fresh("s")].toSorted()
      for (const space of spaces) yield* put(former, space)
      const [a = "", b = "", c = ""] = spaces
      const before = (yield* current.outdated({ after: "", limit: 10_000 })).findLast((id) => id < a) ?? ""
      const read = (after: string, limit: number) => current.outdated({ after, limit })
      assert.deepStrictEqual(yield* read(before, 2), [a, b])
      assert.deepStrictEqual(yield* read(b, 1), [c])
    })
  )

  it.effect("copies what is known, and forgets it with the space", () =>
    Effect.gen(function* () {
      const { current, former, outdated, put } = yield* setup
      const [from, to] = [fresh("s"), fresh("s")]
      yield* put(former, from)
      yield* current.copy(from, to)
      assert.deepStrictEqual(yield* outdated(current, from, to), [from, to].toSorted())
      assert.deepStrictEqual(yield* outdated(former, from, to), [])
      for (const space of [from, to]) yield* current.removeSpace(space)
      assert.deepStrictEqual(yield* outdated(current, from, to), [])
    })
  )
}

const testRebuilding = (it: It<Versions>) => {
  it.effect("a space is up to date when a rebuild has ended, and not before", () =>
    Effect.gen(function* () {
      const { current, former, outdated, put } = yield* setup
      const space = fresh("s")
      yield* put(former, space)
      yield* current.beginRebuild(space)
      yield* put(current, space)
      assert.deepStrictEqual(yield* outdated(current, space), [space])
      yield* current.endRebuild(space)
      assert.deepStrictEqual(yield* outdated(current, space), [])
      assert.deepStrictEqual(yield* outdated(former, space), [space])
      yield* current.endRebuild(space)
      yield* put(current, space, "q")
      assert.deepStrictEqual(yield* outdated(current, space), [])
    })
  )

  it.effect("a rebuild during which another version wrote, or started another rebuild, is discarded", () =>
    Effect.gen(function* () {
      const { current, former, outdated, put } = yield* setup
      const [written, taken, both] = [fresh("s"), fresh("s"), fresh("s")]
      for (const space of [written, taken, both]) yield* put(former, space)
      yield* current.beginRebuild(written)
      yield* put(former, written)
      yield* current.endRebuild(written)
      yield* current.beginRebuild(taken)
      yield* former.beginRebuild(taken)
      yield* current.endRebuild(taken)
      for (const _ of [1, 2]) yield* current.beginRebuild(both)
      for (const _ of [1, 2]) yield* current.endRebuild(both)
      assert.deepStrictEqual(yield* outdated(current, written, taken, both), [written, taken].toSorted())
    })
  )
}

export const cases = (it: It<Versions>): void => {
  testKnowing(it)
  testRebuilding(it)
}
