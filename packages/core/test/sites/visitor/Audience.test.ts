import { assert, describe, it } from "@effect/vitest"
import { AdaptiveSchema, SpaceSites, VisitorToken } from "@quire/core"
import { Audience } from "@quire/core/internal"
import { Schema } from "effect"

const now = 1_800_000_000_000
const key = "the-key-of-the-site"

const schema: AdaptiveSchema.AdaptiveSchema = {
  type: "object",
  properties: {
    plan: { type: "string", enum: ["free", "pro"] },
    unsigned: { type: "object", properties: { lang: { type: "string" } }, additionalProperties: false }
  },
  additionalProperties: false
}

const facts: Audience.Facts = {
  published: true,
  visibility: "public",
  shareLinks: [
    { id: "l1", key: "a".repeat(43), active: true },
    { id: "l2", key: "b".repeat(43), active: false },
    { id: "l3", key: "c".repeat(43), active: true }
  ],
  signingKey: key,
  audiences: ["site1"],
  adaptive: { enabled: true, schema },
  now
}

const exp = now / 1000 + 60
const genuine = VisitorToken.sign({ plan: "pro", admin: true, exp }, key)

/** Tokens by what they are; undefined is none. */
const tokens = {
  none: undefined,
  genuine,
  expired: VisitorToken.sign({ plan: "pro", exp: now / 1000 }, key),
  forged: VisitorToken.sign({ plan: "pro", exp }, "another-key"),
  "another site's": VisitorToken.sign({ plan: "pro", exp, aud: "site2" }, key),
  malformed: "eyJ"
} as const

const keys = {
  none: undefined,
  active: "c".repeat(43),
  inactive: "b".repeat(43),
  unknown: "d".repeat(43),
  short: "c",
  empty: ""
} as const

const believed: ReadonlySet<string> = new Set(["genuine"])

/** What is to come of a request, in one table. */
const expected = (visibility: SpaceSites.SiteVisibility, published: boolean, token: string, link: string): string => {
  if (!published || (link !== "none" && link !== "active")) return "not-found"
  switch (visibility) {
    case "public":
    case "unlisted":
      return "admitted"
    case "share-link":
      return link === "active" ? "admitted" : "not-found"
    case "visitor-auth":
      return believed.has(token) ? "admitted" : token === "none" ? "needs-token" : "token-refused"
  }
}

const requestOf = (token: string | undefined, shareKey: string | undefined): Audience.Request => ({
  ...(token === undefined ? {} : { token }),
  ...(shareKey === undefined ? {} : { shareKey }),
  unsigned: { lang: "de", plan: "pro", other: 1 }
})

const rows = SpaceSites.SiteVisibility.literals.flatMap((visibility) =>
  [true, false].flatMap((published) =>
    [true, false].flatMap((enabled) =>
      Object.entries(tokens).flatMap(([tokenName, token]) =>
        Object.entries(keys).map(([keyName, shareKey]) => ({
          name: `${visibility}, ${published ? "" : "not "}published, ${enabled ? "" : "not "}adaptive, token ${tokenName}, key ${keyName}`,
          facts: { ...facts, visibility, published, adaptive: { enabled, schema } },
          request: requestOf(token, shareKey),
          outcome: expected(visibility, published, tokenName, keyName),
          claims: !enabled ? {} : { ...(believed.has(tokenName) ? { plan: "pro" } : {}), unsigned: { lang: "de" } },
          expiresAt: believed.has(tokenName) ? { expiresAt: exp * 1000 } : {},
          link: visibility === "share-link" ? { shareLink: "l3" } : {}
        }))
      )
    )
  )
)

describe("the admission to a published site (rule visitor-admission)", () => {
  it.each(rows)("follows the table: $name", ({ claims, expiresAt, facts, link, outcome, request }) => {
    const admission = Audience.admit(facts, request)
    assert.strictEqual(admission.outcome, outcome)
    const audience = admission.outcome === "admitted" ? admission : undefined
    const whole = { outcome, audience: { visibility: facts.visibility, ...link, claims }, ...expiresAt }
    assert.deepStrictEqual(audience, outcome === "admitted" ? whole : undefined)
  })

  it("reports why a token is rejected", () => {
    const admission = Audience.admit({ ...facts, visibility: "visitor-auth" }, { token: tokens.expired })
    assert.strictEqual(admission.outcome === "token-refused" ? admission.refusal.reason : "", "expired")
  })

  it("finds no link by an empty key, even if one had it", () => {
    const broken = { ...facts, shareLinks: [{ id: "l0", key: "", active: true }] }
    assert.strictEqual(Audience.admit(broken, { shareKey: "" }).outcome, "not-found")
  })

  it("limits the number of unsigned claims (rule visitor-claims-unsigned)", () => {
    const ofBytes = (bytes: number) => {
      const left = bytes - '{"lang":""}'.length
      return { lang: "é".repeat(Math.floor(left / 2)) + "x".repeat(left % 2) }
    }
    const { unsignedBytes } = Audience.limits
    const claimsOf = (bytes: number) => {
      const admission = Audience.admit(facts, { token: genuine, unsigned: ofBytes(bytes) })
      return admission.outcome === "admitted" ? admission.audience.claims : undefined
    }
    assert.deepStrictEqual(claimsOf(unsignedBytes), { plan: "pro", unsigned: ofBytes(unsignedBytes) })
    assert.deepStrictEqual(claimsOf(unsignedBytes + 1), { plan: "pro" })
  })
})

