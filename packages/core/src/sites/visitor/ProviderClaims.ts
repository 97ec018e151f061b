import { Predicate } from "effect"
import type { VerifiedAssertion } from "../../people/identity-provider/SamlVerifier.ts"
import type { AdaptiveSchema, Property, Scalar } from "../adaptive-schema/AdaptiveSchema.ts"
import * as Claims from "../adaptive-schema/Claims.ts"
import type { ClaimPaths } from "../publishing-auth/PublishingAuth.ts"

type Value = VerifiedAssertion["attributes"][string]

const number = /^-?\d{1,15}(?:\.\d{1,15})?$/

const convert = (text: string, { type }: Scalar): string | number | boolean | undefined => {
  switch (type) {
    case "string":
      return text
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : undefined
    case "number":
      return number.test(text) ? Number(text) : undefined
  }
}

/** An attribute as a claim; one that has several values is no single value. */
const claimOf = (value: Value, property: Property) => {
  const texts = typeof value === "string" ? [value] : value
  if (property.type === "object") return undefined
  if (property.type === "array") return texts.flatMap((text) => convert(text, property.items) ?? [])
  const [only] = texts
  return only === undefined || texts.length > 1 ? undefined : convert(only, property)
}

/** The property at a path; what an object inherits is none. */
const findProperty = (schema: AdaptiveSchema, names: ReadonlyArray<string>): Property | undefined => {
  let found: Property = schema
  for (const name of names) {
    const next: Property | undefined =
      found.type === "object" && Object.hasOwn(found.properties, name) ? found.properties[name] : undefined
    if (next === undefined) return undefined
    found = next
  }
  return found
}

type Tree = { readonly [name: string]: unknown }

const put = (tree: Tree, [name = "", ...rest]: ReadonlyArray<string>, claim: unknown): Tree => {
  const below = Object.hasOwn(tree, name) ? tree[name] : undefined
  const value = rest.length === 0 ? claim : put(Predicate.isReadonlyObject(below) ? below : {}, rest, claim)
  return { ...tree, [name]: value }
}

/**
 * The claims derived from attributes of a provider: those that the mapping names, as the schema declares them; all
 * others are omitted (rule visitor-provider-claims).
 */
export const make = (
  paths: ClaimPaths,
  schema: AdaptiveSchema,
  attributes: VerifiedAssertion["attributes"]
): Claims.Claims => {
  let claims: Tree = {}
  for (const [attribute, path] of Object.entries(paths)) {
    const names = path.split(".")
    const value = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
    const property = findProperty(schema, names)
    const claim = value === undefined || property === undefined ? undefined : claimOf(value, property)
    if (claim !== undefined) claims = put(claims, names, claim)
  }
  return Claims.trim(schema, claims, undefined)
}
