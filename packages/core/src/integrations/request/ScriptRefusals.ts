import { Effect, Schema } from "effect"
import { PoolBusy } from "../../foundation/scheduling/PoolBusy.ts"
import * as ContentKitOutput from "../contentkit/ContentKitOutput.ts"
import type { ScriptFailureReason, ScriptOutcome } from "../script/ScriptRunner.ts"

/** A script failed or returned an unusable response (rule integration-failures). */
export class ScriptFailed extends Schema.TaggedError<ScriptFailed>()("ScriptFailed", {
  integration: Schema.String,
  problem: Schema.String,
  details: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, rule: Schema.String })))
}) {
  readonly kind = "foreign" as const
  override get message() {
    return `the script of ${this.integration} ${this.problem}`
  }
}

/** A script exceeded its deadline (rule integration-failures). */
export class ScriptLate extends Schema.TaggedError<ScriptLate>()("ScriptLate", { integration: Schema.String }) {
  readonly kind = "late" as const
  override get message() {
    return `the script of ${this.integration} did not respond in time`
  }
}

/** The integration is not active where its component is requested (rule integration-render). */
export class NotWorkingThere extends Schema.TaggedError<NotWorkingThere>()("NotWorkingThere", {
  integration: Schema.String,
  target: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `${this.integration} is not active on ${this.target}`
  }
}

/** Failure reasons for callers. The error that a script threw is only shown to its developers. */
const problems: { readonly [R in Exclude<ScriptFailureReason, "deadline" | "busy">]: string } = {
  memory: "exceeded its memory limit",
  output: "returned a response that is too large",
  invalid: "does not handle requests",
  thrown: "failed",
  crashed: "could not be run"
}

/** Why a run has no response. A run that did not start because too many wait is a defect (rule pool-waiting). */
export const refusalOf = (
  integration: string,
  { failure }: ScriptOutcome
): Effect.Effect<never, ScriptFailed | ScriptLate> => {
  const reason = failure?.reason ?? "crashed"
  if (reason === "busy") return Effect.die(new PoolBusy({ pool: "scripts", retryAfter: failure?.retryAfter ?? 1 }))
  return Effect.fail(
    reason === "deadline"
      ? new ScriptLate({ integration })
      : new ScriptFailed({ integration, problem: problems[reason] })
  )
}

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (body: Uint8Array) =>
  Effect.try({ try: (): unknown => JSON.parse(decoder.decode(body)), catch: () => undefined })

/** The response of a script, or the reason why there is none. */
export const answerOf = (integration: string, outcome: ScriptOutcome) =>
  outcome.answer === undefined ? refusalOf(integration, outcome) : Effect.succeed(outcome.answer)

/** The bytes of a successful response of a script, up to a maximum (rule site-scripts-served). */
export const bodyOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome, most = Infinity) {
  const { body, status } = yield* answerOf(integration, outcome)
  const isFine = status >= 200 && status <= 299
  const problem = isFine ? `returned more than ${most} bytes` : `returned status ${status}`
  return isFine && body.length <= most ? body : yield* new ScriptFailed({ integration, problem })
})

/** The JSON of a successful response of a script; `most` in bytes. */
export const jsonOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome, most = Infinity) {
  const body = yield* bodyOf(integration, outcome, most)
  const problem = "returned a response that is not JSON"
  return yield* Effect.mapError(parse(body), () => new ScriptFailed({ integration, problem }))
})

/** The output of a script, if it is valid (rules contentkit-form and integration-failures). */
export const outputOf = Effect.fnUntraced(function* (integration: string, outcome: ScriptOutcome) {
  const json = yield* jsonOf(integration, outcome)
  return yield* Effect.mapError(
    ContentKitOutput.check(json),
    ({ details, message }) =>
      new ScriptFailed({
        integration,
        problem: `returned output that cannot be rendered: ${message}`,
        ...(details.length === 0 ? {} : { details })
      })
  )
})
