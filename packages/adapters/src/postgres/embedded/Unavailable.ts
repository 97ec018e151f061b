import { Data } from "effect"

/**
 * The embedded server is unavailable. `in-use`: another running process owns the directory. `unsupported`: there are no
 * binaries for this platform. `account`: there is no operating-system user that may run them. `failed`: any other
 * error, described in the message.
 */
export class EmbeddedPostgresUnavailable extends Data.TaggedError("EmbeddedPostgresUnavailable")<{
  readonly reason: "in-use" | "unsupported" | "account" | "failed"
  readonly detail: string
  readonly cause?: unknown
}> {
  override get message() {
    return (
      `the embedded Postgres is unavailable: ${this.detail}. ` +
      "Use another folder (--data), your own Postgres (--database-url) or the memory store (--store memory)."
    )
  }
}

/** The embedded server ended while in use, and could not be restarted: its statements fail from now on. */
export class EmbeddedPostgresLost extends Data.TaggedError("EmbeddedPostgresLost")<{ readonly detail: string }> {
  override get message() {
    return `the embedded Postgres exited and cannot be restarted: ${this.detail}`
  }
}

/** For `Effect.tryPromise`: turns any exception of a step into `failed`, prefixed with the step. */
export const failedTo =
  (step: string) =>
  (cause: unknown): EmbeddedPostgresUnavailable =>
    cause instanceof EmbeddedPostgresUnavailable
      ? cause
      : new EmbeddedPostgresUnavailable({
          reason: "failed",
          detail: `could not ${step}: ${cause instanceof Error ? cause.message : String(cause)}`,
          cause
        })
