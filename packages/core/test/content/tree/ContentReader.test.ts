import { assert, it } from "@effect/vitest"
import { ContentReader, ContentStore, NodeCache } from "@quire/core"
import { Cause, Effect, Exit, Layer } from "effect"
import { makeMemoryStore } from "./support.ts"

const list = (...ids: ReadonlyArray<string>) => `ids/1\n${JSON.stringify({ ids })}`

it.effect("combines concurrent requests of readers of several spaces into one query to the store", () =>
  Effect.gen(function* () {
    const { calls, layer, nodesOf } = makeMemoryStore()
    const spaces = ["s1", "s2", "s3"]
    for (const space of spaces) for (const hash of ["a", "b"]) nodesOf(space).set(hash, list(space, hash))
    const read = Effect.gen(function* () {
      const readerOf = yield* ContentReader.makeBatchedFactory
      return yield* Effect.forEach(
        spaces,
        (space, index) =>
          Effect.gen(function* () {
            const reader = readerOf(space)
            const first = yield* reader.many(["a", "absent"])
            const second = index === 1 ? new Map() : yield* reader.many(["b"])
            return [...first.keys(), ...second.keys()]
          }),
        ContentReader.batched
      )
    }).pipe(Effect.provide(Layer.merge(layer, NodeCache.NodeCache.layer)))
    assert.deepStrictEqual(yield* read, [["a", "b"], ["a"], ["a", "b"]])
    assert.deepStrictEqual(calls.reads.length, 2)
  })
)

it.effect("fails every waiting reader in the same way when the store fails", () =>
  Effect.gen(function* () {
    const broken = new Error("out of reach")
    const { layer } = makeMemoryStore()
    const failing = Layer.effect(
      ContentStore.ContentStore,
      Effect.map(ContentStore.ContentStore, (store) => ({ ...store, getManyIn: () => Effect.die(broken) }))
    ).pipe(Layer.provide(layer))
    const exit = yield* Effect.flatMap(ContentReader.makeBatchedFactory, (readerOf) =>
      Effect.forEach(["s1", "s2"], (space) => readerOf(space).many(["a"]), ContentReader.batched)
    ).pipe(Effect.provide(Layer.merge(failing, NodeCache.NodeCache.layer)), Effect.exit)
    assert(Exit.isFailure(exit))
    assert.include(
      exit.cause.reasons.filter(Cause.isDieReason).map((reason) => reason.defect),
      broken
    )
  })
)
