import { assert, layer } from "@effect/vitest"
import { Contents, Duplication, OpenApiSpecs, Organizations, Purge, Searches, Spaces } from "@quire/core"
import { Placement } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { described, outlineOf, sourceOf } from "../../support/computed.ts"
import { as, asSystem } from "../../support/engine.ts"
import { engines, page, setup } from "../../support/translating.ts"

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const staged = Effect.gen(function* () {
  const translated = yield* setup
  const { admin, edit, into, output, pages, run } = translated
  const spaces = yield* Spaces.Spaces
  const titles = (of: typeof output) => Effect.map(pages(of), (all) => all.map(({ title }) => title))
  yield* edit([page("Start", "Some words.", "a")])
  yield* into("fr", output)
  yield* run
  return { ...translated, boss: as(admin), spaces, titles }
})

const missing = "the source or the space of the language does not exist"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`spaces of translations on ${name}`, (it) => {
    it.effect("copies them as ordinary spaces that are no longer translated (rule translation-copied)", () =>
      Effect.gen(function* () {
        const { boss, edit, output, run, source, spaces, titles, write } = yield* staged
        const duplication = yield* Duplication.Duplication
        const [copy, made] = [yield* boss(duplication.duplicate(source)), yield* boss(duplication.duplicate(output))]
        for (const { id } of [copy, made]) yield* boss(spaces.update(id, { editMode: "live" }))
        yield* write(copy.id, "Only here")
        assert.deepStrictEqual(yield* run, [])
        yield* write(made.id, "Mine")
        yield* edit([page("Next", "New words.", "b")])
        assert.deepStrictEqual([...(yield* run)].sort(), ["New words.", "Next"])
        assert.deepStrictEqual(yield* titles(output), ["Štárt", "Ñéxt"])
        assert.deepStrictEqual(yield* titles(made.id), ["Štárt", "Mine"])
      })
    )

    it.effect("fails runs while a space is deleted, and continues after a restore (rule translation-deleted)", () =>
      Effect.gen(function* () {
        const { ask, boss, edit, french, output, run, source, spaces, titles } = yield* staged
        for (const id of [source, output]) {
          yield* boss(spaces.remove(id))
          yield* ask
          assert.deepStrictEqual(yield* run, [])
          const failed = yield* french
          assert.deepStrictEqual([failed.status, failed.reason], ["failed", missing])
          yield* boss(spaces.restore(id))
          yield* ask
          assert.deepStrictEqual(yield* run, [])
          assert.strictEqual((yield* french).status, "completed")
        }
        yield* boss(spaces.remove(output))
        yield* edit([page("Next", "New words.", "b")])
        yield* run
        yield* boss(spaces.restore(output))
        yield* ask
        assert.deepStrictEqual([...(yield* run)].sort(), ["New words.", "Next"])
        assert.deepStrictEqual(yield* titles(output), ["Štárt", "Ñéxt"])
      })
    )

    it.effect(
      "releases them after the source is permanently deleted (rules translation-deleted and translation-released)",
      () =>
        Effect.gen(function* () {
          const { boss, output, release, source, spaces, write } = yield* staged
          const purge = yield* Purge.Purge
          yield* boss(spaces.remove(source))
          yield* TestClock.adjust(Placement.limits.restoreMilliseconds)
          assert.isAtLeast(yield* asSystem(purge.expiredContent()), 1)
          assert.strictEqual(yield* outcome(write(output, "Mine")), "SpaceTranslated")
          yield* release
          assert.strictEqual(yield* outcome(write(output, "Mine")), "done")
        })
    )

    it.effect("releases them in another organization (rule translation-moved)", () =>
      Effect.gen(function* () {
        const { admin, ask, boss, french, organization, output, run, spaces, write } = yield* staged
        const contents = yield* Contents.Contents
        const organizations = yield* Organizations.Organizations
        const other = yield* as(admin)(organizations.create({ title: "Other" }))
        yield* boss(spaces.transfer(output, { organization: other.id }))
        yield* ask
        yield* run
        assert.deepStrictEqual([(yield* french).status, (yield* french).reason], ["failed", missing])
        assert.strictEqual(yield* outcome(write(output, "Mine", admin)), "done")
        const { pages } = yield* boss(contents.pages({ space: output }))
        assert.deepStrictEqual(
          pages.map(({ title }) => title),
          ["Štárt", "Mine"]
        )
        yield* boss(spaces.transfer(output, { organization }))
        yield* ask
        yield* run
        assert.deepStrictEqual([(yield* french).status, (yield* french).reason], ["failed", missing])
      })
    )

    it.effect("shows computed pages as in the source (rule translation-computed)", () =>
      Effect.gen(function* () {
        const { boss, edit, organization, output, pages, run, source } = yield* staged
        const specs = yield* OpenApiSpecs.OpenApiSpecs
        yield* boss(specs.put(organization, "shop", { source: { text: described({ Cats: ["cats"] }) } }))
        yield* run
        yield* edit([
          { operation: "insert_page", type: "computed", title: "Reference", computed: sourceOf("shop") } as never
        ])
        assert.deepStrictEqual(yield* run, ["Reference"])
        const there = yield* pages(source)
        const [first, ...computed] = outlineOf(yield* pages(output))
        assert.deepStrictEqual([first, computed], ["Štárt at start", outlineOf(there).slice(1)])
        assert.deepStrictEqual(
          (yield* pages(output)).map(({ id }) => id),
          there.map(({ id }) => id)
        )
      })
    )

    it.effect(
      "has separate reusable contents, and the conditions of the source (rules translation-structure and translation-computed)",
      () =>
        Effect.gen(function* () {
          const { by, edit, output, pages, run, source } = yield* staged
          const contents = yield* Contents.Contents
          const include = { object: "block", type: "reusable-content", isVoid: true }
          const paragraph = {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Only some.", marks: [] }] }]
          }
          const condition = {
            object: "block",
            type: "if",
            data: { expression: "visitor.claims.plan == 'pro'" },
            nodes: [paragraph]
          }
          yield* edit([
            {
              operation: "insert_reusable_content",
              title: "Note",
              document: { markdown: "Said once." },
              ref: "n"
            } as never,
            page(
              "Both",
              {
                object: "document",
                data: { schemaVersion: 1 },
                nodes: [
                  { ...include, data: { ref: { kind: "reusable-content", reusableContent: "n" } } },
                  { ...include, data: { ref: { kind: "reusable-content", reusableContent: "n" } } },
                  condition
                ]
              },
              "c"
            )
          ])
          assert.deepStrictEqual([...(yield* run)].sort(), ["Both", "Note", "Only some.", "Said once."])
          const read = Effect.fnUntraced(function* (space: typeof source) {
            const { reusableContents } = yield* by(contents.revision({ space }))
            const [, both] = yield* pages(space)
            const found = yield* by(contents.page({ space }, both?.id ?? "", "document"))
            return { reusableContents, nodes: "document" in found ? found.document?.nodes : [] }
          })
          const [there, here] = [yield* read(source), yield* read(output)]
          assert.deepStrictEqual(
            here.reusableContents.map(({ id, title }) => [id, title]),
            there.reusableContents.map(({ id }) => [id, "Ñóté"])
          )
          assert.deepStrictEqual(here.nodes?.slice(0, 2), there.nodes?.slice(0, 2))
          assert.include(JSON.stringify(here.nodes?.[2]), "visitor.claims.plan == 'pro'")
          assert.include(JSON.stringify(here.nodes?.[2]), "Óñlý šóḿé.".normalize().replace("ḿ", "m"))
        })
    )

    it.effect("finds them by their own words only (rules translation-structure and search-trim)", () =>
      Effect.gen(function* () {
        const { by, edit, glossary, output, run, source } = yield* staged
        const searches = yield* Searches.Searches
        yield* glossary([{ type: "insert", translations: { en: "branch", fr: "rameau" } }])
        yield* edit([page("Work", "A branch is where it begins.", "b")])
        yield* run
        const found = (space: typeof source, query: string) =>
          Effect.map(by(searches.inSpace(space, query, { limit: 10 })), ({ items }) => items.map(({ title }) => title))
        assert.deepStrictEqual([yield* found(source, "branch"), yield* found(source, "rameau")], [["Work"], []])
        assert.deepStrictEqual([yield* found(output, "branch"), yield* found(output, "rameau")], [[], ["Wórk"]])
        yield* edit([page("Again", "A branch of another tree.", "d")])
        yield* run
        assert.sameMembers([...(yield* found(output, "rameau"))], ["Wórk", "Ágáíñ"])
      })
    )
  })
}
