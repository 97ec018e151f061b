import type { ChildProcess } from "node:child_process"
import { FairQueue, type PoolBusy } from "@quire/core"
import { Effect, Option, type Scope } from "effect"
import * as ProcessPool from "./ProcessPool.ts"

/** What every answer says of the process that gives it. */
export interface MemoryReport {
  /** Whether the process holds more memory than it should keep at rest. */
  readonly isHeavy: boolean
}

/** How processes are asked that answer each question with one message, and say once that they have begun. */
export interface Settings<Answer extends MemoryReport> {
  readonly program: ProcessPool.Program
  readonly isAnswer: (value: unknown) => value is Answer
  /** What is waited for, in the words of an error message. */
  readonly pool: string
  /** How long a question may take, the start of a process counted. */
  readonly milliseconds: number
}

/** What a process answers; nothing if it takes too long, or ends. */
export type Ask<Question, Answer> = (question: Question) => Effect.Effect<Option.Option<Answer>, PoolBusy.PoolBusy>

/** What a process says next; asking is what makes it say something. Nothing if it ends instead. */
const listen = <Answer>(child: ChildProcess, isAnswer: (value: unknown) => value is Answer, ask: () => void) =>
  Effect.callback<Option.Option<Answer>>((resume) => {
    const fail = () => resume(Effect.succeedNone)
    ProcessPool.release(child)
    child.on("error", fail)
    child.once("exit", fail)
    child.once("message", (answer: unknown) => (isAnswer(answer) ? resume(Effect.succeedSome(answer)) : fail()))
    ask()
  })

/** Processes that answer questions: two at most, each killed at the deadline of its question. */
export const make = <Question extends object, Answer extends MemoryReport>({
  isAnswer,
  milliseconds,
  pool: name,
  program
}: Settings<Answer>): Effect.Effect<Ask<Question, Answer>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const turns = FairQueue.make({ pool: name, slots: ProcessPool.limits.processes })
    const pool = ProcessPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)
    const askOne = (question: Question) =>
      ProcessPool.employ(pool, {
        begin: Effect.tap((fresh) => listen(fresh, isAnswer, () => undefined)),
        work: (child) => listen(child, isAnswer, () => void child.send(question)),
        isWell: (answer) => Option.exists(answer, ({ isHeavy }) => !isHeavy)
      })
    return (question) =>
      turns.withTurn(
        Effect.timeoutOrElse(askOne(question), { duration: milliseconds, orElse: () => Effect.succeedNone })
      )
  })
