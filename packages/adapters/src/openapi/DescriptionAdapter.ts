import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { DescriptionReader, FairQueue } from "@quire/core"
import { Effect, Layer, Predicate } from "effect"
import * as ProcessPool from "../text-process/ProcessPool.ts"
import type * as DescriptionWorker from "./DescriptionWorker.ts"

export const limits = {
  /** How long one description may take, and how long a process may take to begin. */
  milliseconds: 30_000,
  /** Heap limit of a process, including its program: the largest YAML descriptions take 350. */
  heapMegabytes: 512
} as const

/** Bytes of a description that are sent to a process at a time. */
const pieceBytes = 262_144

const bundled = new URL("./DescriptionWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources.
 */
const ownProgram = (): ProcessPool.Program => ({
  path: existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve("@quire/adapters/description-worker"),
  heapMegabytes: limits.heapMegabytes
})

const refused = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

const tooSlow = (milliseconds: number) =>
  refused(`parsing takes longer than ${(milliseconds / 1000).toLocaleString("en")} seconds`)

const tooMuch = () => refused("parsing needs more memory than is allowed for one description")

const isAnswer = (value: unknown): value is DescriptionWorker.Answer => Predicate.hasProperty(value, "_tag")

interface Ended {
  readonly answer: Exclude<DescriptionWorker.Answer, { readonly _tag: "Part" }>
  readonly parts: ReadonlyArray<string>
}

/** Collects the messages of a process until it finishes or exits. */
const listen = (child: ChildProcess) =>
  Effect.callback<Ended, DescriptionReader.DescriptionRefused>((resume) => {
    const parts: Array<string> = []
    const fail = () => resume(Effect.fail(tooMuch()))
    ProcessPool.release(child)
    child.on("error", fail)
    child.once("exit", fail)
    child.on("message", (answer: unknown) => {
      if (!isAnswer(answer)) return fail()
      if (answer._tag === "Part") return void parts.push(answer.part)
      resume(Effect.succeed({ answer, parts }))
    })
  })

const send = (child: ChildProcess, question: DescriptionWorker.Question) => Effect.sync(() => void child.send(question))

/** Sends a description in chunks, so that other work can run in between. */
const sendAll = Effect.fnUntraced(function* (child: ChildProcess, bytes: Uint8Array, milliseconds: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield* send(child, { piece: bytes.subarray(at, at + pieceBytes) })
    yield* Effect.yieldNow
  }
  yield* send(child, { read: true, milliseconds })
})

const readBy = Effect.fnUntraced(function* (child: ChildProcess, bytes: Uint8Array, milliseconds: number) {
  const [{ answer, parts }] = yield* Effect.all([listen(child), sendAll(child, bytes, milliseconds)], {
    concurrency: "unbounded"
  })
  return { answer, parts }
})

const make = (program: ProcessPool.Program, milliseconds: number) =>
  Effect.gen(function* () {
    const turns = FairQueue.make({ pool: "reading API descriptions", slots: ProcessPool.limits.processes })
    const pool = ProcessPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)

    const inTime = <A>(work: Effect.Effect<A, DescriptionReader.DescriptionRefused>) =>
      Effect.timeoutOrElse(work, { duration: milliseconds, orElse: () => Effect.fail(tooSlow(milliseconds)) })

    /** Reads a description in a process, which becomes idle afterwards if it is healthy. */
    const byProcess = (bytes: Uint8Array) =>
      ProcessPool.employ<Ended, DescriptionReader.DescriptionRefused>(pool, {
        begin: (started) => inTime(Effect.tap(started, listen)),
        work: (child) => inTime(readBy(child, bytes, milliseconds)),
        isWell: ({ answer }) => answer._tag !== "Begun" && !answer.isHeavy
      })

    return DescriptionReader.DescriptionReader.of({
      read: (bytes) =>
        Effect.flatMap(turns.withTurnOrDie(byProcess(bytes)), ({ answer, parts }) => {
          if (answer._tag !== "Read")
            return Effect.fail(answer._tag === "Refused" ? refused(answer.problem) : tooMuch())
          return Effect.succeed({ outline: answer.outline, operations: answer.operations, parts })
        })
    })
  })

/** Reads descriptions in processes that run the given program; it must respond as `DescriptionWorker` does. */
export const layerOf = (
  program: ProcessPool.Program,
  milliseconds: number = limits.milliseconds
): Layer.Layer<DescriptionReader.DescriptionReader> =>
  Layer.effect(DescriptionReader.DescriptionReader, make(program, milliseconds))

/** Reads descriptions in separate processes: at most two, each killed at its deadline. */
export const layer: Layer.Layer<DescriptionReader.DescriptionReader> = Layer.unwrap(
  Effect.sync(() => layerOf(ownProgram()))
)

const readHere =
  (read: (bytes: Uint8Array) => DescriptionReader.ReadDescription) =>
  (bytes: Uint8Array): Effect.Effect<DescriptionReader.ReadDescription, DescriptionReader.DescriptionRefused> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(read(bytes))
      } catch (error) {
        return error instanceof DescriptionReader.DescriptionRefused ? Effect.fail(error) : Effect.die(error)
      }
    })

/** Reads descriptions in the current process, which blocks its event loop. */
export const layerHere: Layer.Layer<DescriptionReader.DescriptionReader> = Layer.effect(
  DescriptionReader.DescriptionReader,
  Effect.map(
    Effect.promise(() => import("./ReadDescription.ts")),
    ({ read }) => ({ read: readHere(read) })
  )
)
