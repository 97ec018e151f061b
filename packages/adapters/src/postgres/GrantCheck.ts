import { Data, Effect, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import { quote } from "./SqlText.ts"

/** The role that connects lacks a permission that the engine needs (rule grants-named). */
export class GrantMissing extends Data.TaggedError("GrantMissing")<{ readonly role: string; readonly remedy: string }> {
  override get message() {
    return `the database role "${this.role}" lacks a permission: ${this.remedy} (docs/operations.md, Grants)`
  }
}

/** The permissions of the role, as the server reports them. */
export const Rights = Schema.Struct({
  role: Schema.String,
  database: Schema.String,
  hasSchema: Schema.Boolean,
  mayCreateSchema: Schema.Boolean,
  mayUse: Schema.Boolean,
  mayCreate: Schema.Boolean,
  /** Whether some table cannot be read or written. */
  lacksTables: Schema.Boolean,
  /** Whether some table belongs to a role that this one is no member of. */
  lacksOwnership: Schema.Boolean
})

const rightsQuery = `with own as (select oid from pg_namespace where nspname = $1),
  tables as (select c.oid, c.relowner from pg_class c join own on c.relnamespace = own.oid where c.relkind in ('r', 'p'))
  select current_user::text as role, current_database()::text as database,
    exists (select from own) as "hasSchema",
    has_database_privilege(current_database(), 'CREATE') as "mayCreateSchema",
    coalesce((select has_schema_privilege(oid, 'USAGE') from own), false) as "mayUse",
    coalesce((select has_schema_privilege(oid, 'CREATE') from own), false) as "mayCreate",
    exists (select from tables where not (
      has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
      and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE'))) as "lacksTables",
    exists (select from tables where not pg_has_role(relowner, 'USAGE')) as "lacksOwnership"`

/** The statement that grants the missing permission; undefined if none is missing. */
export const findRemedy = (rights: typeof Rights.Type, schema: string, migrates: boolean): string | undefined => {
  const { database, hasSchema, lacksOwnership, lacksTables, mayCreate, mayCreateSchema, mayUse, role } = rights
  const [space, to] = [quote(schema), quote(role)]
  if (!hasSchema) {
    return migrates && !mayCreateSchema ? `run grant create on database ${quote(database)} to ${to}` : undefined
  }
  if (!mayUse) return `run grant usage on schema ${space} to ${to}`
  if (migrates && (!mayCreate || lacksOwnership)) {
    return "run quire migrate as the role that owns the tables, and start the server with --no-migrate"
  }
  return lacksTables ? `run grant select, insert, update, delete on all tables in schema ${space} to ${to}` : undefined
}

/** Fails with the missing grant, before a statement fails for it. */
export const check = Effect.fnUntraced(function* (migrates: boolean) {
  const { query, schema } = yield* PgSession
  const rows = yield* query(rightsQuery, [schema])
  const [rights] = yield* Effect.orDie(Schema.decodeUnknownEffect(Schema.Tuple([Rights]))(rows))
  const remedy = findRemedy(rights, schema, migrates)
  if (remedy !== undefined) return yield* new GrantMissing({ role: rights.role, remedy })
})
