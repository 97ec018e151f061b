import type { ChildProcess } from "node:child_process"
import { FairQueue, type PoolBusy } from "@quire/core"
import { Effect, Option, type Scope } from "effect"
import * as ProcessPool from "./ProcessPool.ts"

/** Memory state of the process, included in every response. */
export interface MemoryReport {
  /** Whether the process uses more memory than an idle process may keep. */
  readonly isHeavy: boolean
}

/** Settings for processes that respond to each request with one message, and report once that they have started. */
export interface Settings<Answer extends MemoryReport> {
  readonly program: ProcessPool.Program
  readonly isAnswer: (value: unknown) => value is Answer
  /** The purpose of the pool, as used in an error message. */
  readonly pool: string
  /** How long a question may take, the start of a process counted. */
  readonly milliseconds: number
}

/** Sends a request to a process and returns its response; none if it times out or the process exits. */
export type Ask<Question, Answer> = (question: Question) => Effect.Effect<Option.Option<Answer>, PoolBusy.PoolBusy>

/** Sends a request and returns the next message of the process; none if it exits instead. */
const listen = <Answer>(child: ChildProcess, isAnswer: (value: unknown) => value is Answer, ask: () => void) =>
  Effect.callback<Option.Option<Answer>>((resume) => {
    const fail = () => resume(Effect.succeedNone)
    ProcessPool.release(child)
    child.on("error", fail)
    child.once("exit", fail)
    child.once("message", (answer: unknown) => (isAnswer(answer) ? resume(Effect.succeedSome(answer)) : fail()))
    ask()
  })

/** A pool of processes that handle requests: at most two, each killed at the deadline of its request. */
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
