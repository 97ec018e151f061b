import type { ApiOperation } from "@quire/core"
import { definedFields } from "./DefinedFields.ts"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { type At, below, entries, get, isRecord, type Raw, type RawRecord } from "./Raw.ts"
import { readSchema, valueOf } from "./ReadSchema.ts"

const readNamedExample = (
  reading: DescriptionContext,
  name: string,
  raw: Raw,
  schema: Raw,
  at: At
): ReadonlyArray<ApiOperation.Example> => {
  const found = reading.follow(raw, at)
  if (found === undefined) return []
  const { value: each } = found
  return [
    {
      name: reading.clean(name),
      ...definedFields({
        summary: reading.text(get(each, "summary")),
        ...reading.described(get(each, "description"), at),
        value: reading.json(valueOf(reading, schema, get(each, "value")), at),
        externalValue: reading.text(get(each, "externalValue"))
      })
    }
  ]
}

/** The example or examples of a parameter, a header or a media type. */
export const readExamples = (
  reading: DescriptionContext,
  raw: RawRecord,
  at: At
): ReadonlyArray<ApiOperation.Example> | undefined => {
  const schema = get(raw, "schema")
  const one = reading.json(valueOf(reading, schema, get(raw, "example")), below(at, "example"))
  const named = entries(get(raw, "examples")).flatMap(([name, each]) =>
    readNamedExample(reading, name, each, schema, below(below(at, "examples"), name))
  )
  const all = [...(one === undefined ? [] : [{ value: one }]), ...named]
  return all.length === 0 ? undefined : all
}

/** The content of a request or response, by media type. */
export const readContent = (reading: DescriptionContext, raw: Raw, at: At): ReadonlyArray<ApiOperation.Content> =>
  entries(raw).flatMap(([type, each]) => {
    const place = below(at, type)
    if (!isRecord(each)) {
      reading.skip(place, "is not an object")
      return []
    }
    const schema = Object.hasOwn(each, "schema")
      ? readSchema(reading, each["schema"], below(place, "schema"))
      : undefined
    return [{ type: reading.clean(type), ...definedFields({ schema, examples: readExamples(reading, each, place) }) }]
  })
