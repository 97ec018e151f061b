import { Effect, Schema } from "effect"
import { PoolBusy } from "../../foundation/scheduling/PoolBusy.ts"
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
