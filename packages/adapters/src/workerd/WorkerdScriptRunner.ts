import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, request as requestOver, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { FairQueue, type Fetcher, ScriptRunner } from "@quire/core"
import { Clock, Duration, Effect, Exit, FiberSet, Layer } from "effect"
import * as Outgoing from "../script/Outgoing.ts"
import * as WorkerdProcess from "./WorkerdProcess.ts"

export const limits = {
  /** Time limit of one run in milliseconds, including the start of its process. */
  deadline: 10_000,
  /** Concurrent runs, each in a separate process. */
  processes: 4,
  /** Runs of one organization that wait for a process. */
  waiting: 64,
  /** Size limit of a response body. */
  answerBytes: 5 * 1024 * 1024,
  /** Lines of a trace, and their length in all, in characters. */
  logs: 1_000,
  logLength: 262_144,
  /** Characters of the message of a failure. */
  messageLength: 2_000,
  /** Milliseconds that a process may take to exit after an interrupted response. */
  endMilliseconds: 250,
  /** Requests of one run. */
  requests: 50,
  /** Size of a request body. */
  bytes: 5 * 1024 * 1024
} as const

const readBody = async (request: IncomingMessage): Promise<Uint8Array | undefined> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > limits.bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headersOf = ({ rawHeaders }: IncomingMessage): Fetcher.HeaderList =>
  Array.from({ length: rawHeaders.length / 2 }, (_, n) => [rawHeaders[2 * n] ?? "", rawHeaders[2 * n + 1] ?? ""])

/**
 * The network access of one process: an HTTP proxy on a socket that forwards permitted requests (rule script-fetch).
 * For a request that is rejected or exceeds the limit, the connection is closed.
 */
export const open = Effect.fnUntraced(function* (path: string, send: Outgoing.Send) {
  const run = yield* FiberSet.makeRuntimePromise<never, Exit.Exit<Fetcher.ExchangeResponse, Fetcher.FetchFailed>>()
  let left: number = limits.requests

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = left-- > 0 ? await readBody(request) : undefined
    if (body === undefined) return response.destroy()
    const asked = {
      url: request.url ?? "",
      method: request.method ?? "GET",
      headers: headersOf(request),
      ...(body.length === 0 ? {} : { body })
    }
    const answer = await run(Effect.exit(send(asked)))
    if (Exit.isFailure(answer)) return response.destroy()
    const { bytes, headers, status } = answer.value
    return response.writeHead(status, headers.flat()).end(bytes)
  }

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  for (const event of ["connect", "upgrade"]) {
    server.on(event, (_request, socket) => void socket.destroy())
  }
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(path, () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
})

export interface Options {
  /** The path of the program. */
  readonly workerd: string
  /** How requests of scripts are sent; to public addresses alone when absent. */
  readonly fetching?: Outgoing.FetchOptions
}

const failed = (reason: ScriptRunner.ScriptFailureReason, message: string): ScriptRunner.ScriptFailure => ({
  reason,
  message
})

/** A temporary folder for one run, deleted with the scope. */
const makeFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "quire-script-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** The request that a script is sent: one form with the event, its environment, and a body that is passed on. */
const toRequest = ({ body, environment, event }: ScriptRunner.ScriptRun): Request => {
  const form = new FormData()
  form.append("event", JSON.stringify(event))
  form.append("environment", JSON.stringify(environment))
  if (body !== undefined) form.append("fetch-body", new Blob([new Uint8Array(body)]))
  return new Request("http://script/v1", { method: "POST", body: form })
}

/** Sends a request to a socket, and reads the response. */
const ask = (socketPath: string, sent: Request) =>
  Effect.callback<ScriptRunner.ScriptAnswer, ScriptRunner.ScriptFailure>((resume) => {
    const refuse = (reason: "thrown" | "output", message: string) => resume(Effect.fail(failed(reason, message)))
    const breakOff = () => refuse("thrown", "the response of the script was interrupted")
    const headers = { "content-type": sent.headers.get("content-type") ?? "" }
    const request = requestOver({ socketPath, path: "/v1", method: "POST", headers }, (response) => {
      const chunks: Array<Buffer> = []
      let length = 0
      response.on("error", breakOff).on("data", (chunk: Buffer) => {
        length += chunk.length
        if (length <= limits.answerBytes) return void chunks.push(chunk)
        request.destroy()
        refuse("output", "the response of the script is too large")
      })
      response.on("end", () => {
        const { rawHeaders, statusCode: status = 500 } = response
        const list = Array.from(
          { length: rawHeaders.length / 2 },
          (_, n) => [(rawHeaders[2 * n] ?? "").toLowerCase(), rawHeaders[2 * n + 1] ?? ""] as const
        )
        resume(Effect.succeed({ status, headers: list, body: Buffer.concat(chunks) }))
      })
    })
    request.on("error", breakOff)
    sent.arrayBuffer().then((bytes) => request.end(Buffer.from(bytes)), breakOff)
    return Effect.sync(() => request.destroy())
  })

