import { assert, layer } from "@effect/vitest"
import { SamlVerifier } from "@quire/core"
import { Effect } from "effect"
import { capabilities } from "../support/engine.ts"
import { makeKeys } from "./certificates.ts"
import * as Idp from "./idp.ts"

const keys = makeKeys()
const now = 1_800_000_000_000

const service: Idp.Service = {
  newcomer: "ada@acme.test",
  acsURL: "http://quire.test/acs",
  entityID: "http://quire.test/metadata",
  issuer: "https://idp.test/metadata"
}

const verify = (wishes: Idp.Wishes, twist: (xml: string) => string = (xml) => xml) =>
  Effect.gen(function* () {
    const verifier = yield* SamlVerifier.SamlVerifier
    const xml = Buffer.from(Idp.honest(service, keys, now, wishes), "base64").toString()
    return yield* verifier.verify(Idp.encode(twist(xml)), {
      issuer: service.issuer,
      certificates: yield* verifier.readCertificates(keys.certificate),
      audience: service.entityID,
      destination: service.acsURL,
      now
    })
  })

const read = (attributes: Idp.Wishes["attributes"]) =>
  Effect.map(verify(attributes === undefined ? {} : { attributes }), (asserted) => asserted.attributes)

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, `v${at}`] as const))

layer(capabilities)("attributes of an assertion (rule saml-attributes)", (it) => {
  it.effect("returns texts by name, and lists of several values", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({}), {})
      const given = { "urn:oid:2.5.4.10": " Acme &amp; Sons ", groups: ["a", "b", "a"], none: [], toString: "x" }
      assert.deepStrictEqual(yield* read(given), { ...given, "urn:oid:2.5.4.10": "Acme & Sons" })
      const inherited = yield* read(JSON.parse('{"__proto__": "x", "constructor": "y"}'))
      assert.deepStrictEqual(Object.entries(inherited), [
        ["__proto__", "x"],
        ["constructor", "y"]
      ])
      assert.deepStrictEqual(yield* read({ a: ["<b/>", "c"] }), { a: "c" })
    })
  )

  it.effect("ignores attributes beyond the limits of number and length", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(many(100)), many(100))
      assert.deepStrictEqual(yield* read(many(101)), many(100))
      const values = Array.from({ length: 101 }, (_, at) => `v${at}`)
      assert.deepStrictEqual(yield* read({ a: values }), { a: values.slice(0, 100) })
      const [long, longer] = ["v".repeat(1000), "v".repeat(1001)]
      assert.deepStrictEqual(yield* read({ a: long, b: longer }), { a: long, b: [] })
      const [name, longName] = ["n".repeat(256), "n".repeat(257)]
      assert.deepStrictEqual(yield* read({ [name]: "x", [longName]: "y", "": "z" }), { [name]: "x" })
    })
  )

  it.effect("reads only signed ones", () =>
    Effect.gen(function* () {
      const changed = verify({ attributes: { plan: "free" } }, (xml) => xml.replace(">free<", ">team<"))
      assert.strictEqual((yield* Effect.flip(changed))._tag, "AssertionRefused")
      const unsigned =
        '<saml:AttributeStatement><saml:Attribute Name="plan"><saml:AttributeValue>team</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>'
      const added = verify({ attributes: { plan: "free" } }, (xml) =>
        xml.replace(
          "</saml:Assertion>",
          `</saml:Assertion><x xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${unsigned}</x>`
        )
      )
      assert.deepStrictEqual((yield* added).attributes, { plan: "free" })
    })
  )
})
