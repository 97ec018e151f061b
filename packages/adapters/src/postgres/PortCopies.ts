import { BackupManifest, PersonalEvents, StoreCopy } from "@quire/core"
import { Effect, Option, Schema, Stream } from "effect"
import type { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

type Session = Pick<typeof PgSession.Service, "execute" | "query" | "schema">

/** Rows that are read at a time. */
const page = 200

/** How a table of a port is read in the order of a key, and written. */
interface PortTable<A, I> {
  readonly name: string
  readonly schema: Schema.Codec<A, I>
  /** `$1` to `$n`: the key of the last row, `$n + 1`: limit. Rows have a column `entry`, of JSON. */
  readonly read: (table: string) => string
  readonly first: ReadonlyArray<string | number>
  readonly keyOf: (item: A) => ReadonlyArray<string | number>
  /** `$1`: entries as JSON. */
  readonly write: (table: string) => string
}

const nodes: PortTable<BackupManifest.Node, typeof BackupManifest.Node.Encoded> = {
  name: "content_nodes",
  schema: BackupManifest.Node,
  read: (table) => `select json_build_object('space', space, 'hash', hash, 'text', text) as entry
    from ${table} where (space, hash) > ($1, $2) order by space, hash limit $3`,
  first: ["", ""],
  keyOf: ({ hash, space }) => [space, hash],
  write: (table) => `insert into ${table} (space, hash, text)
    select space, hash, text from json_to_recordset($1::json) as v(space text, hash text, text text)`
}

const readers: PortTable<BackupManifest.Readers, typeof BackupManifest.Readers.Encoded> = {
  name: "placement_readers",
  schema: BackupManifest.Readers,
  read: (table) => `select json_build_object(
      'organization', organization, 'kind', kind, 'placement', placement, 'keys', json_agg(key order by key)) as entry
    from ${table} where (organization, kind, placement) > ($1, $2, $3)
    group by organization, kind, placement order by organization, kind, placement limit $4`,
  first: ["", "", ""],
  keyOf: ({ kind, organization, placement }) => [organization, kind, placement],
  write: (table) => `insert into ${table} (organization, kind, key, placement)
    select v.organization, v.kind, key, v.placement
    from json_to_recordset($1::json) as v(organization text, kind text, placement text, keys text[])
    cross join lateral unnest(v.keys) as key`
}

const events: PortTable<BackupManifest.PlacedEvent, typeof BackupManifest.PlacedEvent.Encoded> = {
  name: "outbox_events",
  schema: BackupManifest.PlacedEvent,
  read: (table) => `select json_build_object(
      'place', json_build_object('epoch', epoch, 'xid', xid::text, 'seq', seq), 'event', event) as entry
    from ${table} where (epoch, xid, seq) > ($1::integer, $2::xid8, $3::bigint) order by epoch, xid, seq limit $4`,
  first: [0, "0", 0],
  keyOf: ({ place: { epoch, seq, xid } }) => [epoch, xid, seq],
  write: (table) => `insert into ${table} (epoch, xid, seq, event, person) overriding system value
    select (v.place->>'epoch')::integer, (v.place->>'xid')::xid8, (v.place->>'seq')::bigint, v.event,
      case when v.event->>'type' = any('{${PersonalEvents.personalEvents.join(",")}}') then v.event->'subjects'->>-1 end
    from json_to_recordset($1::json) as v(place json, event json)`
}

const pruned: PortTable<BackupManifest.OutboxPosition, typeof BackupManifest.OutboxPosition.Encoded> = {
  name: "outbox_pruned",
  schema: BackupManifest.OutboxPosition,
  read: (table) => `select json_build_object('epoch', epoch, 'xid', xid::text, 'seq', seq) as entry
    from ${table} where (epoch, xid, seq) > ($1::integer, $2::xid8, $3::bigint) limit $4`,
  first: [0, "0", 0],
  keyOf: ({ epoch, seq, xid }) => [epoch, xid, seq],
  write: (table) => `insert into ${table} (epoch, xid, seq)
    select epoch, xid::xid8, seq from json_to_recordset($1::json) as v(epoch integer, xid text, seq bigint)`
}

const jobs: PortTable<BackupManifest.Job, typeof BackupManifest.Job.Encoded> = {
  name: "jobs",
  schema: BackupManifest.Job,
  read: (table) => `select json_build_object('kind', kind, 'key', key, 'payload', payload, 'sequence', sequence,
      'at', offered_at, 'runAt', run_at, 'attempts', attempts, 'reason', reason, 'failedAt', failed_at,
      'isWithdrawn', withdrawn,
      'held', case when held_by is not null then json_build_object('token', held_by, 'until', held_until) end) as entry
    from ${table} where id > $1 order by id limit $2`,
  first: [""],
  keyOf: ({ key, kind }) => [`${kind}/${key}`],
  write: (table) => `insert into ${table} (id, kind, key, payload, sequence, offered_at, run_at, attempts, held_by,
      held_until, reason, failed_at, withdrawn)
    select v.kind || '/' || v.key, v.kind, v.key, v.payload, v.sequence, v.at, v."runAt", v.attempts, v.held->>'token',
      (v.held->>'until')::bigint, v.reason, v."failedAt", v."isWithdrawn"
    from json_to_recordset($1::json) as v(kind text, key text, payload text, sequence bigint, at bigint,
      "runAt" bigint, attempts integer, held json, reason text, "failedAt" bigint, "isWithdrawn" boolean)`
}

const make = <A, I>({ first, keyOf, name, read, schema, write }: PortTable<A, I>) => {
  const decode = Rows.makeDecoder(Schema.Struct({ entry: schema }))
  return {
    name,
    section: ({ query, schema: owner }: Session) => {
      const sql = read(qualify(owner, name))
      const pages = Stream.paginate(first, (after) =>
        Effect.map(
          Effect.flatMap(query(sql, [...after, page]), (rows) => decode(`StoreCopy.${name}`, rows)),
          (rows) => {
            const items = rows.map(({ entry }) => entry)
            const last = items.length < page ? undefined : items.at(-1)
            return [items.length === 0 ? [] : [items], Option.map(Option.fromNullishOr(last), keyOf)] as const
          }
        )
      )
      return StoreCopy.section(name, schema, pages)
    },
    target: ({ execute, schema: owner }: Session) => {
      const sql = write(qualify(owner, name))
      return StoreCopy.target(name, schema, (items) => Effect.asVoid(execute(sql, [JSON.stringify(items)])))
    }
  }
}

const all = [make(nodes), make(readers), make(events), make(pruned), make(jobs)]

/** The tables of ports that keep no collection. */
export const tables: ReadonlyArray<string> = all.map(({ name }) => name)

export const sections = (session: Session): ReadonlyArray<StoreCopy.Section> =>
  all.map(({ section }) => section(session))

export const targets = (session: Session): ReadonlyArray<StoreCopy.Target> => all.map(({ target }) => target(session))
