import { assert, describe, it } from "@effect/vitest"
import { AdaptiveSchema, RevisionId, Secrets, SiteId, SiteSpaceId, SpaceId, VisitorToken } from "@quire/core"
import { type Audience, ContentToken, JsonWebToken, Signer } from "@quire/core/internal"
import { Result } from "effect"

const signerOf = (secret: string) => {
  const key = { id: "the-key1", secret }
  return Signer.make(() => ({ current: key, believed: [key] }))
}
const installationKey = "the-key-of-the-installation"
const signer = signerOf(installationKey)
const now = 1_800_000_000_123

const facts: Audience.Facts = {
  published: true,
  visibility: "share-link",
  shareLinks: [{ id: "l1", key: "a".repeat(43), active: true }],
  signingKey: "the-key-of-the-site",
  audiences: ["site1"],
  adaptive: {
    enabled: true,
    schema: { type: "object", properties: { plan: { type: "string" } }, additionalProperties: false }
  },
  now
}

const content = {
  site: SiteId.make("site1"),
  siteSpace: SiteSpaceId.make("sitespace1"),
  space: SpaceId.make("space1"),
  revision: RevisionId.make("rev1"),
  audience: { visibility: "share-link" as const, shareLink: "l1", claims: { plan: "pro" } }
}

const token = ContentToken.sign(signer, facts, content)
const verify = (text: string, at = now) => ContentToken.verify(text, { signer, now: at })
const isRefused = (text: string, at = now) => Result.isFailure(verify(text, at))

describe("a content token (rule content-token)", () => {
  it("names its subject as long as the facts are the same", () => {
    const read = Result.getOrThrow(verify(token))
    const { key: _, ...named } = read
    assert.deepStrictEqual(named, content)
    assert.deepStrictEqual(Result.getOrThrow(ContentToken.renew(signer, facts, read)), read)
  })

  it("expires after an hour", () => {
    const start = Math.floor(now / 1000) * 1000
    assert.isFalse(isRefused(token, start + 3_599_999))
    assert.isTrue(isRefused(token, start + 3_600_000))
  })

  it("reveals none of the keys with which it was made", () => {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString()
    assert.include(payload, '"space1"')
    for (const key of [installationKey, facts.signingKey]) {
      assert.notInclude(payload, key)
      assert.notInclude(payload, Secrets.digest(key))
    }
  })

  const changes: ReadonlyArray<readonly [what: string, changed: Partial<Audience.Facts>]> = [
    ["the site is unpublished", { published: false }],
    ["the link is revoked", { shareLinks: [{ id: "l1", key: "a".repeat(43), active: false }] }],
    ["the link is removed", { shareLinks: [] }],
    ["the visibility changes", { visibility: "visitor-auth" }],
    ["the signing key is rotated", { signingKey: "a-new-key" }]
  ]
  it.each(changes)("expires when %s", (_, changed) => {
    const read = Result.getOrThrow(verify(token))
    assert.isTrue(Result.isFailure(ContentToken.renew(signer, { ...facts, ...changed }, read)))
  })

  it("has the claims that the schema currently allows", () => {
    const read = Result.getOrThrow(verify(token))
    const narrower = { ...facts, adaptive: { enabled: true, schema: AdaptiveSchema.empty } }
    assert.deepStrictEqual(Result.getOrThrow(ContentToken.renew(signer, narrower, read)).audience.claims, {})
  })

  const exp = now / 1000 + 60
  it.each([
    ["a token of another server", ContentToken.sign(signerOf("another-key"), facts, content)],
    [
      "a token signed with the server's key itself",
      JsonWebToken.mint(installationKey, { ...content, key: "x", exp }, "the-key1")
    ],
    ["a visitor token", VisitorToken.sign({ ...content, key: "x", exp }, facts.signingKey)],
    ["a token without a signature", `${token.split(".").slice(0, 2).join(".")}.`],
    ["an empty token", ""],
    ["a token that is too long", `${token}${"x".repeat(ContentToken.limits.length)}`]
  ])("rejects %s", (_, text) => {
    assert.isTrue(isRefused(text))
  })

  it("fails without further details", () => {
    const refusal = Result.match(verify(""), { onFailure: (error) => error, onSuccess: () => undefined })
    assert.strictEqual(refusal?.kind, "unauthenticated")
    assert.strictEqual(refusal?.message, "the content token is invalid or expired: request a new one")
  })

  it("holds the largest audience that a site admits", () => {
    const claims = { plan: "x".repeat(6_000), unsigned: { lang: "x".repeat(2_000) } }
    const large = ContentToken.sign(signer, facts, { ...content, audience: { ...content.audience, claims } })
    assert.isFalse(isRefused(large))
  })
})
