import { type ApiDescription, ExactJson } from "@quire/core"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { limits } from "./DescriptionLimits.ts"
import { type At, below, definedFields, flag, get, isRecord, list, type Raw, type RawRecord, truth } from "./Raw.ts"

type Schema = ApiDescription.ApiSchema

/** A number, represented by its digits where a double would lose precision. */
const exact = (value: Raw): ApiDescription.ExactNumber | undefined => {
  if (!(value instanceof ExactJson.Literal)) return typeof value === "number" ? value : undefined
  return value.json.length <= limits.digits && /^-?\d/.test(value.json) ? value.json : undefined
}

/** Minimum size of a schema, in characters. */
const ownCharacters = 40

export const readExternalDocs = (
  reading: DescriptionContext,
  raw: Raw,
  at: At
): ApiDescription.ExternalDocs | undefined => {
  if (!isRecord(raw)) return undefined
  const url = reading.link(get(raw, "url"), below(at, "url"))
  return url === undefined
    ? undefined
    : { url, ...definedFields({ description: reading.text(get(raw, "description")) }) }
}

/** Types by name. In OpenAPI 3.0, `nullable` adds null to the types; a schema without types allows it anyway. */
const readTypes = (
  reading: DescriptionContext,
  raw: RawRecord
): Pick<ApiDescription.ApiSchemaObject, "nullable" | "types"> => {
  const type = get(raw, "type")
  const types = typeof type === "string" ? [type === "file" ? "string" : type] : (reading.texts(type) ?? [])
  const nullable = flag(get(raw, "nullable")) ?? flag(get(raw, "x-nullable"))
  if (types.length === 0) return definedFields({ nullable })
  return { types: nullable === true && !types.includes("null") ? [...types, "null"] : types }
}

/** The value as a text where a schema allows texts alone, as YAML takes `1.10` for a number and `true` for a truth value. */
const asText = (raw: RawRecord, value: Raw): Raw => {
  const types = [get(raw, "type")].flat().filter((type) => type !== "null")
  const isText = types.length === 1 && types[0] === "string"
  if (!isText || typeof value === "object" || value === undefined) {
    return isText && value instanceof ExactJson.Literal ? value.written : value
  }
  return String(value)
}

/** How deep schemas are followed for the values of an example. */
const exampleDepth = 10

/** A value of a schema: texts are texts, in whatever is in it too. */
export const valueOf = (reading: DescriptionContext, schema: Raw, value: Raw, depth = exampleDepth): Raw => {
  const raw = reading.target(schema)
  if (!isRecord(raw) || depth === 0) return value
  if (Array.isArray(value)) return value.map((item: unknown) => valueOf(reading, get(raw, "items"), item, depth - 1))
  if (!isRecord(value)) return asText(raw, value)
  const properties = get(raw, "properties")
  const others = get(raw, "additionalProperties")
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      valueOf(reading, get(properties, name) ?? others, each, depth - 1)
    ])
  )
}

/** Numeric bounds. Before OpenAPI 3.1, an exclusive bound is a boolean next to the bound. */
const readBounds = (raw: RawRecord) => {
  const isAbove = flag(get(raw, "exclusiveMinimum"))
  const isBelow = flag(get(raw, "exclusiveMaximum"))
  const [minimum, maximum] = [exact(get(raw, "minimum")), exact(get(raw, "maximum"))]
  return definedFields({
    minimum: isAbove ? undefined : minimum,
    maximum: isBelow ? undefined : maximum,
    exclusiveMinimum: isAbove ? minimum : exact(get(raw, "exclusiveMinimum")),
    exclusiveMaximum: isBelow ? maximum : exact(get(raw, "exclusiveMaximum"))
  })
}

const readSizes = (raw: RawRecord) =>
  definedFields({
    multipleOf: exact(get(raw, "multipleOf")),
    minLength: exact(get(raw, "minLength")),
    maxLength: exact(get(raw, "maxLength")),
    minItems: exact(get(raw, "minItems")),
    maxItems: exact(get(raw, "maxItems")),
    minProperties: exact(get(raw, "minProperties")),
    maxProperties: exact(get(raw, "maxProperties")),
    uniqueItems: flag(get(raw, "uniqueItems")),
    readOnly: flag(get(raw, "readOnly")),
    writeOnly: flag(get(raw, "writeOnly")),
    deprecated: flag(get(raw, "deprecated"))
  })

const readExamples = (reading: DescriptionContext, raw: RawRecord, at: At): ReadonlyArray<string> | undefined => {
  const found = [...(Object.hasOwn(raw, "example") ? [get(raw, "example")] : []), ...list(get(raw, "examples"))]
  const texts = found.flatMap((value) => reading.json(valueOf(reading, raw, value), below(at, "example")) ?? [])
  return texts.length === 0 ? undefined : texts
}

const readEnum = (reading: DescriptionContext, raw: RawRecord, at: At): ReadonlyArray<string> | undefined => {
  const values = get(raw, "enum")
  if (!Array.isArray(values)) return undefined
  return values.flatMap((value: unknown) => reading.json(valueOf(reading, raw, value), below(at, "enum")) ?? [])
}

