import { Effect, Schema } from "effect"
import { PgSession } from "../../../src/postgres/PgSession.ts"

const rows = <A, I>(schema: Schema.Codec<A, I>, text: string, ...params: ReadonlyArray<unknown>) =>
  Effect.flatMap(PgSession, ({ query }) =>
    Effect.orDie(Effect.flatMap(query(text, params), Schema.decodeUnknownEffect(Schema.Array(schema))))
  )

const Column = Schema.Struct({
  table: Schema.String,
  name: Schema.String,
  type: Schema.String,
  notNull: Schema.Boolean,
  collation: Schema.NullOr(Schema.String),
  preset: Schema.NullOr(Schema.String)
})

const Index = Schema.Struct({
  table: Schema.String,
  name: Schema.String,
  unique: Schema.Boolean,
  method: Schema.String,
  columns: Schema.Array(Schema.String),
  condition: Schema.NullOr(Schema.String),
  definition: Schema.String
})

const Constraint = Schema.Struct({
  table: Schema.String,
  name: Schema.String,
  type: Schema.String,
  columns: Schema.Array(Schema.String),
  target: Schema.NullOr(Schema.String),
  targetColumns: Schema.Array(Schema.String),
  onDelete: Schema.String,
  deferred: Schema.Boolean,
  definition: Schema.String
})

export type Column = typeof Column.Type
export type Index = typeof Index.Type
export type Constraint = typeof Constraint.Type

const names = (relation: string, numbers: string) =>
  `array(select a.attname::text from unnest(${numbers}) with ordinality k(number, position)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.position)`

/** Removes the schema, and that of an extension, from definitions. */
const without = (text: string) =>
  `regexp_replace(replace(${text}, $1 || '.', ''), '[^ ]+\\.gin_trgm_ops', 'gin_trgm_ops')`

/** The server's catalogue of the tables of a schema. */
export const of = (schema: string) =>
  Effect.all({
    columns: rows(
      Column,
      `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull as "notNull", l.collname as collation, pg_get_expr(d.adbin, d.adrelid) as preset
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attname`,
      schema
    ),
    indexes: rows(
      Index,
      `select t.relname as table, c.relname as name, i.indisunique as unique, m.amname as method,
        ${names("i.indrelid", "i.indkey::int2[]")} as columns, pg_get_expr(i.indpred, i.indrelid) as condition,
        ${without("pg_get_indexdef(i.indexrelid)")} as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      join pg_am m on m.oid = c.relam
      where t.relnamespace = to_regnamespace($1) and i.indisvalid order by t.relname, c.relname`,
      schema
    ),
    constraints: rows(
      Constraint,
      `select t.relname as table, n.conname as name, n.contype as type, ${names("n.conrelid", "n.conkey")} as columns,
        f.relname as target, ${names("n.confrelid", "n.confkey")} as "targetColumns", n.confdeltype as "onDelete",
        n.condeferred as deferred, ${without("pg_get_constraintdef(n.oid)")} as definition
      from pg_constraint n join pg_class t on t.oid = n.conrelid left join pg_class f on f.oid = n.confrelid
      where t.relnamespace = to_regnamespace($1) order by t.relname, n.conname`,
      schema
    )
  })

export type Catalogue = Effect.Success<ReturnType<typeof of>>
