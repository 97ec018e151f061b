import { assert, layer } from "@effect/vitest"
import { type ApiImport, ChangeRequests, Imports, Refreshes } from "@quire/core"
import { Effect } from "effect"
import { described, stage } from "../../support/apiPages.ts"
import { as, engines } from "../../support/engine.ts"
import { first, get, list, ofGet } from "../../support/petsDescription.ts"

const setup = Effect.gen(function* () {
  const staged = yield* stage
  const { by, space } = staged
  const imports = yield* Imports.Imports
  const refreshes = yield* Refreshes.Refreshes
  return {
    ...staged,
    imports,
    refreshes,
    requests: yield* ChangeRequests.ChangeRequests,
    importing: (how: Partial<Extract<ApiImport.ApiImportRequest, { readonly spec: string }>> = {}) =>
      by(imports.intoSpace(space, { source: "open-api", spec: "pets", ...how })),
    refresh: by(Effect.map(refreshes.refresh(space, "pets"), ({ value }) => value))
  }
})

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`pages of API descriptions on ${name}`, (it) => {
    it.effect("contains what the description says (rule api-import-pages)", () =>
      Effect.gen(function* () {
        const { describe, idOf, importing, markdown, titles } = yield* setup
        yield* describe(first)
        assert.strictEqual((yield* importing()).importedResources, 3)
        assert.deepStrictEqual(yield* titles, ["Pets", "List pets", "Get a pet"])
        assert.strictEqual(
          yield* markdown(yield* idOf("Get a pet")),
          [
            "```http\nGET /pets/{id}\n```",
            "One of them.",
            "It may be gone.",
            "## Parameters",
            [
              "| Name | In | Type | Required | Description |",
              "| - | - | - | - | - |",
              "| `fields` | query | `string` | no | What to tell |",
              "| `lang` | query | `string` | no | In which language |"
            ].join("\n"),
            "## Response 200",
            "It worked",
            "## Sample request",
            "```bash\ncurl -X GET 'https://pets.test/pets/{id}'\n```\n"
          ].join("\n\n")
        )
      })
    )

    it.effect("belongs to the spec with the same text, and refreshes with it (rule api-import-once)", () =>
      Effect.gen(function* () {
        const { by, describe, idOf, imports, markdown, merge, refresh, rewrite, space } = yield* setup
        yield* describe(first)
        yield* by(imports.intoSpace(space, { source: "open-api", text: first }))
        assert.strictEqual((yield* refresh).result, "unchanged")
        const again = yield* outcome(by(imports.intoSpace(space, { source: "open-api", text: first })))
        assert.strictEqual(again, "ApiImportExists")
        const page = yield* idOf("Get a pet")
        yield* rewrite(page, (text) => `${text}\nAsk gently.\n`)
        yield* describe(first.replace("What to tell", "What to say"))
        const { changeRequest, changed, conflicts, result } = yield* refresh
        assert.deepStrictEqual([result, changed, conflicts], ["change-request", 1, 0])
        yield* merge(changeRequest?.id)
        assert.include(yield* markdown(page), "What to say")
        assert.include(yield* markdown(page), "Ask gently.")
        assert.strictEqual((yield* refresh).result, "unchanged")
        const other = first.replace("What to tell", "What to think")
        yield* by(imports.intoSpace(space, { source: "open-api", text: other }))
        assert.strictEqual((yield* refresh).result, "unchanged")
      })
    )

    it.effect("creates a page for each tag on request, with models, below another page (rule api-import-pages)", () =>
      Effect.gen(function* () {
        const { describe, edit, idOf, importing, markdown, merge, refresh, rewrite, titles } = yield* setup
        yield* edit({ operation: "insert_page", title: "Reference" })
        const components = {
          schemas: {
            Pet: {
              type: "object",
              required: ["name"],
              properties: {
                name: { type: "string" },
                parent: { $ref: "#/components/schemas/Pet" },
                home: { properties: { city: { type: "string", enum: ["Bern", "Rome"] } } }
              }
            }
          }
        }
        const rest = { components, tags: [{ name: "Pets", description: "Animals at home." }] }
        const two = (words: string) =>
          described({ "/pets": { get: { ...list, description: words } }, "/pets/{id}": { get } }, rest)
        yield* describe(two("All of them."))
        const parent = yield* idOf("Reference")
        yield* importing({ layout: "tag", models: true, parent })
        assert.deepStrictEqual(yield* titles, ["Reference", "Pets", "Models"])
        const models = yield* markdown(yield* idOf("Models"))
        for (const row of [
          "| `name` | `string` | yes |",
          "| `parent` | `Pet` | no |",
          '| `home.city` | `string` | no | One of "Bern", "Rome". |'
        ]) {
          assert.include(models, row)
        }
        const page = yield* idOf("Pets")
        yield* rewrite(page, (text) => text.replace("One of them.", "One of them, says Ann."))
        yield* describe(two("Each of them."))
        const done = yield* refresh
        assert.deepStrictEqual([done.added, done.changed, done.removed, done.conflicts], [0, 1, 0, 0])
        yield* merge(done.changeRequest?.id)
        const text = yield* markdown(page)
        assert.include(text, "Each of them.")
        assert.include(text, "One of them, says Ann.")
        assert.include(text, "Animals at home.")
      })
    )

    it.effect("imports a spec once, also into a change request (rule api-import-once)", () =>
      Effect.gen(function* () {
        const { by, describe, importing, imports, merge, refresh, requests, space, titles } = yield* setup
        yield* describe(first)
        const { id: changeRequest } = yield* by(requests.create(space))
        const into = () => by(imports.into({ space, changeRequest }, { source: "open-api", spec: "pets" }))
        assert.strictEqual(yield* outcome(refresh), "ApiImportNotFound")
        yield* into()
        assert.strictEqual(yield* outcome(into()), "ApiImportExists")
        assert.strictEqual(yield* outcome(importing()), "ApiImportExists")
        yield* describe(ofGet({ description: "Another." }))
        assert.strictEqual(yield* outcome(refresh), "RefreshUnderWay")
        yield* merge(changeRequest)
        assert.deepStrictEqual(yield* titles, ["Pets", "List pets", "Get a pet"])
        assert.strictEqual((yield* refresh).changed, 1)
      })
    )

    it.effect("accepts texts that are no spec, and specs that the caller may view", () =>
      Effect.gen(function* () {
        const { by, describe, importing, imports, refreshes, space, titles, world } = yield* setup
        yield* by(imports.intoSpace(space, { source: "open-api", text: first }))
        assert.deepStrictEqual(yield* titles, ["Pets", "List pets", "Get a pet"])
        const refusals = yield* Effect.forEach(
          [importing(), by(imports.intoSpace(space, { source: "open-api", text: "{}" }))],
          outcome
        )
        assert.deepStrictEqual(refusals, ["ReferenceNotFound", "ImportFailed"])
        yield* describe(first)
        assert.strictEqual(
          yield* outcome(as(world.editor)(imports.intoSpace(space, { source: "open-api", spec: "pets" }))),
          "done"
        )
        assert.strictEqual(yield* outcome(as(world.guest)(refreshes.refresh(space, "pets"))), "SpaceNotFound")
      })
    )
  })
}
