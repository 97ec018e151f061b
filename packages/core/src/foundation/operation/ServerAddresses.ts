import { Effect, Layer, Option, Schema } from "effect"
import * as Repository from "../store/Repository.ts"
import { Addresses, type Urls } from "./Addresses.ts"

/** The addresses of the server that started last on a store (rule server-address). */
const ServerAddresses = Schema.Struct({
  id: Schema.String,
  base: Schema.String,
  app: Schema.String,
  sites: Schema.String
})

export const collection = Repository.collection({
  name: "server_addresses",
  schema: ServerAddresses,
  columns: {},
  indexes: {},
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

const id = "server"

/** Records the addresses of the running server. If two servers start at the same time, one of them is recorded. */
export const record = Effect.gen(function* () {
  const rows = yield* Repository.make(collection)
  const next = { id, ...(yield* Addresses) }
  const seen = Option.getOrUndefined(yield* rows.get(id))
  if (seen === undefined) yield* Effect.ignore(rows.tryInsert(next))
  else yield* Effect.ignore(rows.tryUpdate(seen, next))
})

/** The recorded addresses, or the defaults if no server has run yet; given addresses override both. */
export const layer = (given: Partial<Urls>) =>
  Layer.effect(
    Addresses,
    Effect.gen(function* () {
      const rows = yield* Repository.make(collection)
      const chosen = yield* Addresses
      const found = Option.getOrUndefined(yield* rows.get(id))
      if (found === undefined) return chosen
      const { app, base, sites } = found.value
      return { app, base, sites, ...given }
    })
  )
