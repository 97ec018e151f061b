import { assert, layer } from "@effect/vitest"
import { type Introduction, Members, Outbox, SignIn, type User, type UserId, Users } from "@quire/core"
import { Array as Arr, Effect } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** A host with a separate domain, which introduces people by name. */
const host = Effect.gen(function* () {
  const world = yield* found
  const users = yield* Users.Users
  const address = (name: string) => `${name}@host.${world.domain}`
  const id = (name: string) => `${name}|${world.domain}`
  const introduce = (
    externalId: string | undefined,
    name: string,
    given: Partial<Introduction.Introduction> = {}
  ): Effect.Effect<User.User, { readonly _tag: string }> =>
    asSystem(
      users.ensure({
        email: address(name),
        displayName: name,
        ...(externalId === undefined ? {} : { externalId: id(externalId) }),
        ...given
      })
    )
  return { world, users, address, id, introduce }
})

const verified = { emailVerified: true } as const

const answer = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

/** Types of events about a person, oldest first. */
const told = Effect.fnUntraced(function* (id: UserId) {
  const { read } = yield* Outbox.Outbox
  return (yield* read("", 100_000)).flatMap(({ event }) => (event.subjects.includes(id) ? [event.type] : []))
})

/** Several at once: who was let in, and why others were not. */
const together = (introductions: ReadonlyArray<Effect.Effect<User.User, { readonly _tag: string }>>) =>
  Effect.map(Effect.all(introductions.map(Effect.result), { concurrency: "unbounded" }), (answers) => ({
    people: [...new Set(Arr.getSuccesses(answers).map(({ id }) => id))],
    refusals: Arr.getFailures(answers).map(({ _tag }) => _tag)
  }))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`people introduced by a host, on ${name}`, (it) => {
    it.effect("identifies a person by external id and transfers the address (rule user-external-id)", () =>
      Effect.gen(function* () {
        const { address, id, introduce, world } = yield* host
        const members = yield* Members.Members
        const ada = yield* introduce("1", "ada", { emailVerified: true })
        assert.deepStrictEqual([ada.externalId, ada.email], [id("1"), address("ada")])
        assert.isNotNull(ada.emailVerifiedAt)
        yield* asSystem(members.add(world.organization, ada.id, "edit"))
        const moved = yield* introduce("1", "lovelace", { displayName: "Another name", emailVerified: true })
        assert.deepStrictEqual(moved, {
          ...ada,
          email: address("lovelace"),
          emailVerifiedAt: moved.emailVerifiedAt
        })
        assert.deepStrictEqual(yield* introduce("1", "LOVELACE"), moved)
        assert.deepStrictEqual(yield* told(ada.id), ["users.create", "members.create", "users.update"])
        const search = (text: string) =>
          Effect.map(as(world.admin)(members.list(world.organization, { search: text }, { limit: 10 })), ({ items }) =>
            items.map((item) => item.id)
          )
        assert.deepStrictEqual(yield* search(address("lovelace")), [String(ada.id)])
        assert.deepStrictEqual(yield* search(address("ada")), [])
      })
    )

    it.effect("does not inherit what another person had under the address (rule user-external-id)", () =>
      Effect.gen(function* () {
        const { introduce } = yield* host
        const ada = yield* introduce("1", "ada")
        const eve = yield* introduce("2", "eve")
        assert.strictEqual(yield* answer(introduce("3", "ada")), "AddressHeld")
        assert.strictEqual(yield* answer(introduce("2", "ada")), "AddressHeld")
        assert.deepStrictEqual(yield* introduce("2", "eve"), eve)
        yield* introduce("1", "ada.new")
        const heir = yield* introduce("3", "ada")
        assert.notInclude([ada.id, eve.id], heir.id)
        assert.strictEqual((yield* introduce(undefined, "ada", verified)).id, heir.id)
      })
    )

    it.effect("finds a person without an external id by address once, and then binds the external id", () =>
      Effect.gen(function* () {
        const { id, introduce } = yield* host
        const invited = yield* introduce(undefined, "bob")
        assert.strictEqual(yield* answer(introduce("1", "bob")), "AddressUnproven")
        const bound = yield* introduce("1", "bob", verified)
        const { isByAddress, ...kept } = invited
        assert.isTrue(isByAddress)
        assert.deepStrictEqual(bound, { ...kept, externalId: id("1"), emailVerifiedAt: bound.emailVerifiedAt })
        assert.strictEqual(yield* answer(introduce("2", "bob", verified)), "AddressHeld")
        assert.strictEqual(yield* answer(introduce(undefined, "bob")), "AddressUnproven")
        assert.deepStrictEqual(yield* introduce(undefined, "bob", verified), bound)
        const known = yield* introduce("3", "carol")
        yield* introduce(undefined, "carol.invited")
        assert.strictEqual(yield* answer(introduce("3", "carol.invited")), "AddressHeld")
        assert.deepStrictEqual(yield* introduce("3", "carol"), known)
      })
    )

    it.effect(
      "verifies an address if the host says so, and keeps it until another is verified (rule address-binds)",
      () =>
        Effect.gen(function* () {
          const { introduce } = yield* host
          assert.isNull((yield* introduce("1", "ada", { emailVerified: false })).emailVerifiedAt)
          const proven = yield* introduce("1", "ada", verified)
          assert.isNotNull(proven.emailVerifiedAt)
          for (const given of [{}, { emailVerified: false }, { emailVerified: true }]) {
            assert.deepStrictEqual(yield* introduce("1", "ada", given), proven)
          }
          assert.deepStrictEqual(yield* introduce("1", "ada.new"), proven)
          assert.isNotNull((yield* introduce("1", "ada.last", { emailVerified: true })).emailVerifiedAt)
        })
    )

    it.effect("refuses codes that were sent to a previous address", () =>
      Effect.gen(function* () {
        const { introduce } = yield* host
        const signIn = yield* SignIn.SignIn
        const { id } = yield* introduce("1", "ada")
        const [first, second] = [yield* asSystem(signIn.start(id)), yield* asSystem(signIn.start(id))]
        yield* introduce("1", "ada", { emailVerified: true })
        assert.strictEqual(yield* answer(signIn.exchange({ code: first.code })), "done")
        yield* introduce("1", "ada.new", verified)
        assert.strictEqual(yield* answer(signIn.exchange({ code: second.code })), "SignInCodeInvalid")
      })
    )

    it.effect("distinguishes external ids of 1 to 255 characters by every character", () =>
      Effect.gen(function* () {
        const { introduce, users } = yield* host
        const one = yield* introduce("a", "one")
        const exact = (externalId: string, name: string) => introduce(undefined, name, { externalId })
        for (const [at, other] of [` ${one.externalId}`, `${one.externalId}`.toUpperCase()].entries()) {
          assert.notStrictEqual((yield* exact(other, `other.${at}`)).id, one.id)
        }
        const long = "😀".repeat(255)
        const made = yield* exact(long, "long")
        assert.strictEqual((yield* exact(long, "longer")).id, made.id)
        for (const [at, refused] of ["", `${long}x`, "a\u0000", "\ud800"].entries()) {
          assert.strictEqual(yield* answer(exact(refused, `refused.${at}`)), "InputInvalid")
        }
        assert.strictEqual(yield* answer(as(one.id)(users.ensure({ email: "x@y.test", displayName: "x" }))), "HostOnly")
      })
    )

    it.effect("creates one person for concurrent introductions", () =>
      Effect.gen(function* () {
        const { introduce } = yield* host
        const invited = yield* introduce(undefined, "invited")
        const times = Arr.range(1, 6)
        const same = yield* together(times.map(() => introduce("1", "ada")))
        assert.deepStrictEqual([same.people.length, same.refusals], [1, []])
        const moving = yield* together(times.map((at) => introduce("2", `bob.${at}`)))
        assert.deepStrictEqual([moving.people.length, moving.refusals], [1, []])
        const binding = yield* together(times.map((at) => introduce(`${10 + at}`, "invited", verified)))
        assert.deepStrictEqual(
          [binding.people, binding.refusals],
          [[invited.id], times.slice(1).map(() => "AddressHeld")]
        )
        const wanting = yield* together(times.map((at) => introduce(`${20 + at}`, "wanted")))
        assert.deepStrictEqual([wanting.people.length, wanting.refusals], [1, times.slice(1).map(() => "AddressHeld")])
        const known = yield* Effect.forEach(times, (at) => introduce(`${30 + at}`, `known.${at}`))
        const carried = yield* together(known.map((_, at) => introduce(`${31 + at}`, "free")))
        assert.deepStrictEqual([carried.people.length, carried.refusals], [1, times.slice(1).map(() => "AddressHeld")])
        assert.isTrue(known.some(({ id }) => carried.people.includes(id)))
      })
    )
  })
}
