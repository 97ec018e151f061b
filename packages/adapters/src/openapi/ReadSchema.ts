import type { ApiSchema } from "@quire/core"
import { given } from "./Given.ts"
import { type At, below, get, isRecord, list, type Raw, type RawRecord } from "./Raw.ts"
import type { Reading } from "./Reading.ts"

type Schema = ApiSchema.ApiSchema

const finite = (value: Raw): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

const flag = (value: Raw): true | undefined => (value === true ? true : undefined)

/** Characters that a schema takes at least, for what is counted. */
const ownCharacters = 40

export const readExternalDocs = (reading: Reading, raw: Raw, at: At): ApiSchema.ExternalDocs | undefined => {
  if (!isRecord(raw)) return undefined
  const url = reading.link(get(raw, "url"), below(at, "url"))
  return url === undefined ? undefined : { url, ...given({ description: reading.text(get(raw, "description")) }) }
}

/** Types by name; OpenAPI 3.0 says by `nullable` that null is one of them. */
const readTypes = (reading: Reading, raw: RawRecord): ReadonlyArray<string> | undefined => {
  const type = get(raw, "type")
  const types = typeof type === "string" ? [type === "file" ? "string" : type] : reading.texts(type)
  const isNullable = get(raw, "nullable") === true || get(raw, "x-nullable") === true
  if (types === undefined || types.length === 0) return undefined
  return isNullable && !types.includes("null") ? [...types, "null"] : types
}

/** Bounds; before OpenAPI 3.1 an exclusive one is a truth value beside the bound. */
const readBounds = (raw: RawRecord) => {
  const isAbove = get(raw, "exclusiveMinimum") === true
  const isBelow = get(raw, "exclusiveMaximum") === true
  const [minimum, maximum] = [finite(get(raw, "minimum")), finite(get(raw, "maximum"))]
  return given({
    minimum: isAbove ? undefined : minimum,
    maximum: isBelow ? undefined : maximum,
    exclusiveMinimum: isAbove ? minimum : finite(get(raw, "exclusiveMinimum")),
    exclusiveMaximum: isBelow ? maximum : finite(get(raw, "exclusiveMaximum"))
  })
}

const readSizes = (raw: RawRecord) =>
  given({
    multipleOf: finite(get(raw, "multipleOf")),
    minLength: finite(get(raw, "minLength")),
    maxLength: finite(get(raw, "maxLength")),
    minItems: finite(get(raw, "minItems")),
    maxItems: finite(get(raw, "maxItems")),
    minProperties: finite(get(raw, "minProperties")),
    maxProperties: finite(get(raw, "maxProperties")),
    uniqueItems: flag(get(raw, "uniqueItems")),
    readOnly: flag(get(raw, "readOnly")),
    writeOnly: flag(get(raw, "writeOnly")),
    deprecated: flag(get(raw, "deprecated"))
  })

const readExamples = (reading: Reading, raw: RawRecord, at: At): ReadonlyArray<string> | undefined => {
  const found = [...(Object.hasOwn(raw, "example") ? [get(raw, "example")] : []), ...list(get(raw, "examples"))]
  const texts = found.flatMap((value) => reading.json(value, below(at, "example")) ?? [])
  return texts.length === 0 ? undefined : texts
}

const readEnum = (reading: Reading, raw: RawRecord, at: At): ReadonlyArray<string> | undefined => {
  const values = get(raw, "enum")
  if (!Array.isArray(values)) return undefined
  return values.flatMap((value: unknown) => reading.json(value, below(at, "enum")) ?? [])
}

const readTexts = (reading: Reading, raw: RawRecord, at: At) =>
  given({
    title: reading.text(get(raw, "title")),
    ...reading.described(get(raw, "description"), at),
    format: get(raw, "type") === "file" ? "binary" : reading.text(get(raw, "format")),
    pattern: reading.text(get(raw, "pattern")),
    default: reading.json(get(raw, "default"), below(at, "default")),
    const: reading.json(get(raw, "const"), below(at, "const")),
    enum: readEnum(reading, raw, at),
    examples: readExamples(reading, raw, at),
    externalDocs: readExternalDocs(reading, get(raw, "externalDocs"), below(at, "externalDocs"))
  })

/** A mapping names schemas by reference, or by their own name. */
const readDiscriminator = (reading: Reading, raw: RawRecord, at: At): ApiSchema.Discriminator | undefined => {
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
  return { propertyName, ...given({ mapping: mapping === undefined ? undefined : named }) }
}

const readOne = (reading: Reading, raw: RawRecord, key: string, at: At): Schema | undefined =>
  Object.hasOwn(raw, key) ? readSchema(reading, raw[key], below(at, key)) : undefined

const readMany = (reading: Reading, raw: RawRecord, key: string, at: At): ReadonlyArray<Schema> | undefined => {
  const items = get(raw, key)
  if (!Array.isArray(items)) return undefined
  return items.flatMap((item: unknown, index) => readSchema(reading, item, below(below(at, key), index)) ?? [])
}

const readNamed = (
  reading: Reading,
  raw: RawRecord,
  key: string,
  at: At
): ReadonlyArray<ApiSchema.NamedSchema> | undefined => {
  const named = get(raw, key)
  if (!isRecord(named)) return undefined
  return Object.entries(named).flatMap(([name, item]) => {
    const schema = readSchema(reading, item, below(below(at, key), name))
    return schema === undefined ? [] : [{ name: reading.clean(name), schema }]
  })
}

/** Items; before OpenAPI 3.1 a list of schemas says what stands first. */
const readItems = (reading: Reading, raw: RawRecord, at: At) =>
  Array.isArray(get(raw, "items"))
    ? given({ prefixItems: readMany(reading, raw, "items", at) })
    : given({
        items: readOne(reading, raw, "items", at),
        prefixItems: readMany(reading, raw, "prefixItems", at)
      })

/** A schema in the words of OpenAPI 3.1; undefined, and noted, for what is none. */
export const readSchema = (reading: Reading, raw: Raw, at: At): Schema | undefined => {
  if (typeof raw === "boolean") return raw
  if (!isRecord(raw)) return reading.skip(at, "is not a schema")
  reading.spend(at, ownCharacters)
  const ref = get(raw, "$ref")
  const texts = readTexts(reading, raw, at)
  return {
    ...given({
      ref: typeof ref === "string" ? reading.schemaName(ref, at) : undefined,
      types: readTypes(reading, raw),
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
