import { assert, layer } from "@effect/vitest"
import { type Introduction, type UserId, Users } from "@quire/core"
import { Array as Arr, Effect } from "effect"
import { asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Outcome = "same" | "new" | "AddressHeld" | "InputInvalid"

interface Step {
  /** Who it is meant to be; the first time they are new. */
  readonly given: Partial<Introduction.Introduction>
  readonly is: Outcome
  readonly why: string
}

const a1 = { issuer: "https://a.example", externalId: "1" } as const
const a2 = { issuer: "https://a.example", externalId: "2" } as const
const b1 = { issuer: "https://b.example", externalId: "1" } as const

/** Ann is introduced by the first entry; each list of steps runs on a separate host. */
const table: ReadonlyArray<readonly [first: Partial<Introduction.Introduction>, ...steps: ReadonlyArray<Step>]> = [
  [a1, { given: a1, is: "same", why: "the pair and the address are hers" }],
  [a1, { given: { ...a1, email: "ann.new" }, is: "same", why: "the address is carried on" }],
  [a1, { given: { ...a2, email: "other" }, is: "new", why: "another id of the issuer is another person" }],
  [a1, { given: { ...b1, email: "other" }, is: "new", why: "the same id of another issuer is another person" }],
  [a1, { given: { externalId: "1", email: "other" }, is: "new", why: "and so is that of the host" }],
  [a1, { given: a2, is: "AddressHeld", why: "another id of the issuer has her address" }],
  [a1, { given: b1, is: "AddressHeld", why: "another issuer says her address" }],
  [a1, { given: { externalId: "1" }, is: "AddressHeld", why: "the host has another id for her address" }],
  [a1, { given: {}, is: "same", why: "an address alone is hers" }],
  [
    {},
    { given: a1, is: "same", why: "no pair is known, so the address says who" },
    { given: a2, is: "AddressHeld", why: "once" }
  ],
  [{ externalId: "1" }, { given: { externalId: "1" }, is: "same", why: "the host's own id" }],
  [{ externalId: "1" }, { given: a1, is: "AddressHeld", why: "the host knows her by an id already" }],
  [a1, { given: { issuer: a1.issuer }, is: "InputInvalid", why: "an issuer alone names no person" }],
  [a1, { given: { ...a1, issuer: "" }, is: "InputInvalid", why: "an issuer of no characters" }],
  [a1, { given: { ...a1, issuer: "i".repeat(256) }, is: "InputInvalid", why: "an issuer of 256" }],
  [
    { ...a1, issuer: "i".repeat(255) },
    { given: { ...a1, issuer: "i".repeat(255) }, is: "same", why: "one of 255" }
  ]
]

const host = Effect.gen(function* () {
  const { domain } = yield* found
  const users = yield* Users.Users
  return (given: Partial<Introduction.Introduction>) =>
    asSystem(
      users.ensure({
        displayName: "Ann",
        emailVerified: true,
        ...given,
        email: `${given.email ?? "ann"}@host.${domain}`,
        ...(given.externalId === undefined ? {} : { externalId: `${given.externalId}|${domain}` })
      })
    )
})

const outcome = (ann: UserId, asked: Effect.Effect<{ readonly id: string }, { readonly _tag: string }>) =>
  Effect.match(asked, { onFailure: ({ _tag }) => _tag, onSuccess: ({ id }) => (id === ann ? "same" : "new") })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`people identified by an issuer, on ${name}`, (it) => {
    it.effect.each(table.map(([first, ...steps]) => [steps.map(({ why }) => why).join(", "), first, steps] as const))(
      "follows the introduction rules: %s (rule user-identity)",
      ([, first, steps]) =>
        Effect.gen(function* () {
          const ensure = yield* host
          const { id } = yield* Effect.orDie(ensure(first))
          for (const { given, is, why } of steps) assert.strictEqual(yield* outcome(id, ensure(given)), is, why)
        })
    )

    it.effect("does not transfer the address of another user (rule user-identity)", () =>
      Effect.gen(function* () {
        const ensure = yield* host
        const ann = yield* Effect.orDie(ensure(a1))
        const eve = yield* Effect.orDie(ensure({ ...a2, email: "eve" }))
        assert.strictEqual(yield* outcome(ann.id, ensure({ ...a2, email: "ann" })), "AddressHeld")
        assert.strictEqual((yield* Effect.orDie(ensure({ ...a1, email: "ann.new" }))).id, ann.id)
        assert.strictEqual((yield* Effect.orDie(ensure({ ...a2, email: "ann" }))).id, eve.id)
      })
    )

    it.effect("creates one user for concurrent introductions (rule user-identity)", () =>
      Effect.gen(function* () {
        const ensure = yield* host
        const some = Arr.makeBy(8, (at) => Effect.result(ensure({ ...a1, email: at % 2 === 0 ? "ann" : "ann.too" })))
        const made = Arr.getSuccesses(yield* Effect.all(some, { concurrency: "unbounded" }))
        assert.lengthOf(new Set(made.map(({ id }) => id)), 1)
        assert.lengthOf(made, 8)
      })
    )
  })
}
