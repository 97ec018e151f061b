import type {
  AccessFacts,
  BlobStore,
  BudgetStore,
  ContentStore,
  JobStore,
  Outbox,
  PublicationFacts,
  RowStore,
  SearchIndex,
  StoreCopy
} from "@quire/core"
import { Effect, Layer } from "effect"
import type { ClientBase } from "pg"
import type { DatabaseUnusable } from "./DatabaseUnusable.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import * as GrantCheck from "./GrantCheck.ts"
import { HostTransactions } from "./HostTransactions.ts"
import * as Migrations from "./Migrations.ts"
import { migrations } from "./migrations/index.ts"
import * as PgAccessFacts from "./PgAccessFacts.ts"
import * as PgBlobStore from "./PgBlobStore.ts"
import * as PgBudgetStore from "./PgBudgetStore.ts"
import * as PgContentStore from "./PgContentStore.ts"
import * as PgJobStore from "./PgJobStore.ts"
import * as PgOutbox from "./PgOutbox.ts"
import * as PgPublicationFacts from "./PgPublicationFacts.ts"
import * as PgRowStore from "./PgRowStore.ts"
import * as PgSearchIndex from "./PgSearchIndex.ts"
import * as PgSession from "./PgSession.ts"
import * as PgStoreCopy from "./PgStoreCopy.ts"

/** Every storage port. */
export type Ports =
  | RowStore.RowStore
  | ContentStore.ContentStore
  | SearchIndex.SearchIndex
  | Outbox.Outbox
  | JobStore.JobStore
  | AccessFacts.AccessFacts
  | PublicationFacts.PublicationFacts
  | BlobStore.BlobStore
  | BudgetStore.BudgetStore
  | StoreCopy.StoreCopy

/** Every storage port on a session whose schema is up to date. */
export const layerFromSession: Layer.Layer<Ports, never, PgSession.PgSession> = Layer.mergeAll(
  PgRowStore.layer,
  PgContentStore.layer,
  PgSearchIndex.layer,
  PgOutbox.layer,
  PgJobStore.layer,
  PgAccessFacts.layer,
  PgPublicationFacts.layer,
  PgBlobStore.layer,
  PgBudgetStore.layer,
  PgStoreCopy.layer
)

/** The pending migrations of the session's schema. */
export const plan: Effect.Effect<
  ReadonlyArray<Migrations.Migration>,
  Migrations.MigrationRefused | GrantCheck.GrantMissing,
  PgSession.PgSession
> = Effect.andThen(GrantCheck.check(false), Migrations.plan(migrations))

/**
 * Brings the session's schema up to date and starts a new epoch of events where the server has changed; returns the
 * migrations run.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<Migrations.AppliedMigration>,
  Migrations.MigrationRefused | GrantCheck.GrantMissing,
  PgSession.PgSession
> = Effect.andThen(
  GrantCheck.check(true),
  Effect.tap(Migrations.apply(migrations), () => PgOutbox.recover)
)

/** The SQL of the pending migrations of the session's schema. */
export const planSql: Effect.Effect<string, Migrations.MigrationRefused, PgSession.PgSession> =
  Migrations.planSql(migrations)

/** Fails if the schema is not up to date; otherwise does the work of `migrate` other than migrations. */
const requireUpToDate = Effect.andThen(
  GrantCheck.check(false),
  Effect.andThen(Migrations.requireUpToDate(migrations), PgOutbox.recover)
)

const hosting = Layer.effect(
  HostTransactions,
  Effect.map(PgSession.PgSession, ({ borrow }) => borrow)
)

export interface Options extends PgSession.Options {
  /** With `off`, a schema that is not up to date is refused (rule migrate-off); `auto` by default. */
  readonly migrate?: "auto" | "off"
}

/**
 * Every storage port on an existing database, Postgres 15 or later, with `HostTransactions`. The schema is created and
 * brought up to date first.
 */
export const layer = (
  options: Options
): Layer.Layer<Ports, DatabaseUnusable | Migrations.MigrationRefused | GrantCheck.GrantMissing> => {
  const first = options.migrate === "off" ? requireUpToDate : migrate
  return Layer.mergeAll(layerFromSession, hosting, Layer.effectDiscard(first)).pipe(
    Layer.provide(PgSession.layer(options))
  )
}

/**
 * Every storage port on a connection of the host application, inside the transaction that the host has begun. Nothing
 * is migrated, and blobs are written in that transaction too.
 */
export const layerFromClient = (
  client: ClientBase,
  options?: Parameters<typeof PgSession.layerFromClient>[1]
): Layer.Layer<Ports> => layerFromSession.pipe(Layer.provide(PgSession.layerFromClient(client, options)))

/** Every storage port on an embedded server that stores its data in a folder, for the lifetime of the scope. */
export const layerEmbedded = (
  options: EmbeddedPostgres.Options & Pick<Options, "schema" | "maxConnections" | "statementTimeout" | "migrate">
): Layer.Layer<
  Ports,
  | EmbeddedPostgres.EmbeddedPostgresUnavailable
  | DatabaseUnusable
  | Migrations.MigrationRefused
  | GrantCheck.GrantMissing
> => Layer.unwrap(Effect.map(EmbeddedPostgres.start(options), ({ config }) => layer({ ...options, ...config })))
