import { assert, it } from "@effect/vitest"
import { Bootstrap, Credentials, Organizations } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../support/engine.ts"

for (const [name, engine] of engines) {
  it.effect(`the first start of an empty store makes one of each, however many start, on ${name}`, () =>
    Effect.gen(function* () {
      const { ensure } = yield* Bootstrap.Bootstrap
      const { authenticate } = yield* Credentials.Credentials
      const organizations = yield* Organizations.Organizations
      const chosen = "a".repeat(32)
      const made = yield* Effect.all([ensure(chosen), ensure(chosen), ensure(chosen)], { concurrency: 3 })
      assert.strictEqual(made.filter((first) => first !== undefined).length, 1)
      const caller = yield* authenticate(chosen, { _tag: "Nothing" })
      const user = caller._tag === "User" ? caller.user : undefined
      assert.isDefined(user)
      if (user === undefined) return
      const { items } = yield* as(user)(organizations.list({ limit: 5 }))
      assert.deepStrictEqual(
        items.map(({ permissions, title }) => [title, permissions.admin]),
        [["Quire", true]]
      )
      assert.isUndefined(yield* ensure("b".repeat(32)))
    }).pipe(Effect.provide(engine))
  )
}
