import { Effect } from "effect"
import { Fetcher, type FetchFailed } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import * as FairQueue from "../../foundation/scheduling/FairQueue.ts"
import { busy, type ScriptFailure, type ScriptOutcome, type ScriptRun } from "../script/ScriptRunner.ts"

export const limits = {
  /** Milliseconds, and bytes of an answer: those of a script. */
  deadline: 10_000,
  answerBytes: 5_000_000,
  /** Requests to tunnels that one process sends at a time. */
  atOnce: 16,
  /** Requests of one organization that wait until others were answered. */
  waiting: 16
} as const

/** What a script is sent, wherever it is. */
export type TunnelRequest = Pick<ScriptRun, "body" | "deadline" | "environment" | "event">

const encoder = new TextEncoder()

const partOf = (
  boundary: string,
  name: string,
  type: string,
  bytes: Uint8Array,
  file = ""
): ReadonlyArray<Uint8Array> => [
  encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: ${type}\r\n\r\n`
  ),
  bytes,
  encoder.encode("\r\n")
]

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const jsonPart = (boundary: string, name: string, value: unknown) =>
  partOf(boundary, name, "application/json", encoder.encode(JSON.stringify(value)))

/** The form that a script is sent (rule script-request). The boundary is in none of its parts. */
const formOf = ({ body, environment, event }: TunnelRequest, boundary: string): Uint8Array =>
  joined([
    ...jsonPart(boundary, "event", event),
    ...jsonPart(boundary, "environment", environment),
    ...(body === undefined
      ? []
      : partOf(boundary, "fetch-body", "application/octet-stream", body, '; filename="blob"')),
    encoder.encode(`--${boundary}--\r\n`)
  ])

const failureOf = ({ message, reason }: FetchFailed): ScriptFailure => {
  if (reason === "timeout") return { reason: "deadline", message: "the tunnel did not answer in time" }
  if (reason === "too-large") return { reason: "output", message: "the tunnel answered with more than it may" }
  return { reason: "crashed", message: `the tunnel was not reached: ${message}` }
}

/** Sends what a script is told or asked to the machine of whoever works on it (rule integration-development). */
export const make = Effect.gen(function* () {
  const fetcher = yield* Fetcher
  const nextId = yield* IdGenerator
  const turns = FairQueue.make({ pool: "tunnels", slots: limits.atOnce, waiting: limits.waiting })

  const exchange = Effect.fnUntraced(function* (tunnel: string, asked: TunnelRequest) {
    const boundary = `quire-${yield* nextId}-${yield* nextId}`
    const headers = [["content-type", `multipart/form-data; boundary=${boundary}`]] as const
    return yield* fetcher
      .exchange(
        `${tunnel.replace(/(?<!\/)\/+$/u, "")}/v1`,
        { method: "POST", headers, body: formOf(asked, boundary) },
        { maxBytes: limits.answerBytes, deadlineMs: Math.min(asked.deadline ?? limits.deadline, limits.deadline) }
      )
      .pipe(
        Effect.match({
          onFailure: (failed): ScriptOutcome => ({ failure: failureOf(failed), logs: [] }),
          onSuccess: ({ bytes, headers, status }): ScriptOutcome => ({
            answer: { status, headers, body: bytes },
            logs: []
          })
        })
      )
  })

  /** What a tunnel answered. It is as much a stranger's as the answer of a script. */
  const ask =
    (tunnel: string) =>
    (asked: TunnelRequest): Effect.Effect<ScriptOutcome> =>
      Effect.catchTag(turns.withTurn(exchange(tunnel, asked)), "PoolBusy", busy)

  return { ask } as const
})
