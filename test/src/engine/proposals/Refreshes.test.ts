import { assert, layer } from "@effect/vitest"
import { ChangeRequests, Imports, Merging, Refreshes } from "@quire/core"
import { Effect } from "effect"
import { described, stage } from "../../support/apiPages.ts"
import { engines } from "../../support/engine.ts"
import { first, get, ofGet, parameter } from "../../support/petsDescription.ts"

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
    merging: yield* Merging.Merging,
    importing: by(imports.intoSpace(space, { source: "open-api", spec: "pets" })),
    refresh: by(Effect.map(refreshes.refresh(space, "pets"), ({ value }) => value))
  }
})

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`refreshed pages on ${name}`, (it) => {
    it.effect(
      "proposes what changed and keeps the edits of writers (rules api-refresh-merge, api-refresh-request)",
      () =>
        Effect.gen(function* () {
          const { describe, idOf, importing, markdown, merge, refresh, rewrite, titles } = yield* setup
          yield* describe(first)
          yield* importing
          const page = yield* idOf("Get a pet")
          yield* rewrite(page, (text) => text.replace("One of them.", "One of them.\n\nAsk Ann about this."))
          assert.deepStrictEqual(yield* refresh, {
            result: "unchanged",
            added: 0,
            changed: 0,
            removed: 0,
            conflicts: 0,
            kept: []
          })
          const changed = {
            ...get,
            description: "One of them, or none.\n\nIt may be gone.",
            parameters: [parameter("page", "Which one"), ...get.parameters]
          }
          yield* describe(described({ "/pets/{id}": { get: changed }, "/cats": { get: { summary: "List cats" } } }))
          const done = yield* refresh
          assert.deepStrictEqual(
            [done.result, done.added, done.changed, done.removed, done.conflicts, done.kept],
            ["change-request", 1, 1, 1, 0, []]
          )
          assert.deepStrictEqual(yield* refresh, done)
          assert.strictEqual(yield* merge(done.changeRequest?.id), "merge")
          assert.deepStrictEqual(yield* titles, ["Pets", "Get a pet", "List cats"])
          const text = yield* markdown(page)
          for (const part of ["One of them, or none.\n\nAsk Ann about this.\n\nIt may be gone.", "Which one"]) {
            assert.include(text, part)
          }
          assert.strictEqual((yield* refresh).result, "unchanged")
        })
    )

    it.effect("keeps table cells that writers changed next to those that the description changed", () =>
      Effect.gen(function* () {
        const { describe, idOf, importing, markdown, merge, refresh, rewrite } = yield* setup
        yield* describe(first)
        yield* importing
        const page = yield* idOf("Get a pet")
        yield* rewrite(page, (text) => text.replace("What to tell", "What to tell of it, with commas"))
        yield* describe(
          ofGet({
            parameters: [parameter("page", "Which one"), get.parameters[0], parameter("lang", "Now in English")]
          })
        )
        const done = yield* refresh
        assert.strictEqual(done.conflicts, 0)
        yield* merge(done.changeRequest?.id)
        const rows = (yield* markdown(page)).split("\n").filter((line) => line.startsWith("| `"))
        assert.deepStrictEqual(rows, [
          "| `page` | query | `string` | no | Which one |",
          "| `fields` | query | `string` | no | What to tell of it, with commas |",
          "| `lang` | query | `string` | no | Now in English |"
        ])
      })
    )

    it.effect("finds moved and renamed pages by their operation or its id (rule api-import-remembered)", () =>
      Effect.gen(function* () {
        const { by, describe, edit, idOf, importing, markdown, merge, merging, refresh, space, titles } = yield* setup
        yield* describe(first)
        yield* importing
        const page = yield* idOf("Get a pet")
        const changes = [
          { operation: "insert_page" as const, title: "Basics" },
          { operation: "update_page" as const, page, title: "Fetch one", into: null }
        ]
        yield* edit(...changes)
        yield* describe(ofGet({ summary: "Get one pet", description: "It alone." }, "/animals/{id}"))
        const done = yield* refresh
        assert.deepStrictEqual([done.added, done.changed, done.removed, done.conflicts], [0, 1, 0, 1])
        const request = done.changeRequest?.id ?? ""
        const status = yield* by(merging.status(space, request))
        assert.deepStrictEqual(
          status.conflicts.map(({ base, changed, field, primary }) => [field, base, primary, changed]),
          [["title", "Get a pet", "Fetch one", "Get one pet"]]
        )
        assert.strictEqual(yield* merge(done.changeRequest?.id), "conflicts")
        const { conflicts, expectedBase, expectedHead } = status
        const resolutions = Object.fromEntries(conflicts.map(({ key }) => [key, "primary" as const]))
        yield* by(merging.resolve(space, request, { resolutions, expectedBase, expectedHead }))
        assert.strictEqual(yield* merge(done.changeRequest?.id), "merge")
        assert.deepStrictEqual(yield* titles, ["Pets", "List pets", "Basics", "Fetch one"])
        const text = yield* markdown(page)
        assert.include(text, "GET /animals/{id}")
        assert.include(text, "It alone.")
      })
    )

    it.effect("keeps pages of removed operations that writers changed (rule api-refresh-pages)", () =>
      Effect.gen(function* () {
        const { describe, edit, idOf, importing, merge, refresh, rewrite, titles } = yield* setup
        yield* describe(
          described({
            "/a": { get: { summary: "A" } },
            "/b": { get: { summary: "B" } },
            "/c": { get: { summary: "C" } }
          })
        )
        yield* importing
        const [a, b] = [yield* idOf("A"), yield* idOf("B")]
        yield* rewrite(a, (text) => `Ours.\n\n${text}`)
        yield* edit({ operation: "insert_page", title: "Note", into: b })
        yield* describe(described({ "/d": { get: { summary: "D" } } }))
        const done = yield* refresh
        assert.deepStrictEqual([done.added, done.removed, done.conflicts, done.kept], [1, 3, 0, [a, b]])
        yield* merge(done.changeRequest?.id)
        assert.deepStrictEqual(yield* titles, ["A", "B", "Note", "D"])
        yield* describe(described({ "/a": { get: { summary: "A" } } }))
        yield* merge((yield* refresh).changeRequest?.id)
        assert.deepStrictEqual(yield* titles, ["A", "B", "Note", "A"])
      })
    )

    it.effect("does not add pages again that writers deleted (rule api-refresh-pages)", () =>
      Effect.gen(function* () {
        const { describe, edit, idOf, importing, refresh, titles } = yield* setup
        yield* describe(first)
        yield* importing
        const page = yield* idOf("Get a pet")
        yield* edit({ operation: "delete_page", page })
        yield* describe(ofGet({ description: "Another." }))
        assert.strictEqual((yield* refresh).result, "unchanged")
        assert.deepStrictEqual(yield* titles, ["Pets", "List pets"])
      })
    )

    it.effect("proposes the changes again when the change request was archived (rule api-refresh-request)", () =>
      Effect.gen(function* () {
        const { by, describe, importing, refresh, requests, space } = yield* setup
        yield* describe(first)
        yield* importing
        yield* describe(ofGet({ description: "Another." }))
        const { changeRequest } = yield* refresh
        yield* describe(ofGet({ description: "A third." }))
        assert.strictEqual(yield* outcome(refresh), "RefreshUnderWay")
        yield* by(requests.update(space, changeRequest?.id ?? "", { status: "archived" }))
        const again = yield* refresh
        assert.strictEqual(again.changed, 1)
        assert.notStrictEqual(again.changeRequest?.id, changeRequest?.id)
      })
    )
  })
}
