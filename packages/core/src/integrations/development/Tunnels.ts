import { Context, Effect, Layer } from "effect"
import { Fetcher, type FetchFailed } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import * as FairQueue from "../../foundation/scheduling/FairQueue.ts"
import { busy, type ScriptFailure, type ScriptOutcome, type ScriptRun } from "../script/ScriptRunner.ts"

export const limits = {
  /** Timeout in milliseconds and maximum response bytes, as for a script. */
  deadline: 10_000,
  answerBytes: 5_000_000,
  /** Requests to tunnels that one process sends at a time. */
  atOnce: 16,
  /** Waiting requests of one organization. */
  waiting: 16
} as const

/** A request to a script or its tunnel. */
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

/** The multipart form of a script request (rule script-request). The boundary does not occur in its parts. */
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
  if (reason === "timeout") return { reason: "deadline", message: "the tunnel did not respond in time" }
  if (reason === "too-large") return { reason: "output", message: "the response of the tunnel is too large" }
  return { reason: "crashed", message: `the tunnel could not be reached: ${message}` }
}

/** Sends script requests to the machine of a developer (rule integration-development). */
export class Tunnels extends Context.Service<Tunnels>()("@quire/core/Tunnels", {
  make: Effect.gen(function* () {
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

    /** Sends a request to a tunnel. The response is as untrusted as that of a script. */
    const ask =
      (tunnel: string) =>
      (asked: TunnelRequest): Effect.Effect<ScriptOutcome> =>
        Effect.catchTag(turns.withTurn(exchange(tunnel, asked)), "PoolBusy", busy)

    return { ask } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
