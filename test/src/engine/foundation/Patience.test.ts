import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Importers } from "@quire/adapters"
import { ContentEdits, Contents, type EditInput, Imports, Markdown, Spaces } from "@quire/core"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { zipSync } from "fflate"
import { as, capabilities, memoryWith, onStores, postgresWith } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** How many texts have begun to be read. */
let begun = 0

/** Reads as the real one does, three seconds later. */
const slow = Layer.effect(
  Markdown.Markdown,
  Effect.map(Markdown.Markdown, (markdown) => ({
    ...markdown,
    read: (text: string, options?: Markdown.ReadOptions) =>
      Effect.suspend(() => {
        begun++
        return Effect.delay(markdown.read(text, options), "3 seconds")
      })
  }))
)

const slowCapabilities = Importers.layer().pipe(Layer.provideMerge(slow), Layer.provideMerge(capabilities))

/** The outcome of an effect; time passes only while a text is read. */
const whileTimePasses = Effect.fnUntraced(function* <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) {
  const told = Effect.match(effect, { onFailure: ({ message }) => message, onSuccess: () => "done" })
  let seen = begun
  const running = yield* Effect.forkChild(told, { startImmediately: true })
  while (running.pollUnsafe() === undefined) {
    if (begun > seen) {
      seen++
      yield* TestClock.adjust("3 seconds")
    } else yield* Effect.promise(() => setImmediate())
  }
  return yield* Fiber.join(running)
})

const inserts = (count: number): ReadonlyArray<EditInput.ContentChange> =>
  Array.from({ length: count }, (_, at) => ({
    operation: "insert_page",
    title: `Page ${at}`,
    document: { markdown: `Text ${at}` }
  }))

const archive = (pages: number) => {
  const text = new TextEncoder().encode("# Title\n\nSome words.")
  return zipSync(Object.fromEntries(Array.from({ length: pages }, (_, at) => [`page-${at}.md`, text])))
}

const source = { source: "zip", contentType: undefined, url: "file:///docs.zip", name: "docs.zip" } as const

const world = Effect.gen(function* () {
  const w = yield* found
  const spaces = yield* Spaces.Spaces
  const { revision } = yield* Contents.Contents
  const { id } = yield* as(w.admin)(spaces.create(w.organization, { title: "Slow", editMode: "live" }))
  const pages = Effect.map(as(w.admin)(revision({ space: id })), (seen) => seen.pages.length)
  return { mine: as(w.admin), pages, space: id }
})

for (const [name, engine] of onStores(import.meta.url, {
  memory: memoryWith(slowCapabilities),
  postgres: postgresWith(slowCapabilities)
})) {
  describe(`time limits on ${name}`, () => {
    it.effect("rejects a batch whose texts together take longer than one may, without changes (rule batch-time)", () =>
      Effect.gen(function* () {
        const { mine, pages, space } = yield* world
        const { apply } = yield* ContentEdits.ContentEdits
        const edit = (count: number) => whileTimePasses(mine(apply({ space }, { changes: inserts(count) })))
        assert.include(yield* edit(3), "take longer than 8 seconds")
        assert.strictEqual(yield* pages, 0)
        assert.strictEqual(yield* edit(2), "done")
        assert.strictEqual(yield* pages, 2)
      }).pipe(Effect.provide(engine))
    )

    it.effect("rejects an import that takes longer than a minute to read, without changes", () =>
      Effect.gen(function* () {
        const { mine, pages, space } = yield* world
        const { bytesIntoSpace } = yield* Imports.Imports
        const bring = (count: number) =>
          whileTimePasses(mine(bytesIntoSpace(space, { ...source, bytes: archive(count) })))
        assert.include(yield* bring(21), "longer than 60 seconds to read")
        assert.strictEqual(yield* pages, 0)
        assert.strictEqual(yield* bring(19), "done")
        assert.strictEqual(yield* pages, 19)
      }).pipe(Effect.provide(engine))
    )
  })
}
