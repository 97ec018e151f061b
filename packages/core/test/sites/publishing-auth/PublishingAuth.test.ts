import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, SamlProviderId, SiteId } from "@quire/core"
import { PublishingAuth, Sealed } from "@quire/core/internal"
import { Schema } from "effect"
import { faultsOf } from "../faults.ts"

const { Patch } = PublishingAuth

const auth = PublishingAuth.ofNewSite(
  { id: SiteId.make("s1"), organization: OrganizationId.make("o1") },
  Sealed.SealedText.make("1.k.x")
)

describe("the authentication of a site's visitors", () => {
  it("uses the organization's own server by default", () =>
    assert.deepStrictEqual(Schema.encodeSync(PublishingAuth.PublishingAuthView)(PublishingAuth.view(auth, "key")), {
      object: "publishing-auth",
      backend: "custom",
      privateKey: "key"
    }))

  it("changes key by key, and null removes the fallback", () => {
    const fallbackURL = "https://quire.test/sign-in"
    const changed = PublishingAuth.patch(auth, { backend: "integration", fallbackURL })
    assert.deepStrictEqual(changed, { ...auth, backend: "integration", fallbackURL })
    assert.deepStrictEqual(PublishingAuth.patch(changed, {}), changed)
    assert.deepStrictEqual(PublishingAuth.patch(changed, { fallbackURL: null }), { ...changed, fallbackURL: null })
    assert.strictEqual(PublishingAuth.view(changed, "key").fallbackURL, fallbackURL)
    assert.strictEqual(PublishingAuth.view({ ...changed, integration: "sso" }, "key").integration, "sso")
  })

  it("has one of two backends, and an http or https address", () => {
    const address = (length: number) => "https://quire.test/".padEnd(length, "a")
    for (const given of [{}, { backend: "custom" }, { backend: "integration" }, { fallbackURL: address(2048) }]) {
      assert.deepStrictEqual(faultsOf(Patch, given), [])
    }
    assert.isNotEmpty(faultsOf(Patch, { backend: "saml" }))
    assert.isNotEmpty(faultsOf(Patch, { backend: null }))
    assert.match(faultsOf(Patch, { fallbackURL: address(2049) }).join(), /2048/)
    assert.deepStrictEqual(faultsOf(Patch, { fallbackURL: "javascript:1" }), [
      "fallbackURL: must be an http or https URL"
    ])
    for (const key of ["privateKey", "integration"]) {
      assert.match(faultsOf(Patch, { [key]: "x" }).join(), new RegExp(`^${key}: is unexpected`))
    }
  })

  it("names a provider and the mapping of its attributes, and null removes either (rule visitor-provider)", () => {
    const provider = SamlProviderId.make("p1")
    const claims = { memberOf: "groups", "urn:oid:2.5.4.10": "account.name" }
    const changed = PublishingAuth.patch(auth, { provider, claims })
    assert.deepStrictEqual(changed, { ...auth, provider, claims })
    assert.deepStrictEqual(PublishingAuth.patch(changed, {}), changed)
    assert.deepStrictEqual(PublishingAuth.patch(changed, { claims: { cn: "name" } }).claims, { cn: "name" })
    assert.deepStrictEqual(PublishingAuth.patch(changed, { provider: null }), { ...changed, provider: null })
    assert.deepStrictEqual(PublishingAuth.patch(changed, { claims: null }), { ...changed, claims: {} })
    assert.deepInclude(PublishingAuth.view(changed, "key"), { provider, claims })
  })

  it("limits the mapped attributes (rule visitor-provider-claims)", () => {
    const faults = (claims: unknown) => faultsOf(Patch, { claims })
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`attribute ${at}`, `c${at}`]))
    const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join(".")
    const { attributeLength, attributes } = PublishingAuth.limits
    for (const claims of [
      {},
      many(attributes),
      { ["a".repeat(attributeLength)]: "c" },
      { a: "c".repeat(64) },
      { a: names(5) },
      { a: "plan", b: "planned", c: "plan d.e" },
      { a: "account.aud", "http://schemas.xmlsoap.org/claims/Group": "groups", constructor: "toString" }
    ]) {
      assert.deepStrictEqual(faults(claims), [], JSON.stringify(claims))
    }
    assert.match(faults(many(attributes + 1)).join(), /^claims: must not have more than 100 attributes/)
    const attribute = /^claims: must have names of attributes of 1 to 256 characters/
    for (const claims of [{ ["a".repeat(attributeLength + 1)]: "c" }, { "": "c" }, { "a\u0000": "c" }]) {
      assert.match(faults(claims).join(), attribute)
    }
    assert.match(faults(JSON.parse('{"__proto__": "c"}')).join(), attribute)
    const path = /^claims\.a: must be 1 to 5 names of claims/
    for (const a of ["", ".", "a.", ".a", "a..b", "a\n", names(6), "c".repeat(65), "__proto__", "a.__proto__.b"]) {
      assert.match(faults({ a }).join(), path, JSON.stringify(a))
    }
    for (const a of ["aud", "exp", "iat", "nbf", "unsigned", "unsigned.lang", "exp.x"]) {
      assert.match(faults({ a }).join(), /^claims\.a: must not start with/, a)
    }
    for (const claims of [
      { a: "plan", b: "plan" },
      { a: "account", b: "account.name" },
      { a: "account.name", b: "account" }
    ]) {
      assert.match(faults(claims).join(), /must not overlap with another claim/)
    }
    assert.isNotEmpty(faults({ a: 1 }))
    assert.isNotEmpty(faults({ a: null }))
    assert.isNotEmpty(faults([]))
  })

  it("changes only its key when it is rotated (rule visitor-key)", () => {
    const sealed = Sealed.SealedText.make("1.k.y")
    assert.deepStrictEqual(PublishingAuth.regenerate(auth, sealed), { ...auth, sealed })
  })
})
