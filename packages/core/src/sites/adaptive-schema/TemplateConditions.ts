import type { AdaptiveSchema, Properties, Property, Scalar } from "./AdaptiveSchema.ts"

/** A condition that a schema suggests, and what it tests. */
export interface TemplateCondition {
  readonly description: string
  readonly condition: string
}

/** A claim in an expression and in words. */
interface Claim {
  readonly expression: string
  readonly words: string
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/

const below = (of: Claim, name: string): Claim => ({
  expression: identifier.test(name) ? `${of.expression}.${name}` : `${of.expression}[${JSON.stringify(name)}]`,
  words: of.words === "" ? name : `${of.words}.${name}`
})

const ofScalar = ({ expression, words }: Claim, scalar: Scalar): ReadonlyArray<TemplateCondition> => {
  const is = (value: string | boolean): TemplateCondition => ({
    description: `${words} is ${JSON.stringify(value)}`,
    condition: `${expression} === ${JSON.stringify(value)}`
  })
  if (scalar.type === "boolean") return [is(true), is(false)]
  if (scalar.type === "string" && scalar.enum !== undefined) return scalar.enum.map(is)
  return [{ description: `${words} is known`, condition: `${expression} !== undefined` }]
}

const ofList = ({ expression, words }: Claim, items: Scalar): ReadonlyArray<TemplateCondition> =>
  items.type === "string" && items.enum !== undefined
    ? items.enum.map((value) => ({
        description: `${words} has ${JSON.stringify(value)}`,
        condition: `${expression}.includes(${JSON.stringify(value)})`
      }))
    : [{ description: `${words} has something`, condition: `${expression}.length > 0` }]

const ofProperty = (claim: Claim, property: Property): ReadonlyArray<TemplateCondition> => {
  switch (property.type) {
    case "object":
      return ofProperties(claim, property.properties)
    case "array":
      return ofList(claim, property.items)
    default:
      return ofScalar(claim, property)
  }
}

const ofProperties = (of: Claim, properties: Properties): ReadonlyArray<TemplateCondition> =>
  Object.entries(properties).flatMap(([name, property]) => ofProperty(below(of, name), property))

/**
 * Conditions in the order of the schema: one for each value of booleans and enumerations, and for every other claim one
 * that tests its presence. Each is false or fails for visitors without the claim.
 */
export const of = ({ properties }: AdaptiveSchema): ReadonlyArray<TemplateCondition> =>
  ofProperties({ expression: "visitor.claims", words: "" }, properties)
