import { createHash } from "node:crypto"
import type { StoreError } from "@quire/core"
import { Context, Effect } from "effect"
import type { ClientBase, QueryResult } from "pg"
import * as Failure from "./Failure.ts"
import { parsers } from "./Values.ts"

export interface Command {
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
  /** A statement that runs often: prepared once per connection, under a name made of its text. */
  readonly prepared?: boolean
}

/** One connection while it is ours. Whoever runs statements sees to it that they come one after the other. */
export interface Connection {
  /** Uninterruptible, so that no cancel request ever reaches a statement of the connection's next user. */
  readonly run: (command: Command) => Effect.Effect<QueryResult, StoreError.StoreError>
  /** Whether a transaction was open when the last statement ended. */
  readonly isInTransaction: () => boolean
  /** Whether it must not be used again. */
  readonly isLost: () => boolean
}

export interface Settings {
  /** The server's limit for a statement, in milliseconds. */
  readonly statementTimeout: number
  readonly prepare: boolean
}

/** Whether statements run without a deadline here: see `unbounded` in PgSession. */
export const isUnbounded = Context.Reference("@quire/adapters/PgSession/unbounded", { defaultValue: () => false })

/** More texts than a program writes by hand are generated ones: they stay unnamed, as both sides keep names for ever. */
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

/** A new name for the text makes every connection prepare it again. */
const rename = (text: string): void => {
  generation += 1
  names.set(text, `${nameOf(text)?.slice(0, 28)}_${generation}`)
}

const summary = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 120)

/** When the server's own limit has passed by so much without an answer, the network is taken for dead. */
const grace = (statementTimeout: number): number => Math.min(statementTimeout, 5_000)

/** Open or failed; a connection that has just been made says nothing yet. */
const transactions: ReadonlySet<string | null> = new Set(["T", "E"])

/** Goes on when the driver knows how a refused statement has left its transaction, or the connection has gone. */
const onceReady = (client: ClientBase, go: () => void): void => {
  const events = ["drain", "error", "end"] as const
  const settle = () => {
    for (const event of events) client.off(event, settle)
    go()
  }
  for (const event of events) client.on(event, settle)
}

/** Wraps a client for one use; `release` detaches it. */
export const make = (client: ClientBase, settings: Settings): Connection & { readonly release: () => void } => {
  let lost = false
  const onError = () => {
    lost = true
  }
  client.on("error", onError)
  /** The server's refusal goes on late: whether a transaction is still open comes after it, maybe in another packet. */
  const send = ({ text, values = [], prepared = false }: Command, unbounded: boolean) =>
    Effect.callback<QueryResult, StoreError.StoreError>((resume) => {
      const fail = (cause: unknown) => resume(Effect.fail(Failure.storeError(summary(text), cause, lost)))
      const silence = () => {
        lost = true
        fail(new Error("the server did not answer in time"))
      }
      const timer = unbounded
        ? undefined
        : setTimeout(silence, settings.statementTimeout + grace(settings.statementTimeout))
      const name = prepared && settings.prepare ? nameOf(text) : undefined
      const refuse = (error: unknown) => {
        clearTimeout(timer)
        fail(error)
      }
      client.query({ name, text, values: [...values], types: parsers }, (error: unknown, result: QueryResult) => {
        if (!error) {
          clearTimeout(timer)
          return resume(Effect.succeed(result))
        }
        lost ||= Failure.isFatal(error)
        if (name !== undefined && Failure.isStalePlan(error)) rename(text)
        if (lost || !Failure.isReported(error)) queueMicrotask(() => refuse(error))
        else onceReady(client, () => refuse(error))
      })
    })
  return {
    run: (command) => Effect.uninterruptible(Effect.flatMap(isUnbounded, (unbounded) => send(command, unbounded))),
    isInTransaction: () => transactions.has(client.getTransactionStatus()),
    isLost: () => lost,
    release: () => client.off("error", onError)
  }
}
