import { createHash } from "node:crypto"
import { Operation, type StoreError } from "@quire/core"
import { Effect } from "effect"
import type { ClientBase } from "pg"
import * as Driver from "./Driver.ts"
import type { Command, Completion } from "./Exchange.ts"
import * as Failure from "./Failure.ts"

/** How much of the texts of one exchange a span holds, in characters; joined statements can be long. */
const most = 8_192

const verbOf = (text: string): string => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "SQL"

/**
 * Traces an exchange with the server inside the span of an operation, with the texts of its statements and without their
 * values (rule trace-content).
 */
const ofExchange = <A, E, R>(
  commands: ReadonlyArray<Pick<Command, "text">>,
  exchange: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber): Effect.Effect<A, E, R> => {
    if (fiber.cache.span === undefined) return exchange
    const text = commands
      .map((command) => command.text)
      .join(";\n")
      .slice(0, most)
    const attributes = { "db.system.name": "postgresql", "db.query.text": text }
    return Operation.traced(verbOf(commands.at(-1)?.text ?? ""), { kind: "client", attributes })(exchange)
  })

/** A command that is held back until the next one, and sent with it. */
export interface DeferredCommand {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** A connection on loan. Its user must run statements one after the other. */
export interface Connection {
  /**
   * Runs a statement, prepared if configured. Uninterruptible, so that no cancel request ever reaches a statement of
   * the connection's next user.
   */
  readonly run: (text: string, values?: ReadonlyArray<unknown>) => Effect.Effect<Completion, StoreError.StoreError>
  /** Sends statements at once. They run in order, in a separate transaction if none is open. */
  readonly runAll: (
    statements: ReadonlyArray<Pick<Command, "text" | "values">>
  ) => Effect.Effect<ReadonlyArray<Completion>, StoreError.StoreError>
  /** Runs any number of statements without parameters. */
  readonly script: (text: string) => Effect.Effect<void, StoreError.StoreError>
  /**
   * Holds a command back until the next one is sent. If the command fails, every later command fails until it is
   * withdrawn.
   */
  readonly defer: (text: string, values?: ReadonlyArray<unknown>) => DeferredCommand
  /** Whether the command has not been executed yet. */
  readonly isWaiting: (deferred: DeferredCommand) => boolean
  /** Drops a waiting command and those deferred after it. */
  readonly takeBack: (deferred: DeferredCommand) => void
  /** Whether a transaction was open when the last statement ended. */
  readonly isInTransaction: () => boolean
  /** Whether the connection must not be used again. */
  readonly isLost: () => boolean
}

export interface Settings {
  /** The server's statement timeout, in milliseconds. */
  readonly statementTimeout: number
  readonly prepare: boolean
}

/** More texts than this must be generated. They stay unnamed, because both sides keep names permanently. */
const mostNames = 1_000
const names = new Map<string, string>()
let generation = 0

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `quire_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
  names.set(text, name)
  return name
}

/** Gives a text a new name, which makes every connection prepare it again. */
const rename = (text: string): void => {
  generation += 1
  names.set(text, `${nameOf(text)?.slice(0, 28)}_${generation}`)
}

const emptyCompletion: Completion = { rows: [], count: 0, tag: "" }

/** Wraps a client for one use; `release` detaches it. */
export const make = (client: ClientBase, settings: Settings): Connection & { readonly release: () => void } => {
  const { isInTransaction, isLost, release, script, send } = Driver.make(client, settings.statementTimeout)
  let waiting: ReadonlyArray<DeferredCommand> = []
  let broken: StoreError.StoreError | undefined

  const commandOf = (text: string, values: ReadonlyArray<unknown>): Command => ({
    text,
    values,
    name: settings.prepare ? nameOf(text) : undefined
  })

  const handleFailure = (
    commands: ReadonlyArray<Command>,
    { done, error }: Driver.FailedCommand
  ): StoreError.StoreError => {
    const { name, text } = commands[done] ?? {}
    if (name !== undefined && text !== undefined && Failure.isStalePlan(error.cause)) rename(text)
    if (done < waiting.length) broken = error
    waiting = waiting.slice(done)
    return error
  }

  /** Sends the waiting commands, followed by the given ones. */
  const sendAll = (last: ReadonlyArray<Command>) =>
    Effect.suspend(() => {
      if (broken !== undefined) return Effect.fail(broken)
      const commands = [...waiting.map(({ text, values }) => commandOf(text, values)), ...last]
      if (commands.length === 0) return Effect.succeed([])
      return Effect.mapBoth(ofExchange(commands, send(commands)), {
        onFailure: (failed) => handleFailure(commands, failed),
        onSuccess: (completions) => {
          waiting = []
          return completions
        }
      })
    })

  return {
    run: (text, values = []) =>
      Effect.map(sendAll([commandOf(text, values)]), (completions) => completions.at(-1) ?? emptyCompletion),
    runAll: (statements) =>
      Effect.map(sendAll(statements.map(({ text, values }) => commandOf(text, values))), (completions) =>
        completions.slice(-statements.length)
      ),
    script: (text) => Effect.andThen(sendAll([]), ofExchange([{ text }], script(text))),
    defer: (text, values = []) => {
      const deferred = { text, values }
      waiting = [...waiting, deferred]
      return deferred
    },
    isWaiting: (deferred) => waiting.includes(deferred),
    takeBack: (deferred) => {
      waiting = waiting.slice(0, Math.max(0, waiting.indexOf(deferred)))
      broken = undefined
    },
    isInTransaction,
    isLost,
    release
  }
}
