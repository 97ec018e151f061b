import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { Compute, EventLoop } from "@quire/core"
import { Effect, Layer, Option, Predicate } from "effect"
import type * as ProcessPool from "../text-process/ProcessPool.ts"
import * as ProcessRequest from "../text-process/ProcessRequest.ts"
import type * as ComputeWorker from "./ComputeWorker.ts"

export const limits = {
  /** How long a merge may take, the start of a process counted; the largest take a few seconds on an idle machine. */
  milliseconds: 60_000,
  /** Heap limit of a process, including its program. */
  heapMegabytes: 400
} as const

const bundled = new URL("./ComputeWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources.
 */
const ownProgram = (): ProcessPool.Program => ({
  path: existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve("@quire/adapters/compute-worker"),
  heapMegabytes: limits.heapMegabytes
})

const isAnswer = (value: unknown): value is ComputeWorker.Answer => Predicate.hasProperty(value, "_tag")

const make = (program: ProcessPool.Program) =>
  Effect.map(
    ProcessRequest.make<ComputeWorker.Question, ComputeWorker.Answer>({
      program,
      isAnswer,
      milliseconds: limits.milliseconds,
      pool: "merging documents"
    }),
    (ask): Compute.Runner =>
      Effect.fnUntraced(function* ({ base, changed, choices, primary }) {
        const [first, second = "", third = ""] = yield* EventLoop.map([base, primary, changed], (document) =>
          document === undefined ? undefined : JSON.stringify(document)
        )
        const question = { base: first, primary: second, changed: third, choices }
        const answer = Option.getOrUndefined(yield* Effect.orDie(ask(question)))
        if (answer?._tag !== "Merged") {
          return yield* Effect.die(new Error("the merge of a document took too long or too much memory"))
        }
        const { conflicts, document, used } = answer
        return { document: JSON.parse(document), conflicts, used }
      })
  )

/** Merges in processes that run the given program; it must respond as `ComputeWorker` does. */
export const layerOf = (program: ProcessPool.Program): Layer.Layer<never> => Layer.effect(Compute.Runner, make(program))

/** Merges large documents in separate processes: at most two, each killed at its deadline. */
export const layer: Layer.Layer<never> = Layer.unwrap(Effect.sync(() => layerOf(ownProgram())))
