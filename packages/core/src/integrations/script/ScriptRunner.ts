import { Context, Effect, Schema } from "effect"
import type { HeaderList } from "../../foundation/fetch/Fetcher.ts"
import type { PoolBusy } from "../../foundation/scheduling/PoolBusy.ts"

/** Level of a log line: the method of `console` that wrote it. */
export const LogLevel = Schema.Literals(["debug", "info", "warn", "error"])
export type LogLevel = typeof LogLevel.Type

/** A line that a script wrote to its console; `timestamp` in epoch milliseconds. */
export interface ScriptLog {
  readonly level: LogLevel
  readonly message: string
  readonly timestamp: number
}

/**
 * Why a run ended without a response.
 *
 * - `deadline`: it exceeded its deadline
 * - `memory`: it exceeded its memory limit
 * - `output`: its response is too large
 * - `invalid`: its text is not a program, or the program does not handle requests
 * - `thrown`: it threw, or returned something that is not a response
 * - `crashed`: its worker stopped
 * - `busy`: it did not start, because too many runs of its organization are waiting
 */
export const ScriptFailureReason = Schema.Literals([
  "deadline",
  "memory",
  "output",
  "invalid",
  "thrown",
  "crashed",
  "busy"
])
export type ScriptFailureReason = typeof ScriptFailureReason.Type

/** `message` is the error that the script threw, or a sentence about the reason. */
export interface ScriptFailure {
  readonly reason: ScriptFailureReason
  readonly message: string
  /** Seconds after which to retry, for `busy`. */
  readonly retryAfter?: number
}

/** Response of a script; header names are in lower case. */
export interface ScriptAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** One run of a script: it is sent one multipart request. */
export interface ScriptRun {
  /** Identifies the program and its cached state between runs; a different program has a different key. */
  readonly key: string
  readonly program: string
  /** Sent as JSON. */
  readonly event: unknown
  /** Sent as JSON; the only way a script receives secrets. */
  readonly environment: unknown
  /** The body of a request that is passed on. */
  readonly body?: Uint8Array
  /** Base URL at which scripts call the engine with their tokens; its address is not checked. */
  readonly apiEndpoint: string
  /** Total milliseconds; the adapter's own when absent, and never more than that. */
  readonly deadline?: number
}

/** Exactly one of `answer` and `failure` is present. */
export interface ScriptOutcome {
  readonly answer?: ScriptAnswer
  readonly failure?: ScriptFailure
  /** In the order in which they were written, truncated if there are too many. */
  readonly logs: ReadonlyArray<ScriptLog>
}

/** The outcome of a run that a pool refused. */
export const busy = ({ message, retryAfter }: PoolBusy): Effect.Effect<ScriptOutcome> =>
  Effect.succeed({ failure: { reason: "busy", message, retryAfter }, logs: [] })

/**
 * Runs the scripts of integrations, which are untrusted programs. They can only access the request and what their
 * `fetch` may fetch, they share no state with other runs, and they are ended at their deadline. A run never fails: a
 * failure is part of its outcome, so that its trace is stored. Interruption ends the run.
 */
export class ScriptRunner extends Context.Service<
  ScriptRunner,
  { readonly run: (run: ScriptRun) => Effect.Effect<ScriptOutcome> }
>()("@quire/core/ScriptRunner") {}
