import { BackupManifest, type Repository, StoreCopy } from "@quire/core"
import { Clock, Effect, Layer, Option, Schema, Stream } from "effect"
import { latest } from "./migrations/index.ts"
import { PgSession, unbounded } from "./PgSession.ts"
import * as PortCopies from "./PortCopies.ts"
import * as RowSql from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"
import * as TableDefinition from "./TableDefinition.ts"

type StoredCollection = Repository.StoredCollection
type Session = typeof PgSession.Service

/** Tables that no section copies, each with the reason (rule backup-complete). */
export const leftOut: { readonly [table: string]: string } = {
  migrations: "the target store has applied its own migrations",
  blobs: "files are copied from the blob store",
  outbox_epochs: "epoch names are part of the backup position",
  search_entries: "rebuilt from the content",
  search_sections: "replaced by search_entries in a later version",
  search_spaces: "rebuilt from the content",
  rate_budgets: "budget used in a past minute"
}

/** The tables that the sections of collections and ports copy. */
export const tablesOf = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<string> => [
  ...shapes.flatMap((shape) => [
    shape.name,
    ...(shape.counters.length > 0 ? [TableDefinition.countersTable(shape)] : [])
  ]),
  ...PortCopies.tables
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
    ...PortCopies.sections(session)
  ]

  const targetsOf = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoreCopy.Target> => [
    ...shapes.map((shape) => StoreCopy.target(shape.name, BackupManifest.Row, putRows(shape))),
    ...PortCopies.targets(session)
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
