import type { ApiOperation } from "@quire/core"
import { definedFields } from "./DefinedFields.ts"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { type At, below, entries, get, isRecord, members, type Raw } from "./Raw.ts"
import { mediaTypes } from "./ReadBody.ts"
import { readContent } from "./ReadContent.ts"
import { readHeaders } from "./ReadParameter.ts"
import { readSchema, valueOf } from "./ReadSchema.ts"

/** The content of a Swagger 2.0 response: one schema for every media type, and examples of some. */
const readSwaggerContent = (
  reading: DescriptionContext,
  response: Raw,
  operation: Raw,
  at: At
): ReadonlyArray<ApiOperation.Content> => {
  if (!isRecord(response)) return []
  const schema = Object.hasOwn(response, "schema")
    ? readSchema(reading, response["schema"], below(at, "schema"))
    : undefined
  const examples = new Map(
    entries(get(response, "examples")).flatMap(([type, value]) => {
      const text = reading.json(valueOf(reading, response["schema"], value), below(below(at, "examples"), type))
      return text === undefined ? [] : [[type, [{ value: text }]] as const]
    })
  )
  const types = schema === undefined ? [] : mediaTypes(reading, operation, "produces")
  return [...new Set([...types, ...examples.keys()])].map((type) => ({
    type: reading.clean(type),
    ...definedFields({ schema, examples: examples.get(type) })
  }))
}

/** The responses of an operation, by status. */
export const readResponses = (
  reading: DescriptionContext,
  raw: Raw,
  operation: Raw,
  at: At
): ReadonlyArray<ApiOperation.Response> =>
  members(raw).flatMap(([status, each]): ReadonlyArray<ApiOperation.Response> => {
    const place = below(at, status)
    const found = reading.follow(each, place)
    if (found === undefined) {
      const unresolved = reading.refOf(each)
      return unresolved === undefined ? [] : [{ status: reading.clean(status), unresolved }]
    }
    const { value: response } = found
    const content =
      reading.family === "2.0"
        ? readSwaggerContent(reading, response, operation, place)
        : readContent(reading, get(response, "content"), below(place, "content"))
    return [
      {
        status: reading.clean(status),
        ...definedFields({
          ...reading.described(get(response, "description"), place),
          headers: readHeaders(reading, get(response, "headers"), below(place, "headers")),
          content: content.length === 0 ? undefined : content
        })
      }
    ]
  })
