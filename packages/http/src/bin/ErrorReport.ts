import { Cause, Data, Option, Predicate } from "effect"
import { UsageError } from "./UsageError.ts"

/** The exit codes of the process; 75 is `EX_TEMPFAIL` of sysexits. */
export const exitCodes = { done: 0, failed: 1, misused: 2, tryAgain: 75, cut: 130 } as const

/** The exit code and error text of a command; no text for a command that was stopped. */
export interface ErrorReport {
  readonly code: number
  readonly text: string | undefined
  /** Whether the text is already in the log. */
  readonly isLogged?: true
}

/** A failure that was written to the log. */
export class ReportedFailure extends Data.TaggedError("Reported")<ErrorReport> {}

/** Variables whose lists are parsed by adapters, by the error that they fail with. */
const unreadable = { UnreadableEntry: "QUIRE_FETCH_ALLOW", UnreadableServer: "QUIRE_DNS_SERVERS" } as const

/** Reports one line for errors that the user can fix, and the whole cause for all others. */
export const ofCause = (cause: Cause.Cause<unknown>): ErrorReport => {
  if (Cause.hasInterruptsOnly(cause)) return { code: exitCodes.done, text: undefined }
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof ReportedFailure) return { code: failure.code, text: failure.text, isLogged: true }
  if (failure instanceof UsageError) return { code: exitCodes.misused, text: failure.message }
  for (const [tag, variable] of Object.entries(unreadable)) {
    if (failure instanceof Error && Predicate.isTagged(failure, tag)) {
      return { code: exitCodes.misused, text: `${variable}: ${failure.message}` }
    }
  }
  return {
    code: Predicate.isTagged(failure, "EmbeddedPostgresLost") ? exitCodes.tryAgain : exitCodes.failed,
    text: failure instanceof Error && Predicate.hasProperty(failure, "_tag") ? failure.message : Cause.pretty(cause)
  }
}
