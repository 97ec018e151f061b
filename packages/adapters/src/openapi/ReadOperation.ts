import { ApiDescription, DescriptionReader } from "@quire/core"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { limits } from "./DescriptionLimits.ts"
import {
  type At,
  below,
  definedFields,
  entries,
  flag,
  get,
  isRecord,
  list,
  members,
  type Raw,
  type RawRecord,
  truth
} from "./Raw.ts"
import { readServers } from "./ReadOutline.ts"
import { readExternalDocs, readSchema, valueOf } from "./ReadSchema.ts"
import { readRequirements } from "./ReadSecurity.ts"

const readNamedExample = (
  reading: DescriptionContext,
  name: string,
  raw: Raw,
  schema: Raw,
  at: At
): ReadonlyArray<ApiDescription.Example> => {
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
const readExamples = (
  reading: DescriptionContext,
  raw: RawRecord,
  at: At
): ReadonlyArray<ApiDescription.Example> | undefined => {
  const schema = get(raw, "schema")
  const one = reading.json(valueOf(reading, schema, get(raw, "example")), below(at, "example"))
  const named = entries(get(raw, "examples")).flatMap(([name, each]) =>
    readNamedExample(reading, name, each, schema, below(below(at, "examples"), name))
  )
  const all = [...(one === undefined ? [] : [{ value: one }]), ...named]
  return all.length === 0 ? undefined : all
}

/** The content of a request or response, by media type. */
const readContent = (reading: DescriptionContext, raw: Raw, at: At): ReadonlyArray<ApiDescription.Content> =>
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

const json = ["application/json"]
const forms = ["multipart/form-data", "application/x-www-form-urlencoded"]

/** Media types in Swagger 2.0: those of the operation, else of the description, else JSON. */
const mediaTypes = (
  reading: DescriptionContext,
  operation: Raw,
  key: "consumes" | "produces"
): ReadonlyArray<string> => {
  const types = reading.texts(get(operation, key)) ?? reading.texts(get(reading.root, key)) ?? json
  return types.length === 0 ? json : types
}

/** The body of OpenAPI 3. */
const readBody = (reading: DescriptionContext, raw: Raw, at: At): ApiDescription.Body | undefined => {
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

const isOfBody = (raw: Raw): raw is RawRecord =>
  isRecord(raw) && (get(raw, "in") === "body" || get(raw, "in") === "formData")

const readField = (
  reading: DescriptionContext,
  { at, raw }: BodyParameter
): ReadonlyArray<ApiDescription.NamedSchema> => {
  const name = reading.text(get(raw, "name"))
  const { in: _, name: __, required: ___, ...value } = raw
  const schema = name === undefined ? undefined : readSchema(reading, value, at)
  return name === undefined || schema === undefined ? [] : [{ name, schema }]
}

const readForm = (
  reading: DescriptionContext,
  fields: ReadonlyArray<BodyParameter>,
  types: ReadonlyArray<string>
): ApiDescription.Body => {
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
const readBodyParameters = (
  reading: DescriptionContext,
  parameters: ReadonlyArray<BodyParameter>,
  operation: Raw
): ApiDescription.Body | undefined => {
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
const readValue = (reading: DescriptionContext, raw: RawRecord, at: At): ApiDescription.ApiSchema | undefined => {
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
const readParameter = (reading: DescriptionContext, raw: RawRecord, at: At): ApiDescription.Parameter | undefined => {
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
const readHeaders = (
  reading: DescriptionContext,
  raw: Raw,
  at: At
): ReadonlyArray<ApiDescription.Header> | undefined => {
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

/** The content of a Swagger 2.0 response: one schema for every media type, and examples of some. */
const readSwaggerContent = (
  reading: DescriptionContext,
  response: Raw,
  operation: Raw,
  at: At
): ReadonlyArray<ApiDescription.Content> => {
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
const readResponses = (
  reading: DescriptionContext,
  raw: Raw,
  operation: Raw,
  at: At
): ReadonlyArray<ApiDescription.Response> =>
  members(raw).flatMap(([status, each]): ReadonlyArray<ApiDescription.Response> => {
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

type Operation = ApiDescription.ApiOperation

/** Location of an operation: its path or webhook, and the fields shared by all operations there. */
interface OperationContext {
  readonly path: string
  readonly isWebhook: boolean
  readonly item: Raw
  readonly at: At
}

/**
 * The parameters of an operation and its path, where those of the operation override those of the path with the same
 * name. Includes the parameters that Swagger 2.0 uses for bodies.
 */
const readParameters = (reading: DescriptionContext, place: OperationContext, operation: RawRecord, at: At) => {
  const found = new Map<string, ApiDescription.Parameter>()
  const ofBody: Array<BodyParameter> = []
  const unresolved: Array<string | undefined> = []
  const lists = [
    { raws: list(get(place.item, "parameters")), at: below(place.at, "parameters") },
    { raws: list(get(operation, "parameters")), at: below(at, "parameters") }
  ]
  for (const { at: within, raws } of lists) {
    for (const [index, raw] of raws.entries()) {
      const where = below(within, index)
      const value = reading.follow(raw, where)?.value
      if (reading.family === "2.0" && isOfBody(value)) ofBody.push({ raw: value, at: where })
      else if (isRecord(value)) {
        const parameter = readParameter(reading, value, where)
        if (parameter !== undefined) found.set(`${parameter.in} ${parameter.name}`, parameter)
      } else unresolved.push(reading.refOf(raw))
    }
  }
  return { parameters: [...found.values()], ofBody, unresolved }
}

const readAlone = (
  reading: DescriptionContext,
  place: OperationContext,
  method: ApiDescription.Method,
  raw: RawRecord
): Operation => {
  const at = below(place.at, method)
  const { ofBody, parameters, unresolved } = readParameters(reading, place, raw, at)
  const body =
    reading.family === "2.0"
      ? readBodyParameters(reading, ofBody, raw)
      : readBody(reading, get(raw, "requestBody"), below(at, "requestBody"))
  const lost = [...unresolved, body === undefined ? reading.refOf(get(raw, "requestBody")) : undefined]
  return {
    path: reading.clean(place.path),
    method,
    ...definedFields({
      isWebhook: place.isWebhook ? (true as const) : undefined,
      operationId: reading.text(get(raw, "operationId")),
      summary: reading.text(get(raw, "summary")) ?? reading.text(get(place.item, "summary")),
      ...reading.described(reading.text(get(raw, "description")) ?? get(place.item, "description"), at),
      tags: reading.texts(get(raw, "tags")),
      deprecated: flag(get(raw, "deprecated")),
      externalDocs: readExternalDocs(reading, get(raw, "externalDocs"), below(at, "externalDocs")),
      servers: readServers(reading, get(raw, "servers")) ?? readServers(reading, get(place.item, "servers")),
      security: readRequirements(reading, get(raw, "security")),
      parameters: parameters.length === 0 ? undefined : parameters,
      unresolved: lost.some((ref) => ref !== undefined) ? lost.flatMap((ref) => ref ?? []) : undefined,
      body
    }),
    responses: readResponses(reading, get(raw, "responses"), raw, below(at, "responses"))
  }
}

/** Size assumed for one callback, in addition to its texts. */
const callbackCharacters = 200

/** The callbacks of an operation, by name and expression; they are weighed, as references repeat them. */
function* readCallbacks(reading: DescriptionContext, raw: RawRecord, at: At): Generator<ApiDescription.Callback> {
  for (const [name, each] of members(get(raw, "callbacks"))) {
    const found = reading.follow(each, below(at, name))
    for (const [path, item] of members(found?.value)) {
      const place = below(found?.at, path)
      const followed = reading.follow(item, place)
      if (followed === undefined) continue
      for (const [key, operation] of members(followed.value)) {
        const method = ApiDescription.methods.find((known) => known === key)
        if (method === undefined || !isRecord(operation)) continue
        reading.spend(place, callbackCharacters + name.length + path.length)
        if (isRecord(get(operation, "callbacks")))
          reading.skip(below(place, method), "callbacks within callbacks are not supported")
        const where = { path, isWebhook: false, item: followed.value, at: place }
        yield { name: reading.clean(name), operation: readAlone(reading, where, method, operation) }
      }
    }
  }
}

const readOperation = (
  reading: DescriptionContext,
  place: OperationContext,
  method: ApiDescription.Method,
  raw: RawRecord
): Operation => {
  const callbacks = [...readCallbacks(reading, raw, below(below(place.at, method), "callbacks"))]
  const operation = readAlone(reading, place, method, raw)
  return callbacks.length === 0 ? operation : { ...operation, callbacks }
}

function* placesOf(reading: DescriptionContext, key: "paths" | "webhooks"): Generator<OperationContext> {
  for (const [path, raw] of members(get(reading.root, key))) {
    const at = below(below(undefined, key), path)
    const found = reading.follow(raw, at)
    if (found !== undefined) yield { path, isWebhook: key === "webhooks", item: found.value, at }
  }
}

/** Every operation, in the order of the description; throws `DescriptionRefused` if they are too many. */
export function* readOperations(reading: DescriptionContext): Generator<Operation> {
  let count = 0
  for (const key of ["paths", "webhooks"] as const) {
    for (const place of placesOf(reading, key)) {
      for (const [name, raw] of members(place.item)) {
        const method = ApiDescription.methods.find((each) => each === name)
        if (method === undefined) continue
        if (!isRecord(raw)) {
          reading.skip(below(place.at, name), "is not an operation")
          continue
        }
        if (++count > limits.operations) {
          const problem = `it contains more than ${limits.operations.toLocaleString("en")} operations`
          throw new DescriptionReader.DescriptionRefused({ problem })
        }
        yield readOperation(reading, place, method, raw)
      }
    }
  }
}
