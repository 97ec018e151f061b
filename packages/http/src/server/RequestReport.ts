import type { Inspection } from "@quire/core"
import { Effect, Option } from "effect"
import { HttpMethod, type HttpServerRequest } from "effect/http"
import * as DecodeReport from "../foundation/error/DecodeReport.ts"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import type * as Errors from "../foundation/error/Errors.ts"
import type { WireError } from "../foundation/error/Errors.ts"
import * as Query from "../foundation/query/Query.ts"
import type * as Routes from "./Routes.ts"
import type { MatchedRoute } from "./Routes.ts"

type Report = (refusal: Inspection.Refusal) => ReadonlyArray<Errors.BrokenRule>

const noFaults: ErrorResponse.BrokenRules = { rules: [], isWhole: true }

const findFaults = (
  part: Option.Option<Routes.Part>,
  input: (part: Routes.Part) => Effect.Effect<unknown, unknown>,
  report: Report
): Effect.Effect<ErrorResponse.BrokenRules> =>
  Option.match(part, {
    onNone: () => Effect.succeed(noFaults),
    onSome: (known) =>
      Effect.match(Effect.flatMap(Effect.orDie(input(known)), known.check), {
        onFailure: (refusal) => ({ rules: report(refusal), isWhole: refusal.isWhole }),
        onSuccess: () => noFaults
      })
  })

/** The faults of a request's headers, body and query. */
const findInputFaults = (request: HttpServerRequest.HttpServerRequest, { route, target }: MatchedRoute) =>
  Effect.gen(function* () {
    const query = (part: Routes.Part) => Effect.sync(() => Query.read(target.query, part.ast))
    const payload = HttpMethod.hasBody(request.method)
      ? yield* findFaults(route.payload, () => request.json, DecodeReport.reportBody)
      : yield* findFaults(route.payload, query, DecodeReport.reportQuery)
    const { rules } = yield* findFaults(route.query, query, DecodeReport.reportQuery)
    const headers = yield* findFaults(route.headers, () => Effect.succeed(request.headers), DecodeReport.reportQuery)
    return { rules: [...headers.rules, ...payload.rules, ...rules], isWhole: payload.isWhole }
  })

type ErrorReport = Effect.Effect<Option.Option<WireError>>

/** The first error found, in order. */
const firstOf = (...tellings: ReadonlyArray<ErrorReport>): ErrorReport =>
  Effect.reduce(
    tellings,
    () => Option.none<WireError>(),
    (earlier, next) => (Option.isSome(earlier) ? Effect.succeed(earlier) : next)
  )

/**
 * Explains a request that did not decode; none when it is valid. Without a body, the query comes before the path. With
 * a body, malformed JSON comes first, then the path; when the path names nothing that the caller may see, nothing else
 * is reported.
 */
export const explain = (
  request: HttpServerRequest.HttpServerRequest,
  found: MatchedRoute,
  absence: ErrorReport
): ErrorReport => {
  const input = Effect.map(findInputFaults(request, found), (broken) =>
    broken.rules.length > 0 ? Option.some(ErrorResponse.invalidRequest(broken)) : Option.none()
  )
  const path = Effect.map(
    findFaults(found.route.path, () => Effect.succeed(found.parameters), DecodeReport.reportBody),
    ({ rules }) => (rules.length > 0 ? Option.some(ErrorResponse.noResource) : Option.none())
  )
  if (!HttpMethod.hasBody(request.method) || Option.isNone(found.route.payload)) return firstOf(input, path)
  return Effect.andThen(Effect.orDie(request.json), firstOf(path, absence, input))
}
