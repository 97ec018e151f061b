import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Importers } from "@quire/adapters"
import { Compute, ContentEdits, Contents, DocumentMerge, type EditInput, Imports, Markdown, Spaces } from "@quire/core"
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

/** Merges large documents nine seconds later. */
const slowMerges = Layer.succeed(Compute.Runner, (input) =>
  Effect.suspend(() => {
    begun += 3
    return Effect.delay(
      Effect.sync(() => DocumentMerge.mergePlain(input)),
      "9 seconds"
    )
  })
)

const slowCapabilities = Importers.layer().pipe(
  Layer.provideMerge(slow),
  Layer.provideMerge(slowMerges),
  Layer.provideMerge(capabilities)
)

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

    it.effect(
      "rejects a revision whose merge takes longer than a batch may, without changes (rule content-merge)",
      () =>
        Effect.gen(function* () {
          const { mine, space } = yield* world
          const { apply } = yield* ContentEdits.ContentEdits
          const { revision } = yield* Contents.Contents
          const edit = (input: EditInput.ContentEdit) => whileTimePasses(mine(apply({ space }, input)))
          const head = Effect.map(mine(revision({ space })), ({ id, pages }) => ({ id, page: pages[0]?.id ?? "" }))
          const lines = Array.from({ length: 400 }, (_, at) => `Line ${at} has some more words than a short line has.`)
          const document = (changed: number) => ({ markdown: lines.with(changed, "Changed.").join("\n\n") })
          yield* edit({ changes: [{ operation: "insert_page", title: "Long", document: document(0) }] })
          const { id: ifRevision, page } = yield* head
          yield* edit({ changes: [{ operation: "update_page", page, document: document(1) }] })
          const { id } = yield* head
          const changes: EditInput.ContentEdit["changes"] = [{ operation: "update_page", page, document: document(2) }]
          const refused = yield* edit({ changes, ifRevision, onConflict: "merge" })
          assert.include(refused, "ifRevision: must be closer to the current revision")
          assert.strictEqual((yield* head).id, id)
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
