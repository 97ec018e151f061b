import { Deferred, Effect, Exit } from "effect"
import type { Answer, Statement } from "./Statement.ts"

/** Sends statements that may run in any order, in as few round trips as it can, and returns the answer of each. */
export type Send = (statements: ReadonlyArray<Statement>) => Effect.Effect<ReadonlyArray<Answer>>

interface Question {
  readonly statements: ReadonlyArray<Statement>
  readonly answers: Deferred.Deferred<ReadonlyArray<Answer>>
}

/**
 * Joins the statements of concurrent effects: they are sent at once, as soon as each effect waits for an answer or has
 * ended. A defect of sending is a defect of all effects that wait for it.
 */
export class StatementBatch {
  #running: number
  #open: ReadonlyArray<Question> = []
  readonly #send: Send

  constructor(effects: number, send: Send) {
    this.#running = effects
    this.#send = send
  }

  readonly #sendIfDue = Effect.suspend(() => {
    if (this.#running > 0 || this.#open.length === 0) return Effect.void
    const sent = this.#open
    this.#open = []
    this.#running = sent.length
    const all = sent.flatMap(({ statements }) => statements)
    return Effect.map(Effect.exit(this.#send(all)), (exit) => {
      let from = 0
      for (const { answers, statements } of sent) {
        const [start, end] = [from, from + statements.length]
        from = end
        Deferred.doneUnsafe(
          answers,
          Exit.map(exit, (found) => found.slice(start, end))
        )
      }
    })
  })

  /** On interruption, drops a statement that was not sent yet, and awaits the result of one that was. */
  readonly #takeBack = (question: Question) =>
    Effect.suspend(() => {
      if (!this.#open.includes(question)) return Effect.exit(Deferred.await(question.answers))
      this.#open = this.#open.filter((each) => each !== question)
      this.#running += 1
      return Effect.void
    })

  readonly ask: Send = (statements) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const question = { statements, answers: Deferred.makeUnsafe<ReadonlyArray<Answer>>() }
        this.#open = [...this.#open, question]
        this.#running -= 1
        const answered = Effect.onInterrupt(restore(Deferred.await(question.answers)), () => this.#takeBack(question))
        return Effect.andThen(this.#sendIfDue, answered)
      })
    )

  /** Runs one of the effects. */
  readonly member = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.ensuring(
      effect,
      Effect.suspend(() => {
        this.#running -= 1
        return this.#sendIfDue
      })
    )
}
