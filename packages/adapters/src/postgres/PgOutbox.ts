import { Outbox, PersonalEvents } from "@quire/core"
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

const decodeSaid = Rows.makeDecoder(Schema.Struct({ event: Event }))

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

/** How often events are read again while it is uncertain whether there are more. */
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

const decodeLast = Rows.makeDecoder(Schema.Struct({ offset: Schema.NullOr(Schema.String) }))
const decodePlace = Rows.makeDecoder(Schema.Struct({ place: Schema.Number }))
const decodeRemoved = Rows.makeDecoder(Schema.Struct({ removed: Schema.Number }))
const decodeKept = Rows.makeDecoder(Schema.Struct({ kept: Schema.Boolean }))

/** The statements about the end of the events that a reader needs no longer. */
const pruning = (table: string, epochs: string, pruned: string) => {
  const given = `(coalesce((select known.epoch from ${epochs} known where known.name = $1), 0), $2::xid8, $3::bigint)`
  return {
    keeps: `select not exists (select from ${pruned} p where (p.epoch, p.xid, p.seq) > ${given}) as kept`,
    prune: `with first as (
        select e.epoch, e.xid, e.seq,
          bool_or((e.event->>'at')::bigint >= $4) over (order by e.epoch, e.xid, e.seq) as kept
        from (
          select * from ${table} e where (e.epoch, e.xid, e.seq) <= ${given}
          order by e.epoch, e.xid, e.seq limit $5
        ) e
        where (e.epoch, e.xid, e.seq) <
          (select l.epoch, l.xid, l.seq from ${table} l order by l.epoch desc, l.xid desc, l.seq desc limit 1)
      ), removed as (
        delete from ${table} e using first f
        where not f.kept and (e.epoch, e.xid, e.seq) = (f.epoch, f.xid, f.seq)
        returning e.epoch, e.xid, e.seq
      ), moved as (
        insert into ${pruned} (epoch, xid, seq)
        select epoch, xid, seq from removed order by epoch desc, xid desc, seq desc limit 1
        on conflict (only_one) do update set epoch = excluded.epoch, xid = excluded.xid, seq = excluded.seq
      )
      select count(*) as removed from removed`
  }
}

const make = ({ query, schema }: typeof PgSession.Service): typeof Outbox.Outbox.Service => {
  const table = qualify(schema, "outbox_events")
  const strip = `update ${table} set event = (
      select json_object_agg(part.key, part.value) from json_each(event) part where part.key not in ('before', 'after')
    ) where person = $1`
  const said = `select event from ${table} where person = $1 for update`
  const epochs = qualify(schema, "outbox_epochs")
  const append = `insert into ${table} (xid, event, person)
    select greatest(pg_current_xact_id(), (
      select e.xid from ${table} e
      where e.epoch = (select max(epoch) from ${epochs}) and coalesce(e.event->>'space', e.event->>'organization') = $2
      order by e.xid desc limit 1
    )), $1::json, $3`
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
  const { keeps, prune } = pruning(table, epochs, qualify(schema, "outbox_pruned"))
  const last = `select max(found."offset") as "offset"
    from (${horizon}) h cross join lateral (
      select p.name || '.' || e.xid || '.' || e.seq as "offset" from ${table} e join ${epochs} p using (epoch)
      where e.epoch < (select max(epoch) from ${epochs}) or h.xid > e.xid
      order by e.epoch desc, e.xid desc, e.seq desc limit 1
    ) found`
  const earliest = `select o.place
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as o(name, xid, seq, place)
      left join ${epochs} p on p.name = o.name
    order by coalesce(p.epoch, 0), o.xid::xid8, o.seq::bigint limit 1`
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
    last: Effect.map(
      Effect.flatMap(query(last), (rows) => decodeLast("Outbox.last", rows)),
      ([row]) => row?.offset ?? ""
    ),
    earliest: (offsets) => {
      const parsed = offsets.map(parseOffset)
      const columns = [0, 1, 2].map((column) => parsed.map((offset) => offset[column]))
      return query(earliest, columns).pipe(
        Effect.flatMap((rows) => decodePlace("Outbox.earliest", rows)),
        Effect.map(([row]) => (row === undefined ? "" : (offsets[row.place - 1] ?? "")))
      )
    },
    prune: (through, happenedBefore, limit) =>
      query(prune, [...parseOffset(through), happenedBefore, limit]).pipe(
        Effect.flatMap((rows) => decodeRemoved("Outbox.prune", rows)),
        Effect.map(([row]) => row?.removed ?? 0)
      ),
    keeps: (after) =>
      query(keeps, [...parseOffset(after)]).pipe(
        Effect.flatMap((rows) => decodeKept("Outbox.keeps", rows)),
        Effect.map(([row]) => row?.kept === true)
      ),
    append: (event) =>
      Effect.asVoid(
        query(append, [
          JSON.stringify(event),
          event.space ?? event.organization,
          PersonalEvents.personOf(event) ?? null
        ])
      ),
    strip: Effect.fnUntraced(function* (person) {
      const rows = yield* Effect.flatMap(query(said, [person]), (found) => decodeSaid("Outbox.strip", found))
      yield* query(strip, [person])
      return rows.map(({ event }) => event).filter(({ after, before }) => after !== undefined || before !== undefined)
    }),
    read: Effect.fnUntraced(function* (after, limit) {
      for (let attempt = 1; ; attempt++) {
        const { events, uncertain } = yield* readOnce(after, limit)
        if (!uncertain || events.length === limit || attempt === attempts) return events
      }
    })
  }
}

/**
 * Starts a new epoch when the database was restored from another server's dump, because the transaction IDs of its
 * events have no meaning on this server. Those events form a finished epoch, and everything written from now on comes
 * after it. Must run before anything is written. The row of an epoch records the transaction that wrote it. In a
 * restored row that value differs from `xmin`, unless both servers used the same number by coincidence. In that case
 * the epoch still ends if one of its events belongs to a transaction that this server has not begun yet; if there is
 * none, all new events sort after the existing ones anyway.
 */
export const recover: Effect.Effect<void, never, PgSession> = Effect.flatMap(PgSession, ({ execute, schema }) => {
  const epochs = qualify(schema, "outbox_epochs")
  const table = qualify(schema, "outbox_events")
  return execute(`insert into ${epochs} (epoch, name, written_by)
    select coalesce(max(epoch), 0) + 1, gen_random_uuid()::text, pg_current_xact_id()::xid::text
    from ${epochs}
    having (array_agg(written_by = xmin::text order by epoch desc))[1] is distinct from true
      or exists (
        select from ${table} e
        where e.epoch = (select max(last.epoch) from ${epochs} last) and e.xid >= pg_snapshot_xmax(pg_current_snapshot())
      )
    on conflict do nothing`)
}).pipe(Effect.asVoid)

/**
 * `Outbox` in a table ordered by server and transaction: an event is read once every transaction that began writing
 * before its own has ended, since any of those may still commit an earlier event. One that waited for a later transaction
 * in the same space, or in the same organization outside of spaces, has the place of that one, and comes after it.
 */
export const layer: Layer.Layer<Outbox.Outbox, never, PgSession> = Layer.effect(
  Outbox.Outbox,
  Effect.map(PgSession, make)
)
