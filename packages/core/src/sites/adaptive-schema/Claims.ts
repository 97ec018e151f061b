import { Predicate, Schema } from "effect"
import { isJson, Json } from "../../foundation/text/CanonicalJson.ts"
import type { AdaptiveSchema, Properties, Property, Scalar } from "./AdaptiveSchema.ts"

/** The claims of a visitor, by name; unsigned claims are below `unsigned` (rule visitor-claims-unsigned). */
export const Claims = Schema.Record(Schema.String, Json)
export type Claims = typeof Claims.Type

const isAllowed = (value: unknown, scalar: Scalar): value is string | number | boolean => {
  switch (scalar.type) {
    case "boolean":
      return typeof value === "boolean"
    case "number":
      return typeof value === "number" && Number.isFinite(value)
    case "string":
      return typeof value === "string" && value.isWellFormed() && (scalar.enum?.includes(value) ?? true)
  }
}

const trimValue = (value: unknown, property: Property): Json | undefined => {
  switch (property.type) {
    case "array":
      return Array.isArray(value) ? value.filter((item) => isAllowed(item, property.items)) : undefined
    case "object":
      return Predicate.isReadonlyObject(value) ? trimFields(value, property.properties) : undefined
    default:
      return isAllowed(value, property) ? value : undefined
  }
}

/** Only own fields are read, in the order of the properties, regardless of the order in which they arrived. */
const trimFields = (fields: { readonly [name: string]: unknown }, properties: Properties): Claims =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): ReadonlyArray<readonly [string, Json]> => {
      const value = Object.hasOwn(fields, name) ? trimValue(fields[name], property) : undefined
      return value === undefined ? [] : [[name, value]]
    })
  )

/**
 * The claims that a schema allows (rule visitor-claims-trimmed); all other claims and list items are omitted. A signed
 * claim named `unsigned` is not read, since that name is reserved for unsigned claims.
 */
export const trim = (schema: AdaptiveSchema, signed: unknown, unsigned: unknown): Claims =>
  trimFields({ ...(Predicate.isReadonlyObject(signed) ? signed : {}), unsigned }, schema.properties)

const isFree = (value: Json, property: Property): boolean => {
  switch (property.type) {
    case "boolean":
      return false
    case "string":
      return property.enum === undefined
    case "number":
      return true
    case "array":
      return Array.isArray(value) && value.some((item) => isFree(item, property.items))
    case "object":
      return Predicate.isReadonlyObject(value) && areFree(value, property.properties)
  }
}

const areFree = (fields: { readonly [name: string]: unknown }, properties: Properties): boolean =>
  Object.entries(properties).some(([name, property]) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    return isJson(value) && isFree(value, property)
  })

/**
 * Whether trimmed claims contain a number, or a text that the schema does not enumerate: such claims can identify a
 * person.
 */
export const canName = (schema: AdaptiveSchema, claims: Claims): boolean => areFree(claims, schema.properties)
