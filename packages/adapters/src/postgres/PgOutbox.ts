import { Outbox } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualified } from "./SqlText.ts"

const Event = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  at: Schema.Number,
  actor: Schema.String,
  token: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
  organization: Schema.NullOr(Schema.String),
  space: Schema.NullOr(Schema.String),
  subjects: Schema.Array(Schema.String),
  before: Schema.optionalKey(Schema.Unknown),
  after: Schema.optionalKey(Schema.Unknown)
})

const decode = Rows.decoder(Schema.Struct({ offset: Schema.String, event: Event }))

/**
 * The oldest transaction that may still commit an event unseen by this statement. A snapshot names the transactions of
 * the whole server: those of other databases, and those of the server itself, write no event here.
 */
const horizon = `
  select least(coalesce(min(open.xid), pg_snapshot_xmax(pg_current_snapshot())), pg_current_xact_id_if_assigned())
  from pg_snapshot_xip(pg_current_snapshot()) as open(xid)
  where not exists (
    select from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and l.transactionid = open.xid::xid and (a.datname <> current_database() or a.backend_type = 'autovacuum worker')
  )`

const make = ({ query, schema }: typeof PgSession.Service): typeof Outbox.Outbox.Service => {
  const table = qualified(schema, "outbox_events")
  const append = `insert into ${table} (event) values ($1::json)`
  const part = (position: number) => `coalesce(nullif(split_part($1, '.', ${position}), ''), '0')`
  const read = `select e.xid || '.' || e.seq as "offset", e.event from ${table} e
    where (e.xid, e.seq) > (${part(1)}::xid8, ${part(2)}::bigint) and e.xid < (${horizon})
    order by e.xid, e.seq limit $2`
  return {
    append: (event) => Effect.asVoid(query(append, [JSON.stringify(event)])),
    read: (after, limit) => Effect.flatMap(query(read, [after, limit]), (rows) => decode("Outbox.read", rows))
  }
}

/**
 * A dump restored into another server brings numbers of transactions that this one has not had yet, under which nobody
 * would read for long: such events are given the present one, so that they are read once more rather than never.
 */
export const recover: Effect.Effect<void, never, PgSession> = Effect.flatMap(PgSession, ({ execute, schema }) =>
  execute(`update ${qualified(schema, "outbox_events")} set xid = pg_current_xact_id()
    where xid >= pg_snapshot_xmax(pg_current_snapshot())`)
).pipe(Effect.asVoid)

/**
 * `Outbox` in a table ordered by transaction: an event is read once every transaction that began writing before its own
 * has ended, since any of those may still commit an earlier one.
 */
export const layer: Layer.Layer<Outbox.Outbox, never, PgSession> = Layer.effect(
  Outbox.Outbox,
  Effect.map(PgSession, make)
)
