import { assert, layer } from "@effect/vitest"
import { ContentEdits, Grants, Links, OpenApiSpecs, Spaces, type UserId } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const block = (spec: string) =>
  `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[${spec}](https://pets.test)\n{% endopenapi-operation %}\n`

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`links to specs on ${name}`, (it) => {
    it.effect(
      "reports the state of the spec to callers who may view it (rules spec-links and link-hidden-target)",
      () =>
        Effect.gen(function* () {
          const { admin, creator, guest, organization, reader } = yield* found
          const edits = yield* ContentEdits.ContentEdits
          const grants = yield* Grants.Grants
          const links = yield* Links.Links
          const specs = yield* OpenApiSpecs.OpenApiSpecs
          const spaces = yield* Spaces.Spaces
          const by = as(creator)
          const source = {
            text: JSON.stringify({ openapi: "3.0.3", info: { title: "Pets", version: "1" }, paths: {} })
          }
          const { value: pets } = yield* by(specs.put(organization, "pets", { source }))
          const { id: space } = yield* by(spaces.create(organization, { title: "Book", editMode: "live" }))
          const document = { markdown: block("pets") + block("gone") }
          yield* by(edits.apply({ space }, { changes: [{ operation: "insert_page", title: "Pets", document }] }))
          yield* as(admin)(grants.invite({ kind: "space", id: space }, { users: [guest], role: "read" }))
          const told = Effect.fnUntraced(function* (who: UserId) {
            const { items, stats } = yield* as(who)(links.list({ space }, {}, { limit: 10 }))
            const shown = items
              .filter(({ relation }) => relation === "dependsOn")
              .map(
                ({ status, targetReference: at }): ReadonlyArray<unknown> => [
                  status,
                  at?.kind === "openapi"
                    ? [at.organization.id, at.openAPISpec.slug, at.openAPISpec.permissions.edit]
                    : at
                ]
              )
            return { shown, broken: stats.broken.total }
          })
          const gone = ["broken", undefined]
          assert.deepStrictEqual(yield* told(creator), {
            shown: [["ok", [organization, "pets", true]], gone],
            broken: 1
          })
          assert.deepStrictEqual(yield* told(reader), {
            shown: [["ok", [organization, "pets", false]], gone],
            broken: 1
          })
          assert.deepStrictEqual(yield* told(guest), { shown: [["broken", undefined], gone], broken: 2 })
          assert.isTrue(yield* by(specs.remove(organization, pets.slug, { force: true })))
          assert.deepStrictEqual(yield* told(creator), { shown: [gone, gone], broken: 2 })
        })
    )
  })
}
