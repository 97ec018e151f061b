import { assert, describe, it } from "@effect/vitest"
import { NodeCrypto } from "@quire/adapters"
import { MemoryRowStore, MemoryStore } from "@quire/adapters/memory"
import { Sealing, Secrets, StoreError } from "@quire/core"
import { Sealed } from "@quire/core/internal"
import { Cause, Effect, Exit, Layer, Option, Redacted } from "effect"
import * as fc from "fast-check"

const store = MemoryRowStore.layer.pipe(Layer.provideMerge(MemoryStore.MemoryStore.layer))

const secrets = (master?: string, previousMaster?: string) =>
  Layer.succeed(Secrets.Secrets, {
    random: (length: number) => Effect.succeed(new Uint8Array(length).fill(7)),
    ...NodeCrypto.sealing,
    master: Option.map(Option.fromNullishOr(master), Redacted.make),
    previousMaster: Option.map(Option.fromNullishOr(previousMaster), Redacted.make)
  })

/** The sealing of a server that is started with this key, on the store in context. */
const startedWith = (master?: string, previousMaster?: string) =>
  Effect.provide(Sealing.Sealing, Sealing.Sealing.layer.pipe(Layer.provide(secrets(master, previousMaster))))

/** What came of opening: the text, or what the store said. */
const opened = <E>(opening: Effect.Effect<string, E>) =>
  Effect.map(Effect.exit(opening), (exit) => {
    if (Exit.isSuccess(exit)) return exit.value
    const failure = Cause.squash(exit.cause)
    return failure instanceof StoreError.StoreError ? `${failure.message}: ${String(failure.cause)}` : "another failure"
  })

const lost = "the store failed in open mail 1: it was encrypted with another key"

describe("sealing", () => {
  it.effect("opens what it sealed, with a different result each time (rule id-secret)", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* startedWith("m".repeat(32))
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.string(), fc.string({ unit: "grapheme" }), async (context, text) => {
            const sealed = await Effect.runPromise(seal(context, text))
            assert.strictEqual(await Effect.runPromise(open(context, sealed)), text)
            assert.notStrictEqual(await Effect.runPromise(seal(context, text)), sealed)
          })
        )
      )
    }).pipe(Effect.provide(store))
  )

  it.effect("opens nothing under another purpose and nothing that was changed", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* startedWith()
      const sealed = yield* seal("mail 1", "secret text")
      assert.notInclude(sealed, "secret")
      assert.include(yield* opened(open("mail 2", sealed)), "the store failed in open mail 2")
      for (let at = 0; at < sealed.length; at++) {
        const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`
        const text = yield* opened(open("mail 1", Sealed.SealedText.make(changed)))
        if (at >= 2 && at < sealed.length - 1) assert.include(text, "the store failed", `character ${at}`)
      }
      for (const text of ["", ".", "1.", sealed.slice(0, 20), sealed.slice(0, -2)]) {
        assert.include(yield* opened(open("mail 1", Sealed.SealedText.make(text))), "the store failed")
      }
    }).pipe(Effect.provide(store))
  )

  it.effect("opens values of the store's key after an operator's key is added, but not after that key is lost", () =>
    Effect.gen(function* () {
      const without = yield* startedWith()
      const early = yield* without.seal("mail 1", "early")
      const owner = yield* startedWith("m".repeat(32))
      assert.strictEqual(yield* opened(owner.open("mail 1", early)), "early")
      const late = yield* owner.seal("mail 1", "late")
      assert.strictEqual(yield* opened(owner.open("mail 1", late)), "late")
      assert.include(yield* opened((yield* startedWith()).open("mail 1", late)), lost)
      assert.include(yield* opened((yield* startedWith("n".repeat(32))).open("mail 1", late)), lost)
      assert.strictEqual(yield* opened((yield* startedWith("n".repeat(32))).open("mail 1", early)), "early")
    }).pipe(Effect.provide(store))
  )

  it.effect("seals with the current key and opens what the previous key sealed", () =>
    Effect.gen(function* () {
      const [first, second] = ["1".repeat(32), "2".repeat(32)]
      const early = yield* (yield* startedWith(first)).seal("mail 1", "early")
      const { keyId, open, seal, tryOpen } = yield* startedWith(second, first)
      assert.strictEqual(yield* open("mail 1", early), "early")
      const late = yield* seal("mail 1", "late")
      assert.deepStrictEqual([Sealed.keyIdOf(late), Sealed.keyIdOf(early) === keyId], [keyId, false])
      const { open: openLater, tryOpen: tryLater } = yield* startedWith(second)
      assert.strictEqual(yield* openLater("mail 1", late), "late")
      assert.deepStrictEqual(
        [yield* tryOpen("mail 1", early), yield* tryLater("mail 1", early)],
        [Option.some("early"), Option.none()]
      )
    }).pipe(Effect.provide(store))
  )
})
