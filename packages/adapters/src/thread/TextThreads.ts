import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import type { Worker } from "node:worker_threads"
import { Actor, Markdown, Turns } from "@quire/core"
import { Context, Effect, Exit, Layer, Option, Predicate } from "effect"
import * as MemoryWatch from "./MemoryWatch.ts"
import type { PrintJob } from "./PrintJob.ts"
import type { TextJob } from "./TextJob.ts"
import type { Answer, Question } from "./TextWorker.ts"
import * as ThreadPool from "./ThreadPool.ts"

export const limits = {
  /** How long one text may take, and how long a thread may take to begin. */
  milliseconds: 5_000,
  /** Texts that are read at the same time, each on a thread. */
  threads: ThreadPool.limits.threads
} as const

type RefOf = NonNullable<Markdown.ReadOptions["refOf"]>

const beside = new URL("./TextWorker.mjs", import.meta.url)

/** The thread's program: in a bundle it lies beside, else it is the built one, as a thread has no loader for sources. */
const ownProgram = () =>
  existsSync(beside) ? beside : createRequire(import.meta.url).resolve("@quire/adapters/text-worker")

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

/** Waits until a new thread says that it has loaded its program. */
const begun = (thread: Worker) => heard(thread, () => undefined)

const inTime = <A>(work: Effect.Effect<A, Markdown.TextTooSlow>) =>
  Effect.timeoutOrElse(work, { duration: limits.milliseconds, orElse: () => tooSlow })

type Work<A> = (thread: Worker) => Effect.Effect<A, Markdown.TextTooSlow>

/** Runs work on a thread, which rests afterwards; one that takes too long or fails is ended. */
const onThread = <A>(pool: ThreadPool.ThreadPool, work: Work<A>) =>
  Effect.suspend(() => {
    let thread = pool.take()
    const begin = Effect.gen(function* () {
      const fresh = yield* pool.start((started) => (thread = started))
      yield* begun(fresh)
      return fresh
    })
    const ready = thread === undefined ? inTime(begin) : Effect.succeed(thread)
    return Effect.onExit(
      Effect.flatMap(ready, (begun) => inTime(MemoryWatch.within(work(begun)))),
      (exit) =>
        Effect.sync(() => {
          if (thread === undefined) return
          if (Exit.isSuccess(exit)) pool.give(thread)
          else void pool.end(thread)
        })
    )
  })

const make = (program: string | URL) =>
  Effect.gen(function* () {
    const turns = Turns.make(limits.threads)
    const pool = ThreadPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)

    const soon = <A>(work: Work<A>) =>
      Effect.flatMap(Effect.serviceOption(Actor.Actor), (actor) =>
        turns.withTurn(Option.match(actor, { onNone: () => "", onSome: Actor.actorId }))(onThread(pool, work))
      )

    return TextThreads.of({
      read: (job, refOf) => soon((thread) => readOn(thread, job, refOf)),
      print: (job) => soon((thread) => printOn(thread, job))
    })
  })

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
  /** Threads that run a program of their own; it answers as `TextWorker` does. */
  static readonly layerOf = (program: string | URL) => Layer.effect(this, make(program))

  static readonly layer = Layer.unwrap(Effect.sync(() => this.layerOf(ownProgram())))
}
