import { Cause, Option, Predicate } from "effect"
import * as Usage from "./Usage.ts"
import { UsageError } from "./UsageError.ts"

/** The exit code of a command, and the text for people; none for a command that was stopped. */
export interface ErrorReport {
  readonly code: number
  readonly text: string | undefined
}

/** The variables whose lists adapters read, by what they fail with. */
const unreadable = { UnreadableEntry: "QUIRE_FETCH_ALLOW", UnreadableServer: "QUIRE_DNS_SERVERS" } as const

/** One line for errors that people can fix, and the whole cause for all others. */
export const ofCause = (cause: Cause.Cause<unknown>): ErrorReport => {
  if (Cause.hasInterruptsOnly(cause)) return { code: Usage.exitCodes.done, text: undefined }
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof UsageError) return { code: Usage.exitCodes.misused, text: failure.message }
  for (const [tag, variable] of Object.entries(unreadable)) {
    if (failure instanceof Error && Predicate.isTagged(failure, tag)) {
      return { code: Usage.exitCodes.misused, text: `${variable}: ${failure.message}` }
    }
  }
  return {
    code: Predicate.isTagged(failure, "EmbeddedPostgresLost") ? Usage.exitCodes.tryAgain : Usage.exitCodes.failed,
    text: failure instanceof Error && Predicate.hasProperty(failure, "_tag") ? failure.message : Cause.pretty(cause)
  }
}
