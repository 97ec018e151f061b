import { type Context, Effect } from "effect"
import * as Joined from "./Joined.ts"
import * as Routing from "./Routing.ts"
import { type Answer, type Statement, textOf } from "./Statement.ts"
import { type Send, StatementBatch } from "./StatementBatch.ts"
import * as Transaction from "./Transaction.ts"

/** Runs statements within the current transaction, or otherwise on a connection in a separate transaction. */
const ask = <A>(base: Transaction.Base, operation: string, question: Transaction.ConnectionTask<A>) =>
  base._tag === "Inside"
    ? Transaction.runStatement(base.frame, operation, question)
    : Transaction.retryConflicts((run) =>
        base.lease((connection) => {
          run.hosted = connection.isInTransaction()
          return Transaction.runTask(connection, run, question)
        })
      )

/** Sends a statement within its transaction, or to the server that may run it. */
type SendOne = (base: Transaction.Base, statement: Statement) => Effect.Effect<Answer>

const makeSendOne =
  (routing: Routing.StatementRouter | undefined): SendOne =>
  (base, statement) => {
    const { sql, values } = statement
    const text = textOf(sql)
    const alone = ask(base, text, ({ run }) => run(text, values))
    return routing === undefined || base._tag === "Inside" ? alone : routing.send(base.lease, statement, alone)
  }

/** Sends the statements that can be joined as one, and the others after it. */
const sendAll =
  (sendOne: SendOne, base: Transaction.Base): Send =>
  (statements) => {
    const joinable = Joined.selectJoinable(statements)
    if (joinable.length < 2) return Effect.forEach(statements, (statement) => sendOne(base, statement))
    return Effect.gen(function* () {
      const answers = Joined.split(yield* sendOne(base, Joined.join(joinable)), joinable.length)
      return yield* Effect.forEach(statements, (statement) => {
        const answer = answers[joinable.indexOf(statement)]
        return answer === undefined ? sendOne(base, statement) : Effect.succeed(answer)
      })
    })
  }

/** Sends the statements of fibers according to the place of each. */
export const make = (
  place: Context.Reference<Transaction.StatementScope>,
  routing: Routing.StatementRouter | undefined
) => {
  const sendOne = makeSendOne(routing)
  return {
    run: (statement: Statement): Effect.Effect<Answer> =>
      Effect.flatMap(place, (where) =>
        where._tag === "Batched"
          ? Effect.map(where.gathering.ask([statement]), ([answer]) => answer ?? { rows: [], count: 0 })
          : sendOne(where, statement)
      ),
    script: (text: string): Effect.Effect<void> =>
      Effect.flatMap(place, (where) => {
        const run = ask(Transaction.baseOf(where), text, (connection) => connection.script(text))
        return Routing.writing(routing, run)
      }),
    together: <A, E, R, A2, E2, R2>(
      left: Effect.Effect<A, E, R>,
      right: Effect.Effect<A2, E2, R2>
    ): Effect.Effect<readonly [A, A2], E | E2, R | R2> =>
      Effect.flatMap(place, (where) => {
        const base = Transaction.baseOf(where)
        const gathering = new StatementBatch(2, where._tag === "Batched" ? where.gathering.ask : sendAll(sendOne, base))
        const both = Effect.all([gathering.member(left), gathering.member(right)], { concurrency: "unbounded" })
        return Effect.provideService(both, place, { _tag: "Batched", gathering, base })
      })
  } as const
}
