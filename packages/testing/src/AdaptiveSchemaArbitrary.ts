import type { AdaptiveSchema } from "@quire/core"
import * as fc from "fast-check"
import { choice } from "./Choice.ts"

const name = choice(
  "plan",
  "beta",
  "a b",
  'q"',
  "constructor",
  "hasOwnProperty",
  "toString",
  "class",
  "ä",
  "$x",
  "1",
  "exp"
)

const described = <A extends object>(arbitrary: fc.Arbitrary<A>) =>
  fc
    .tuple(arbitrary, fc.boolean())
    .map(([value, isDescribed]) => (isDescribed ? { ...value, description: "It." } : value))

const values = fc.uniqueArray(
  choice("pro", "free", "", "a'\"\\b", "😀", "true").filter((value) => value !== ""),
  {
    minLength: 1,
    maxLength: 4
  }
)

const scalar: fc.Arbitrary<AdaptiveSchema.Scalar> = described(
  fc.oneof(
    fc.constant<AdaptiveSchema.Scalar>({ type: "boolean" }),
    fc.constant<AdaptiveSchema.Scalar>({ type: "string" }),
    fc.constant<AdaptiveSchema.Scalar>({ type: "number" }),
    values.map((list): AdaptiveSchema.Scalar => ({ type: "string", enum: list }))
  )
)

const list = described(scalar.map((items): AdaptiveSchema.Property => ({ type: "array", items })))

const object = (depth: number): fc.Arbitrary<Extract<AdaptiveSchema.Property, { type: "object" }>> =>
  propertiesAt(depth).map((properties) => ({ type: "object", properties, additionalProperties: false }))

const propertiesAt = (depth: number): fc.Arbitrary<AdaptiveSchema.Properties> =>
  fc
    .array(fc.tuple(name, depth <= 0 ? fc.oneof(scalar, list) : fc.oneof(scalar, scalar, list, object(depth - 1))), {
      maxLength: 4
    })
    .map((entries) => Object.fromEntries(entries))

/** Adaptive schemas of every kind of property, three deep. */
export const schemas: fc.Arbitrary<AdaptiveSchema.AdaptiveSchema> = fc
  .tuple(propertiesAt(2), fc.option(object(1)))
  .map(([properties, unsigned]) => ({
    type: "object",
    properties: { ...properties, ...(unsigned === null ? {} : { unsigned }) },
    additionalProperties: false
  }))

const ofScalar = (scalar: AdaptiveSchema.Scalar): fc.Arbitrary<unknown> => {
  switch (scalar.type) {
    case "boolean":
      return fc.boolean()
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case "string":
      return scalar.enum === undefined ? fc.string() : fc.constantFrom(...scalar.enum)
  }
}

/** Values that no property allows, and values that other properties allow. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  choice(null, Number.NaN, "pro", "PRO", "toString", 0, true, "\ud800"),
  fc.array(choice("pro", 1, true, null, []), { maxLength: 3 }),
  fc.record({ plan: choice("pro", "free"), unsigned: fc.constant({ plan: "pro" }) })
)

const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: strange })

const ofProperty = (property: AdaptiveSchema.Property): fc.Arbitrary<unknown> => {
  switch (property.type) {
    case "object":
      return mostly(claims(property.properties))
    case "array":
      return mostly(fc.array(mostly(ofScalar(property.items)), { maxLength: 4 }))
    default:
      return mostly(ofScalar(property))
  }
}

/** Claims of a visitor: some that the properties allow, in any order, and others. */
export const claims = (properties: AdaptiveSchema.Properties): fc.Arbitrary<{ readonly [name: string]: unknown }> =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, ofProperty(property)])), {
        requiredKeys: []
      }),
      fc.dictionary(fc.oneof(name, choice("__proto__", "unsigned", "other")), strange, { maxKeys: 2 }),
      fc.boolean()
    )
    .map(([own, other, isReversed]) => {
      const entries = [...Object.entries(other), ...Object.entries(own)]
      return Object.fromEntries(isReversed ? entries.toReversed() : entries)
    })
