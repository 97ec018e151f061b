import { ApiOperation, DescriptionReader } from "@quire/core"
import { limits } from "./DescriptionLimits.ts"
import { given } from "./Given.ts"
import { type At, below, get, isRecord, list, members, type Raw, type RawRecord } from "./Raw.ts"
import { type BodyParameter, isOfBody, readBody, readBodyParameters } from "./ReadBody.ts"
import type { Reading } from "./Reading.ts"
import { readServers } from "./ReadOutline.ts"
import { readParameter } from "./ReadParameter.ts"
import { readResponses } from "./ReadResponse.ts"
import { readExternalDocs } from "./ReadSchema.ts"
import { readRequirements } from "./ReadSecurity.ts"

type Operation = ApiOperation.ApiOperation

/** Where an operation stands: the path or the webhook, and what all operations there have. */
interface Place {
  readonly path: string
  readonly isWebhook: boolean
  readonly item: Raw
  readonly at: At
}

/** Parameters, those of an operation in place of those of its path with the same name; and what Swagger 2.0 calls so. */
const readParameters = (reading: Reading, place: Place, operation: RawRecord, at: At) => {
  const found = new Map<string, ApiOperation.Parameter>()
  const ofBody: Array<BodyParameter> = []
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
      }
    }
  }
  return { parameters: [...found.values()], ofBody }
}

const readOperation = (reading: Reading, place: Place, method: ApiOperation.Method, raw: RawRecord): Operation => {
  const at = below(place.at, method)
  const { ofBody, parameters } = readParameters(reading, place, raw, at)
  if (isRecord(get(raw, "callbacks"))) reading.skip(below(at, "callbacks"), "are not read")
  return {
    path: reading.clean(place.path),
    method,
    ...given({
      isWebhook: place.isWebhook ? (true as const) : undefined,
      operationId: reading.text(get(raw, "operationId")),
      summary: reading.text(get(raw, "summary")) ?? reading.text(get(place.item, "summary")),
      ...reading.described(reading.text(get(raw, "description")) ?? get(place.item, "description"), at),
      tags: reading.texts(get(raw, "tags")),
      deprecated: get(raw, "deprecated") === true ? (true as const) : undefined,
      externalDocs: readExternalDocs(reading, get(raw, "externalDocs"), below(at, "externalDocs")),
      servers: readServers(reading, get(raw, "servers")) ?? readServers(reading, get(place.item, "servers")),
      security: readRequirements(reading, get(raw, "security")),
      parameters: parameters.length === 0 ? undefined : parameters,
      body:
        reading.family === "2.0"
          ? readBodyParameters(reading, ofBody, raw)
          : readBody(reading, get(raw, "requestBody"), below(at, "requestBody"))
    }),
    responses: readResponses(reading, get(raw, "responses"), raw, below(at, "responses"))
  }
}

function* placesOf(reading: Reading, key: "paths" | "webhooks"): Generator<Place> {
  for (const [path, raw] of members(get(reading.root, key))) {
    const at = below(below(undefined, key), path)
    const found = reading.follow(raw, at)
    if (found !== undefined) yield { path, isWebhook: key === "webhooks", item: found.value, at }
  }
}

/** Every operation, in the order of the description; throws `DescriptionRefused` if they are too many. */
export function* readOperations(reading: Reading): Generator<Operation> {
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
          const problem = `there are more than ${limits.operations.toLocaleString("en")} operations`
          throw new DescriptionReader.DescriptionRefused({ problem })
        }
        yield readOperation(reading, place, method, raw)
      }
    }
  }
}
