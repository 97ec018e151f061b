import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, SiteId } from "@quire/core"
import { PublishingAuth, PublishingAuthInput, PublishingAuthView, Sealed } from "@quire/core/internal"
import { Schema } from "effect"
import { faultsOf } from "../faults.ts"

const { Patch } = PublishingAuthInput

const auth = PublishingAuth.ofNewSite(
  { id: SiteId.SiteId.make("s1"), organization: OrganizationId.OrganizationId.make("o1") },
  Sealed.Sealed.make("1.k.x")
)

describe("how visitors of a site prove who they are", () => {
  it("is by the organization's own server at first", () =>
    assert.deepStrictEqual(
      Schema.encodeSync(PublishingAuthView.PublishingAuthView)(PublishingAuthView.view(auth, "key")),
      {
        object: "publishing-auth",
        backend: "custom",
        privateKey: "key"
      }
    ))

  it("is changed key by key, and null leaves out the fallback again", () => {
    const fallbackURL = "https://quire.test/sign-in"
    const changed = PublishingAuthInput.patch(auth, { backend: "integration", fallbackURL })
    assert.deepStrictEqual(changed, { ...auth, backend: "integration", fallbackURL })
    assert.deepStrictEqual(PublishingAuthInput.patch(changed, {}), changed)
    assert.deepStrictEqual(PublishingAuthInput.patch(changed, { fallbackURL: null }), { ...changed, fallbackURL: null })
    assert.strictEqual(PublishingAuthView.view(changed, "key").fallbackURL, fallbackURL)
    assert.strictEqual(PublishingAuthView.view({ ...changed, integration: "sso" }, "key").integration, "sso")
  })

  it("has one of two backends, and an address of http or https", () => {
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

  it("has another key after it is made anew, and nothing else (rule visitor-key)", () => {
    const sealed = Sealed.Sealed.make("1.k.y")
    assert.deepStrictEqual(PublishingAuth.regenerate(auth, sealed), { ...auth, sealed })
  })
})
