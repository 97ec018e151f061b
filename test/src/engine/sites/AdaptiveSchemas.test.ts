import { assert, layer } from "@effect/vitest"
import { AdaptiveSchema, AdaptiveSchemas, Sites } from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const jsonSchema: AdaptiveSchema.AdaptiveSchema = {
  type: "object",
  properties: { isBeta: { type: "boolean", description: "In the beta" } },
  additionalProperties: false
}

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`adaptive schemas on ${name}`, (it) => {
    it.effect("allows no claim until one is set, and deletes the schema with its site (rule adaptive-schema)", () =>
      Effect.gen(function* () {
        const sites = yield* Sites.Sites
        const schemas = yield* AdaptiveSchemas.AdaptiveSchemas
        const { admin, organization, reader } = yield* found
        const mine = as(admin)
        const made = yield* mine(sites.create(organization, { title: "Docs" }))
        const before = yield* as(reader)(schemas.get(organization, made.id))
        assert.deepStrictEqual(before, {
          object: "site-adaptive-schema",
          jsonSchema: AdaptiveSchema.empty,
          updatedAt: made.createdAt
        })
        yield* TestClock.adjust(1_000)
        const given = yield* mine(schemas.update(organization, made.id, { jsonSchema }))
        assert.deepStrictEqual(given.jsonSchema, jsonSchema)
        assert.isAbove(Date.parse(given.updatedAt), Date.parse(before.updatedAt))
        yield* TestClock.adjust(1_000)
        assert.deepStrictEqual(yield* mine(schemas.update(organization, made.id, { jsonSchema })), given)
        assert.deepStrictEqual(yield* mine(schemas.get(organization, made.id)), given)
        const { items } = yield* as(reader)(schemas.listTemplates(organization, made.id))
        assert.isTrue(items.some(({ condition }) => condition.includes("isBeta")))
        yield* mine(sites.remove(organization, made.id))
        const again = yield* mine(sites.create(organization, { title: "Docs" }))
        assert.deepStrictEqual((yield* mine(schemas.get(organization, again.id))).jsonSchema, AdaptiveSchema.empty)
      })
    )
  })
}
