import { ApiOperation, DescriptionReader } from "@quire/core"
import { definedFields } from "./DefinedFields.ts"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { limits } from "./DescriptionLimits.ts"
import { type At, below, flag, get, isRecord, list, members, type Raw, type RawRecord } from "./Raw.ts"
import { type BodyParameter, isOfBody, readBody, readBodyParameters } from "./ReadBody.ts"
import { readServers } from "./ReadOutline.ts"
import { readParameter } from "./ReadParameter.ts"
import { readResponses } from "./ReadResponse.ts"
import { readExternalDocs } from "./ReadSchema.ts"
import { readRequirements } from "./ReadSecurity.ts"

type Operation = ApiOperation.ApiOperation

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
  const found = new Map<string, ApiOperation.Parameter>()
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
  method: ApiOperation.Method,
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
function* readCallbacks(reading: DescriptionContext, raw: RawRecord, at: At): Generator<ApiOperation.Callback> {
  for (const [name, each] of members(get(raw, "callbacks"))) {
    const found = reading.follow(each, below(at, name))
    for (const [path, item] of members(found?.value)) {
      const place = below(found?.at, path)
      const followed = reading.follow(item, place)
      if (followed === undefined) continue
      for (const [key, operation] of members(followed.value)) {
        const method = ApiOperation.methods.find((known) => known === key)
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
  method: ApiOperation.Method,
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
        const method = ApiOperation.methods.find((each) => each === name)
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
