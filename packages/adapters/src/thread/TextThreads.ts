import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { Actor, Markdown, Turns } from "@quire/core"
import { Context, Effect, Exit, Layer, Option, Predicate } from "effect"
import type { PrintJob } from "./PrintJob.ts"
import type { TextJob } from "./TextJob.ts"
import type { Answer, Question } from "./TextWorker.ts"

export const limits = {
  /** How long one text may take. */
  milliseconds: 5_000,
  /** Threads, and so texts that are read at the same time. */
  threads: 2,
  /** What one text may take of memory. */
  heapMegabytes: 128,
  /** After how long a thread without work ends. */
  idleMilliseconds: 10_000
} as const

type RefOf = NonNullable<Markdown.ReadOptions["refOf"]>

const beside = new URL("./TextWorker.mjs", import.meta.url)

/** The thread's program: in a bundle it lies beside, else it is the built one, as a thread has no loader for sources. */
const program = () =>
  existsSync(beside) ? beside : createRequire(import.meta.url).resolve("@quire/adapters/text-worker")

const start = () => {
  const thread = new Worker(program(), {
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 16 }
  })
  thread.unref()
  return thread
}

const tooSlow = Effect.suspend(() => Effect.fail(new Markdown.TextTooSlow()))

const isAnswer = (value: unknown): value is Answer =>
  ["targets", "page", "text"].some((name) => Predicate.hasProperty(value, name))

/** What a thread says next; asking is what makes it say something. */
const heard = (thread: Worker, ask: () => void) =>
  Effect.callback<Answer, Markdown.TextTooSlow>((resume) => {
    const fail = () => resume(tooSlow)
    thread.removeAllListeners()
    thread.once("error", fail)
    thread.once("exit", fail)
    thread.once("messageerror", fail)
    thread.once("message", (answer: unknown) => (isAnswer(answer) ? resume(Effect.succeed(answer)) : fail()))
    ask()
  })

const asked = (thread: Worker, question: Question) => heard(thread, () => thread.postMessage(question))

/** Reads a text on a thread that does nothing else meanwhile. */
const readOn = Effect.fnUntraced(function* (thread: Worker, job: TextJob, refOf: RefOf | undefined) {
  const opened = yield* asked(thread, { open: job })
  const { page } =
    opened.targets === undefined
      ? opened
      : yield* asked(thread, { refs: new Map(opened.targets.map((target) => [target, refOf?.(target)])) })
  return page ?? (yield* tooSlow)
})

const printOn = Effect.fnUntraced(function* (thread: Worker, job: PrintJob) {
  const { text } = yield* asked(thread, { print: job })
  return text ?? (yield* tooSlow)
})

const end = (thread: Worker) => {
  thread.removeAllListeners()
  thread.on("error", () => undefined)
  void thread.terminate()
}

/** A new thread, which says that it has loaded its program. */
const begun = (thread: Worker) =>
  Effect.as(
    heard(thread, () => undefined),
    thread
  )

/** Threads at rest, which end when nothing is asked of them for a while. */
const makeRest = () => {
  const resting = new Map<Worker, NodeJS.Timeout>()
  return {
    take: (): Worker | undefined => {
      const [[thread, timer] = []] = resting
      clearTimeout(timer)
      if (thread !== undefined) resting.delete(thread)
      return thread
    },
    give: (thread: Worker) => {
      const leave = () => {
        resting.delete(thread)
        end(thread)
      }
      thread.removeAllListeners()
      thread.once("error", leave)
      resting.set(thread, setTimeout(leave, limits.idleMilliseconds).unref())
    },
    clear: () => {
      for (const [thread, timer] of resting) {
        clearTimeout(timer)
        end(thread)
      }
      resting.clear()
    }
  }
}

/**
 * Threads that read texts of strangers and print large documents, so that nobody else waits while that is done. Each
 * person has one text at a time. A text that takes too long, or too much memory, ends its thread and nothing else.
 */
export class TextThreads extends Context.Service<
  TextThreads,
  {
    readonly read: (job: TextJob, refOf: RefOf | undefined) => Effect.Effect<Markdown.BoundedPage, Markdown.TextTooSlow>
    readonly print: (job: PrintJob) => Effect.Effect<string, Markdown.TextTooSlow>
  }
>()("@quire/adapters/TextThreads") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const turns = Turns.make(limits.threads)
      const rest = makeRest()
      yield* Effect.addFinalizer(() => Effect.sync(rest.clear))

      const inTime = <A>(work: Effect.Effect<A, Markdown.TextTooSlow>) =>
        Effect.timeoutOrElse(work, { duration: limits.milliseconds, orElse: () => tooSlow })

      const onThread = <A>(work: (thread: Worker) => Effect.Effect<A, Markdown.TextTooSlow>) =>
        Effect.suspend(() => {
          const rested = rest.take()
          const thread = rested ?? start()
          const ready = rested === undefined ? begun(thread) : Effect.succeed(rested)
          return Effect.onExit(
            Effect.flatMap(ready, () => inTime(work(thread))),
            (exit) => Effect.sync(() => (Exit.isSuccess(exit) ? rest.give(thread) : end(thread)))
          )
        })

      const soon = <A>(work: (thread: Worker) => Effect.Effect<A, Markdown.TextTooSlow>) =>
        Effect.flatMap(Effect.serviceOption(Actor.Actor), (actor) =>
          turns.within(Option.match(actor, { onNone: () => "", onSome: Actor.actorId }))(onThread(work))
        )

      return {
        read: (job, refOf) => soon((thread) => readOn(thread, job, refOf)),
        print: (job) => soon((thread) => printOn(thread, job))
      }
    })
  )
}
