import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { Markdown } from "@quire/core"
import { Effect, Predicate, type Scope, Semaphore } from "effect"
import type { Parsed } from "./BoundedTree.ts"

/** How long one text may take, and how many may take longer before no more are tried. */
export const limits = { milliseconds: 5_000, late: 4, heapMegabytes: 512 } as const

const beside = new URL("./ApartWorker.mjs", import.meta.url)

/** The thread's program: in a bundle it lies beside, else it is the built one, as a thread has no loader for sources. */
const program = () =>
  existsSync(beside) ? beside : createRequire(import.meta.url).resolve("@quire/adapters/markdown-worker")

const start = () =>
  new Worker(program(), {
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes }
  })

const isParsed = (value: unknown): value is Parsed => Predicate.hasProperty(value, "root")

const tooSlow = Effect.suspend(() => Effect.fail(new Markdown.MarkdownTooSlow()))

type Read = (text: string) => Effect.Effect<Parsed, Markdown.MarkdownTooSlow>

/**
 * Reads texts one by one on a thread, which begins with the first text and ends with the scope. A thread that does not
 * answer in time is ended; the next text gets another.
 */
export const make: Effect.Effect<Read, never, Scope.Scope> = Effect.gen(function* () {
  const turn = yield* Semaphore.make(1)
  let thread: Worker | undefined
  let late = 0

  const end = Effect.suspend(() => {
    const old = thread
    thread = undefined
    return Effect.promise(async () => old?.terminate())
  })
  yield* Effect.addFinalizer(() => end)

  const ask = (text: string) =>
    Effect.callback<Parsed, Markdown.MarkdownTooSlow>((resume) => {
      thread ??= start()
      const fail = () => resume(tooSlow)
      thread.removeAllListeners()
      thread.once("error", fail)
      thread.once("messageerror", fail)
      thread.once("message", (answer: unknown) => (isParsed(answer) ? resume(Effect.succeed(answer)) : fail()))
      thread.postMessage(text)
    })

  const inTime = (text: string) =>
    Effect.timeoutOrElse(ask(text), { duration: limits.milliseconds, orElse: () => tooSlow }).pipe(
      Effect.onError(() => {
        late++
        return end
      })
    )

  return (text) => turn.withPermits(1)(Effect.suspend(() => (late < limits.late ? inTime(text) : tooSlow)))
})
