import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { FairQueue, Markdown } from "@quire/core"
import { Context, Effect, Layer, Predicate } from "effect"
import type { SettingsJob, SiteSettings } from "../generators/SiteSettings.ts"
import * as ProcessPool from "./ProcessPool.ts"
import type { PrintJob, TextJob } from "./TextJob.ts"
import type * as TextWorker from "./TextWorker.ts"

export const limits = {
  /** How long one text may take. */
  milliseconds: 5_000,
  /**
   * Time limit for the start of a process. It does not process any text yet, so a timeout only means that the machine
   * is busy.
   */
  beginMilliseconds: 30_000,
  /** Texts that are read at the same time, each by a process. */
  processes: ProcessPool.limits.processes,
  /** Heap limit of a process, including its program. */
  heapMegabytes: 118
} as const

/** Code units of a text that are sent to a process at a time. */
const pieceLength = 262_144

type RefOf = NonNullable<Markdown.ReadOptions["refOf"]>

const bundledWorker = new URL("./TextWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources. The bundled program uses 5 MB less than it would with all the modules that a server needs, so its texts have
 * as much room in a smaller heap.
 */
const ownProgram = (): ProcessPool.Program =>
  existsSync(bundledWorker)
    ? { path: bundledWorker, heapMegabytes: limits.heapMegabytes - 5 }
    : {
        path: createRequire(import.meta.url).resolve("@quire/adapters/text-worker"),
        heapMegabytes: limits.heapMegabytes
      }

const tooSlow = Effect.suspend(() => Effect.fail(new Markdown.TextTooSlow()))

const isAnswer = (value: unknown): value is TextWorker.Answer =>
  ["targets", "page", "text", "settings"].some((name) => Predicate.hasProperty(value, name))

/** Processes that use too much memory to be kept idle. */
const heavy = new WeakSet<ChildProcess>()

/** Sends a request and listens for the next message of a process. */
const listen = (child: ChildProcess, ask: () => void) =>
  Effect.callback<TextWorker.Answer, Markdown.TextTooSlow>((resume) => {
    const fail = () => resume(tooSlow)
    ProcessPool.release(child)
    child.on("error", fail)
    child.once("exit", fail)
    child.once("message", (answer: unknown) => {
      if (!isAnswer(answer)) return fail()
      if (answer.isHeavy === true) heavy.add(child)
      resume(Effect.succeed(answer))
    })
    ask()
  })

const ask = (child: ChildProcess, question: TextWorker.Question) => listen(child, () => void child.send(question))

/**
 * Sends all of a text except its end, and returns the job with that end. A single message would need a block of memory
 * of its size.
 */
const sendBeginning = (child: ChildProcess, job: TextJob): TextJob => {
  let at = 0
  for (; job.text.length - at > pieceLength; at += pieceLength) {
    child.send({ piece: job.text.slice(at, at + pieceLength) } satisfies TextWorker.Question)
  }
  return at === 0 ? job : { ...job, text: job.text.slice(at) }
}

/** Reads a text in a process that does no other work. */
const readBy = Effect.fnUntraced(function* (child: ChildProcess, job: TextJob, refOf: RefOf | undefined) {
  const opened = yield* listen(
    child,
    () => void child.send({ open: sendBeginning(child, job) } satisfies TextWorker.Question)
  )
  const { page } =
    opened.targets === undefined
      ? opened
      : yield* ask(child, { refs: new Map(opened.targets.map((target) => [target, refOf?.(target)])) })
  return page ?? (yield* tooSlow)
})

const printBy = Effect.fnUntraced(function* (child: ChildProcess, job: PrintJob) {
  const { text } = yield* ask(child, { print: job })
  return text ?? (yield* tooSlow)
})

const settingsBy = Effect.fnUntraced(function* (child: ChildProcess, job: SettingsJob) {
  const { settings } = yield* ask(child, { settings: job })
  return settings ?? (yield* tooSlow)
})

/** Waits until a new process reports that it has loaded its program. */
const begun = (child: ChildProcess) => listen(child, () => undefined)

const inTime = <A>(work: Effect.Effect<A, Markdown.TextTooSlow>, duration: number) =>
  Effect.timeoutOrElse(work, { duration, orElse: () => tooSlow })

type Work<A> = (child: ChildProcess) => Effect.Effect<A, Markdown.TextTooSlow>

/** Runs work in a process, which becomes idle afterwards unless it timed out, failed or uses too much memory. */
const byProcess = <A>(pool: ProcessPool.ProcessPool, work: Work<A>) =>
  ProcessPool.employ<A, Markdown.TextTooSlow>(pool, {
    begin: (started) => inTime(Effect.tap(started, begun), limits.beginMilliseconds),
    work: (child) => inTime(work(child), limits.milliseconds),
    isWell: (_, child) => !heavy.has(child)
  })

const make = (program: ProcessPool.Program) =>
  Effect.gen(function* () {
    const turns = FairQueue.make({ pool: "reading texts", slots: limits.processes })
    const pool = ProcessPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)

    const soon = <A>(work: Work<A>) => turns.withTurnOrDie(byProcess(pool, work))

    return TextProcesses.of({
      read: (job, refOf) => soon((child) => readBy(child, job, refOf)),
      print: (job) => soon((child) => printBy(child, job)),
      settings: (job) => soon((child) => settingsBy(child, job))
    })
  })

/**
 * Processes that parse untrusted texts and print large documents, so that the server stays responsive. A text that
 * takes too long or too much memory ends only its process.
 */
export class TextProcesses extends Context.Service<
  TextProcesses,
  {
    readonly read: (job: TextJob, refOf: RefOf | undefined) => Effect.Effect<Markdown.BoundedPage, Markdown.TextTooSlow>
    readonly print: (job: PrintJob) => Effect.Effect<string, Markdown.TextTooSlow>
    readonly settings: (job: SettingsJob) => Effect.Effect<SiteSettings, Markdown.TextTooSlow>
  }
>()("@quire/adapters/TextProcesses") {
  /** Runs processes with the given program; it must respond as `TextWorker` does. */
  static readonly layerOf = (program: ProcessPool.Program) => Layer.effect(this, make(program))

  static readonly layer = Layer.unwrap(Effect.sync(() => this.layerOf(ownProgram())))
}