describe("a visitor whom a provider signed in (rule visitor-provider-ends)", () => {
  const own: Audience.Facts = { ...facts, visibility: "visitor-auth", provider: "p1" }
  const token = VisitorToken.sign({ plan: "pro", exp }, VisitorToken.providerKey(key, "p1"))
  const outcomeOf = (changed: Partial<Audience.Facts>, brought = token) =>
    Audience.admit({ ...own, ...changed }, { token: brought }).outcome

  it("reads the site under the same settings as visitors of the host", () => {
    const audience = { visibility: own.visibility, provider: "p1", claims: { plan: "pro" } }
    assert.deepStrictEqual(Audience.admit(own, { token }), { outcome: "admitted", audience, expiresAt: exp * 1000 })
    assert.strictEqual(outcomeOf({}, genuine), "admitted")
    assert.strictEqual(outcomeOf({ provider: undefined }, genuine), "admitted")
  })

  it.each([
    ["no provider signs in any more", { provider: undefined }],
    ["another provider does", { provider: "p2" }],
    ["the key is new", { signingKey: "a-new-key" }],
    ["there is no key", { signingKey: "" }],
    ["the token is for another site", { audiences: ["site2"] }],
    ["the token has expired", { now: exp * 1000 }]
  ] as ReadonlyArray<readonly [string, Partial<Audience.Facts>]>)("loses access once %s", (what, changed) => {
    const brought = what.includes("another site")
      ? VisitorToken.sign({ exp, aud: "site1" }, VisitorToken.providerKey(key, "p1"))
      : token
    assert.strictEqual(outcomeOf({}, brought), "admitted")
    assert.strictEqual(outcomeOf(changed, brought), "token-refused")
  })

  it("needs the provider for readmission", () => {
    const admission = Audience.admit(own, { token })
    if (admission.outcome !== "admitted") throw new Error(admission.outcome)
    assert.deepStrictEqual(Audience.readmit(own, admission.audience), admission.audience)
    assert.isUndefined(Audience.readmit({ ...own, provider: undefined }, admission.audience))
    assert.isUndefined(Audience.readmit({ ...own, provider: "p2" }, admission.audience))
  })

  it("has a key that is neither the site's nor that of another provider", () => {
    const keys = [key, VisitorToken.providerKey(key, "p1"), VisitorToken.providerKey(key, "p2")]
    assert.strictEqual(new Set(keys).size, 3)
    assert.strictEqual(VisitorToken.providerKey("", "p1"), "")
  })
})

describe("a previously admitted audience (rule content-token)", () => {
  const admitted = (facts: Audience.Facts): Audience.Audience => {
    const admission = Audience.admit(facts, requestOf(genuine, keys.active))
    assert.strictEqual(admission.outcome, "admitted")
    return admission.outcome === "admitted" ? admission.audience : { visibility: "public", claims: {} }
  }

  it.each(SpaceSites.SiteVisibility.literals)("stays the same while nothing changes: %s", (visibility) => {
    const own = { ...facts, visibility }
    const audience = admitted(own)
    assert.deepStrictEqual(Audience.readmit(own, audience), audience)
    assert.deepStrictEqual(Schema.decodeUnknownSync(Audience.Audience)(JSON.parse(JSON.stringify(audience))), audience)
  })

  it.each(SpaceSites.SiteVisibility.literals)(
    "ends once the site is not published or changes its visibility: %s",
    (visibility) => {
      const own = { ...facts, visibility }
      const audience = admitted(own)
      assert.isUndefined(Audience.readmit({ ...own, published: false }, audience))
      for (const other of SpaceSites.SiteVisibility.literals.filter((each) => each !== visibility)) {
        assert.isUndefined(Audience.readmit({ ...own, visibility: other }, audience))
      }
    }
  )

  it("ends once its link is revoked, and another link does not replace it", () => {
    const own: Audience.Facts = { ...facts, visibility: "share-link" }
    const audience = admitted(own)
    const revoked = own.shareLinks.map((link) => (link.id === "l3" ? { ...link, active: false } : link))
    assert.isUndefined(Audience.readmit({ ...own, shareLinks: revoked }, audience))
    assert.isUndefined(
      Audience.readmit({ ...own, shareLinks: own.shareLinks.filter(({ id }) => id !== "l3") }, audience)
    )
    const { shareLink: _, ...without } = audience
    assert.isUndefined(Audience.readmit(own, without))
  })

  it("has the claims that the schema currently allows", () => {
    const audience = admitted(facts)
    assert.deepStrictEqual(audience.claims, { plan: "pro", unsigned: { lang: "de" } })
    const narrower = { ...facts, adaptive: { enabled: true, schema: AdaptiveSchema.empty } }
    assert.deepStrictEqual(Audience.readmit(narrower, audience)?.claims, {})
    const off = { ...facts, adaptive: { enabled: false, schema } }
    assert.deepStrictEqual(Audience.readmit(off, audience)?.claims, {})
  })
})
