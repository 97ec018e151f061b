import type { Worker } from "node:worker_threads"
import type { ScriptRunner } from "@quire/core"
import { Effect, Fiber, Option, Queue, Result, Schema, Semaphore } from "effect"
import type * as Messages from "./Messages.ts"
import { type FetchResponse, Said, type ScriptMessage } from "./Messages.ts"
import type * as Outgoing from "./Outgoing.ts"
import { limits } from "./ScriptLimits.ts"
import { release } from "./Threads.ts"

/** The result of a run, and whether its thread can be reused. */
export interface Ran {
  readonly outcome: ScriptRunner.ScriptOutcome
  readonly isWell: boolean
}

/** A message of a thread, or the event that it ended. */
type Heard = Said | "ended" | "memory" | "broken"

const decode = Schema.decodeUnknownOption(Said)

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"

const listen = (worker: Worker) =>
  Effect.map(Queue.unbounded<Heard>(), (heard) => {
    const hear = (one: Heard) => void Queue.offerUnsafe(heard, one)
    release(worker)
    worker.on("message", (said: unknown) => hear(Option.getOrElse(decode(said), () => "broken" as const)))
    worker.once("messageerror", () => hear("broken"))
    worker.once("error", (error: Error) => hear(isOutOfMemory(error) ? "memory" : "ended"))
    worker.once("exit", () => hear("ended"))
    return heard
  })

const tell = (worker: Worker, told: ScriptMessage) => Effect.sync(() => worker.postMessage(told))

/** Whether a thread reports in time that it has started. */
export const begin = (worker: Worker): Effect.Effect<boolean> =>
  Effect.flatMap(listen(worker), Queue.take).pipe(
    Effect.map((first) => typeof first !== "string" && first._tag === "Begun"),
    Effect.timeoutOrElse({ duration: limits.beginMilliseconds, orElse: () => Effect.succeed(false) })
  )

const failures = {
  ended: { reason: "crashed", message: "the script process exited" },
  broken: { reason: "thrown", message: "the script returned a value that is not a Response" },
  memory: { reason: "memory", message: "the script exceeded its memory limit" },
  late: { reason: "deadline", message: "the script exceeded its time limit" },
  output: { reason: "output", message: "the response of the script exceeds the size limit" }
} as const

/** State of a run so far. */
interface Trace {
  readonly logs: Array<ScriptRunner.ScriptLog>
  answer: ScriptRunner.ScriptAnswer | undefined
  fetches: number
  /** Bytes of requests and responses. */
  fetched: number
}

/** A response that was already sent is kept, whatever fails afterwards. */
const outcomeOf = (
  { answer, logs }: Trace,
  failure: ScriptRunner.ScriptFailure = failures.ended
): ScriptRunner.ScriptOutcome => (answer === undefined ? { failure, logs } : { answer, logs })

const problem = (id: number, message: string): FetchResponse => ({
  _tag: "Fetched",
  id,
  head: "",
  body: undefined,
  problem: message
})

const fetchOne = (id: number, request: Outgoing.Request, send: Outgoing.Send): Effect.Effect<FetchResponse> =>
  Effect.map(Effect.result(send(request)), (result) =>
    Result.isFailure(result)
      ? problem(id, result.failure.message)
      : {
          _tag: "Fetched",
          id,
          head: JSON.stringify({ status: result.success.status, headers: result.success.headers }),
          body: result.success.bytes,
          problem: undefined
        }
  )

/** A fetch, unless there was too much of the run's before it (rule script-bounds). */
const counted = (trace: Trace, one: FetchResponse): FetchResponse => {
  trace.fetched += one.body?.length ?? 0
  return trace.fetched > limits.fetchedBytes ? problem(one.id, "the run exceeded the size limit for fetched data") : one
}

/** Runs the fetches that a script requests, within the limits of one run. */
const fetching = Effect.fnUntraced(function* (worker: Worker, trace: Trace, send: Outgoing.Send) {
  const turns = yield* Semaphore.make(limits.fetchesAtATime)
  const going = new Map<number, Fiber.Fiber<void>>()
  return {
    begin: Effect.fnUntraced(function* (said: Extract<Said, { readonly _tag: "Fetch" }>) {
      const { body, headers, id, method, url } = said
      trace.fetches += 1
      if (trace.fetches > limits.fetches)
        return yield* tell(worker, problem(id, "the run exceeded the limit of fetch requests"))
      if ((body?.length ?? 0) > limits.fetchBytes)
        return yield* tell(worker, problem(id, "the body of the request is too large"))
      trace.fetched += body?.length ?? 0
      if (trace.fetched > limits.fetchedBytes)
        return yield* tell(worker, problem(id, "the run exceeded the size limit for fetched data"))
      const request = { url, method, headers, ...(body === undefined ? {} : { body }) }
      const fetched = Effect.flatMap(turns.withPermit(fetchOne(id, request, send)), (one) =>
        tell(worker, counted(trace, one))
      )
      going.set(id, yield* Effect.forkScoped(fetched))
    }),
    cancel: (id: number) => {
      const fiber = going.get(id)
      return fiber === undefined ? Effect.void : Effect.asVoid(Effect.forkScoped(Fiber.interrupt(fiber)))
    }
  }
})

const isTooLarge = ({ body, headers }: ScriptRunner.ScriptAnswer): boolean =>
  body.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > limits.outputBytes

/** Follows a run up to its end, and serves the requests of its script. */
const follow = Effect.fnUntraced(function* (worker: Worker, run: Messages.Begin, send: Outgoing.Send, trace: Trace) {
  const heard = yield* listen(worker)
  const fetches = yield* fetching(worker, trace, send)
  yield* tell(worker, run)
  for (;;) {
    const said = yield* Queue.take(heard)
    if (typeof said === "string") return { outcome: outcomeOf(trace, failures[said]), isWell: false }
    if (said._tag === "Log" && trace.logs.length <= limits.logLines) trace.logs.push(logOf(said))
    if (said._tag === "Fetch") yield* fetches.begin(said)
    if (said._tag === "Cancel") yield* fetches.cancel(said.id)
    if (said._tag === "Answered" && isTooLarge(said))
      return { outcome: outcomeOf(trace, failures.output), isWell: false }
    if (said._tag === "Answered") trace.answer = { status: said.status, headers: said.headers, body: said.body }
    if (said._tag === "Ended") return { outcome: outcomeOf(trace, said.failure), isWell: said.isWell }
  }
})

const logOf = ({ level, message, timestamp }: ScriptRunner.ScriptLog): ScriptRunner.ScriptLog => ({
  level,
  message,
  timestamp
})

/** Runs a script on a thread, and terminates the thread if it does not report the timeout. */
export const converse = (worker: Worker, run: Messages.Begin, send: Outgoing.Send): Effect.Effect<Ran> =>
  Effect.suspend(() => {
    const trace: Trace = { logs: [], answer: undefined, fetches: 0, fetched: 0 }
    return Effect.scoped(follow(worker, run, send, trace)).pipe(
      Effect.timeoutOrElse({
        duration: run.milliseconds + limits.graceMilliseconds,
        orElse: () => Effect.succeed<Ran>({ outcome: outcomeOf(trace, failures.late), isWell: false })
      })
    )
  })
