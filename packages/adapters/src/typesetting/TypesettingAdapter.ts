import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { Typesetting } from "@quire/core"
import { Effect, Exit, Layer, Option, Predicate, Semaphore } from "effect"
import * as ProcessPool from "../text-process/ProcessPool.ts"
import * as ShortTexts from "./ShortTexts.ts"
import type { Answer } from "./TypesetWorker.ts"

export const limits = {
  /** How long a page waits for its texts, its turn and the start of a process counted. */
  milliseconds: 8_000,
  /** Of a process's heap, with what its program holds itself. */
  heapMegabytes: 96
} as const

const beside = new URL("./TypesetWorker.mjs", import.meta.url)

/** In a bundle it lies beside, else it is the built one, as Node has no loader for sources. */
const ownProgram = (): ProcessPool.Program => ({
  path: existsSync(beside) ? beside : createRequire(import.meta.url).resolve("@quire/adapters/typeset-worker"),
  heapMegabytes: limits.heapMegabytes
})

const isAnswer = (value: unknown): value is Answer => Predicate.hasProperty(value, "typeset")

/** What a process says next; asking is what makes it say something. Nothing if it ends instead. */
const listen = (child: ChildProcess, ask: () => void) =>
  Effect.callback<Option.Option<Answer>>((resume) => {
    const fail = () => resume(Effect.succeedNone)
    ProcessPool.release(child)
    child.on("error", fail)
    child.once("exit", fail)
    child.once("message", (answer: unknown) => (isAnswer(answer) ? resume(Effect.succeedSome(answer)) : fail()))
    ask()
  })

/** Has texts typeset by a process, which rests afterwards if nothing is wrong with it. */
const typesetBy = (pool: ProcessPool.ProcessPool, texts: Typesetting.Texts) =>
  Effect.suspend(() => {
    let child = pool.take()
    const ready =
      child === undefined
        ? Effect.flatMap(
            pool.start((started) => (child = started)),
            (fresh) =>
              Effect.as(
                listen(fresh, () => undefined),
                fresh
              )
          )
        : Effect.succeed(child)
    return Effect.onExit(
      Effect.flatMap(ready, (begun) => listen(begun, () => void begun.send(texts))),
      (exit) =>
        Effect.suspend(() => {
          if (child === undefined) return Effect.void
          const used = child
          const isWell = Exit.isSuccess(exit) && Option.exists(exit.value, ({ isHeavy }) => !isHeavy)
          return isWell ? Effect.sync(() => pool.give(used)) : Effect.promise(() => pool.end(used))
        })
    )
  })

const make = (program: ProcessPool.Program) =>
  Effect.gen(function* () {
    const turns = yield* Semaphore.make(ProcessPool.limits.processes)
    const pool = ProcessPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)
    return Typesetting.Typesetting.of({
      typeset: ShortTexts.only((texts) =>
        turns
          .withPermit(typesetBy(pool, texts))
          .pipe(
            Effect.map(Option.flatMap(({ typeset }) => Option.fromUndefinedOr(typeset))),
            Effect.timeoutOrElse({ duration: limits.milliseconds, orElse: () => Effect.succeedNone }),
            Effect.map(Option.getOrElse(() => Typesetting.plain(texts, false)))
          )
      )
    })
  })

/** Processes that run a program of their own; it answers as `TypesetWorker` does. */
export const layerOf = (program: ProcessPool.Program): Layer.Layer<Typesetting.Typesetting> =>
  Layer.effect(Typesetting.Typesetting, make(program))

/** highlight.js and katex, in processes of their own. */
export const layer: Layer.Layer<Typesetting.Typesetting> = Layer.unwrap(Effect.sync(() => layerOf(ownProgram())))

/** The same in this process, where everybody waits meanwhile. */
export const layerHere: Layer.Layer<Typesetting.Typesetting> = Layer.effect(
  Typesetting.Typesetting,
  Effect.gen(function* () {
    const { Typesetter } = yield* Effect.promise(() => import("./Typesetter.ts"))
    const typesetter = new Typesetter()
    return Typesetting.Typesetting.of({
      typeset: ShortTexts.only((texts) => Effect.sync(() => typesetter.typeset(texts)))
    })
  })
)