const readTexts = (reading: DescriptionContext, raw: RawRecord, at: At) =>
  definedFields({
    title: reading.text(get(raw, "title")),
    ...reading.described(get(raw, "description"), at),
    format: get(raw, "type") === "file" ? "binary" : reading.text(get(raw, "format")),
    pattern: reading.text(get(raw, "pattern")),
    default: reading.json(valueOf(reading, raw, get(raw, "default")), below(at, "default")),
    const: reading.json(valueOf(reading, raw, get(raw, "const")), below(at, "const")),
    enum: readEnum(reading, raw, at),
    examples: readExamples(reading, raw, at),
    externalDocs: readExternalDocs(reading, get(raw, "externalDocs"), below(at, "externalDocs"))
  })

/** A mapping names schemas by reference, or by their own name. */
const readDiscriminator = (
  reading: DescriptionContext,
  raw: RawRecord,
  at: At
): ApiDescription.Discriminator | undefined => {
  const told = get(raw, "discriminator")
  if (typeof told === "string") return { propertyName: reading.clean(told) }
  const propertyName = reading.text(get(told, "propertyName"))
  if (propertyName === undefined) return undefined
  const mapping = get(told, "mapping")
  const entries = isRecord(mapping) ? Object.entries(mapping) : []
  const named = entries.flatMap(([value, target]) => {
    if (typeof target !== "string") return []
    const place = below(below(at, "discriminator"), "mapping")
    const schema = target.startsWith("#") ? reading.schemaName(target, below(place, value)) : reading.clean(target)
    return schema === undefined ? [] : [{ value: reading.clean(value), schema }]
  })
  return { propertyName, ...definedFields({ mapping: mapping === undefined ? undefined : named }) }
}

const readOne = (reading: DescriptionContext, raw: RawRecord, key: string, at: At): Schema | undefined =>
  Object.hasOwn(raw, key) ? readSchema(reading, raw[key], below(at, key)) : undefined

const readMany = (
  reading: DescriptionContext,
  raw: RawRecord,
  key: string,
  at: At
): ReadonlyArray<Schema> | undefined => {
  const items = get(raw, key)
  if (!Array.isArray(items)) return undefined
  return items.flatMap((item: unknown, index) => readSchema(reading, item, below(below(at, key), index)) ?? [])
}

const readNamed = (
  reading: DescriptionContext,
  raw: RawRecord,
  key: string,
  at: At
): ReadonlyArray<ApiDescription.NamedSchema> | undefined => {
  const named = get(raw, key)
  if (!isRecord(named)) return undefined
  return Object.entries(named).flatMap(([name, item]) => {
    const schema = readSchema(reading, item, below(below(at, key), name))
    return schema === undefined ? [] : [{ name: reading.clean(name), schema }]
  })
}

/** Array items. Before OpenAPI 3.1, a list of schemas describes the first items. */
const readItems = (reading: DescriptionContext, raw: RawRecord, at: At) =>
  Array.isArray(get(raw, "items"))
    ? definedFields({ prefixItems: readMany(reading, raw, "items", at) })
    : definedFields({
        items: readOne(reading, raw, "items", at),
        prefixItems: readMany(reading, raw, "prefixItems", at)
      })

const readRef = (
  reading: DescriptionContext,
  raw: RawRecord,
  at: At
): Pick<ApiDescription.ApiSchemaObject, "ref" | "unresolved"> => {
  const ref = get(raw, "$ref")
  if (typeof ref !== "string") return {}
  const name = reading.schemaName(ref, at)
  return name === undefined ? definedFields({ unresolved: reading.refOf(raw) }) : { ref: name }
}

/** A schema converted to OpenAPI 3.1; undefined, with a note, if it is invalid. */
export const readSchema = (reading: DescriptionContext, raw: Raw, at: At): Schema | undefined => {
  const isAny = truth(raw)
  if (isAny !== undefined) return isAny
  if (!isRecord(raw)) return reading.skip(at, "is not a schema")
  reading.spend(at, ownCharacters)
  const texts = readTexts(reading, raw, at)
  return {
    ...readRef(reading, raw, at),
    ...readTypes(reading, raw),
    ...definedFields({
      required: reading.texts(get(raw, "required")),
      discriminator: readDiscriminator(reading, raw, at),
      properties: readNamed(reading, raw, "properties", at),
      patternProperties: readNamed(reading, raw, "patternProperties", at),
      additionalProperties: readOne(reading, raw, "additionalProperties", at),
      allOf: readMany(reading, raw, "allOf", at),
      anyOf: readMany(reading, raw, "anyOf", at),
      oneOf: readMany(reading, raw, "oneOf", at),
      not: readOne(reading, raw, "not", at)
    }),
    ...texts,
    ...readBounds(raw),
    ...readSizes(raw),
    ...readItems(reading, raw, at)
  }
}
