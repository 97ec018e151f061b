import { Worker } from "node:worker_threads"
import { FairQueue, type PoolBusy } from "@quire/core"
import { Effect, Exit } from "effect"
import { limits } from "./ScriptLimits.ts"

/** The thread inherits nothing from this process: no environment variables, no options, no output. */
const started = (path: string | URL): Worker => {
  const worker = new Worker(path, {
    argv: [],
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    name: "script",
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
  })
  worker.unref()
  return worker
}

/** Removes the listeners from a thread so that the next user can add its own. An error while it is idle is ignored. */
export const release = (worker: Worker): void => {
  for (const event of ["error", "exit", "message", "messageerror"]) worker.removeAllListeners(event)
  worker.on("error", () => undefined)
}

export interface Threads {
  /**
   * Runs work on a thread: an idle one, or a new one that is started. The thread becomes idle again if it is
   * healthy. If the work fails or is interrupted, or if the thread is unhealthy, the thread is terminated; only the
   * next run waits for that (rule script-turns).
   */
  readonly employ: <A extends { readonly isWell: boolean }>(
    begin: (worker: Worker) => Effect.Effect<boolean>,
    work: (worker: Worker) => Effect.Effect<A>
  ) => Effect.Effect<A | undefined, PoolBusy.PoolBusy>
}

export const make = (path: string | URL) =>
  Effect.gen(function* () {
    const turns = FairQueue.make({ pool: "scripts", slots: limits.threads, waiting: limits.waiting })
    const resting = new Map<Worker, NodeJS.Timeout>()
    const leaving = new Set<Promise<void>>()

    const end = (worker: Worker): Promise<unknown> => {
      release(worker)
      clearTimeout(resting.get(worker))
      resting.delete(worker)
      return worker.terminate()
    }

    const rest = (worker: Worker): void => {
      const leave = () => void end(worker)
      release(worker)
      worker.once("exit", leave)
      resting.set(worker, setTimeout(leave, limits.idleMilliseconds).unref())
    }

    const take = (): Worker | undefined => {
      const [[worker, timer] = []] = resting
      clearTimeout(timer)
      if (worker !== undefined) resting.delete(worker)
      return worker
    }

    /** Terminates a thread, and lets the next run begin once it has ended. */
    const leave = (worker: Worker, slot: FairQueue.Slot): void => {
      const gone = end(worker).then(() => {
        leaving.delete(gone)
        slot.release()
      })
      leaving.add(gone)
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(() => Promise.all([...Array.from(resting.keys(), end), ...leaving]))
    )

    const enter = (slot: FairQueue.Slot) =>
      Effect.onError(
        Effect.sync(() => {
          const rested = take()
          return { worker: rested ?? started(path), isNew: rested === undefined }
        }),
        () => Effect.sync(slot.release)
      )

    const employ: Threads["employ"] = (begin, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const slot = yield* restore(turns.take)
          const { isNew, worker } = yield* enter(slot)
          const ready = isNew ? begin(worker) : Effect.succeed(true)
          const worked = Effect.flatMap(ready, (isReady) => (isReady ? work(worker) : Effect.undefined))
          return yield* Effect.onExit(restore(worked), (exit) =>
            Exit.isSuccess(exit) && exit.value?.isWell === true
              ? Effect.andThen(
                  Effect.sync(() => rest(worker)),
                  Effect.sync(slot.release)
                )
              : Effect.sync(() => leave(worker, slot))
          )
        })
      )
    return { employ } satisfies Threads
  })
