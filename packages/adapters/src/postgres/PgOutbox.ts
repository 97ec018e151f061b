import { Outbox } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

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

const decode = Rows.makeDecoder(
  Schema.Struct({
    uncertain: Schema.Boolean,
    offset: Schema.NullOr(Schema.String),
    event: Schema.NullOr(Event)
  })
)

const decodeKnown = Rows.makeDecoder(Schema.Struct({ known: Schema.Boolean }))

/**
 * `xid`: the oldest transaction that may still commit an event unseen by this statement. A snapshot lists the
 * transactions of the whole server; those of other databases and of the server itself write no events here. `uncertain`:
 * whether one that ended since the snapshot was taken, and was of any database, is among those that count.
 */
const horizon = `
  select least(
      coalesce(min(open.xid) filter (where held.isElsewhere is not true), pg_snapshot_xmax(pg_current_snapshot())),
      pg_current_xact_id_if_assigned()
    ) as xid,
    coalesce(bool_or(held.isElsewhere is null), false) as uncertain
  from pg_snapshot_xip(pg_current_snapshot()) as open(xid)
  left join lateral (
    select bool_or(a.datname <> current_database() or a.backend_type = 'autovacuum worker') as isElsewhere
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and l.transactionid = open.xid::xid
  ) held on true`

/** How often events are read again because it was uncertain whether there are more. */
const attempts = 5

const offset = /^([0-9a-f-]{36})\.(\d{1,19})\.(\d{1,18})$/

/**
 * Splits an offset into epoch, transaction and number; anything that is not an offset of this store precedes all of
 * them.
 */
const parseOffset = (after: Outbox.Offset): readonly [epoch: string, xid: string, seq: string] => {
  const [, epoch = "", xid = "0", seq = "0"] = offset.exec(after) ?? []
  return [epoch, xid, seq]
}

const decodeLag = Rows.makeDecoder(Schema.Struct({ events: Schema.Number, since: Schema.NullOr(Schema.Number) }))

const make = ({ query, schema }: typeof PgSession.Service): typeof Outbox.Outbox.Service => {
  const table = qualify(schema, "outbox_events")
  const append = `insert into ${table} (event) values ($1::json)`
  const epochs = qualify(schema, "outbox_epochs")
  const read = `select h.uncertain, found."offset", found.event
    from (${horizon}) h left join lateral (
      select p.name || '.' || e.xid || '.' || e.seq as "offset", e.event, e.epoch, e.xid, e.seq
      from ${table} e join ${epochs} p using (epoch)
      where (e.epoch, e.xid, e.seq) >
          (coalesce((select known.epoch from ${epochs} known where known.name = $1), 0), $2::xid8, $3::bigint)
        and (e.epoch < (select max(epoch) from ${epochs}) or e.xid < h.xid)
      order by e.epoch, e.xid, e.seq limit $4
    ) found on true
    order by found.epoch, found.xid, found.seq`

  const lag = `select count(*) as events, min((found.event->>'at')::bigint) as since
    from (
      select e.event from ${table} e
      where (e.epoch, e.xid, e.seq) >
          (coalesce((select known.epoch from ${epochs} known where known.name = $1), 0), $2::xid8, $3::bigint)
      order by e.epoch, e.xid, e.seq limit $4
    ) found`

  const readOnce = (after: Outbox.Offset, limit: number) =>
    Effect.map(
      Effect.flatMap(query(read, [...parseOffset(after), limit]), (rows) => decode("Outbox.read", rows)),
      (rows) => ({
        uncertain: rows[0]?.uncertain === true,
        events: rows.flatMap(({ event, offset }) => (event === null || offset === null ? [] : [{ event, offset }]))
      })
    )
  const epoch = `select exists (select from ${epochs} where name = $1) as known`

  return {
    knows: (after) =>
      after === ""
        ? Effect.succeed(true)
        : Effect.flatMap(query(epoch, [parseOffset(after)[0]]), (rows) =>
            Effect.map(decodeKnown("Outbox.knows", rows), ([row]) => row?.known === true)
          ),
    lag: (after, limit) =>
      query(lag, [...parseOffset(after), limit]).pipe(
        Effect.flatMap((rows) => decodeLag("Outbox.lag", rows)),
        Effect.map(([row]) => ({ events: row?.events ?? 0, since: row?.since ?? undefined }))
      ),
    append: (event) => Effect.asVoid(query(append, [JSON.stringify(event)])),
    read: Effect.fnUntraced(function* (after, limit) {
      for (let attempt = 1; ; attempt++) {
        const { events, uncertain } = yield* readOnce(after, limit)
        if (!uncertain || events.length === limit || attempt === attempts) return events
      }
    })
  }
}

/**
 * Starts a new epoch when the database was restored from another server's dump, as the transaction ids of its events
 * mean nothing here: those events form a finished epoch, and everything written from now on comes after it. Run it
 * before anything is written. The row of an epoch records the transaction that wrote it; in a restored row that differs
 * from `xmin`.
 */
export const recover: Effect.Effect<void, never, PgSession> = Effect.flatMap(PgSession, ({ execute, schema }) => {
  const epochs = qualify(schema, "outbox_epochs")
  return execute(`insert into ${epochs} (epoch, name, written_by)
    select coalesce(max(epoch), 0) + 1, gen_random_uuid()::text, pg_current_xact_id()::xid::text
    from ${epochs}
    having (array_agg(written_by = xmin::text order by epoch desc))[1] is distinct from true
    on conflict do nothing`)
}).pipe(Effect.asVoid)

/**
 * `Outbox` in a table ordered by server and transaction: an event is read once every transaction that began writing
 * before its own has ended, since any of those may still commit an earlier event.
 */
export const layer: Layer.Layer<Outbox.Outbox, never, PgSession> = Layer.effect(
  Outbox.Outbox,
  Effect.map(PgSession, make)
)
