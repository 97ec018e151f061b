import { assert, layer } from "@effect/vitest"
import { Actor, ApiToken, ApiTokens, Credentials, Outbox, Secrets } from "@quire/core"
import { Cause, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const nothing = { _tag: "Nothing" } as const

const tag = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const opens = (token: string) =>
  Effect.flatMap(Credentials.Credentials, ({ authenticate }) => tag(authenticate(token, nothing)))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`personal tokens on ${name}`, (it) => {
    it.effect("lists and returns them to their user only, without the token itself", () =>
      Effect.gen(function* () {
        const tokens = yield* ApiTokens.ApiTokens
        const world = yield* found
        yield* TestClock.adjust("1 hour")
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const mine = as(world.editor)
        const { record, token } = yield* mine(tokens.create(world.editor, { label: " Laptop ", expiresAt: now + 1000 }))
        assert.deepStrictEqual(record, {
          object: "api-token",
          id: record.id,
          label: "Laptop",
          createdAt: new Date(now).toISOString(),
          expiresAt: new Date(now + 1000).toISOString(),
          urls: { location: `http://quire.test/v1/user/tokens/${record.id}` }
        })
        assert.strictEqual(yield* opens(token), "done")
        const shown = yield* mine(tokens.get(world.editor, record.id))
        assert.deepStrictEqual(shown, { ...record, lastUsedAt: new Date(now).toISOString() })
        const { record: plain } = yield* mine(tokens.create(world.editor, {}))
        assert.deepStrictEqual([plain.label, plain.expiresAt], ["", undefined])
        const listed = yield* mine(tokens.list(world.editor, { limit: 10 }))
        assert.deepStrictEqual(listed, { items: [shown, plain], count: 2 })
        assert.notInclude(JSON.stringify(listed), Secrets.digest(token))
        for (const other of [world.admin, world.stranger]) {
          const asked = [
            yield* tag(as(other)(tokens.get(world.editor, record.id))),
            yield* tag(as(other)(tokens.list(world.editor, { limit: 10 }))),
            yield* tag(as(other)(tokens.create(world.editor, {}))),
            yield* tag(as(other)(tokens.get(other, record.id))),
            yield* tag(as(other)(tokens.revoke(record.id)))
          ]
          for (const answer of asked) assert.strictEqual(answer, "TokenNotFound")
        }
        assert.strictEqual(yield* opens(token), "done")
      })
    )

    it.effect("pages them in order of creation, without revoked ones", () =>
      Effect.gen(function* () {
        const tokens = yield* ApiTokens.ApiTokens
        const world = yield* found
        const mine = as(world.reader)
        const made = yield* Effect.forEach(["a", "b", "c", "d", "e"], (label) =>
          mine(tokens.create(world.reader, { label }))
        )
        assert.isTrue(yield* mine(tokens.revoke(made[1]!.record.id)))
        assert.isFalse(yield* mine(tokens.revoke(made[1]!.record.id)))
        assert.strictEqual(yield* tag(mine(tokens.get(world.reader, made[1]!.record.id))), "TokenNotFound")
        assert.strictEqual(yield* tag(mine(tokens.revoke("a99999999999999999999999999"))), "TokenNotFound")
        const labels: Array<string> = []
        for (let page: string | undefined; ; ) {
          const answer = yield* mine(tokens.list(world.reader, { limit: 2, page }))
          assert.strictEqual(answer.count, 4)
          labels.push(...answer.items.map(({ label }) => label))
          page = answer.next?.page
          if (page === undefined) break
        }
        assert.deepStrictEqual(labels, ["a", "c", "d", "e"])
        assert.deepStrictEqual(yield* Effect.forEach(made, ({ token }) => opens(token)), [
          "done",
          "Unauthenticated",
          "done",
          "done",
          "done"
        ])
      })
    )

    it.effect("limits their lifetime for users, while hosts may choose it", () =>
      Effect.gen(function* () {
        const tokens = yield* ApiTokens.ApiTokens
        const world = yield* found
        yield* TestClock.adjust("1 hour")
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const mine = (expiresAt: number) => tag(as(world.guest)(tokens.create(world.guest, { expiresAt })))
        assert.deepStrictEqual(
          [yield* mine(now - 1), yield* mine(now), yield* mine(now + 1)],
          ["ExpiryPassed", "ExpiryPassed", "done"]
        )
        const chosen = (token: string) => tag(asSystem(tokens.create(world.guest, { token, expiresAt: now + 10 })))
        const text = "x".repeat(ApiToken.limits.bootstrapLength - 1) + world.domain.slice(-6, -5)
        assert.deepStrictEqual([yield* chosen(text.slice(1)), yield* chosen(text)], ["TokenTooShort", "done"])
        assert.strictEqual(yield* opens(text), "done")
        const label = "x".repeat(ApiToken.limits.labelLength)
        assert.strictEqual(yield* tag(as(world.guest)(tokens.create(world.guest, { label }))), "done")
        assert.strictEqual(
          yield* tag(as(world.guest)(tokens.create(world.guest, { label: `${label}x` }))),
          "InputInvalid"
        )
        const unknownUser = "a99999999999999999999999999" as typeof world.guest
        assert.strictEqual(yield* tag(asSystem(tokens.create(unknownUser, {}))), "UserNotFound")
      })
    )

    it.effect(
      `allows at most ${ApiToken.limits.livePerUser}, also with concurrent creation, and does not count expired ones`,
      () =>
        Effect.gen(function* () {
          const tokens = yield* ApiTokens.ApiTokens
          const world = yield* found
          yield* TestClock.adjust("1 hour")
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const { creator } = world
          const make = as(creator)(tokens.create(creator, {}))
          yield* asSystem(tokens.create(creator, { label: "over", expiresAt: now }))
          const { record: soon } = yield* as(creator)(tokens.create(creator, { expiresAt: now + 1000 }))
          yield* Effect.replicateEffect(make, ApiToken.limits.livePerUser - 4, { discard: true })
          const exits = yield* Effect.all(
            Array.from({ length: 6 }, () => Effect.exit(make)),
            { concurrency: 6 }
          )
          const failures = exits.flatMap((exit) => (Exit.isFailure(exit) ? [Cause.findErrorOption(exit.cause)] : []))
          assert.deepStrictEqual(
            failures.map((failure) => Option.getOrUndefined(failure)?._tag),
            ["TooManyTokens", "TooManyTokens", "TooManyTokens"]
          )
          assert.strictEqual(yield* tag(as(world.reader)(tokens.create(world.reader, {}))), "done")
          yield* TestClock.adjust("999 millis")
          assert.strictEqual(yield* tag(make), "TooManyTokens")
          yield* TestClock.adjust("1 millis")
          assert.strictEqual(yield* tag(make), "done")
          assert.strictEqual(yield* tag(make), "TooManyTokens")
          const { items } = yield* as(creator)(tokens.list(creator, { limit: 1000 }))
          assert.strictEqual(items.length, ApiToken.limits.livePerUser + 2)
          assert.isTrue(yield* as(creator)(tokens.revoke(items.at(-1)!.id)))
          assert.strictEqual(yield* tag(make), "done")
          assert.isTrue(yield* as(creator)(tokens.revoke(soon.id)))
          assert.strictEqual(yield* tag(make), "TooManyTokens")
        })
    )

    it.effect("revokes itself, and is named in the events of what it did", () =>
      Effect.gen(function* () {
        const tokens = yield* ApiTokens.ApiTokens
        const { authenticate } = yield* Credentials.Credentials
        const outbox = yield* Outbox.Outbox
        const world = yield* found
        const { record, token } = yield* as(world.admin)(tokens.create(world.admin, { label: "own" }))
        const caller = yield* authenticate(token, nothing)
        assert.isTrue(yield* Effect.provideService(tokens.revoke(record.id), Actor.Actor, caller))
        assert.strictEqual(yield* opens(token), "Unauthenticated")
        const events = (yield* outbox.read("", 1000)).map(({ event }) => event)
        const mine = events.filter(({ subjects }) => subjects.includes(record.id))
        assert.deepStrictEqual(
          mine.map((event) => [event.type, event.actor, event.token, event.after]),
          [
            ["tokens.create", world.admin, null, { label: "own", expiresAt: null }],
            ["tokens.delete", world.admin, record.id, undefined]
          ]
        )
        assert.notInclude(JSON.stringify(events), token)
      })
    )
  })
}
