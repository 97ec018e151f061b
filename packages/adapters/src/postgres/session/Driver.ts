import type { StoreError } from "@quire/core"
import { Context, Effect, Predicate } from "effect"
import type { ClientBase, QueryResult } from "pg"
import { type Command, type Completion, type End, Exchange, parsers } from "./Exchange.ts"
import * as Failure from "./Failure.ts"

/** The first failed command: `done` is the number of commands before it. */
export interface FailedCommand {
  readonly done: number
  readonly error: StoreError.StoreError
}

/** How a connection uses the driver; uninterruptible, with a deadline beyond the server's own. */
export interface Driver {
  /** Sends commands at once; they run in order, and those after a failed one are skipped. */
  readonly send: (commands: ReadonlyArray<Command>) => Effect.Effect<ReadonlyArray<Completion>, FailedCommand>
  readonly script: (text: string) => Effect.Effect<void, StoreError.StoreError>
  readonly isInTransaction: () => boolean
  readonly isLost: () => boolean
  readonly release: () => void
}

/** Whether statements run without a deadline: see `unbounded` in PgSession. */
export const isUnbounded = Context.Reference("@quire/adapters/PgSession/unbounded", { defaultValue: () => false })

const summarize = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 120)

/** Time beyond the server's own limit after which the connection counts as dead. */
const grace = (statementTimeout: number): number => Math.min(statementTimeout, 5_000)

/** Open or failed. The status of a new connection is still null. */
const transactions: ReadonlySet<string | null> = new Set(["T", "E"])

/** Whether the client accepts custom queries; native clients, and those in pipeline mode, do not. */
const acceptsExchanges = (client: ClientBase): boolean =>
  Predicate.hasProperty(client, "connection") &&
  !(Predicate.hasProperty(client, "pipeline") && client.pipeline === true)

const sendOneByOne = (
  client: ClientBase,
  commands: ReadonlyArray<Command>,
  end: End,
  done: ReadonlyArray<Completion> = []
): void => {
  const command = commands[done.length]
  if (command === undefined) return end(done)
  const { name, text, values } = command
  client.query({ name, text, values: [...values], types: parsers }, (cause: unknown, result: QueryResult) => {
    if (cause) return end(done, { cause, done: done.length })
    const { command: tag, rowCount, rows } = result
    sendOneByOne(client, commands, end, [...done, { rows, count: rowCount ?? 0, tag }])
  })
}

/**
 * Continues when the driver knows the state of the transaction after a refused statement, or when the connection was
 * lost.
 */
const whenReady = (client: ClientBase, go: () => void): void => {
  const events = ["drain", "error", "end"] as const
  const settle = () => {
    for (const event of events) client.off(event, settle)
    go()
  }
  for (const event of events) client.on(event, settle)
}

export const make = (client: ClientBase, statementTimeout: number): Driver => {
  const deadline = statementTimeout + grace(statementTimeout)
  const isPlain = acceptsExchanges(client)
  let lost = false
  const onError = () => {
    lost = true
  }
  client.on("error", onError)

  /** A refusal is passed on late, because the state of the transaction comes after it, maybe in another packet. */
  const sendWithDeadline = (commands: ReadonlyArray<Command>, ask: (end: End) => void) =>
    Effect.flatMap(isUnbounded, (unbounded) =>
      Effect.callback<ReadonlyArray<Completion>, FailedCommand>((resume) => {
        const fail = (cause: unknown, done: number) =>
          resume(Effect.fail({ done, error: Failure.storeError(summarize(commands[done]?.text ?? ""), cause, lost) }))
        if (lost) return fail(new Error("the connection was lost"), 0)
        const silence = () => {
          lost = true
          fail(new Error("the server did not respond in time"), commands.length - 1)
        }
        const timer = unbounded ? undefined : setTimeout(silence, deadline)
        const refuse = ({ cause, done }: { readonly cause: unknown; readonly done: number }) => {
          clearTimeout(timer)
          fail(cause, done)
        }
        ask((completions, failed) => {
          if (failed === undefined) {
            clearTimeout(timer)
            return resume(Effect.succeed(completions))
          }
          lost ||= Failure.isFatal(failed.cause)
          if (lost || !Failure.isReported(failed.cause)) queueMicrotask(() => refuse(failed))
          else
            whenReady(client, () => {
              lost ||= Failure.isReadOnly(failed.cause)
              refuse(failed)
            })
        })
      })
    ).pipe(Effect.uninterruptible)

  const submit = (commands: ReadonlyArray<Command>, end: End): void => {
    try {
      if (isPlain) client.query(new Exchange(commands, end))
      else sendOneByOne(client, commands, end)
    } catch (cause) {
      end([], { cause, done: commands.length - 1 })
    }
  }

  return {
    send: (commands) => sendWithDeadline(commands, (end) => submit(commands, end)),
    script: (text) =>
      Effect.mapBoth(
        sendWithDeadline([{ text, values: [] }], (end) =>
          client.query(text, (cause: unknown) => (cause ? end([], { cause, done: 0 }) : end([])))
        ),
        { onFailure: ({ error }) => error, onSuccess: () => undefined }
      ),
    isInTransaction: () => transactions.has(client.getTransactionStatus()),
    isLost: () => lost,
    release: () => client.off("error", onError)
  }
}
