import type { ApiOperation, ApiSchema } from "@quire/core"
import { definedFields } from "./DefinedFields.ts"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { type At, below, entries, flag, get, members, type Raw, type RawRecord, truth } from "./Raw.ts"
import { readContent, readExamples } from "./ReadContent.ts"
import { readSchema } from "./ReadSchema.ts"

/** Swagger 2.0 keywords that belong to the parameter and not to its schema. */
const outer: ReadonlySet<string> = new Set([
  "name",
  "in",
  "description",
  "required",
  "allowEmptyValue",
  "collectionFormat"
])

/** The schema of a value. In Swagger 2.0 its keywords are in the parameter itself. */
const readValue = (reading: DescriptionContext, raw: RawRecord, at: At): ApiSchema.ApiSchema | undefined => {
  if (Object.hasOwn(raw, "schema")) return readSchema(reading, raw["schema"], below(at, "schema"))
  if (reading.family !== "2.0") return undefined
  return readSchema(reading, Object.fromEntries(Object.entries(raw).filter(([key]) => !outer.has(key))), at)
}

const swaggerStyles: Readonly<Record<string, { readonly style: string; readonly explode: boolean }>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true }
}

const readStyle = (reading: DescriptionContext, raw: RawRecord) => {
  const format = get(raw, "collectionFormat")
  if (typeof format === "string" && Object.hasOwn(swaggerStyles, format)) return { ...swaggerStyles[format] }
  const explode = truth(get(raw, "explode"))
  return definedFields({ style: reading.text(get(raw, "style")), explode })
}

const readCarried = (reading: DescriptionContext, raw: RawRecord, at: At) => {
  const content = Object.hasOwn(raw, "content") ? readContent(reading, raw["content"], below(at, "content")) : undefined
  return definedFields({
    ...reading.described(get(raw, "description"), at),
    required: flag(get(raw, "required")),
    deprecated: flag(get(raw, "deprecated")),
    schema: readValue(reading, raw, at),
    examples: reading.family === "2.0" ? undefined : readExamples(reading, raw, at),
    content,
    ...readStyle(reading, raw)
  })
}

const places = ["path", "query", "header", "cookie"] as const

/** A parameter with its location; in Swagger 2.0, body parameters are excluded. */
export const readParameter = (
  reading: DescriptionContext,
  raw: RawRecord,
  at: At
): ApiOperation.Parameter | undefined => {
  const name = reading.text(get(raw, "name"))
  const place = places.find((each) => each === get(raw, "in"))
  if (name === undefined) return reading.skip(at, "is a parameter without a name")
  if (place === undefined) return reading.skip(at, `is a parameter in ${JSON.stringify(get(raw, "in") ?? null)}`)
  return {
    name,
    in: place,
    ...readCarried(reading, raw, at),
    ...definedFields({
      allowEmptyValue: flag(get(raw, "allowEmptyValue")),
      allowReserved: flag(get(raw, "allowReserved"))
    })
  }
}

/** The headers of a response, by name. */
export const readHeaders = (
  reading: DescriptionContext,
  raw: Raw,
  at: At
): ReadonlyArray<ApiOperation.Header> | undefined => {
  const headers = entries(raw).flatMap(([name, each]) => {
    const place = below(at, name)
    const found = reading.follow(each, place)
    const unresolved = found === undefined ? reading.refOf(each) : undefined
    if (unresolved !== undefined) return [{ name: reading.clean(name), schema: { unresolved } }]
    if (found === undefined) return []
    return [{ name: reading.clean(name), ...readCarried(reading, toRecord(found.value), place) }]
  })
  return headers.length === 0 ? undefined : headers
}

const toRecord = (value: Raw): RawRecord => Object.fromEntries(members(value))
