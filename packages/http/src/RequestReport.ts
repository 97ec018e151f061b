import { Effect, Option, type Schema } from "effect"
import { HttpMethod, type HttpServerRequest } from "effect/http"
import * as DecodeReport from "./DecodeReport.ts"
import * as ErrorResponse from "./ErrorResponse.ts"
import type { BrokenRule, WireError } from "./Errors.ts"
import * as Query from "./Query.ts"
import type { Part, Reached } from "./Routes.ts"

type Report = (error: Schema.SchemaError) => ReadonlyArray<BrokenRule>

const faults = (
  part: Option.Option<Part>,
  input: (part: Part) => Effect.Effect<unknown, unknown>,
  report: Report
): Effect.Effect<ReadonlyArray<BrokenRule>> =>
  Option.match(part, {
    onNone: () => Effect.succeed([]),
    onSome: (known) =>
      Effect.match(Effect.flatMap(Effect.orDie(input(known)), known.check), {
        onFailure: report,
        onSuccess: () => []
      })
  })

/**
 * What is wrong with a request that did not decode, all of it: body and query come before the path, whose fault is a
 * 404. None when nothing is wrong.
 */
export const of = (
  request: HttpServerRequest.HttpServerRequest,
  { parameters, route, target }: Reached
): Effect.Effect<Option.Option<WireError>> =>
  Effect.gen(function* () {
    const query = (part: Part) => Effect.sync(() => Query.read(target.query, part.ast))
    const payload = HttpMethod.hasBody(request.method)
      ? yield* faults(route.payload, () => request.json, DecodeReport.ofBody)
      : yield* faults(route.payload, query, DecodeReport.ofQuery)
    const rules = [...payload, ...(yield* faults(route.query, query, DecodeReport.ofQuery))]
    if (rules.length > 0) return Option.some(ErrorResponse.invalid(rules))
    const path = yield* faults(route.path, () => Effect.succeed(parameters), DecodeReport.ofBody)
    return path.length > 0 ? Option.some(ErrorResponse.noResource) : Option.none()
  })
