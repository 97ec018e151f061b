import { SamlSignIn, SamlVerifier } from "@quire/core"
import { Clock, Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { capabilities, memoryWith } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Idp from "./idp.ts"
import * as Hall from "./samlServer.ts"

let verified = 0

/** Counts how often a signature is verified. */
const counted = Layer.effect(
  SamlVerifier.SamlVerifier,
  Effect.map(SamlVerifier.SamlVerifier, (verifier) => ({
    ...verifier,
    verify: (response: string, expected: SamlVerifier.ExpectedAssertion) =>
      Effect.suspend(() => {
        verified += 1
        return verifier.verify(response, expected)
      })
  }))
).pipe(Layer.provide(capabilities))

describe("responses of identity providers (rule saml-cheap-checks)", () => {
  let api: Server.Opened<Server.Whole>
  let hall: Hall.Hall

  beforeAll(async () => {
    api = await Server.open(memoryWith(Layer.merge(capabilities, counted)))
    hall = await api.run(Hall.open())
  })
  afterAll(() => api.close())

  /** Whether a response opens something, and how often signatures were verified for it. */
  const send = async (responseAt: (now: number) => string) => {
    verified = 0
    const result = await api.run(
      Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.result(Hall.send(hall, responseAt(now))))
    )
    return [result._tag, verified]
  }

  it("does not verify one that answers an unknown request", async () => {
    let all = 0
    for (let at = 0; at < 20; at++) {
      const [tag, count] = await send((now) =>
        Idp.honest(hall.service, hall.keys, now, { inResponseTo: `_unknown${at}` })
      )
      assert.strictEqual(tag, "Failure")
      all += Number(count)
    }
    assert.strictEqual(all, 0)
  })

  it("does not verify one without a signature or with an unknown issuer", async () => {
    const unsigned = (now: number) => Idp.encode(Idp.response(hall.service, now, Idp.assertion(hall.service, now)))
    const foreign = { ...hall.service, issuer: "https://other.test/metadata" }
    assert.deepStrictEqual(await send(unsigned), ["Failure", 0])
    assert.deepStrictEqual(await send((now) => Idp.honest(foreign, hall.keys, now)), ["Failure", 0])
    for (const text of ["", "x y", "a".repeat(300_000)]) assert.deepStrictEqual(await send(() => text), ["Failure", 0])
  })

  it("verifies one once if it answers an open request or none", async () => {
    const address = await api.run(Effect.flatMap(SamlSignIn.SamlSignIn, (signIn) => signIn.start(hall.provider.id)))
    const inResponseTo = Hall.requestIn(address)
    assert.deepStrictEqual(await send((now) => Idp.honest(hall.service, hall.keys, now)), ["Success", 1])
    const answer = (now: number) => Idp.honest(hall.service, hall.keys, now, { inResponseTo })
    assert.deepStrictEqual(await send(answer), ["Success", 1])
    assert.deepStrictEqual(await send(answer), ["Failure", 0])
  })
})
