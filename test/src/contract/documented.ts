import * as fc from "fast-check"

/** A part of the OpenAPI document that describes values. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly contentEncoding?: string
  readonly contentMediaType?: string
  readonly not?: object
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly patternProperties?: { readonly [pattern: string]: JsonSchema }
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Schemas = { readonly [name: string]: JsonSchema }

/** Objects inside each other beyond which only what is required is generated. */
const depth = 4

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const { $ref, allOf, ...rest } = schema
  const referred = $ref === undefined ? {} : resolved(schemas[decodeURIComponent($ref.split("/").at(-1)!)]!, schemas)
  return Object.assign({}, referred, rest, ...(allOf ?? []).map((part) => resolved(part, schemas)))
}

const formats: { readonly [format: string]: string } = {
  "content-security-policy": "default-src 'self'",
  emoji: "1f680",
  expression: "true",
  hostname: "docs.test",
  "uri-reference": "/old/page",
  "date-time": "2099-01-01T00:00:00.000Z",
  email: "ada@docs.test",
  uri: "https://docs.test/x"
}

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const isWithin = (text: string, { maxLength = 1_000_000, minLength = 0 }: JsonSchema): boolean => {
  const { length } = Array.from(text)
  return length >= minLength && length <= maxLength
}

const strings = (schema: JsonSchema): fc.Arbitrary<string> => {
  const { contentEncoding, format, maxLength = 1_000_000, minLength = 0, pattern } = schema
  if (format !== undefined) return fc.constant(formats[format] ?? format)
  if (schema.contentMediaType === "image/png") return fc.constant(png)
  if (contentEncoding === "base64") return fc.base64String({ minLength: 4, maxLength: 8 })
  const unit = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(..."abcxyz019-_") }, fc.constantFrom(..." .:/éß🚀"))
  const free = fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 20) })
  if (pattern === undefined) return free
  const form = new RegExp(pattern, "u")
  const near = free.filter((text) => form.test(text))
  const isEasy = fc.sample(free, { seed: 1, numRuns: 100 }).filter((text) => form.test(text)).length > 20
  return isEasy ? near : fc.stringMatching(form, { size: "-1" }).filter((text) => isWithin(text, schema))
}

const namesOf = (schema: JsonSchema, schemas: Schemas): fc.Arbitrary<string> => {
  const [pattern] = Object.keys(schema.patternProperties ?? {})
  const names = schema.propertyNames === undefined ? { minLength: 1 } : resolved(schema.propertyNames, schemas)
  if (names.enum !== undefined) return fc.constantFrom(...names.enum.map(String))
  return strings(pattern === undefined ? names : { ...names, pattern }).filter((name) => name !== "__proto__")
}

const objects = (schema: JsonSchema, schemas: Schemas, left: number): fc.Arbitrary<object> => {
  const { additionalProperties, maxProperties = 2, minProperties = 0, patternProperties, properties = {} } = schema
  const required = schema.required ?? []
  const known = Object.entries(properties).filter(
    ([name, { not }]) => not === undefined && (left > 0 || required.includes(name))
  )
  const fields = Object.fromEntries(known.map(([name, field]) => [name, arbitrary(field, schemas, left - 1)]))
  const fixed = fc.record(fields, {
    requiredKeys: Object.keys(fields).filter((name) => required.includes(name)),
    noNullPrototype: true
  })
  if (schema.maxProperties !== undefined && Object.keys(fields).length > schema.maxProperties) {
    const alternatives = Object.entries(fields).map(([name, field]) => fc.record({ [name]: field }))
    return fc.oneof(fc.constant({}), ...alternatives)
  }
  const [value] = Object.values(patternProperties ?? {})
  const more = value ?? (typeof additionalProperties === "object" ? additionalProperties : undefined)
  if (more === undefined) return fixed
  const rest = fc.dictionary(namesOf(schema, schemas), arbitrary(more, schemas, left - 1), {
    noNullPrototype: true,
    minKeys: minProperties,
    maxKeys: Math.min(maxProperties, left > 0 ? minProperties + 2 : minProperties)
  })
  return fc.tuple(rest, fixed).map(([others, own]) => ({ ...others, ...own }))
}

