import { BackupManifest, PersonalEvents, type Repository, StoreCopy } from "@quire/core"
import { Clock, Effect, Layer, Option, Schema, Stream } from "effect"
import { latest } from "./migrations/index.ts"
import { PgSession, unbounded } from "./PgSession.ts"
import * as RowSql from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"
import * as TableDefinition from "./TableDefinition.ts"

type PortSession = Pick<typeof PgSession.Service, "execute" | "query" | "schema">

/** Rows that are read at a time. */
const portPage = 200

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

const makePortCopies = <A, I>({ first, keyOf, name, read, schema, write }: PortTable<A, I>) => {
  const decode = Rows.makeDecoder(Schema.Struct({ entry: schema }))
  return {
    name,
    section: ({ query, schema: owner }: PortSession) => {
      const sql = read(qualify(owner, name))
      const pages = Stream.paginate(first, (after) =>
        Effect.map(
          Effect.flatMap(query(sql, [...after, portPage]), (rows) => decode(`StoreCopy.${name}`, rows)),
          (rows) => {
            const items = rows.map(({ entry }) => entry)
            const last = items.length < portPage ? undefined : items.at(-1)
            return [items.length === 0 ? [] : [items], Option.map(Option.fromNullishOr(last), keyOf)] as const
          }
        )
      )
      return StoreCopy.section(name, schema, pages)
    },
    target: ({ execute, schema: owner }: PortSession) => {
      const sql = write(qualify(owner, name))
      return StoreCopy.target(name, schema, (items) => Effect.asVoid(execute(sql, [JSON.stringify(items)])))
    }
  }
}

const all = [
  makePortCopies(nodes),
  makePortCopies(readers),
  makePortCopies(events),
  makePortCopies(pruned),
  makePortCopies(jobs)
]

/** The tables of ports that keep no collection. */
export const tables: ReadonlyArray<string> = all.map(({ name }) => name)

export const sections = (session: PortSession): ReadonlyArray<StoreCopy.Section> =>
  all.map(({ section }) => section(session))

export const targets = (session: PortSession): ReadonlyArray<StoreCopy.Target> =>
  all.map(({ target }) => target(session))

type StoredCollection = Repository.StoredCollection
type Session = typeof PgSession.Service

/** Tables that no section copies, each with the reason (rule backup-complete). */
export const leftOut: { readonly [table: string]: string } = {
  migrations: "the target store has applied its own migrations",
  blobs: "files are copied from the blob store",
  outbox_epochs: "epoch names are part of the backup position",
  search_entries: "rebuilt from the content",
  search_spaces: "rebuilt from the content",
  search_terms: "rebuilt from the content",
  rate_budgets: "budget used in a past minute"
}

/** The tables that the sections of collections and ports copy. */
export const tablesOf = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<string> => [
  ...shapes.flatMap((shape) => [
    shape.name,
    ...(shape.counters.length > 0 ? [TableDefinition.countersTable(shape)] : [])
  ]),
  ...tables
]

/** Rows that are read at a time. */
const page = 200

const decodeRows = Rows.makeDecoder(Rows.StoredRow)
const decodeNames = Rows.makeDecoder(Schema.Struct({ name: Schema.String }))

const rowsOf = (
  { query, schema }: Session,
  shape: StoredCollection
): Stream.Stream<ReadonlyArray<BackupManifest.Row>> => {
  const sql = `select ${RowSql.columns(schema, shape)} from ${qualify(schema, shape.name)} t
    where t."id" > $1 order by t."id" limit $2`
  return Stream.paginate("", (after) =>
    Effect.map(
      Effect.flatMap(query(sql, [after, page]), (rows) => decodeRows("StoreCopy.rows", rows)),
      (rows) => {
        const last = rows.length < page ? undefined : rows.at(-1)?.id
        return [rows.length === 0 ? [] : [rows], Option.fromNullishOr(last)] as const
      }
    )
  )
}

const make = (session: Session): typeof StoreCopy.StoreCopy.Service => {
  const { execute, query, schema, script } = session
  const epochs = qualify(schema, "outbox_epochs")
  const sqlOf = RowSql.makeCache(schema)

  const putRows = (shape: StoredCollection) =>
    Effect.fnUntraced(function* (rows: ReadonlyArray<BackupManifest.Row>) {
      const { copy, copyCounters } = sqlOf(shape)
      const at = yield* Clock.currentTimeMillis
      const records = rows.map((row) => ({
        ...shape.columnsOf(row),
        id: row.id,
        doc: row.doc,
        doc_version: row.docVersion,
        version: row.version,
        updated_at: at,
        updated_by: "system"
      }))
      yield* execute(copy, [JSON.stringify(records)])
      if (copyCounters === undefined) return
      const zeros = Object.fromEntries(shape.counters.map((counter) => [counter, 0]))
      yield* execute(copyCounters, [JSON.stringify(rows.map(({ counters, id }) => ({ ...zeros, ...counters, id })))])
    })

  const listEpochs = Effect.flatMap(query(`select name from ${epochs} order by epoch`), (rows) =>
    Effect.map(decodeNames("StoreCopy.epochs", rows), (found) => found.map(({ name }) => name))
  )

  /** Ends the epochs of the backup and begins a new one for this server. */
  const beginEpoch = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    yield* execute(`delete from ${epochs}`)
    yield* execute(
      `insert into ${epochs} (epoch, name, written_by)
        select place, name, '' from unnest($1::text[]) with ordinality as given(name, place)`,
      [names]
    )
    yield* execute(
      `insert into ${epochs} (epoch, name, written_by)
        values ($1, gen_random_uuid()::text, pg_current_xact_id()::xid::text)`,
      [names.length + 1]
    )
  })

  const sectionsOf = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoreCopy.Section> => [
    ...shapes.map((shape) => StoreCopy.section(shape.name, BackupManifest.Row, rowsOf(session, shape))),
    ...sections(session)
  ]

  const targetsOf = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoreCopy.Target> => [
    ...shapes.map((shape) => StoreCopy.target(shape.name, BackupManifest.Row, putRows(shape))),
    ...targets(session)
  ]

  return {
    schema: Effect.succeed(latest),
    snapshot: (shapes, body) =>
      session.snapshot(Effect.flatMap(listEpochs, (names) => body({ epochs: names, sections: sectionsOf(shapes) }))),
    restore: (shapes, names, body) =>
      unbounded(
        session.atomic(
          Effect.gen(function* () {
            yield* script("set local idle_in_transaction_session_timeout = 0")
            yield* beginEpoch(names)
            return yield* body(targetsOf(shapes))
          })
        )
      )
  }
}

/** `StoreCopy` on the tables of all collections and ports, read in one snapshot transaction. */
export const layer: Layer.Layer<StoreCopy.StoreCopy, never, PgSession> = Layer.effect(
  StoreCopy.StoreCopy,
  Effect.map(PgSession, make)
)
