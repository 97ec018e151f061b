import { assert, describe, it } from "@effect/vitest"
import { AdaptiveSchema } from "@quire/core"
import { Claims, Expression, TemplateConditions } from "@quire/core/internal"
import { AdaptiveSchemaArbitrary, Property } from "@quire/testing"
import { Result } from "effect"
import { propertyOptions } from "../../content/tree/support.ts"

type Properties = AdaptiveSchema.Properties

const schemaOf = (properties: Properties): AdaptiveSchema.Fields => ({
  type: "object",
  properties,
  additionalProperties: false
})

const parsed = (condition: string) => Result.getOrThrow(Expression.parse(condition))

const holds = (condition: string, claims: Claims.Claims): boolean =>
  Result.getOrElse(
    Expression.holds(parsed(condition), { visitor: { claims: { unsigned: {}, ...claims } } }),
    () => false
  )

/** Claims for which a property is there, one for each value that it may have. */
const valuesOf = (property: AdaptiveSchema.Property): ReadonlyArray<unknown> => {
  switch (property.type) {
    case "boolean":
      return [true, false]
    case "number":
      return [0]
    case "string":
      return property.enum ?? ["x"]
    case "array":
      return valuesOf(property.items).map((value) => [value])
    case "object":
      return Object.entries(property.properties).flatMap(([name, below]) =>
        valuesOf(below).map((value) => ({ [name]: value }))
      )
  }
}

describe("the list of template conditions of a schema (rule adaptive-schema)", () => {
  it("follows the order of the schema", () => {
    const schema = schemaOf({
      beta: { type: "boolean", description: "Tries new things" },
      plan: { type: "string", enum: ["free", "pro"] },
      name: { type: "string" },
      seats: { type: "number" },
      "first name": { type: "string" },
      roles: { type: "array", items: { type: "string", enum: ["admin"] } },
      sizes: { type: "array", items: { type: "number" } },
      account: schemaOf({ eu: { type: "boolean" } }),
      unsigned: schemaOf({ lang: { type: "string", enum: ["de"] } })
    })
    assert.deepStrictEqual(
      TemplateConditions.of(schema).map(({ condition, description }) => [condition, description]),
      [
        ["visitor.claims.beta === true", "beta is true"],
        ["visitor.claims.beta === false", "beta is false"],
        ['visitor.claims.plan === "free"', 'plan is "free"'],
        ['visitor.claims.plan === "pro"', 'plan is "pro"'],
        ["visitor.claims.name !== undefined", "name is known"],
        ["visitor.claims.seats !== undefined", "seats is known"],
        ['visitor.claims["first name"] !== undefined', "first name is known"],
        ['visitor.claims.roles.includes("admin")', 'roles has "admin"'],
        ["visitor.claims.sizes.length > 0", "sizes has something"],
        ["visitor.claims.account.eu === true", "account.eu is true"],
        ["visitor.claims.account.eu === false", "account.eu is false"],
        ['visitor.claims.unsigned.lang === "de"', 'unsigned.lang is "de"']
      ]
    )
    assert.deepStrictEqual(TemplateConditions.of(AdaptiveSchema.empty), [])
  })

  it("hides content from visitors without claims, and shows it to those with matching claims", () =>
    Property.sync(
      [AdaptiveSchemaArbitrary.schemas],
      ([schema]) => {
        const conditions = TemplateConditions.of(schema).map(({ condition }) => condition)
        const audiences = valuesOf({ ...schema, type: "object" }).map((claims) => {
          const { unsigned } = { unsigned: undefined, ...Object(claims) }
          return Claims.trim(schema, claims, unsigned)
        })
        for (const condition of conditions) {
          assert.isFalse(holds(condition, {}), condition)
          assert.isTrue(
            audiences.some((claims) => holds(condition, claims)),
            condition
          )
        }
        for (const claims of audiences) {
          assert.isTrue(
            conditions.some((condition) => holds(condition, claims)),
            JSON.stringify(claims)
          )
        }
      },
      propertyOptions(100, 5_000)
    ))

  it("contains valid expressions also for names and values of maximum length", () => {
    const { depth, nameLength, valueLength } = AdaptiveSchema.limits
    const name = '"'.repeat(nameLength)
    const nested = (left: number): Properties => ({
      [name]: left === 1 ? { type: "string", enum: ['"'.repeat(valueLength)] } : schemaOf(nested(left - 1))
    })
    const conditions = TemplateConditions.of(schemaOf(nested(depth)))
    assert.lengthOf(conditions, 1)
    for (const { condition } of conditions) assert.isTrue(Result.isSuccess(Expression.parse(condition)))
  })
})
