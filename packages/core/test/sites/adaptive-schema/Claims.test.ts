import { assert, describe, it } from "@effect/vitest"
import { type AdaptiveSchema, CanonicalJson } from "@quire/core"
import { Claims } from "@quire/core/internal"
import { AdaptiveSchemaArbitrary, Property } from "@quire/testing"
import * as fc from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const kinds = new Set(["boolean", "string", "number"])

/** Whether a value has the form of a JSON Schema, by the keywords that adaptive schemas have. */
const isValid = (value: unknown, schema: unknown): boolean => {
  assert.isTrue(isRecord(schema))
  const of = isRecord(schema) ? schema : {}
  const { enum: allowed, items, properties, type } = of
  if (kinds.has(String(type))) return typeof value === type && (!Array.isArray(allowed) || allowed.includes(value))
  if (type === "array") return Array.isArray(value) && value.every((item) => isValid(item, items))
  return (
    isRecord(value) &&
    isRecord(properties) &&
    Reflect.ownKeys(value).every(
      (key) => typeof key === "string" && Object.hasOwn(properties, key) && isValid(value[key], properties[key])
    )
  )
}

const brought = AdaptiveSchemaArbitrary.schemas.chain((schema) => {
  const { unsigned } = schema.properties
  const below = unsigned?.type === "object" ? unsigned.properties : {}
  return fc.tuple(
    fc.constant(schema),
    fc.oneof(AdaptiveSchemaArbitrary.claims(schema.properties), fc.anything()),
    fc.oneof(AdaptiveSchemaArbitrary.claims(below), fc.anything())
  )
})

const schemaOf = (properties: AdaptiveSchema.Properties): AdaptiveSchema.Fields => ({
  type: "object",
  properties,
  additionalProperties: false
})

const schema = schemaOf({
  beta: { type: "boolean" },
  plan: { type: "string", enum: ["free", "pro"] },
  name: { type: "string" },
  seats: { type: "number" },
  roles: { type: "array", items: { type: "string", enum: ["admin", "editor"] } },
  account: schemaOf({ id: { type: "string" }, region: schemaOf({ eu: { type: "boolean" } }) }),
  unsigned: schemaOf({ plan: { type: "string", enum: ["free", "pro"] }, lang: { type: "string" } })
})

const whole = {
  beta: true,
  plan: "pro",
  name: "Ann",
  seats: 3,
  roles: ["admin"],
  account: { id: "a1", region: { eu: false } }
}