const nothing = failed("thrown", "the script is waiting for a promise that never settles")

/** A response is interrupted because its process exits, which is reported a moment later. */
const failLater = (broken: ScriptRunner.ScriptFailure) =>
  Effect.andThen(
    Effect.promise((signal) => wait(limits.endMilliseconds, undefined, { signal }).catch(() => undefined)),
    Effect.fail(broken)
  )

/** Collects the lines of a trace, up to the limit. */
const makeTrace = (clock: Clock.Clock) => {
  const logs: Array<ScriptRunner.ScriptLog> = []
  let length = 0
  const write = (level: ScriptRunner.LogLevel, message: string) => {
    const room = Math.max(0, limits.logLength - length)
    if (logs.length >= limits.logs || room === 0) return
    length += message.length
    logs.push({ level, message: message.slice(0, room), timestamp: clock.currentTimeMillisUnsafe() })
  }
  return { logs, write }
}

/** Runs a program in a separate process, which is always killed at the end. */
const make = Effect.fnUntraced(function* ({ fetching = {}, workerd }: Options) {
  const sendTo = Outgoing.make(fetching)
  const turns = FairQueue.make({ pool: "scripts", slots: limits.processes, waiting: limits.waiting })

  const work = Effect.fnUntraced(function* (
    run: ScriptRunner.ScriptRun,
    write: ReturnType<typeof makeTrace>["write"],
    keep: (answer: ScriptRunner.ScriptAnswer) => void
  ) {
    const folder = yield* makeFolder
    const files = WorkerdProcess.make(run.program, folder, WorkerdProcess.limits.heapMegabytes)
    yield* Effect.promise(() =>
      Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
    )
    yield* open(join(folder, WorkerdProcess.names.egress), sendTo(run.apiEndpoint))
    const { answered, ended, ready, settled } = yield* WorkerdProcess.open(workerd, folder, write)
    const answering = Effect.gen(function* () {
      yield* ready
      const asked = ask(join(folder, WorkerdProcess.names.events), toRequest(run))
      const answer = yield* Effect.catch(asked, (broken) => Effect.raceFirst(ended, failLater(broken)))
      yield* Effect.raceFirst(answered, failLater(nothing))
      keep(answer)
      yield* settled
    })
    yield* Effect.raceFirst(answering, ended)
  }, Effect.scoped)

  const run = Effect.fnUntraced(function* (asked: ScriptRunner.ScriptRun) {
    const { logs, write } = makeTrace(yield* Clock.Clock)
    const kept: { answer?: ScriptRunner.ScriptAnswer } = {}
    const keep = (answer: ScriptRunner.ScriptAnswer) => {
      kept.answer = answer
    }
    const tooLate = Effect.suspend(() =>
      kept.answer === undefined ? Effect.fail(failed("deadline", "the script exceeded its time limit")) : Effect.void
    )
    const deadline = Math.min(asked.deadline ?? limits.deadline, limits.deadline)
    return yield* work(asked, write, keep).pipe(
      Effect.timeoutOrElse({ duration: Duration.millis(deadline), orElse: () => tooLate }),
      Effect.match({
        onSuccess: (): ScriptRunner.ScriptOutcome => ({ ...kept, logs }),
        onFailure: ({ message, reason }): ScriptRunner.ScriptOutcome => ({
          failure: failed(reason, message.slice(0, limits.messageLength)),
          logs
        })
      }),
      turns.withTurn,
      Effect.catchTag("PoolBusy", ScriptRunner.busy)
    )
  })

  return { run }
})

/** Runs scripts by `workerd`, where that is installed: as fast as a browser's engine, for some 80 ms a start. */
export const layer = (options: Options): Layer.Layer<ScriptRunner.ScriptRunner> =>
  Layer.effect(ScriptRunner.ScriptRunner, make(options))
