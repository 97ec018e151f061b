import type { MemoryStore } from "@quire/adapters/memory"
import type { Effect } from "effect"
import * as Database from "../support/database.ts"

/** Every text in a value, names of fields among them. */
const textsIn = (value: unknown, seen = new Set<object>()): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || seen.has(value)) return []
  seen.add(value)
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("utf8"), Buffer.from(value).toString("latin1")]
  const parts = Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.entries(value)
  return parts.flatMap((part) => textsIn(part, seen))
}

/** Every row of every table of the database, bytes decoded, each text with the table that it is in. */
export const ofDatabase = async (config: Database.Config): Promise<ReadonlyArray<string>> => {
  const client = await Database.connected(config)
  const tables = await client.query(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`
  )
  const said: Array<string> = []
  for (const { name } of tables.rows) {
    const whole = await client.query(`select row::text as text, row.* from ${name} row`)
    for (const row of whole.rows) for (const text of textsIn(row)) said.push(`${name} ${text}`)
  }
  await client.end()
  return said
}

/** Everything that a store in memory holds. */
export const ofMemory = (store: MemoryStore.MemoryStore["Service"]): Effect.Effect<ReadonlyArray<string>> =>
  store.readCommitted("dump", (state) => textsIn(state))
