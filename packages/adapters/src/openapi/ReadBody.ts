import type { ApiOperation, ApiSchema } from "@quire/core"
import { definedFields } from "./DefinedFields.ts"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { type At, below, flag, get, isRecord, type Raw, type RawRecord } from "./Raw.ts"
import { readContent } from "./ReadContent.ts"
import { readSchema } from "./ReadSchema.ts"

const json = ["application/json"]
const forms = ["multipart/form-data", "application/x-www-form-urlencoded"]

/** Media types in Swagger 2.0: those of the operation, else of the description, else JSON. */
export const mediaTypes = (
  reading: DescriptionContext,
  operation: Raw,
  key: "consumes" | "produces"
): ReadonlyArray<string> => {
  const types = reading.texts(get(operation, key)) ?? reading.texts(get(reading.root, key)) ?? json
  return types.length === 0 ? json : types
}

/** The body of OpenAPI 3. */
export const readBody = (reading: DescriptionContext, raw: Raw, at: At): ApiOperation.Body | undefined => {
  const found = raw === undefined ? undefined : reading.follow(raw, at)
  if (found === undefined) return undefined
  const { value: body } = found
  return {
    ...definedFields({
      ...reading.described(get(body, "description"), at),
      required: flag(get(body, "required"))
    }),
    content: readContent(reading, get(body, "content"), below(at, "content"))
  }
}

/** A Swagger 2.0 parameter that describes the body or one of its fields. */
export interface BodyParameter {
  readonly raw: RawRecord
  readonly at: At
}

export const isOfBody = (raw: Raw): raw is RawRecord =>
  isRecord(raw) && (get(raw, "in") === "body" || get(raw, "in") === "formData")

const readField = (reading: DescriptionContext, { at, raw }: BodyParameter): ReadonlyArray<ApiSchema.NamedSchema> => {
  const name = reading.text(get(raw, "name"))
  const { in: _, name: __, required: ___, ...value } = raw
  const schema = name === undefined ? undefined : readSchema(reading, value, at)
  return name === undefined || schema === undefined ? [] : [{ name, schema }]
}

const readForm = (
  reading: DescriptionContext,
  fields: ReadonlyArray<BodyParameter>,
  types: ReadonlyArray<string>
): ApiOperation.Body => {
  const required = fields.flatMap(({ raw }) =>
    flag(get(raw, "required")) === true ? (reading.text(get(raw, "name")) ?? []) : []
  )
  const schema = {
    types: ["object"],
    properties: fields.flatMap((field) => readField(reading, field)),
    ...definedFields({ required: required.length === 0 ? undefined : required })
  }
  const own = types.filter((type) => forms.includes(type))
  return {
    ...definedFields({ required: required.length === 0 ? undefined : true }),
    content: (own.length === 0 ? forms.slice(0, 1) : own).map((type) => ({ type, schema }))
  }
}

/** The body of Swagger 2.0, made of parameters. */
export const readBodyParameters = (
  reading: DescriptionContext,
  parameters: ReadonlyArray<BodyParameter>,
  operation: Raw
): ApiOperation.Body | undefined => {
  const types = mediaTypes(reading, operation, "consumes")
  const whole = parameters.find(({ raw }) => get(raw, "in") === "body")
  if (whole === undefined) return parameters.length === 0 ? undefined : readForm(reading, parameters, types)
  const { at, raw } = whole
  const schema = Object.hasOwn(raw, "schema") ? readSchema(reading, raw["schema"], below(at, "schema")) : undefined
  return {
    ...definedFields({
      ...reading.described(get(raw, "description"), at),
      required: flag(get(raw, "required"))
    }),
    content: types.map((type) => ({ type, ...definedFields({ schema }) }))
  }
}