/** Values that a schema of the document allows. */
export const arbitrary = (given: JsonSchema, schemas: Schemas, left = depth): fc.Arbitrary<unknown> => {
  const schema = resolved(given, schemas)
  const { anyOf, enum: values, items = {}, maxItems = 1_000, minItems = 0, uniqueItems } = schema
  if (values !== undefined) return fc.constantFrom(...values)
  if (left < -3 * depth) return fc.constant(null)
  if (anyOf !== undefined) {
    const { anyOf: _, ...common } = schema
    return fc.oneof(...anyOf.map((each) => arbitrary({ ...common, ...resolved(each, schemas) }, schemas, left - 1)))
  }
  switch (schema.type) {
    case "string":
      return strings(schema)
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 })
    case "number":
      return fc.integer({ min: Math.ceil(schema.minimum ?? -1_000), max: Math.floor(schema.maximum ?? 1_000) })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array": {
      const lengths = { minLength: minItems, maxLength: Math.min(maxItems, left > 0 ? minItems + 2 : minItems) }
      const item = arbitrary(items, schemas, left - 1)
      return uniqueItems === true
        ? fc.uniqueArray(item, { ...lengths, selector: (value) => JSON.stringify(value).trim() })
        : fc.array(item, lengths)
    }
    case "object":
      return objects(schema, schemas, left)
    default:
      return fc.constantFrom<unknown>("x", 1, true, {})
  }
}

/** A value that breaks one constraint of a schema, and where. */
export interface Breach {
  readonly fault: string
  readonly path: ReadonlyArray<string | number>
  readonly value: unknown
}

const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<string | number>, put: unknown): unknown => {
  if (key === undefined) return put
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? replaced(item, rest, put) : item))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, put) }
}

const wrongValues = (schema: JsonSchema, value: unknown): ReadonlyArray<readonly [fault: string, value: unknown]> => {
  const { enum: values, maxItems, maxLength, maximum, minItems, minLength, minimum, pattern, type } = schema
  if (values !== undefined) return [["enum", "no such value"]]
  const faults: Array<readonly [string, unknown]> = []
  if (type === "string") {
    faults.push(["type", 7])
    if (maxLength !== undefined && maxLength < 300_000) faults.push(["maxLength", "x".repeat(maxLength + 1)])
    if (minLength === 1) faults.push(["minLength", ""])
    if (pattern !== undefined) {
      const wrong = ["a\u0000b", "É ~", ""].find((each) => !new RegExp(pattern, "u").test(each))
      if (wrong !== undefined) faults.push(["pattern", wrong])
    }
  }
  if (type === "boolean") faults.push(["type", "yes"])
  if (type === "integer") faults.push(["type", "many"], ["type", 1.5])
  if (type === "number") faults.push(["type", "many"])
  if (minimum !== undefined) faults.push(["minimum", minimum - 1])
  if (maximum !== undefined) faults.push(["maximum", maximum + 1])
  if (type === "array" && Array.isArray(value)) {
    faults.push(["type", "list"])
    if (minItems !== undefined && minItems > 0) faults.push(["minItems", []])
    if (maxItems !== undefined && maxItems <= 1_000 && value.length > 0 && schema.uniqueItems !== true) {
      faults.push(["maxItems", Array.from({ length: maxItems + 1 }, () => value[0])])
    }
    if (schema.uniqueItems === true && value.length > 0) faults.push(["uniqueItems", [...value, value[0]]])
  }
  return faults
}

/** All values that differ from one that a schema allows in breaking one constraint, outside of alternatives. */
export const breaches = (given: JsonSchema, schemas: Schemas, whole: unknown): ReadonlyArray<Breach> => {
  const found: Array<Breach> = []
  const visit = (part: JsonSchema, value: unknown, path: ReadonlyArray<string | number>): void => {
    const schema = resolved(part, schemas)
    if (schema.anyOf !== undefined) return
    for (const [fault, wrong] of wrongValues(schema, value)) {
      found.push({ fault, path, value: replaced(whole, path, wrong) })
    }
    if (schema.type === "array" && Array.isArray(value) && schema.items !== undefined) {
      for (const [at, item] of value.entries()) visit(schema.items, item, [...path, at])
    }
    if (schema.type !== "object" || typeof value !== "object" || value === null) return
    for (const name of schema.required ?? []) {
      const { [name]: _, ...rest } = value as Record<string, unknown>
      found.push({ fault: "required", path: [...path, name], value: replaced(whole, path, rest) })
    }
    if (schema.additionalProperties === false && schema.patternProperties === undefined) {
      found.push({
        fault: "additionalProperties",
        path: [...path, "no-such-field"],
        value: replaced(whole, [...path, "no-such-field"], 1)
      })
    }
    for (const [name, field] of Object.entries(value)) {
      const known = schema.properties?.[name]
      if (known !== undefined) visit(known, field, [...path, name])
    }
  }
  visit(given, whole, [])
  return found
}
