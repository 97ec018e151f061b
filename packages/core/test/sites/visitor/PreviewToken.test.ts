import { assert, describe, it } from "@effect/vitest"
import { AdaptiveSchema, SiteId, SpaceId, UserId } from "@quire/core"
import { Audience, ContentToken, PreviewToken, Signer } from "@quire/core/internal"
import { Result } from "effect"

const signerOf = (secret: string) => {
  const key = { id: "the-key1", secret }
  return Signer.make(() => ({ current: key, believed: [key] }))
}
const signer = signerOf("the-key-of-the-installation")
const now = 1_800_000_000_123
const previewed = {
  person: UserId.make("user1"),
  changeRequest: { space: SpaceId.make("space1"), number: 7 }
}
const preview = { site: SiteId.make("site1"), claims: { isBeta: true, plan: "pro" }, ...previewed }
const token = PreviewToken.sign(signer, now, preview)

const isRefused = (text: string, at = now, by = signer) =>
  Result.isFailure(PreviewToken.verify(text, { signer: by, now: at }))

const facts: Audience.Facts = {
  published: false,
  visibility: "visitor-auth",
  shareLinks: [],
  signingKey: "the-key-of-the-site",
  audiences: ["site1"],
  adaptive: {
    enabled: true,
    schema: { type: "object", properties: { isBeta: { type: "boolean" } }, additionalProperties: false }
  },
  now
}

describe("a preview token (rule publication-preview)", () => {
  it("names a site, a user, a change request and claims, for an hour", () => {
    assert.deepStrictEqual(Result.getOrThrow(PreviewToken.verify(token, { signer, now })) as object, preview as object)
    const start = Math.floor(now / 1000) * 1000
    assert.isFalse(isRefused(token, start + 3_599_999))
    assert.isTrue(isRefused(token, start + 3_600_000))
  })

  it("passes only when the server signed it, and is not a content token", () => {
    assert.isTrue(isRefused(token, now, signerOf("another")))
    assert.isTrue(isRefused(`${token}x`))
    const { person: _, ...withoutPerson } = preview
    assert.isTrue(isRefused(PreviewToken.sign(signer, now, withoutPerson as never)))
    assert.isTrue(Result.isFailure(ContentToken.verify(token, { signer, now })))
    const { claims } = preview
    const audience = { visibility: "public" as const, claims }
    const content = { ...preview, siteSpace: "s", space: "p", revision: "r", audience }
    assert.isTrue(isRefused(ContentToken.sign(signer, facts, content as never)))
  })

  it("shows unpublished content, with the claims that the schema allows", () => {
    const audience = Audience.preview(facts, preview.claims, previewed)
    assert.deepStrictEqual(audience as object, {
      visibility: "visitor-auth",
      preview: previewed,
      claims: { isBeta: true }
    })
    assert.deepStrictEqual(Audience.readmit(facts, audience), audience)
    const { schema } = facts.adaptive
    const later: Audience.Facts = { ...facts, adaptive: { enabled: false, schema: schema ?? AdaptiveSchema.empty } }
    assert.deepStrictEqual(Audience.readmit(later, audience)?.claims as object, {})
  })
})
