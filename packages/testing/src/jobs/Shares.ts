import { assert } from "@effect/vitest"
import type { JobStore, RowStore } from "@quire/core"
import { Effect } from "effect"
import type { It } from "../Suite.ts"
import { keysOf, setup } from "./Steps.ts"

/** Jobs of a kind with fair sharing between organizations. */
export const testShares = (it: It<JobStore.JobStore | RowStore.RowStore>): void => {
  it.effect("takes jobs of a shared kind in rotation between organizations (rule jobs-shared)", () =>
    Effect.gen(function* () {
      const { claim, now, offer, store } = yield* setup
      for (const at of [1, 2, 3, 4]) yield* store.offer([offer(`a${at}`, { share: "a", runAt: now - 10 + at })])
      for (const at of [1, 2]) yield* store.offer([offer(`b${at}`, { share: "b", runAt: now - 5 + at })])
      yield* store.offer([offer("c1", { share: "c", runAt: now }), offer("d1", { share: "d", runAt: now + 1 })])
      const next = (limit: number, ...served: ReadonlyArray<string>) => claim({ limit, served, isShared: true })
      const [first] = yield* next(1, "a", "b")
      assert.deepStrictEqual([first?.key, first?.share], ["c1", "c"])
      assert.deepStrictEqual(keysOf(yield* next(1, "b", "a", "c")), ["b1"])
      assert.sameMembers(keysOf(yield* next(3)), ["a1", "b2", "a2"])
      assert.deepStrictEqual(keysOf(yield* next(9, "a")), ["a3", "a4"])
      assert.deepStrictEqual(keysOf(yield* claim({ now: now + 1, isShared: true })), ["d1"])
    })
  )
}
