import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { ScriptRunner } from "@quire/core"
import { Effect, Layer } from "effect"
import * as Conversation from "./Conversation.ts"
import type * as Messages from "./Messages.ts"
import * as Outgoing from "./Outgoing.ts"
import { limits } from "./ScriptLimits.ts"
import * as Threads from "./Threads.ts"

export { limits }

export interface Options {
  /** How requests of scripts are sent; to public addresses alone when absent. */
  readonly fetching?: Outgoing.FetchOptions
  /** The program of a thread. */
  readonly path?: string | URL
}

const bundled = new URL("./ScriptWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources.
 */
const ownProgram = (): string | URL =>
  existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve("@quire/adapters/script-worker")

const failed = (reason: ScriptRunner.ScriptFailureReason, message: string): ScriptRunner.ScriptOutcome => ({
  failure: { reason, message },
  logs: []
})

const millisecondsOf = ({ deadline = limits.milliseconds }: ScriptRunner.ScriptRun): number =>
  Math.max(1, Math.min(deadline, limits.milliseconds))

const beginOf = (run: ScriptRunner.ScriptRun): Messages.Begin => ({
  _tag: "Run",
  program: run.program,
  event: JSON.stringify(run.event) ?? "null",
  environment: JSON.stringify(run.environment) ?? "null",
  body: run.body,
  milliseconds: millisecondsOf(run)
})

const make = ({ fetching = {}, path }: Options) =>
  Effect.gen(function* () {
    const threads = yield* Threads.make(path ?? ownProgram())
    const sendTo = Outgoing.make(fetching)
    const execute = (run: ScriptRunner.ScriptRun) =>
      threads.employ(Conversation.begin, (worker) =>
        Conversation.converse(worker, beginOf(run), sendTo(run.apiEndpoint))
      )
    return ScriptRunner.ScriptRunner.of({
      run: (run) =>
        execute(run).pipe(
          Effect.map((ran) => ran?.outcome ?? failed("crashed", "the script runner could not be started")),
          Effect.catchTag("PoolBusy", ScriptRunner.busy)
        )
    })
  })

/** A script runner with its own options for threads. */
export const layerWith = (options: Options): Layer.Layer<ScriptRunner.ScriptRunner> =>
  Layer.effect(ScriptRunner.ScriptRunner, make(options))

/**
 * Runs scripts in QuickJS, compiled to WebAssembly, on separate threads: a limited number, and none before the first
 * run.
 */
export const layer: Layer.Layer<ScriptRunner.ScriptRunner> = Layer.suspend(() => layerWith({}))
