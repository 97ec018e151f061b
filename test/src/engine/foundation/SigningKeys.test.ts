import { assert, describe, it } from "@effect/vitest"
import { Memory } from "@quire/adapters/memory"
import { Secrets, SigningKeys } from "@quire/core"
import { Sealing } from "@quire/core/internal"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { asSystem, capabilities, onStores, postgresPorts } from "../../support/engine.ts"

/** The keys of one more server on the store in context, started with these secret keys. */
const started = (master?: string, previousMaster?: string) => {
  const redacted = (text: string | undefined) => Option.map(Option.fromNullishOr(text), Redacted.make)
  const secrets = Layer.effect(
    Secrets.Secrets,
    Effect.map(Secrets.Secrets, (counted) => ({
      ...counted,
      master: redacted(master),
      previousMaster: redacted(previousMaster)
    }))
  )
  const layer = SigningKeys.SigningKeys.layer.pipe(Layer.provide(Sealing.Sealing.layer), Layer.provide(secrets))
  return Effect.provide(SigningKeys.SigningKeys, layer, { local: true })
}

type Server = Effect.Success<ReturnType<typeof started>>

const [first, second] = ["1".repeat(32), "2".repeat(32)]
const { delay, overlap } = SigningKeys.limits
const minute = SigningKeys.limits.reload

/** Follows the keys of other servers, as servers do. */
const following = ({ follow }: Server) =>
  follow.pipe(Effect.delay(SigningKeys.limits.reload), Effect.forever, Effect.forkScoped)

const signedBy = ({ signer }: Server) => ({
  text: signer.sign("a file"),
  token: signer.derive("tokens").mint({ exp: 4_000_000_000 })
})

/** Whether a server believes both. */
const believes = ({ signer }: Server, { text, token }: ReturnType<typeof signedBy>) => {
  const answers = [
    signer.verify("a file", text),
    signer.derive("tokens").open(token, { now: 0, length: 1000 })._tag === "Success"
  ]
  assert.isTrue(
    answers.every((answer) => answer === answers[0]),
    String(answers)
  )
  return answers[0]
}

const stores = onStores(import.meta.url, {
  memory: Layer.merge(Memory.layer, capabilities),
  postgres: postgresPorts(capabilities)
})

for (const [name, ports] of stores) {
  describe(`signing keys on ${name} (rule signing-keys)`, () => {
    const fresh = Effect.provide(ports, { local: true })

    it.effect("returns the same for servers that start concurrently and for later ones", () =>
      Effect.gen(function* () {
        const servers = yield* Effect.all([started(), started(), started()], { concurrency: "unbounded" })
        const signed = signedBy(yield* started())
        for (const server of servers) assert.isTrue(believes(server, signed))
      }).pipe(fresh)
    )

    it.effect("rotates them without a moment at which a server rejects what another has signed", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* started(first), yield* started(first)]
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* following(other)
            const early = signedBy(other)
            assert.strictEqual(yield* asSystem(one.renew()), overlap)
            assert.strictEqual(signedBy(one).text, early.text, "the new key only signs once all servers know it")
            yield* TestClock.adjust(delay)
            yield* one.reload
            const late = signedBy(one)
            assert.notStrictEqual(late.text, early.text)
            for (const server of [one, other])
              for (const signed of [early, late]) assert.isTrue(believes(server, signed))
            yield* TestClock.adjust(overlap - delay - 1)
            yield* one.reload
            assert.isTrue(believes(one, early), "a millisecond before the end of the overlap")
            yield* TestClock.adjust(minute)
            yield* one.reload
            for (const server of [one, other]) {
              assert.isFalse(believes(server, early))
              assert.isTrue(believes(server, late))
            }
          })
        )
      }).pipe(fresh)
    )

    it.effect(
      "rejects previous keys after an immediate rotation, at once here and within a minute on other servers",
      () =>
        Effect.gen(function* () {
          const [one, other] = [yield* started(first), yield* started(first)]
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* following(other)
              const early = signedBy(one)
              yield* asSystem(one.renew({ atOnce: true }))
              assert.isFalse(believes(one, early))
              yield* TestClock.adjust(minute)
              assert.isFalse(believes(other, early))
              for (const server of [one, other, yield* started(first)]) assert.isTrue(believes(server, signedBy(one)))
            })
          )
        }).pipe(fresh)
    )

    it.effect("expires the keys of an earlier rotation on time after another rotation", () =>
      Effect.gen(function* () {
        const one = yield* started(first)
        const early = signedBy(one)
        yield* asSystem(one.renew())
        yield* TestClock.adjust(overlap / 2)
        yield* asSystem(one.renew())
        const middle = signedBy(one)
        yield* TestClock.adjust(overlap / 2)
        yield* one.reload
        assert.deepStrictEqual([believes(one, early), believes(one, middle)], [false, true])
        yield* TestClock.adjust(overlap / 2)
        yield* one.reload
        assert.isFalse(believes(one, middle))
      }).pipe(fresh)
    )

    it.effect("creates new ones if a server cannot open the existing ones, which other servers keep", () =>
      Effect.gen(function* () {
        const one = yield* started(first)
        const stranger = yield* started(second)
        assert.isFalse(believes(one, signedBy(stranger)))
        assert.isFalse(believes(stranger, signedBy(one)))
        yield* one.reload
        assert.isTrue(believes(yield* started(second, first), signedBy(one)))
        assert.isTrue(believes(yield* started(first), signedBy(one)))
      }).pipe(fresh)
    )
  })
}
