import { type ChildProcess, fork } from "node:child_process"
import { Effect, Exit } from "effect"

export const limits = {
  /** Processes that live, whether they work, rest or are about to end. */
  processes: 2,
  /** Time after which a process exits if one request is still running, because the parent process may be gone. */
  questionMilliseconds: 10_000,
  /** Idle time after which a process exits and releases its memory. */
  idleMilliseconds: 2_000
} as const

/** The program of a process. */
export interface Program {
  readonly path: string | URL
  /** Heap limit: V8 terminates the process that exceeds it, and no other. */
  readonly heapMegabytes: number
}

/** Removes the listeners from a process so that the next user can add its own. Node's own listeners are kept. */
export const release = (child: ChildProcess): void => {
  for (const event of ["error", "exit", "message"]) child.removeAllListeners(event)
}

export interface ProcessPool {
  /** A process at rest, which has no other work from then on. */
  readonly take: () => ChildProcess | undefined
  /** Starts a new process as soon as the pool has room. The caller must return it or end it. */
  readonly start: <A>(use: (child: ChildProcess) => A) => Effect.Effect<A>
  /** Marks a process as idle until it is used again, or exits when it is not. */
  readonly give: (child: ChildProcess) => void
  /** Kills a process and waits until it has exited. */
  readonly end: (child: ChildProcess) => Promise<void>
  /** Ends idle processes. */
  readonly clear: Effect.Effect<void>
}

/**
 * Variables that only the GNU C library reads: one heap instead of one per thread, and free memory at its end is
 * returned at once. Otherwise it would keep some 15 MB, most of them from program startup.
 */
const env = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "131072" }

/** The process inherits nothing from this process: no environment variables, no output, no options. */
const started = ({ path, heapMegabytes }: Program): ChildProcess => {
  const child = fork(path, [String(limits.questionMilliseconds)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=4"],
    env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced"
  })
  child.unref()
  child.channel?.unref()
  return child
}

/** One that could not be started has no id and never exits. */
const hasEnded = ({ exitCode, pid, signalCode }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null

/** Processes that run one program. */
export const make = (program: Program): ProcessPool => {
  const living = new Set<ChildProcess>()
  const leaving = new Set<Promise<void>>()
  const resting = new Map<ChildProcess, NodeJS.Timeout>()

  const end = (child: ChildProcess): Promise<void> => {
    release(child)
    child.ref()
    child.on("error", () => undefined)
    const gone = new Promise<void>((resolve) => {
      if (hasEnded(child)) resolve()
      else child.once("exit", () => resolve())
    }).then(() => {
      living.delete(child)
      leaving.delete(gone)
    })
    leaving.add(gone)
    child.kill("SIGKILL")
    return gone
  }

  const start: ProcessPool["start"] = (use) =>
    Effect.suspend(() => {
      if (living.size >= limits.processes) {
        return Effect.andThen(
          Effect.promise(() => Promise.race(leaving)),
          start(use)
        )
      }
      const child = started(program)
      living.add(child)
      return Effect.succeed(use(child))
    })

  return {
    take: () => {
      const [[child, timer] = []] = resting
      clearTimeout(timer)
      if (child !== undefined) resting.delete(child)
      return child
    },
    start,
    give: (child) => {
      const leave = () => {
        resting.delete(child)
        void end(child)
      }
      release(child)
      child.once("error", leave)
      child.once("exit", leave)
      resting.set(child, setTimeout(leave, limits.idleMilliseconds).unref())
    },
    end,
    clear: Effect.suspend(() => {
      const rested = Array.from(resting)
      resting.clear()
      for (const [, timer] of rested) clearTimeout(timer)
      return rested.length === 0 ? Effect.void : Effect.promise(() => Promise.all(rested.map(([child]) => end(child))))
    })
  }
}

/** How a process is put to work. */
export interface ProcessProtocol<A, E> {
  /** Initialization of a new process; an idle one has already done it. */
  readonly begin: (started: Effect.Effect<ChildProcess>) => Effect.Effect<ChildProcess, E>
  readonly work: (child: ChildProcess) => Effect.Effect<A, E>
  /** Whether a process may rest that has answered so. */
  readonly isWell: (answer: A, child: ChildProcess) => boolean
}

/**
 * Runs work in a process, which becomes idle afterwards. If the work fails or is interrupted, or if the process is
 * unhealthy, the process is ended, and its memory is released before the next one starts.
 */
export const employ = <A, E>(pool: ProcessPool, { begin, isWell, work }: ProcessProtocol<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    let child = pool.take()
    const ready = child === undefined ? begin(pool.start((fresh) => (child = fresh))) : Effect.succeed(child)
    return Effect.onExit(Effect.flatMap(ready, work), (exit) =>
      Effect.suspend(() => {
        if (child === undefined) return Effect.void
        const used = child
        return Exit.isSuccess(exit) && isWell(exit.value, used)
          ? Effect.sync(() => pool.give(used))
          : Effect.promise(() => pool.end(used))
      })
    )
  })
