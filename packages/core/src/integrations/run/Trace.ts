import type { ScriptOutcome } from "../script/ScriptRunner.ts"
import { limits, type TraceLine } from "./IntegrationEvent.ts"

const hidden = "•••"

/** What is shorter is found in texts that have nothing to do with it. */
const shortest = 6

/** A text without the secrets that its script was given (rule integration-records). */
const withoutSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, hidden), text)

/** What is wrong with an outcome, in a line. */
const faultOf = (failure: ScriptOutcome["failure"], fault: string | undefined): string | undefined =>
  failure === undefined ? fault : `${failure.reason}: ${failure.message}`

/**
 * The end of what a script wrote, and why it failed where it did, or what is wrong with its answer; `now` in epoch
 * milliseconds.
 */
export const of = (
  { failure, logs }: Pick<ScriptOutcome, "failure" | "logs">,
  { fault, now, secrets }: { readonly now: number; readonly secrets: ReadonlyArray<string>; readonly fault?: string }
): ReadonlyArray<TraceLine> => {
  const given = secrets.filter(({ length }) => length >= shortest).sort((left, right) => right.length - left.length)
  const message = faultOf(failure, fault)
  const last = message === undefined ? [] : [{ level: "error" as const, message, timestamp: now }]
  return [...logs, ...last].slice(-limits.lines).map(({ level, message, timestamp }) => ({
    level,
    message: withoutSecrets(message, given).slice(0, limits.lineLength).toWellFormed().replaceAll("\0", ""),
    timestamp: Math.max(0, Math.trunc(timestamp))
  }))
}
