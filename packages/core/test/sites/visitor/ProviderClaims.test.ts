import { assert, describe, it } from "@effect/vitest"
import type { AdaptiveSchema } from "@quire/core"
import { ProviderClaims } from "@quire/core/internal"

const schema: AdaptiveSchema.AdaptiveSchema = {
  type: "object",
  properties: {
    plan: { type: "string", enum: ["free", "pro"] },
    name: { type: "string" },
    isBeta: { type: "boolean" },
    seats: { type: "number" },
    groups: { type: "array", items: { type: "string", enum: ["writers", "readers"] } },
    account: {
      type: "object",
      properties: {
        region: { type: "string" },
        limits: { type: "object", properties: { users: { type: "number" } }, additionalProperties: false }
      },
      additionalProperties: false
    },
    unsigned: { type: "object", properties: { lang: { type: "string" } }, additionalProperties: false }
  },
  additionalProperties: false
}

type Case = readonly [
  what: string,
  paths: Readonly<Record<string, string>>,
  attributes: Readonly<Record<string, string | ReadonlyArray<string>>>,
  claims: unknown
]

const cases: ReadonlyArray<Case> = [
  ["a text", { cn: "name" }, { cn: "Ada" }, { name: "Ada" }],
  ["a text of a list of one", { cn: "name" }, { cn: ["Ada"] }, { name: "Ada" }],
  ["several values for a text", { cn: "name" }, { cn: ["Ada", "Grace"] }, {}],
  ["an empty list for a text", { cn: "name" }, { cn: [] }, {}],
  ["an attribute that is not mapped", {}, { name: "Ada", plan: "pro" }, {}],
  ["a missing attribute", { cn: "name" }, {}, {}],
  ["an attribute that an object inherits", { toString: "name", constructor: "plan" }, {}, {}],
  ["a claim that is not declared", { cn: "role" }, { cn: "admin" }, {}],
  ["a claim that an object inherits", { cn: "constructor", sn: "toString.name" }, { cn: "x", sn: "y" }, {}],
  ["a claim below one that is not an object", { cn: "name.first" }, { cn: "Ada" }, {}],
  ["an object as a value", { cn: "account" }, { cn: "{}" }, {}],
  ["a value of the enumeration", { plan: "plan" }, { plan: "pro" }, { plan: "pro" }],
  ["a value outside of the enumeration", { plan: "plan" }, { plan: "owner" }, {}],
  ["true", { beta: "isBeta" }, { beta: "true" }, { isBeta: true }],
  ["false", { beta: "isBeta" }, { beta: "false" }, { isBeta: false }],
  ["an invalid boolean", { beta: "isBeta" }, { beta: "1" }, {}],
  ["a number", { n: "seats" }, { n: "-12.5" }, { seats: -12.5 }],
  ["an invalid number", { n: "seats" }, { n: "0x10" }, {}],
  ["an empty text as a number", { n: "seats" }, { n: "" }, {}],
  ["an infinite number", { n: "seats" }, { n: "9".repeat(400) }, {}],
  [
    "the allowed values of a list",
    { memberOf: "groups" },
    { memberOf: ["admins", "readers", "writers"] },
    { groups: ["readers", "writers"] }
  ],
  ["a list of one", { memberOf: "groups" }, { memberOf: "readers" }, { groups: ["readers"] }],
  [
    "claims in one object",
    { c: "account.region", "urn:users": "account.limits.users" },
    { c: "eu", "urn:users": "7" },
    { account: { region: "eu", limits: { users: 7 } } }
  ],
  ["an unsigned claim", { lang: "unsigned.lang" }, { lang: "de" }, {}]
]

describe("the mapping of a provider's attributes to claims (rule visitor-provider-claims)", () => {
  it.each(cases)("handles %s", (_, paths, attributes, claims) => {
    assert.deepStrictEqual<unknown>(ProviderClaims.make(paths, schema, attributes), claims)
  })

  it("returns no claims where a site declares none", () => {
    const none = { type: "object", properties: {}, additionalProperties: false } as const
    assert.deepStrictEqual(ProviderClaims.make({ plan: "plan" }, none, { plan: "pro" }), {})
  })
})
