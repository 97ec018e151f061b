import { createHmac } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Members, Outbox, Presence, type UserId } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const rounds = Rounds.rounds(3, 60, 6)

const answer = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

/** Header and payload of a token that this key signed. */
const verified = (token: string, key: string) => {
  const [header = "", payload = "", signature] = token.split(".")
  assert.strictEqual(signature, createHmac("sha256", key).update(`${header}.${payload}`).digest("base64url"))
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
  return [read(header), read(payload)]
}

/** The same clock, which says that it is another time. */
const at =
  (now: number) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const other: Clock.Clock = Object.assign(Object.create(clock), {
        currentTimeMillis: Effect.succeed(now),
        unsafeCurrentTimeMillis: () => now
      })
      return Effect.provideService(self, Clock.Clock, other)
    })

const pings = Effect.gen(function* () {
  const outbox = yield* Outbox.Outbox
  const rows = yield* outbox.read("", 1000)
  return rows.filter(({ event }) => event.type === "members.ping").length
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`presence on ${name}`, (it) => {
    it.effect("returns claims that the organization's key verifies (rule visitor-claims)", () =>
      Effect.gen(function* () {
        const { claimsKeys, ping } = yield* Presence.Presence
        const { admin, domain, guest, organization } = yield* found
        const other = yield* found
        yield* TestClock.setTime(1_800_000_000_999)
        const [key] = yield* asSystem(claimsKeys(organization))
        const claimed = (who: UserId) =>
          Effect.map(as(who)(ping(organization)), ({ serviceVisitorClaims }) =>
            verified(serviceVisitorClaims, key?.secret ?? "")
          )
        const about = { org: organization, iat: 1_800_000_000, exp: 1_800_003_600 }
        assert.deepStrictEqual(yield* claimed(admin), [
          { alg: "HS256", typ: "JWT", kid: key?.id },
          { sub: admin, email: `admin@${domain}`, role: "admin", ...about }
        ])
        assert.deepStrictEqual(yield* claimed(guest), [
          { alg: "HS256", typ: "JWT", kid: key?.id },
          { sub: guest, email: `guest@${domain}`, role: null, ...about }
        ])
        assert.notStrictEqual((yield* asSystem(claimsKeys(other.organization)))[0]?.secret, key?.secret)
        assert.strictEqual(yield* answer(as(admin)(claimsKeys(organization))), "HostOnly")
      })
    )

    it.effect("accepts members only, and stores at most one time per second", () =>
      Effect.gen(function* () {
        const { ping } = yield* Presence.Presence
        const members = yield* Members.Members
        const { admin, editor, organization, stranger } = yield* found
        const before = yield* pings
        const seen = Effect.map(as(admin)(members.get(organization, editor)), ({ lastSeenAt }) => lastSeenAt)
        assert.isUndefined(yield* seen)
        for (const now of [1_800_000_100_000, 1_800_000_100_999, 1_800_000_099_000]) {
          yield* TestClock.setTime(now)
          yield* as(editor)(ping(organization))
          assert.strictEqual(yield* seen, "2027-01-15T08:01:40.000Z")
        }
        assert.strictEqual(yield* pings, before + 1)
        assert.strictEqual(yield* answer(as(stranger)(ping(organization))), "OrganizationNotFound")
        assert.strictEqual(yield* answer(asSystem(ping(organization))), "MemberNotFound")
        yield* asSystem(members.disable(organization, editor))
        assert.strictEqual(yield* answer(as(editor)(ping(organization))), "OrganizationNotFound")
        yield* as(admin)(members.remove(organization, editor))
        assert.strictEqual(yield* answer(as(editor)(ping(organization))), "OrganizationNotFound")
        assert.strictEqual(yield* pings, before + 1)
      })
    )

    it.effect("keeps the latest time with concurrent pings (rule member-presence)", () =>
      Effect.gen(function* () {
        const { ping } = yield* Presence.Presence
        const members = yield* Members.Members
        const { admin, editor, organization } = yield* found
        const instants = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 8 })
        let latest = 0
        for (const times of fc.sample(instants, { numRuns: rounds })) {
          const answers = yield* Effect.forEach(
            times,
            (time) => at(time)(Effect.result(as(editor)(ping(organization)))),
            { concurrency: "unbounded" }
          )
          assert.isTrue(answers.every(({ _tag }) => _tag === "Success"))
          latest = Math.max(latest, ...times.map((time) => Math.floor(time / 1000) * 1000))
          const { lastSeenAt } = yield* as(admin)(members.get(organization, editor))
          assert.strictEqual(Date.parse(lastSeenAt ?? ""), latest)
        }
      })
    )
  })
}
