import { assert, describe, it } from "@effect/vitest"
import { AdaptiveSchema, Input } from "@quire/core"
import { AdaptiveSchemaArbitrary, Property } from "@quire/testing"
import { Effect, Schema } from "effect"
import { propertyOptions } from "../../content/tree/support.ts"

const { limits } = AdaptiveSchema
const check = Input.checked(Schema.make<Schema.Codec<unknown>>(AdaptiveSchema.Update.ast))

/** The broken rules of a schema, with their paths; empty if it is accepted. */
const faultsOf = (jsonSchema: unknown): ReadonlyArray<string> =>
  Effect.runSync(
    Effect.match(check({ jsonSchema }), {
      onFailure: ({ details }) => details.map(({ path, rule }) => `${path}: ${rule}`),
      onSuccess: () => []
    })
  )

const schemaOf = (properties: unknown, rest: object = {}) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...rest
})

const boolean = { type: "boolean" }

const nested = (depth: number): object => (depth === 1 ? { a: boolean } : { a: schemaOf(nested(depth - 1)) })

const numbered = <A>(count: number, item: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => item(index))

const manyProperties = (count: number) => Object.fromEntries(numbered(count, (index) => [`p${index}`, boolean]))

const choices = (count: number) => ({ type: "string", enum: numbered(count, (index) => `v${index}`) })

