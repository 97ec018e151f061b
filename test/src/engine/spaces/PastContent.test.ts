import { assert, layer } from "@effect/vitest"
import { ChangeRequests, ContentEdits, Contents, Exports, Spaces } from "@quire/core"
import { Clock, Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const titlesOf = (pages: ReadonlyArray<{ readonly title: string }>) => pages.map(({ title }) => title)

const added = (title: string) => ({ changes: [{ operation: "insert_page", title }] }) as const

/** A space with a page more each minute, and the moments of its revisions. */
const grown = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const world = yield* found
  const mine = as(world.admin)
  const now = Clock.currentTimeMillis
  yield* TestClock.adjust("1 hour")
  const { id: space } = yield* mine(spaces.create(world.organization, { title: "Grown", editMode: "live" }))
  const moments = [yield* now]
  for (const title of ["One", "Two", "Three"]) {
    yield* TestClock.adjust("1 minute")
    yield* mine(edits.apply({ space }, added(title)))
    moments.push(yield* now)
  }
  yield* TestClock.adjust("1 minute")
  return { ...world, mine, space, moments, end: yield* now }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`past content on ${name}`, (it) => {
    it.effect("uses the revision that was primary at that time (rule content-as-of)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const { end, mine, moments, space } = yield* grown
        const at = (asOf: number) => Effect.map(mine(contents.pages({ space, asOf })), ({ pages }) => titlesOf(pages))
        const all = ["One", "Two", "Three"]
        for (const [index, moment] of moments.entries()) {
          assert.deepStrictEqual(yield* at(moment), all.slice(0, index))
          assert.deepStrictEqual(yield* at(moment + 59_999), all.slice(0, index))
          if (index > 0) assert.deepStrictEqual(yield* at(moment - 1), all.slice(0, index - 1))
        }
        assert.deepStrictEqual(yield* at(end), all)
      })
    )

    it.effect("returns the same for every operation and for exports (rules content-as-of and export-access)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const exports = yield* Exports.Exports
        const { mine, moments, space } = yield* grown
        const [, asOf = 0] = moments
        const selected = { space, asOf }
        const { id, pages } = yield* mine(contents.revision(selected))
        assert.deepStrictEqual(titlesOf(pages), ["One"])
        const [page] = pages
        assert(page !== undefined)
        assert.strictEqual((yield* mine(contents.page(selected, page.id))).title, "One")
        assert.strictEqual((yield* mine(contents.pageByPath(selected, "one"))).id, page.id)
        const refused = [
          (yield* Effect.flip(mine(contents.pageByPath(selected, "two"))))._tag,
          (yield* Effect.flip(mine(contents.file(selected, "none"))))._tag,
          (yield* Effect.flip(mine(contents.reusableContent(selected, "none"))))._tag
        ]
        assert.deepStrictEqual(refused, ["PageNotFound", "FileNotFound", "ReusableContentNotFound"])
        assert.deepStrictEqual((yield* mine(contents.files(selected, { limit: 10 }))).items, [])
        const bytes = (of: Parameters<typeof exports.zip>[0]) => Stream.mkUint8Array(exports.zip(of))
        assert.deepStrictEqual(yield* mine(bytes(selected)), yield* mine(bytes({ space, revision: id })))
        assert.notDeepEqual(yield* mine(bytes(selected)), yield* mine(bytes({ space })))
      })
    )

    it.effect("accepts only a time that the space has existed at (rule content-as-of)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const requests = yield* ChangeRequests.ChangeRequests
        const { end, mine, moments, reader, space, stranger } = yield* grown
        const [begun = 0] = moments
        const refusal = (of: Parameters<typeof contents.pages>[0]) => Effect.flip(mine(contents.pages(of)))
        const early = yield* refusal({ space, asOf: begun - 1 })
        assert.deepStrictEqual([early._tag, "kind" in early ? early.kind : ""], ["ContentNotYet", "not-found"])
        assert.match(early.message, /did not exist at \d{4}-/)
        assert.lengthOf((yield* mine(contents.pages({ space, asOf: begun }))).pages, 0)
        assert.lengthOf((yield* mine(contents.pages({ space, asOf: end }))).pages, 3)
        for (const asOf of [end + 1, -1, Number.NaN, 1.5]) {
          const refused = yield* refusal({ space, asOf })
          assert.strictEqual(refused._tag, "InputInvalid")
          assert.match(refused.message, /^asOf: /)
        }
        const { id: changeRequest } = yield* mine(requests.create(space, { subject: "S" }))
        assert.match((yield* refusal({ space, asOf: end, changeRequest })).message, /^asOf: cannot be given together/)
        const alien = contents.pages({ space, asOf: begun - 1 })
        assert.strictEqual((yield* Effect.flip(as(stranger)(alien)))._tag, "SpaceNotFound")
        assert.lengthOf((yield* as(reader)(contents.pages({ space, asOf: begun + 60_000 }))).pages, 1)
      })
    )

    it.effect("omits change requests that were not merged (rule content-as-of)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const edits = yield* ContentEdits.ContentEdits
        const requests = yield* ChangeRequests.ChangeRequests
        const { end, mine, space } = yield* grown
        const { id: changeRequest } = yield* mine(requests.create(space, { subject: "S" }))
        yield* mine(edits.apply({ space, changeRequest }, added("Draft")))
        yield* TestClock.adjust("1 minute")
        const { pages } = yield* mine(contents.pages({ space, asOf: end + 60_000 }))
        assert.deepStrictEqual(titlesOf(pages), ["One", "Two", "Three"])
      })
    )
  })
}
