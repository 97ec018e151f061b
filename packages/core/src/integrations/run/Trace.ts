import type { ScriptOutcome } from "../script/ScriptRunner.ts"
import { limits, type TraceLine } from "./IntegrationEvent.ts"

const hidden = "•••"

/** Shorter secrets are not redacted, because they occur in unrelated texts. */
const shortest = 6

/** Redacts the secrets of a script from a text (rule integration-records). */
const withoutSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, hidden), text)

/** The error of an outcome, in one line. */
const faultOf = (failure: ScriptOutcome["failure"], fault: string | undefined): string | undefined =>
  failure === undefined ? fault : `${failure.reason}: ${failure.message}`

/**
 * The last log lines of a script, and the reason of its failure or of an invalid response; `now` in epoch milliseconds.
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