describe("the trimming of a visitor's claims (rule visitor-claims-trimmed)", () => {
  it("returns claims that match the schema, and is idempotent", () =>
    Property.sync(
      [brought],
      ([[schema, signed, unsigned]]) => {
        const claims = Claims.trim(schema, signed, unsigned)
        assert.isTrue(isValid(claims, schema))
        assert.isTrue(CanonicalJson.isJson(claims))
        assert.deepStrictEqual(Claims.trim(schema, claims, claims["unsigned"]), claims)
        assert.strictEqual(Object.getPrototypeOf(claims), Object.prototype)
      },
      propertyOptions(400, 20_000)
    ))

  it("keeps all claims that match the schema", () =>
    Property.sync(
      [brought],
      ([[schema, signed, unsigned]]) => {
        const given: { readonly [name: string]: unknown } = { ...(isRecord(signed) ? signed : {}), unsigned }
        const claims = Claims.trim(schema, signed, unsigned)
        for (const [name, property] of Object.entries(schema.properties)) {
          const value = Object.hasOwn(given, name) ? given[name] : undefined
          const isLeft = value !== undefined && isValid(value, property) && CanonicalJson.isJson(value)
          if (isLeft) assert.isTrue(CanonicalJson.equals(claims[name], value), name)
        }
      },
      propertyOptions(400, 20_000)
    ))

  it("does not depend on the order of the input", () =>
    Property.sync(
      [brought],
      ([[schema, signed, unsigned]]) => {
        const turned = isRecord(signed) ? Object.fromEntries(Object.entries(signed).toReversed()) : signed
        assert.strictEqual(
          JSON.stringify(Claims.trim(schema, turned, unsigned)),
          JSON.stringify(Claims.trim(schema, signed, unsigned))
        )
      },
      propertyOptions(100, 5_000)
    ))

  it("keeps all claims unchanged if the schema allows them", () => {
    assert.deepStrictEqual(Claims.trim(schema, whole, { plan: "free", lang: "de" }), {
      ...whole,
      unsigned: { plan: "free", lang: "de" }
    })
  })

  const rows: ReadonlyArray<readonly [what: string, signed: unknown, left: object]> = [
    ["an unknown claim", { ...whole, admin: true }, whole],
    ["a text for a boolean", { beta: "true" }, {}],
    ["a number for a boolean", { beta: 1 }, {}],
    ["a boolean object", { beta: Object(true) }, {}],
    ["a value outside of the enumeration", { plan: "PRO" }, {}],
    ["an inherited value for an enumeration", { plan: "length" }, {}],
    ["half an emoji", { name: "\ud83d" }, {}],
    ["NaN", { seats: Number.NaN }, {}],
    ["Infinity", { seats: Number.POSITIVE_INFINITY }, {}],
    ["null", { beta: null, plan: null, name: null, roles: null, account: null }, {}],
    ["a text for a list", { roles: "admin" }, {}],
    [
      "items that are not allowed",
      { roles: ["admin", "root", 1, null, ["editor"], "editor"] },
      { roles: ["admin", "editor"] }
    ],
    ["an object for a list", { roles: { 0: "admin", length: 1 } }, {}],
    ["a list for an object", { account: ["a1"] }, {}],
    ["an unknown field of an object", { account: { id: "a1", admin: true } }, { account: { id: "a1" } }],
    ["an object with nothing allowed in it", { account: { id: 1 } }, { account: {} }],
    ["a list of claims", [whole], {}],
    ["a text", "plan", {}],
    ["nothing", undefined, {}]
  ]
  it.each(rows)("removes %s", (_, signed, left) => {
    assert.deepStrictEqual(Claims.trim(schema, signed, undefined), left)
  })

  const anyText = { type: "string" } as const
  const hostile = schemaOf({
    constructor: anyText,
    toString: anyText,
    valueOf: schemaOf({ name: anyText }),
    hasOwnProperty: { type: "boolean" } as const
  })

  it("never returns inherited properties", () => {
    assert.deepStrictEqual(Claims.trim(hostile, {}, undefined), {})
    assert.deepStrictEqual(
      Claims.trim(hostile, Object.create({ constructor: "x", hasOwnProperty: true }), undefined),
      {}
    )
    assert.deepStrictEqual(Claims.trim(hostile, { constructor: "x", hasOwnProperty: true }, undefined), {
      constructor: "x",
      hasOwnProperty: true
    })
    assert.deepStrictEqual(Claims.trim(schema, { account: Object.create({ id: "a1" }) }, undefined), { account: {} })
    const polluting: unknown = JSON.parse(
      '{"__proto__": {"beta": true, "plan": "pro"}, "account": {"__proto__": {"id": "a1"}}}'
    )
    const claims = Claims.trim(schema, polluting, polluting)
    assert.deepStrictEqual(claims, { account: {}, unsigned: {} })
    assert.isUndefined(claims["beta"])
    assert.strictEqual(Object.getPrototypeOf(claims), Object.prototype)
  })

  it("puts unsigned claims below `unsigned` and nowhere else (rule visitor-claims-unsigned)", () => {
    const forged = { plan: "pro", beta: true, lang: "de", unsigned: { plan: "pro" } }
    assert.deepStrictEqual(Claims.trim(schema, {}, forged), { unsigned: { plan: "pro", lang: "de" } })
    assert.deepStrictEqual(Claims.trim(schema, { unsigned: { plan: "pro" } }, undefined), {})
    assert.deepStrictEqual(Claims.trim(schema, { unsigned: { plan: "pro" } }, { lang: "de" }), {
      unsigned: { lang: "de" }
    })
    assert.deepStrictEqual(Claims.trim(schemaOf({ beta: { type: "boolean" } }), {}, { beta: true }), {})
  })
})
