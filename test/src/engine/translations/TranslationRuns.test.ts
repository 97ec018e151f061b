import { assert, layer } from "@effect/vitest"
import { Translator } from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { engines, page, pseudo, setup, translator } from "../../support/translating.ts"

const guide = [
  "Read **this** before `npm run start`, or see [the setup](https://quire.test/setup).",
  "",
  "## Branches",
  "",
  "A branch is where work begins. Call listPets() in src/pets.ts.",
  "",
  "```ts",
  "const secret = 'never sent'",
  "```",
  "",
  "| Name | Says |",
  "| --- | --- |",
  "| one | first cell |",
  ""
].join("\n")

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`runs of translations on ${name}`, (it) => {
    it.effect(
      "creates the same pages in other words, and never sends code (rules translation-structure and translation-unsent)",
      () =>
        Effect.gen(function* () {
          const { edit, french, into, markdown, output, pages, run, source } = yield* setup
          yield* edit([page("Start here", guide, "a"), page("Second", "See the [start](ref:a).", "b")])
          yield* into("fr", output)
          const asked = yield* run
          assert.isAbove(asked.length, 5)
          for (const text of asked) {
            for (const never of ["npm", "https", "quire.test", "listPets", "src/", "secret"]) {
              assert.notInclude(text, never)
            }
          }
          const [there, here] = [yield* pages(source), yield* pages(output)]
          const shapeOf = (all: typeof there) =>
            all.map((each) => [each.id, each.type, "path" in each ? each.path : undefined])
          assert.deepStrictEqual(shapeOf(here), shapeOf(there))
          assert.deepStrictEqual(
            here.map(({ title }) => title),
            ["Štárt héré", "Šéçóñd"]
          )
          const text = yield* markdown(output, here[0]?.id ?? "")
          assert.include(text, "Réád **thíš** béfóré `npm run start`")
          assert.include(text, "(https://quire.test/setup)")
          assert.include(text, "const secret = 'never sent'")
          assert.include(text, "fíršt çéll")
          const state = yield* french
          assert.deepStrictEqual(
            [state.status, state.kept, state.stats.runs, state.stats.texts],
            ["completed", [], 1, asked.length]
          )
        })
    )

    it.effect(
      "sends only what has changed, and nothing without a change (rules translation-follows and translation-changed)",
      () =>
        Effect.gen(function* () {
          const { ask, edit, into, markdown, output, pages, run, source } = yield* setup
          yield* edit([page("Start here", guide, "a")])
          yield* into("fr", output)
          yield* run
          yield* ask
          assert.deepStrictEqual(yield* run, [])
          const [first] = yield* pages(source)
          const changed = guide.replace("A branch is where work begins.", "A branch is where all work begins.")
          yield* edit([{ operation: "update_page", page: first?.id ?? "", document: { markdown: changed } }])
          assert.deepStrictEqual(yield* run, ["A branch is where all work begins. Call <1/> in <2/>."])
          assert.include(yield* markdown(output, first?.id ?? ""), "whéré áll wórk bégíñš")
          yield* edit([page("Third", "New words.", "c")])
          assert.deepStrictEqual([...(yield* run)].sort(), ["New words.", "Third"])
          yield* edit([{ operation: "delete_page", page: first?.id ?? "" }])
          assert.deepStrictEqual(yield* run, [])
          assert.deepStrictEqual(
            (yield* pages(output)).map(({ title }) => title),
            ["Thírd"]
          )
        })
    )

    it.effect("uses glossary terms wherever they occur and nowhere else (rule translation-changed)", () =>
      Effect.gen(function* () {
        const { edit, glossary, into, markdown, output, pages, run, source } = yield* setup
        yield* edit([page("Start here", guide, "a"), page("Second", "Nothing of it.", "b")])
        yield* into("fr", output)
        yield* run
        const [first] = yield* pages(source)
        yield* glossary([{ type: "insert", translations: { en: "branch", fr: "branche" } }])
        assert.deepStrictEqual([...(yield* run)].sort(), [
          "A branch is where work begins. Call <1/> in <2/>.",
          "Branches"
        ])
        assert.include(yield* markdown(output, first?.id ?? ""), "Á branche íš whéré")
        assert.deepStrictEqual(translator.tasks[0]?.glossary, [["branch", "branche"]])
        yield* glossary([{ type: "insert", translations: { en: "unheard of", fr: "inouï" } }])
        assert.deepStrictEqual(yield* run, [])
      })
    )

    it.effect(
      "keeps the source text of broken results, reports them, and requests them again (rule translation-kept)",
      () =>
        Effect.gen(function* () {
          const { ask, edit, french, into, markdown, output, pages, run, source } = yield* setup
          yield* edit([page("Start", "Read **this** now.\n\nAnd that.", "a")])
          yield* into("fr", output)
          translator.answers = (task) =>
            Effect.map(pseudo(task), (answers) => answers.map((answer) => answer.replace(/<\/?1>/g, "")))
          const asked = yield* run
          assert.deepStrictEqual(
            asked.filter((text) => text.includes("<1>")),
            ["Read <1>this</1> now.", "Read <1>this</1> now."]
          )
          const [first] = yield* pages(source)
          assert.include(yield* markdown(output, first?.id ?? ""), "Read **this** now.\n\nÁñd thát.")
          assert.deepStrictEqual((yield* french).kept, [{ owner: first?.id ?? "", at: 1, reason: "tag 1 is missing" }])
          translator.answers = pseudo
          yield* ask
          assert.deepStrictEqual(yield* run, ["Read <1>this</1> now."])
          assert.include(yield* markdown(output, first?.id ?? ""), "Réád **thíš** ñów.")
          assert.deepStrictEqual((yield* french).kept, [])
        })
    )

    it.effect(
      "keeps the previous translation when it fails, and continues from where it stopped (rules translation-failed and translation-resumes)",
      () =>
        Effect.gen(function* () {
          const { edit, french, into, output, pages, run } = yield* setup
          const paragraphs = Array.from({ length: 90 }, (_, at) => `Paragraph ${"x".repeat(at + 1)} of many.`)
          yield* edit([page("Long", paragraphs.join("\n\n"), "a")])
          yield* into("fr", output)
          let calls = 0
          translator.answers = (task) =>
            ++calls > 1
              ? Effect.fail(new Translator.TranslationFailed({ reason: "unavailable", detail: "gone" }))
              : pseudo(task)
          const before = [...(yield* run)]
          const failed = yield* french
          assert.deepStrictEqual([failed.status, failed.reason], ["failed", "the translator is unavailable: gone"])
          assert.deepStrictEqual(yield* pages(output), [])
          translator.answers = pseudo
          yield* TestClock.adjust("1 hour")
          const after = yield* run
          const done = before.slice(0, 40)
          assert.deepStrictEqual(
            after.filter((text) => done.includes(text)),
            []
          )
          assert.strictEqual(done.length + after.length, 91)
          assert.strictEqual((yield* french).status, "completed")
          assert.strictEqual((yield* pages(output)).length, 1)
        })
    )
  })
}
