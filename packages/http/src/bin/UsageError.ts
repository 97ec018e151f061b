import { Data } from "effect"

/** An option or variable is invalid: one line, exit code 2. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly message: string }> {}

export const refuse = (message: string): never => {
  throw new UsageError({ message })
}

/** The value of a setting, and the name of the option or variable that it came from. */
export interface NamedValue {
  readonly name: string
  readonly text: string
}

/** The values of a setting that may be given several times. */
export interface NamedValues {
  readonly name: string
  readonly texts: ReadonlyArray<string>
}
