import { Schema } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"

/** How far the outbox was read; the row is locked while events are read. */
export const OutboxPlace = Schema.Struct({ id: Schema.String, offset: Schema.String })
export type OutboxPlace = typeof OutboxPlace.Type

/** Before the first event. */
export const beginning: OutboxPlace = { id: "deliveries", offset: "" }

export const collection = Repository.collection({
  name: "outbox_places",
  schema: OutboxPlace,
  columns: {},
  indexes: {},
  unique: {},
  references: [],
  counters: [],
  rank: 0
})
