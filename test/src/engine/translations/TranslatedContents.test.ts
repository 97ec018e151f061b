import { assert, layer } from "@effect/vitest"
import { Computations, Contents, RevisionId, Spaces } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { engines, page, setup } from "../../support/translating.ts"

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const staged = Effect.gen(function* () {
  const translated = yield* setup
  const { by, edit, french, into, output, run, space } = translated
  const computations = yield* Computations.Computations
  const contents = yield* Contents.Contents
  const spaces = yield* Spaces.Spaces
  yield* edit([
    { operation: "insert_page", type: "group", title: "Chapter", ref: "g" },
    { ...page("Start", "See [more](ref:b).", "a"), into: "g" } as never,
    page("More", "Other words.", "b")
  ])
  yield* into("fr", output)
  const reading = yield* space("Reading")
  const { id } = yield* french
  const ref = { kind: "translation", translation: id } as const
  type Value = Computations.Result | null
  const pagesOf = (value?: Value): Computations.TranslatedRevision => ({
    type: "builtin:translation",
    props: {},
    dependencies: { translation: { ref, ...(value === undefined ? {} : { value }) } }
  })
  return {
    ...translated,
    computations,
    reading,
    pagesOf,
    head: Effect.map(by(Effect.orDie(spaces.get(output))), ({ revision }) => ({
      space: output,
      revision: RevisionId.make(revision)
    })),
    stored: by(Effect.orDie(contents.revision({ space: output }))),
    revision: (source: Computations.TranslatedRevision, seed = "s") =>
      by(computations.revision(reading, { source, seed })),
    text: (source: unknown, seed = "s") => by(computations.document(reading, { source, seed } as never)),
    run
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`computed translations on ${name}`, (it) => {
    it.effect("returns the pages of a run, and nothing before the first run (rule computed-translation)", () =>
      Effect.gen(function* () {
        const { document, output, pagesOf, revision, run, stored, text } = yield* staged
        assert.deepStrictEqual(yield* revision(pagesOf()), { pages: [], files: [], reusableContents: [] })
        for (const props of ["x", { models: true }]) {
          assert.strictEqual(yield* outcome(revision({ ...pagesOf(), props } as never)), "InputInvalid")
        }
        yield* run
        const made = yield* revision(pagesOf())
        const held = yield* stored
        const [group, more] = made.pages
        assert.deepStrictEqual(
          made.pages.map(({ id, title }) => [id, title]),
          held.pages.map(({ id, title }) => [id, title])
        )
        assert.deepStrictEqual([made.files, made.reusableContents], [held.files, held.reusableContents])
        const start = group?.type === "group" ? group.pages[0] : undefined
        for (const each of [start, more]) {
          assert.isTrue(each?.type === "document" && each.computedSeed === "s" && each.documentId === undefined)
          const found = yield* text(each?.type === "document" ? each.computed : undefined)
          assert.deepStrictEqual(found, yield* document(output, each?.id ?? ""))
        }
        assert.deepStrictEqual(yield* revision(pagesOf()), made)
        assert.deepStrictEqual(yield* revision(pagesOf(null)), { pages: [], files: [], reusableContents: [] })
      })
    )

    it.effect("keeps the result of a run that the source names (rules computed-translation and computed-same)", () =>
      Effect.gen(function* () {
        const { edit, head, pages, pagesOf, revision, run, source } = yield* staged
        yield* run
        const first = yield* head
        const made = yield* revision(pagesOf(first))
        const all = yield* pages(source)
        yield* edit([{ operation: "update_page", page: all[1]?.id ?? "", document: { markdown: "New words." } }])
        yield* run
        assert.deepStrictEqual(yield* revision(pagesOf(first)), made)
        const now = yield* revision(pagesOf())
        assert.notDeepEqual(now, made)
        assert.deepStrictEqual(yield* revision(pagesOf(yield* head)), now)
      })
    )

    it.effect("requires permission to view both spaces of the organization (rule computed-translation)", () =>
      Effect.gen(function* () {
        const { computations, head, pagesOf, reading, revision, run, source, stranger, text } = yield* staged
        yield* run
        const { revision: made } = yield* head
        const textIn = (space: string) => ({ type: "builtin:translation", props: { space, document: "none" } })
        const asked = computations.revision(reading, { source: pagesOf(), seed: "s" })
        assert.strictEqual(yield* outcome(as(stranger)(asked)), "SpaceNotFound")
        assert.strictEqual(yield* outcome(revision(pagesOf({ space: source, revision: made }))), "ReferenceNotFound")
        assert.strictEqual(yield* outcome(text(textIn(source))), "ReferenceNotFound")
        assert.strictEqual(yield* outcome(text(textIn((yield* head).space))), "ReferenceNotFound")
        const other = yield* setup
        const elsewhere = yield* other.space("Elsewhere")
        const foreign = computations.revision(elsewhere, { source: pagesOf(), seed: "s" })
        assert.strictEqual(yield* outcome(other.by(foreign)), "ReferenceNotFound")
      })
    )
  })
}
