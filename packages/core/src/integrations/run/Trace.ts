import type { ScriptOutcome } from "../script/ScriptRunner.ts"
import { limits, type TraceLine } from "./IntegrationEvent.ts"

const hidden = "•••"

/** What is shorter is found in texts that have nothing to do with it. */
const shortest = 6

/** A text without the secrets that its script was given (rule integration-records). */
const withoutSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, hidden), text)

/** The end of what a script wrote, and why it failed where it did; `now` in epoch milliseconds. */
export const of = (
  { failure, logs }: Pick<ScriptOutcome, "failure" | "logs">,
  { now, secrets }: { readonly now: number; readonly secrets: ReadonlyArray<string> }
): ReadonlyArray<TraceLine> => {
  const given = secrets.filter(({ length }) => length >= shortest).sort((left, right) => right.length - left.length)
  const last =
    failure === undefined
      ? []
      : [{ level: "error" as const, message: `${failure.reason}: ${failure.message}`, timestamp: now }]
  return [...logs, ...last].slice(-limits.lines).map(({ level, message, timestamp }) => ({
    level,
    message: withoutSecrets(message, given).slice(0, limits.lineLength).toWellFormed().replaceAll("\0", ""),
    timestamp: Math.max(0, Math.trunc(timestamp))
  }))
}
