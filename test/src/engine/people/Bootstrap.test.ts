import { assert, it } from "@effect/vitest"
import { Bootstrap, Credentials, Organizations } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"

for (const [name, engine] of engines(import.meta.url)) {
  it.effect(
    `accepts a first token in the format of Quire tokens, whatever its last characters, on ${name} (rule token-lookup)`,
    () =>
      Effect.gen(function* () {
        const { ensure } = yield* Bootstrap.Bootstrap
        const { authenticate } = yield* Credentials.Credentials
        const chosen = `quire_${"a".repeat(49)}`
        yield* ensure(chosen)
        assert.strictEqual((yield* authenticate(chosen, { _tag: "Nothing" }))._tag, "User")
        const other = authenticate(chosen.replace(/a$/, "b"), { _tag: "Nothing" })
        assert.strictEqual((yield* Effect.flip(other))._tag, "Unauthenticated")
      }).pipe(Effect.provide(engine))
  )

  it.effect(
    `creates one of each at the first start of an empty store, with concurrent starts, on ${name} (rule bootstrap-once)`,
    () =>
      Effect.gen(function* () {
        const { ensure } = yield* Bootstrap.Bootstrap
        const { authenticate } = yield* Credentials.Credentials
        const organizations = yield* Organizations.Organizations
        const chosen = "a".repeat(32)
        const made = yield* Effect.all([ensure(chosen), ensure(chosen), ensure(chosen)], { concurrency: 3 })
        assert.strictEqual(made.filter((first) => first !== undefined).length, 1)
        const caller = yield* authenticate(chosen, { _tag: "Nothing" })
        const user = caller._tag === "User" ? caller.user : undefined
        assert(user !== undefined)
        const { items } = yield* as(user)(organizations.list({ limit: 5 }))
        assert.deepStrictEqual(
          items.map(({ permissions, title }) => [title, permissions.admin]),
          [["Quire", true]]
        )
        assert.isUndefined(yield* ensure("b".repeat(32)))
      }).pipe(Effect.provide(engine))
  )
}
