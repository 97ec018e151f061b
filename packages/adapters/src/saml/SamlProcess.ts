import type { ChildProcess } from "node:child_process"
import { Effect, Exit, Option, Predicate, type Scope, Semaphore } from "effect"
import * as ProcessPool from "../text-process/ProcessPool.ts"
import type { Answer, Question } from "./SamlWorker.ts"

export const limits = {
  /** How long a message may take, its turn and the start of a process counted. */
  milliseconds: 10_000,
  /** Of a process's heap, with what its program holds itself. */
  heapMegabytes: 96
} as const

const isAnswer = (value: unknown): value is Answer => Predicate.hasProperty(value, "_tag")

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

/** Has a question answered by a process, which rests afterwards if nothing is wrong with it. */
const askOne = (pool: ProcessPool.ProcessPool, question: Question) =>
  Effect.suspend(() => {
    let child = pool.take()
    const ready =
      child === undefined
        ? Effect.tap(
            pool.start((started) => (child = started)),
            (fresh) => listen(fresh, () => undefined)
          )
        : Effect.succeed(child)
    return Effect.onExit(
      Effect.flatMap(ready, (begun) => listen(begun, () => void begun.send(question))),
      (exit) =>
        Effect.suspend(() => {
          if (child === undefined) return Effect.void
          const used = child
          const isWell = Exit.isSuccess(exit) && Option.exists(exit.value, ({ isHeavy }) => !isHeavy)
          return isWell ? Effect.sync(() => pool.give(used)) : Effect.promise(() => pool.end(used))
        })
    )
  })

/** What a process answers; nothing if it takes too long, or ends. */
export type Ask = (question: Question) => Effect.Effect<Option.Option<Answer>>

/** Processes that run a program: two at most, each killed at the deadline of its question. */
export const make = (
  program: ProcessPool.Program,
  milliseconds: number = limits.milliseconds
): Effect.Effect<Ask, never, Scope.Scope> =>
  Effect.gen(function* () {
    const turns = yield* Semaphore.make(ProcessPool.limits.processes)
    const pool = ProcessPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)
    return (question) =>
      Effect.timeoutOrElse(turns.withPermit(askOne(pool, question)), {
        duration: milliseconds,
        orElse: () => Effect.succeedNone
      })
  })
