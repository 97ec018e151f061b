import { Worker } from "node:worker_threads"
import { Effect } from "effect"

export const limits = {
  /** Threads that live, whether they work, rest or are about to end. */
  threads: 2,
  /** Of a thread's heap, more than a text is let take (see MemoryWatch): V8 ends the process where this is met. */
  heapMegabytes: 512,
  /** After how long a thread without work ends, and gives back what it took. */
  idleMilliseconds: 2_000
} as const

export interface ThreadPool {
  /** A thread at rest, which has no other work from then on. */
  readonly take: () => Worker | undefined
  /** A new thread, as soon as there are few enough; who has asked for it must give it back or end it. */
  readonly start: <A>(use: (thread: Worker) => A) => Effect.Effect<A>
  /** Lets a thread rest until it is taken again, or ends for want of work. */
  readonly give: (thread: Worker) => void
  /**
   * Ends a thread whatever it does, and says when it is gone. A thread that is in native code is gone when that returns:
   * nobody waits for this but who wants a new thread.
   */
  readonly end: (thread: Worker) => Promise<void>
  /** Ends what rests. */
  readonly clear: Effect.Effect<void>
}

const started = (program: string | URL): Worker => {
  const thread = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 16 }
  })
  thread.unref()
  return thread
}

/** Threads that run one program. */
export const make = (program: string | URL): ThreadPool => {
  const living = new Set<Worker>()
  const leaving = new Set<Promise<void>>()
  const resting = new Map<Worker, NodeJS.Timeout>()

  const end = (thread: Worker): Promise<void> => {
    thread.removeAllListeners()
    thread.on("error", () => undefined)
    const gone = thread.terminate().then(() => {
      living.delete(thread)
      leaving.delete(gone)
    })
    leaving.add(gone)
    return gone
  }

  const start: ThreadPool["start"] = (use) =>
    Effect.suspend(() => {
      if (living.size >= limits.threads) {
        return Effect.andThen(
          Effect.promise(() => Promise.race(leaving)),
          start(use)
        )
      }
      const thread = started(program)
      living.add(thread)
      return Effect.succeed(use(thread))
    })

  return {
    take: () => {
      const [[thread, timer] = []] = resting
      clearTimeout(timer)
      if (thread !== undefined) resting.delete(thread)
      return thread
    },
    start,
    give: (thread) => {
      const leave = () => {
        resting.delete(thread)
        void end(thread)
      }
      thread.removeAllListeners()
      thread.once("error", leave)
      thread.once("exit", leave)
      resting.set(thread, setTimeout(leave, limits.idleMilliseconds).unref())
    },
    end,
    clear: Effect.suspend(() => {
      const rested = Array.from(resting)
      resting.clear()
      for (const [, timer] of rested) clearTimeout(timer)
      return rested.length === 0
        ? Effect.void
        : Effect.promise(() => Promise.all(rested.map(([thread]) => end(thread))))
    })
  }
}
