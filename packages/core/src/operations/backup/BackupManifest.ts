import { Effect, Schema } from "effect"

/** A row of a collection without its columns, which are recomputed from it. */
export const Row = Schema.Struct({
  id: Schema.String,
  doc: Schema.Unknown,
  docVersion: Schema.Int,
  version: Schema.Int,
  counters: Schema.Record(Schema.String, Schema.Int)
})
export type Row = typeof Row.Type

/** A node of content. */
export const Node = Schema.Struct({ space: Schema.String, hash: Schema.String, text: Schema.String })
export type Node = typeof Node.Type

/** The reader keys of one placement, in order. */
export const Readers = Schema.Struct({
  organization: Schema.String,
  kind: Schema.Literals(["collection", "site", "space"]),
  placement: Schema.String,
  keys: Schema.Array(Schema.String)
})
export type Readers = typeof Readers.Type

/** The position of an event: the number of its epoch, from 1, and its order within the epoch. */
export const OutboxPosition = Schema.Struct({ epoch: Schema.Int, xid: Schema.String, seq: Schema.Int })
export type OutboxPosition = typeof OutboxPosition.Type

/** An event of the outbox with its position. */
export const PlacedEvent = Schema.Struct({
  place: OutboxPosition,
  event: Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    at: Schema.Int,
    actor: Schema.String,
    token: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
    organization: Schema.NullOr(Schema.String),
    space: Schema.NullOr(Schema.String),
    subjects: Schema.Array(Schema.String),
    before: Schema.optionalKey(Schema.Unknown),
    after: Schema.optionalKey(Schema.Unknown)
  })
})
export type PlacedEvent = typeof PlacedEvent.Type

/** A job with its state. */
export const Job = Schema.Struct({
  kind: Schema.String,
  key: Schema.String,
  payload: Schema.String,
  sequence: Schema.Int,
  at: Schema.Int,
  runAt: Schema.Int,
  attempts: Schema.Int,
  held: Schema.NullOr(Schema.Struct({ token: Schema.String, until: Schema.Int })),
  reason: Schema.NullOr(Schema.String),
  failedAt: Schema.NullOr(Schema.Int),
  isWithdrawn: Schema.Boolean
})
export type Job = typeof Job.Type
