import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  ContentEdits,
  type Language,
  Spaces,
  TranslationLanguages,
  Translations,
  type UserId
} from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const setup = Effect.gen(function* () {
  const world = yield* found
  const { creator, organization } = world
  const settings = yield* Translations.Translations
  const languages = yield* TranslationLanguages.TranslationLanguages
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const by = (who: UserId = creator) => as(who)
  const space = (title: string) =>
    Effect.map(by()(spaces.create(organization, { title, editMode: "live" })), ({ id }) => id)
  const make = (source: string, language: Language.Language = "en") =>
    Effect.map(
      by()(settings.create(organization, { title: "Guide", source: { space: source, language } } as never)),
      ({ id }) => id
    )
  const into = (id: string, language: Language.Language, output: string, instructions?: string) =>
    by()(
      languages.put(organization, id, language, {
        space: output,
        ...(instructions === undefined ? {} : { instructions })
      } as never)
    )
  const page = (target: string, title: string) =>
    by()(edits.apply({ space: target }, { changes: [{ operation: "insert_page", title }] }))
  return { ...world, settings, languages, spaces, by, space, make, into, page }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`translations on ${name}`, (it) => {
    it.effect("lets members view them, and callers who may create content change them (rule translation-access)", () =>
      Effect.gen(function* () {
        const { by, into, languages, make, organization, reader, settings, space } = yield* setup
        const [source, output] = [yield* space("Guide"), yield* space("Guide (fr)")]
        const id = yield* make(source)
        const { value: made } = yield* into(id, "fr", output, "Vous.")
        assert.deepStrictEqual(
          [made.object, made.language, made.instructions, made.space, made.status, made.kept],
          ["translation-language-settings", "fr", "Vous.", output, "pending", []]
        )
        const seen = yield* by(reader)(settings.get(organization, id))
        assert.deepStrictEqual(
          [seen.object, seen.title, seen.source, seen.languages, seen.permissions],
          ["translation-settings", "Guide", { space: source, language: "en" }, ["fr"], { view: true, edit: false }]
        )
        assert.strictEqual(seen.urls.location, `http://quire.test/v1/orgs/${organization}/translations/${id}`)
        assert.strictEqual(yield* outcome(by(reader)(settings.put(organization, id, { title: "Other" }))), "Forbidden")
        assert.strictEqual(yield* outcome(by(reader)(languages.remove(organization, id, "fr"))), "Forbidden")
        assert.strictEqual((yield* by()(settings.put(organization, id, { title: "Other" }))).title, "Other")
      })
    )

    it.effect("has one source, with a separate empty space for each language (rule translation-source)", () =>
      Effect.gen(function* () {
        const { by, into, make, organization, page, settings, space } = yield* setup
        const [source, output, full] = [yield* space("A"), yield* space("A (fr)"), yield* space("Full")]
        yield* page(full, "Here before")
        const id = yield* make(source)
        const reason = (self: ReturnType<typeof into>) =>
          Effect.match(self, { onFailure: (error) => error.message, onSuccess: () => "done" })
        assert.strictEqual(yield* reason(into(id, "fr", full)), "the space is not empty")
        assert.strictEqual(yield* reason(into(id, "en", output)), "the source is already in that language")
        assert.strictEqual(yield* reason(into(id, "fr", output)), "done")
        assert.strictEqual(yield* reason(into(id, "de", output)), "the space contains another translation")
        const other = yield* make(source, "es")
        assert.strictEqual(
          yield* reason(into(other, "de", yield* space("A (de)"))),
          "the source space has a different language"
        )
        const moved = { title: "Guide", source: { space: full, language: "en" } } as never
        assert.strictEqual(yield* outcome(by()(settings.put(organization, id, moved))), "TranslationConflict")
      })
    )

    it.effect("rejects cycles (rule translation-circle)", () =>
      Effect.gen(function* () {
        const { into, make, space } = yield* setup
        const [a, b, c] = [yield* space("A"), yield* space("B"), yield* space("C")]
        const tag = (self: ReturnType<typeof into>) => outcome(self)
        assert.strictEqual(yield* tag(into(yield* make(a), "fr", a)), "TranslationConflict")
        assert.strictEqual(yield* tag(into(yield* make(a), "fr", b)), "done")
        assert.strictEqual(yield* tag(into(yield* make(b, "fr"), "de", c)), "done")
        assert.strictEqual(yield* tag(into(yield* make(c, "de"), "es", a)), "TranslationConflict")
        assert.strictEqual(yield* tag(into(yield* make(b, "fr"), "es", a)), "TranslationConflict")
      })
    )

    it.effect("allows no other writer until they are removed (rules translation-output and translation-released)", () =>
      Effect.gen(function* () {
        const { by, into, languages, make, organization, page, settings, space } = yield* setup
        const requests = yield* ChangeRequests.ChangeRequests
        const [source, output, second] = [yield* space("A"), yield* space("A (fr)"), yield* space("A (de)")]
        const before = yield* by()(requests.create(output))
        const id = yield* make(source)
        yield* into(id, "fr", output)
        yield* into(id, "de", second)
        assert.strictEqual(yield* outcome(page(output, "Mine")), "SpaceTranslated")
        assert.strictEqual(yield* outcome(by()(requests.create(output))), "SpaceTranslated")
        assert.strictEqual(before.status, "draft")
        assert.strictEqual(yield* outcome(page(source, "Theirs")), "done")
        assert.isTrue(yield* by()(languages.remove(organization, id, "fr")))
        assert.isFalse(yield* by()(languages.remove(organization, id, "fr")))
        assert.strictEqual(yield* outcome(page(output, "Mine")), "done")
        assert.isTrue(yield* by()(settings.remove(organization, id)))
        assert.strictEqual(yield* outcome(page(second, "Mine")), "done")
      })
    )
  })
}
