import type { Inspection } from "@quire/core"
import { Effect, Option } from "effect"
import { HttpMethod, type HttpServerRequest } from "effect/http"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import type { BrokenRule, WireError } from "../foundation/error/Errors.ts"
import * as Query from "../foundation/query/Query.ts"
import * as DecodeReport from "./DecodeReport.ts"
import type { Part, Reached } from "./Routes.ts"

type Report = (refusal: Inspection.Refusal) => ReadonlyArray<BrokenRule>

const nothing: ErrorResponse.Broken = { rules: [], isWhole: true }

const faults = (
  part: Option.Option<Part>,
  input: (part: Part) => Effect.Effect<unknown, unknown>,
  report: Report
): Effect.Effect<ErrorResponse.Broken> =>
  Option.match(part, {
    onNone: () => Effect.succeed(nothing),
    onSome: (known) =>
      Effect.match(Effect.flatMap(Effect.orDie(input(known)), known.check), {
        onFailure: (refusal) => ({ rules: report(refusal), isWhole: refusal.isWhole }),
        onSuccess: () => nothing
      })
  })

/** The faults of a request's body and query. */
const inputFaults = (request: HttpServerRequest.HttpServerRequest, { route, target }: Reached) =>
  Effect.gen(function* () {
    const query = (part: Part) => Effect.sync(() => Query.read(target.query, part.ast))
    const payload = HttpMethod.hasBody(request.method)
      ? yield* faults(route.payload, () => request.json, DecodeReport.ofBody)
      : yield* faults(route.payload, query, DecodeReport.ofQuery)
    const { rules } = yield* faults(route.query, query, DecodeReport.ofQuery)
    return { rules: [...payload.rules, ...rules], isWhole: payload.isWhole }
  })

type Told = Effect.Effect<Option.Option<WireError>>

/** The first error found, in order. */
const firstOf = (...tellings: ReadonlyArray<Told>): Told =>
  Effect.reduce(
    tellings,
    () => Option.none<WireError>(),
    (told, next) => (Option.isSome(told) ? Effect.succeed(told) : next)
  )

/**
 * Explains a request that did not decode; none when it is valid. Without a body, the query comes before the path. With
 * a body, malformed JSON comes first, then the path; when the path names nothing that the caller may see, nothing else
 * is reported.
 */
export const of = (request: HttpServerRequest.HttpServerRequest, found: Reached, absence: Told): Told => {
  const input = Effect.map(inputFaults(request, found), (broken) =>
    broken.rules.length > 0 ? Option.some(ErrorResponse.invalid(broken)) : Option.none()
  )
  const path = Effect.map(
    faults(found.route.path, () => Effect.succeed(found.parameters), DecodeReport.ofBody),
    ({ rules }) => (rules.length > 0 ? Option.some(ErrorResponse.noResource) : Option.none())
  )
  if (!HttpMethod.hasBody(request.method) || Option.isNone(found.route.payload)) return firstOf(input, path)
  return Effect.andThen(Effect.orDie(request.json), firstOf(path, absence, input))
}
