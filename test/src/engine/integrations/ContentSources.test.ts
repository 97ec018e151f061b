import { assert, layer } from "@effect/vitest"
import { Computations, Links, OpenApiSpecs, Searches } from "@quire/core"
import { Effect } from "effect"
import { animals } from "../../contract/scenarios/computations.ts"
import { as, engines } from "../../support/engine.ts"
import { sourced } from "./sourced.ts"

const first = [["First plain at first-plain", ["Second at first-plain/second"]], "link Away", ["More at more", ["Last at more/last"]]]

const reasonOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const asks = (told: ReadonlyArray<{ readonly type: string; readonly status: string }>) =>
  told.filter(({ type }) => type.startsWith("content_compute"))

for (const [store, engine] of engines) {
  layer(engine, { timeout: 120_000 })(`sources of integrations on ${store}`, (it) => {
    it.effect("show what their script answered, once it was asked (rule source-kept)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        yield* at.insert(at.source())
        assert.deepStrictEqual(yield* at.outline(), [])
        yield* at.run
        assert.deepStrictEqual(yield* at.outline(), first)
        const before = yield* at.shown()
        const asked = asks(yield* at.told)
        assert.lengthOf(asked, 6)
        yield* at.settle
        assert.deepStrictEqual(yield* at.shown(), before)
        assert.lengthOf(asks(yield* at.told), 6)
        const page = yield* at.boss(at.contents.pageByPath({ space: at.space, format: "markdown" }, "first-plain"))
        assert.include("markdown" in page ? page.markdown : "", "About first {}")
        const second = yield* at.boss(at.contents.pageByPath({ space: at.space }, "first-plain/second"))
        assert.include("markdown" in page ? page.markdown : "", second.id)
        const searches = yield* Searches.Searches
        const { items } = yield* at.boss(searches.inSpace(at.space, "About second", { limit: 10 }))
        assert.deepStrictEqual(
          items.map(({ path }) => path),
          ["first-plain/second"]
        )
      })
    )
  })
}
