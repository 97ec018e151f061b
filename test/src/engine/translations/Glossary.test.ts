import { assert, layer } from "@effect/vitest"
import { Glossary } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`the glossary on ${name}`, (it) => {
    it.effect("changes in batches, all or none (rule glossary-batch)", () =>
      Effect.gen(function* () {
        const { creator, organization } = yield* found
        const glossary = yield* Glossary.Glossary
        const by = () => as(creator)
        const change = (operations: ReadonlyArray<unknown>) =>
          by()(glossary.update(organization, { operations } as never))
        const all = Effect.map(by()(glossary.list(organization, { limit: 1000 })), ({ items }) => items)
        yield* change([
          { type: "insert", translations: { en: "branch", fr: "branche" } },
          { type: "insert", translations: { en: "merge" } }
        ])
        const [first, second] = yield* all
        assert.deepStrictEqual(
          [first?.translations, second?.translations],
          [{ en: "branch", fr: "branche" }, { en: "merge" }]
        )
        const refused = yield* outcome(
          change([
            { type: "delete", id: first?.id },
            { type: "update", id: "a99", translations: {} }
          ])
        )
        assert.deepStrictEqual([refused, (yield* all).length], ["ReferenceNotFound", 2])
        yield* change([
          { type: "delete", id: first?.id },
          { type: "update", id: second?.id, translations: { en: "merge", fr: "fusion" } }
        ])
        assert.deepStrictEqual(
          (yield* all).map(({ translations }) => translations),
          [{ en: "merge", fr: "fusion" }]
        )
        const many = Array.from({ length: 499 }, (_, at) => ({ type: "insert", translations: { en: `t${at}` } }))
        yield* change(many)
        assert.strictEqual(
          yield* outcome(change([{ type: "insert", translations: { en: "more" } }])),
          "TooManyGlossaryEntries"
        )
        assert.strictEqual((yield* asSystem(glossary.list(organization, { limit: 1000 }))).items.length, 500)
      })
    )
  })
}