describe("an adaptive schema (rule adaptive-schema)", () => {
  it("accepts every kind of property and keeps it unchanged", () =>
    Property.sync(
      [AdaptiveSchemaArbitrary.schemas],
      ([schema]) => {
        assert.deepStrictEqual(Effect.runSync(check({ jsonSchema: schema })), { jsonSchema: schema })
        assert.deepStrictEqual(
          Schema.decodeUnknownSync(AdaptiveSchema.AdaptiveSchema, { onExcessProperty: "error" })(schema),
          schema
        )
      },
      propertyOptions(100, 3_000)
    ))

  const accepted: ReadonlyArray<readonly [what: string, schema: unknown]> = [
    ["the one of a new site", AdaptiveSchema.empty],
    ["draft and id", schemaOf({}, { $schema: AdaptiveSchema.draft, $id: "https://example.com/visitor.json" })],
    ["descriptions", schemaOf({ beta: { type: "boolean", description: "Whether they try\nnew things" } })],
    ["numbers", schemaOf({ seats: { type: "number" } })],
    ["lists of enumerations", schemaOf({ roles: { type: "array", items: choices(2) } })],
    ["unsigned claims", schemaOf({ unsigned: schemaOf({ lang: { type: "string" } }, { description: "Unsigned." }) })],
    [`properties ${limits.depth} deep`, schemaOf(nested(limits.depth))],
    [`${limits.properties} properties`, schemaOf(manyProperties(limits.properties))],
    [`${limits.values} values`, schemaOf({ a: choices(limits.values - 1), b: { type: "array", items: choices(1) } })],
    [
      "texts in addition to the maximum number of values",
      schemaOf({ a: choices(limits.values), b: { type: "string" } })
    ],
    ["a long name", schemaOf({ ["😀".repeat(limits.nameLength)]: boolean })],
    ["a long value", schemaOf({ a: { type: "string", enum: ["😀".repeat(limits.valueLength)] } })],
    ["a long description", schemaOf({ a: { ...boolean, description: "x".repeat(limits.descriptionLength) } })]
  ]
  it.each(accepted)("accepts %s", (_, schema) => {
    assert.deepStrictEqual(faultsOf(schema), [])
  })

  const refused: ReadonlyArray<readonly [what: string, schema: unknown, fault: RegExp]> = [
    ["a text", "object", /^jsonSchema: /],
    ["another type at the top", { ...schemaOf({}), type: "array" }, /^jsonSchema\.type: .*"object"/],
    ["no properties", { type: "object", additionalProperties: false }, /^jsonSchema\.properties: is missing$/],
    ["additional properties", { ...schemaOf({}), additionalProperties: true }, /^jsonSchema\.additionalProperties: /],
    [
      "unspecified additional properties",
      { type: "object", properties: {} },
      /^jsonSchema\.additionalProperties: is missing$/
    ],
    [
      "another draft",
      schemaOf({}, { $schema: "https://json-schema.org/draft/2020-12/schema" }),
      /^jsonSchema\.\$schema: /
    ],
    ["required properties", schemaOf({}, { required: ["a"] }), /^jsonSchema\.required: is unexpected/],
    ["definitions", schemaOf({}, { definitions: {} }), /^jsonSchema\.definitions: is unexpected/],
    [
      "a pattern",
      schemaOf({ a: { type: "string", pattern: "(a+)+$" } }),
      /^jsonSchema\.properties\.a\.pattern: is unexpected/
    ],
    ["a reference", schemaOf({ a: { $ref: "#" } }), /^jsonSchema\.properties\.a/],
    ["a default", schemaOf({ a: { ...boolean, default: true } }), /^jsonSchema\.properties\.a\.default: is unexpected/],
    [
      "an enumeration of booleans",
      schemaOf({ a: { ...boolean, enum: [true] } }),
      /^jsonSchema\.properties\.a\.enum: is unexpected/
    ],
    ["integers", schemaOf({ a: { type: "integer" } }), /^jsonSchema\.properties\.a\.type: /],
    ["null", schemaOf({ a: { type: "null" } }), /^jsonSchema\.properties\.a\.type: /],
    ["a list of types", schemaOf({ a: { type: ["string", "null"] } }), /^jsonSchema\.properties\.a\.type: /],
    [
      "a list of lists",
      schemaOf({ a: { type: "array", items: { type: "array", items: boolean } } }),
      /^jsonSchema\.properties\.a\.items\.type: /
    ],
    [
      "a list of objects",
      schemaOf({ a: { type: "array", items: schemaOf({}) } }),
      /^jsonSchema\.properties\.a\.items\.type: /
    ],
    [
      "a list of several kinds",
      schemaOf({ a: { type: "array", items: [boolean] } }),
      /^jsonSchema\.properties\.a\.items\.type: is missing/
    ],
    [
      "a bound on a list",
      schemaOf({ a: { type: "array", items: boolean, maxItems: 2 } }),
      /^jsonSchema\.properties\.a\.maxItems: is unexpected/
    ],
    [
      "an open object",
      schemaOf({ a: { type: "object", properties: {} } }),
      /^jsonSchema\.properties\.a\.additionalProperties: is missing$/
    ],
    [
      "an empty enumeration",
      schemaOf({ a: { type: "string", enum: [] } }),
      /^jsonSchema\.properties\.a\.enum: .*1 to 500 values/
    ],
    [
      "a number in an enumeration",
      schemaOf({ a: { type: "string", enum: [1] } }),
      /^jsonSchema\.properties\.a\.enum\.0: /
    ],
    [
      "a duplicate value",
      schemaOf({ a: { type: "string", enum: ["x", "x"] } }),
      /^jsonSchema\.properties\.a\.enum: must not contain a value twice$/
    ],
    [
      "an empty value",
      schemaOf({ a: { type: "string", enum: [""] } }),
      /^jsonSchema\.properties\.a\.enum\.0: must be 1 to 100 characters$/
    ],
    [
      "a line break in a value",
      schemaOf({ a: { type: "string", enum: ["a\nb"] } }),
      /^jsonSchema\.properties\.a\.enum\.0: must not contain control characters$/
    ],
    [
      "half an emoji",
      schemaOf({ a: { type: "string", enum: ["\ud83d"] } }),
      /^jsonSchema\.properties\.a\.enum\.0: must be well-formed Unicode$/
    ],
    ["a name without characters", schemaOf({ "": boolean }), /^jsonSchema\.properties\.: must be 1 to 64 characters$/],
    ["the name __proto__", schemaOf(JSON.parse('{"__proto__": {"type": "boolean"}}')), /__proto__: is unexpected/],
    [
      "unsigned claims that are a text",
      schemaOf({ unsigned: { type: "string" } }),
      /^jsonSchema\.properties\.unsigned\.type: must be an object/
    ],
    [
      "properties too deep",
      schemaOf(nested(limits.depth + 1)),
      /^jsonSchema\.properties\.a\.properties\.a.*\.a: is nested deeper than 5$/
    ],
    [
      "too many properties",
      schemaOf(manyProperties(limits.properties + 1)),
      /^jsonSchema\.properties: must not have more than 100 properties$/
    ],
    [
      "too many nested properties",
      schemaOf({ a: schemaOf(manyProperties(limits.properties)) }),
      /^jsonSchema\.properties: must not have more than 100 properties$/
    ],
    [
      "too many values",
      schemaOf({ a: choices(limits.values), b: { type: "array", items: choices(1) } }),
      /^jsonSchema\.properties: must not have more than 500 values/
    ],
    [
      "too many values of one property",
      schemaOf({ a: choices(limits.values + 1) }),
      /^jsonSchema\.properties\.a\.enum: .*1 to 500 values/
    ],
    ["a name too long", schemaOf({ ["😀".repeat(limits.nameLength + 1)]: boolean }), /: must be 1 to 64 characters$/],
    [
      "a value too long",
      schemaOf({ a: { type: "string", enum: ["😀".repeat(limits.valueLength + 1)] } }),
      /^jsonSchema\.properties\.a\.enum\.0: must be 1 to 100 characters$/
    ],
    [
      "a description too long",
      schemaOf({ a: { ...boolean, description: "x".repeat(limits.descriptionLength + 1) } }),
      /^jsonSchema\.properties\.a\.description: must be at most 500 characters$/
    ]
  ]
  it.each(refused)("rejects %s, and reports where", (_, schema, fault) => {
    const faults = faultsOf(schema)
    assert.lengthOf(faults, 1, faults.join("; "))
    assert.match(faults[0] ?? "", fault)
  })

  it("fails without a long search when it is deep", () => {
    assert.lengthOf(faultsOf(schemaOf(nested(5_000))), 1)
  })

  it("has a JSON schema", () => {
    const described = JSON.stringify(Schema.toJsonSchemaDocument(AdaptiveSchema.Update))
    assert.include(described, '"#/$defs/AdaptiveSchema"')
    assert.include(described, '"AdaptiveSchemaNumber"')
  })
})
