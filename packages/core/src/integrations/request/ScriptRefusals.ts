import { Effect, Schema } from "effect"
import { PoolBusy } from "../../foundation/scheduling/PoolBusy.ts"
import type { ScriptFailureReason, ScriptOutcome } from "../script/ScriptRunner.ts"

/** A script failed, or answered with something that is no answer to what it was asked (rule integration-failures). */
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

/** A script took longer than it may (rule integration-failures). */
export class ScriptLate extends Schema.TaggedError<ScriptLate>()("ScriptLate", { integration: Schema.String }) {
  readonly kind = "late" as const
  override get message() {
    return `the script of ${this.integration} did not answer in time`
  }
}

/** The integration does not work where its component is to be drawn (rule integration-render). */
export class NotWorkingThere extends Schema.TaggedError<NotWorkingThere>()("NotWorkingThere", {
  integration: Schema.String,
  target: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `${this.integration} does not work on ${this.target}`
  }
}

/** What callers learn of a failure; what the script threw is for those who write it. */
const problems: { readonly [R in Exclude<ScriptFailureReason, "deadline" | "busy">]: string } = {
  memory: "took more memory than it may",
  output: "answered with more than it may",
  invalid: "handles no requests",
  thrown: "failed",
  crashed: "could not be run"
}

/** Why a run gave no answer. One that did not begin as too many wait is a defect (rule pool-waiting). */
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
