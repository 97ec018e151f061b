import { TestCollections } from "@quire/testing"
import { Effect, Exit, Layer } from "effect"
import { assert, describe, it } from "vitest"
import * as Repository from "../../../src/foundation/store/Repository.ts"
import { KeyTaken, RowStore, Stale } from "../../../src/foundation/store/RowStore.ts"

/** A store without rows, in which every key is taken. */
const store = Layer.mock(RowStore, {
  getMany: () => Effect.succeed([]),
  lock: () => Effect.succeed([]),
  insert: () => Effect.fail(new KeyTaken("id")),
  update: () => Effect.fail(new Stale())
})
const roots = Effect.runSync(Effect.provide(Repository.make(TestCollections.roots), store))
const next = { id: "gone", organization: "o" }
const seen = { value: { ...next, organization: "p" }, version: 1, counters: {} }

const exitOf = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSyncExit(effect)

describe("a repository", () => {
  it("dies on a write that callers do not handle, with the error of the store", () => {
    assert.deepStrictEqual(exitOf(roots.update(seen, next)), Exit.die(new Stale()))
    assert.deepStrictEqual(exitOf(roots.updateAll([{ seen, next }])), Exit.die(new Stale()))
    assert.deepStrictEqual(exitOf(roots.insert(next)), Exit.die(new KeyTaken("id")))
    assert.deepStrictEqual(exitOf(roots.insertAll([next])), Exit.die(new KeyTaken("id")))
  })

  it("fails with the error of the store on a write that callers handle", () => {
    assert.deepStrictEqual(exitOf(roots.tryUpdate(seen, next)), Exit.fail(new Stale()))
    assert.deepStrictEqual(exitOf(roots.tryUpdateAll([{ seen, next }])), Exit.fail(new Stale()))
    assert.deepStrictEqual(exitOf(roots.tryInsert(next)), Exit.fail(new KeyTaken("id")))
    assert.deepStrictEqual(exitOf(roots.tryInsertAll([next])), Exit.fail(new KeyTaken("id")))
  })

  it("names the collection and the id of a required row that does not exist", () => {
    const missing = new Repository.RowMissing("test_roots", "gone")
    assert.strictEqual(missing.message, "The row gone of test_roots does not exist.")
    assert.deepStrictEqual(exitOf(roots.require("gone")), Exit.die(missing))
    assert.deepStrictEqual(exitOf(roots.requireLocked("gone")), Exit.die(missing))
  })
})
