import { assert } from "@effect/vitest"
import type { JobStore, RowStore } from "@quire/core"
import { Effect } from "effect"
import type { It } from "../Suite.ts"
import { failed, setup } from "./Steps.ts"

export const testTally = (it: It<JobStore.JobStore | RowStore.RowStore>) => {
  it.effect("counts jobs by kind: due, running and failed", () =>
    Effect.gen(function* () {
      const { claim, kind, now, offer, store } = yield* setup
      const tally = (at: number) =>
        Effect.map(store.tally(at), (all) =>
          all.filter((each) => each.kind === kind).map(({ kind: _, ...rest }) => rest)
        )
      assert.deepStrictEqual(yield* tally(now), [])
      yield* store.offer([offer("a"), offer("b"), offer("c"), offer("later", { runAt: now + 5 })])
      assert.deepStrictEqual(yield* tally(now), [{ due: 3, running: 0, failed: 0 }])
      assert.deepStrictEqual(yield* tally(now + 5), [{ due: 4, running: 0, failed: 0 }])
      yield* claim({ limit: 1 })
      for (const one of yield* claim({ limit: 1 })) yield* store.end(one, failed(now))
      assert.deepStrictEqual(yield* tally(now), [{ due: 1, running: 1, failed: 1 }])
      assert.deepStrictEqual(yield* tally(now + 100), [{ due: 3, running: 0, failed: 1 }])
    })
  )
}
