import { Data } from "effect"

/**
 * The embedded server cannot be had. `in-use`: another live process owns the directory; `unsupported`: no binaries run
 * on this platform; `account`: no operating-system user may run them; `failed`: anything else, told by the message.
 */
export class EmbeddedPostgresUnavailable extends Data.TaggedError("EmbeddedPostgresUnavailable")<{
  readonly reason: "in-use" | "unsupported" | "account" | "failed"
  readonly detail: string
  readonly cause?: unknown
}> {
  override get message() {
    return (
      `the embedded Postgres is unavailable: ${this.detail}. ` +
      "Use another folder (--data), your own Postgres (--database-url), or keep everything in memory (--store memory)."
    )
  }
}

/** The embedded server ended while it was in use, and could not be started again: its statements fail from now on. */
export class EmbeddedPostgresLost extends Data.TaggedError("EmbeddedPostgresLost")<{ readonly detail: string }> {
  override get message() {
    return `the embedded Postgres ended and cannot be started again: ${this.detail}`
  }
}

/** For `Effect.tryPromise`: turns whatever a step threw into `failed`, led by what was being done. */
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
