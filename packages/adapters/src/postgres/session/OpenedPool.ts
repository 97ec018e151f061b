import { Effect, Redacted } from "effect"
import type { Pool } from "pg"
import type { DatabaseLocation } from "../DatabaseUnusable.ts"

const endTimeout = 5_000

/** Ignores errors of idle connections: a new one is opened when it is needed. */
const outlive = () => {}

/** Closes the pool, waiting a limited time for statements in flight. */
const close = (pool: Pool) =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), endTimeout)
    pool.end(() => {
      clearTimeout(timer)
      resume(Effect.void)
    })
  })

/** The pool of a host, which is left as it was (rule host-pool), or one that is closed with the scope. */
export const open = (given: Pool | undefined, make: () => Pool) =>
  Effect.acquireRelease(
    Effect.sync(() => (given ?? make()).on("error", outlive)),
    (pool) => (given === undefined ? close(pool) : Effect.sync(() => void pool.off("error", outlive)))
  )

/** The location of the database according to the host's pool or the options. */
export const locationOf = ({ pool, ...said }: DatabaseLocation & { readonly pool?: Pool }): DatabaseLocation => {
  if (pool === undefined) return said
  const { connectionString, database, host, port } = pool.options
  return { url: connectionString === undefined ? undefined : Redacted.make(connectionString), database, host, port }
}
