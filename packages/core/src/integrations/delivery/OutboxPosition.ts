import { Schema } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"

/** Position up to which the outbox was read. The row is locked while events are read. */
export const OutboxPosition = Schema.Struct({ id: Schema.String, offset: Schema.String })
export type OutboxPosition = typeof OutboxPosition.Type

/** Before the first event. */
export const beginning: OutboxPosition = { id: "deliveries", offset: "" }

export const collection = Repository.collection({
  name: "outbox_places",
  schema: OutboxPosition,
  columns: {},
  indexes: {},
  unique: {},
  references: [],
  counters: [],
  rank: 0
})
