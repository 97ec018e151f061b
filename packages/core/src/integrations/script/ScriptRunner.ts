import { Context, Effect, Schema } from "effect"
import type { HeaderList } from "../../foundation/fetch/Fetcher.ts"
import type { PoolBusy } from "../../foundation/scheduling/PoolBusy.ts"

/** How loud a line of a trace is: the methods of `console` that wrote it. */
export const LogLevel = Schema.Literals(["debug", "info", "warn", "error"])
export type LogLevel = typeof LogLevel.Type

/** A line that a script wrote to its console; `timestamp` in epoch milliseconds. */
export interface ScriptLog {
  readonly level: LogLevel
  readonly message: string
  readonly timestamp: number
}

/**
 * Why a run ended without an answer.
 *
 * - `deadline`: it took longer than it may
 * - `memory`: it needed more memory than it may have
 * - `output`: its answer is larger than it may be
 * - `invalid`: its text is no program, or one that handles no requests
 * - `thrown`: it threw, or answered with something that is no response
 * - `crashed`: what ran it ended
 * - `busy`: it did not begin, as too many of its organization wait
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

/** `message` is what the script threw, or a sentence about the reason. */
export interface ScriptFailure {
  readonly reason: ScriptFailureReason
  readonly message: string
  /** Seconds after which it may be asked again, of `busy`. */
  readonly retryAfter?: number
}

/** What a script answered; header names are in lower case. */
export interface ScriptAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** One run of a script: it is sent one multipart request. */
export interface ScriptRun {
  /** Names the program and what may be kept of it between runs: another text has another key. */
  readonly key: string
  readonly program: string
  /** Sent as JSON. */
  readonly event: unknown
  /** Sent as JSON; the only place where a script learns secrets. */
  readonly environment: unknown
  /** The body of a request that is passed on. */
  readonly body?: Uint8Array
  /** Where scripts call the engine by their tokens, reached without a check of the address. */
  readonly apiEndpoint: string
  /** Milliseconds in all; the adapter's own when absent, and never more than that. */
  readonly deadline?: number
}

/** Exactly one of `answer` and `failure` is there. */
export interface ScriptOutcome {
  readonly answer?: ScriptAnswer
  readonly failure?: ScriptFailure
  /** In the order in which they were written, and cut where there are too many. */
  readonly logs: ReadonlyArray<ScriptLog>
}

/** The outcome of a run that a pool refused. */
export const busy = ({ message, retryAfter }: PoolBusy): Effect.Effect<ScriptOutcome> =>
  Effect.succeed({ failure: { reason: "busy", message, retryAfter }, logs: [] })

/**
 * Runs the scripts of integrations, which are programs of strangers: they reach nothing but what the request holds and
 * what their `fetch` may fetch, they share nothing with other runs, and they are ended at their deadline. A run never
 * fails: what went wrong is its outcome, so that its trace is kept. Interruption ends the run.
 */
export class ScriptRunner extends Context.Service<
  ScriptRunner,
  { readonly run: (run: ScriptRun) => Effect.Effect<ScriptOutcome> }
>()("@quire/core/ScriptRunner") {}
