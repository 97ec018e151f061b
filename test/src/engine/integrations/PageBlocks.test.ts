import { assert, layer } from "@effect/vitest"
import { PageBlocks, Publications, PublishedPages, Repository } from "@quire/core"
import { BlockDrawing } from "@quire/core/internal"
import { Clock, Effect } from "effect"
import { drawing } from "../../published/drawing.ts"
import { asSystem, engines } from "../../support/engine.ts"

const block = (props: string) => (name: string) => `{% @${name}/sketch ${props} %}`

/** A site with a page of each, as its blocks are shown to its readers. */
const setup = Effect.fnUntraced(function* () {
  const publications = yield* Publications.Publications
  const pages = yield* PublishedPages.PublishedPages
  const blocks = yield* PageBlocks.PageBlocks
  const drawings = yield* Repository.make(BlockDrawing.collection)
  const made = yield* drawing({ Start: () => "Start.", One: block('name="one"'), Bad: block('mode="throw"') })
  const read = Effect.fnUntraced(function* (path: string) {
    const publication = yield* publications.open({ _tag: "Site", site: made.site }, {})
    const page = yield* pages.find(publication, path)
    if (page.object === "moved-page") return assert.fail(path)
    const { elements, isFinal } = yield* blocks.read(publication, page)
    return { isFinal, text: JSON.stringify([...elements.values()]) }
  })
  const until = Effect.fnUntraced(function* (path: string, isIt: (read: { readonly isFinal: boolean }) => boolean) {
    for (let tries = 1; tries < 200; tries++) {
      const found = yield* read(path)
      if (isIt(found)) return found
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    return assert.fail(`${path} is never drawn`)
  })
  const rows = drawings.list("ofSpace", { equals: { space: made.space }, limit: 10 })
  return { ...made, drawings, read, rows, until }
})

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine, { excludeTestServices: true })(`rendered blocks on ${store}`, (it) => {
    it.effect("renders a block once for concurrent readers (rule page-block-drawn)", () =>
      Effect.gen(function* () {
        const { countRuns, read, rows, until } = yield* setup()
        yield* Effect.all(
          Array.from({ length: 8 }, () => read("one")),
          { concurrency: "unbounded" }
        )
        const { text } = yield* until("one", ({ isFinal }) => isFinal)
        assert.include(text, "version 1 of one")
        assert.strictEqual(yield* countRuns, 1)
        assert.strictEqual((yield* rows).length, 1)
      })
    )

    it.effect("shows yesterday's result until today's is ready (rule page-block-drawn)", () =>
      Effect.gen(function* () {
        const { drawings, read, rows, until } = yield* setup()
        yield* until("one", ({ isFinal }) => isFinal)
        const [today] = yield* rows
        if (today === undefined) return assert.fail("nothing drawn")
        const { day, id } = today.value
        const elements = [{ type: "text", runs: [{ text: "yesterday" }] }] as const
        const yesterday = { ...today.value, id: id.replace(/\d+$/u, String(day - 1)), day: day - 1, elements }
        yield* asSystem(drawings.remove([id]))
        yield* asSystem(drawings.insert(yesterday))
        const shown = yield* read("one")
        assert.include(shown.text, "yesterday")
        assert.isFalse(shown.isFinal)
        assert.include((yield* until("one", ({ isFinal }) => isFinal)).text, "version 1 of one")
      })
    )

    it.effect("retries a failed one after growing delays (rule page-block-bounds)", () =>
      Effect.gen(function* () {
        const { countRuns, drawings, read, rows } = yield* setup()
        const failed = Effect.fnUntraced(function* (failures: number) {
          for (let tries = 1; tries < 200; tries++) {
            assert.deepStrictEqual(yield* read("bad"), { isFinal: false, text: "[]" })
            const [row] = yield* rows
            if (row?.value.failures === failures) return row
            yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          }
          return assert.fail("it never failed")
        })
        const first = yield* failed(1)
        const now = yield* Clock.currentTimeMillis
        assert.isAbove(first.value.retryAt, now)
        assert.isAtMost(first.value.retryAt, now + BlockDrawing.limits.firstWait)
        yield* read("bad")
        assert.strictEqual(yield* countRuns, 1)
        yield* asSystem(drawings.update(first, { ...first.value, retryAt: 0 }))
        const second = yield* failed(2)
        assert.isAbove(second.value.retryAt, now + BlockDrawing.limits.firstWait)
        assert.strictEqual(yield* countRuns, 2)
      })
    )
  })
}
