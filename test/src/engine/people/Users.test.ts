import { assert, layer } from "@effect/vitest"
import { ApiTokens, Credentials, Users } from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const nothing = { _tag: "Nothing" } as const

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`users and tokens on ${name}`, (it) => {
    it.effect("finds a user by address, regardless of case (rule user-made)", () =>
      Effect.gen(function* () {
        const users = yield* Users.Users
        const world = yield* found
        const one = yield* asSystem(users.ensure({ email: `New@${world.domain}`, displayName: "New" }))
        const two = yield* asSystem(users.ensure({ email: `new@${world.domain.toUpperCase()}`, displayName: "Other" }))
        assert.deepStrictEqual([two.id, two.displayName], [one.id, "New"])
      })
    )

    it.effect(
      "shows users to people who share an organization, and the address to members who may list members (rules user-visible and user-email-shown)",
      () =>
        Effect.gen(function* () {
          const users = yield* Users.Users
          const world = yield* found
          const email = (who: typeof world.admin) =>
            Effect.map(as(who)(users.get(world.editor)), (shown) => shown.email !== undefined)
          assert.deepStrictEqual(
            [yield* email(world.reader), yield* email(world.guest), yield* email(world.editor)],
            [true, false, true]
          )
          assert.strictEqual((yield* Effect.flip(as(world.stranger)(users.get(world.editor))))._tag, "UserNotFound")
        })
    )

    it.effect("changes the name and photo of the caller", () =>
      Effect.gen(function* () {
        const users = yield* Users.Users
        const world = yield* found
        const changed = yield* as(world.editor)(
          users.update(world.editor, { displayName: "Ed", photoURL: "https://example.com/ed.png" })
        )
        assert.deepStrictEqual([changed.displayName, changed.photoURL], ["Ed", "https://example.com/ed.png"])
        assert.isUndefined((yield* as(world.editor)(users.update(world.editor, { photoURL: null }))).photoURL)
        assert.strictEqual(
          (yield* Effect.flip(as(world.reader)(users.update(world.editor, { displayName: "X" }))))._tag,
          "HostOnly"
        )
      })
    )

    it.effect(
      "accepts tokens until they expire or are revoked, and records their use to the minute (rule token-lookup)",
      () =>
        Effect.gen(function* () {
          const tokens = yield* ApiTokens.ApiTokens
          const { authenticate } = yield* Credentials.Credentials
          const world = yield* found
          const mine = as(world.editor)
          const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const { record, token } = yield* mine(
            tokens.create(world.editor, { label: "laptop", expiresAt: start + 200_000 })
          )
          assert.match(token, /^quire_[0-9A-Za-z]{49}$/)
          assert.notInclude(JSON.stringify(yield* mine(tokens.list(world.editor, { limit: 50 }))), token)
          const caller = yield* authenticate(token, nothing)
          assert.deepStrictEqual([caller._tag, caller._tag === "User" ? caller.user : ""], ["User", world.editor])
          const used = Effect.map(mine(tokens.list(world.editor, { limit: 50 })), ({ items: [first] }) =>
            Date.parse(first?.lastUsedAt ?? "")
          )
          assert.strictEqual(yield* used, start)
          yield* TestClock.adjust(59_999)
          yield* authenticate(token, nothing)
          assert.strictEqual(yield* used, start)
          yield* TestClock.adjust(1)
          yield* authenticate(token, nothing)
          assert.strictEqual(yield* used, start + 60_000)
          yield* TestClock.adjust(139_999)
          yield* authenticate(token, nothing)
          yield* TestClock.adjust(1)
          assert.strictEqual((yield* Effect.flip(authenticate(token, nothing)))._tag, "Unauthenticated")
          assert.isTrue(yield* mine(tokens.revoke(record.id)))
          assert.isFalse(yield* mine(tokens.revoke(record.id)))
          assert.strictEqual((yield* Effect.flip(as(world.reader)(tokens.revoke(record.id))))._tag, "TokenNotFound")
          for (const wrong of ["", token.slice(0, -1), `${token}x`, token.toLowerCase()]) {
            assert.strictEqual((yield* Effect.flip(authenticate(wrong, nothing)))._tag, "Unauthenticated")
          }
        })
    )
  })
}
