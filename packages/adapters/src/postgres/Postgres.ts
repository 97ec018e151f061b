import type {
  AccessFacts,
  BlobStore,
  BudgetStore,
  ContentStore,
  JobStore,
  Outbox,
  PublicationFacts,
  RowStore,
  SearchIndex
} from "@quire/core"
import { Effect, Layer } from "effect"
import type { ClientBase } from "pg"
import type { DatabaseUnusable } from "./DatabaseUnusable.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
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
  PgBudgetStore.layer
)

/** The pending migrations of the session's schema. */
export const plan: Effect.Effect<
  ReadonlyArray<Migrations.Migration>,
  Migrations.MigrationRefused,
  PgSession.PgSession
> = Migrations.plan(migrations)

/**
 * Brings the session's schema up to date and starts a new epoch of events where the server has changed; returns the
 * migrations run.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<Migrations.Applied>,
  Migrations.MigrationRefused,
  PgSession.PgSession
> = Effect.tap(Migrations.apply(migrations), () => PgOutbox.recover)

const hosting = Layer.effect(
  HostTransactions,
  Effect.map(PgSession.PgSession, ({ borrow }) => borrow)
)

/**
 * Every storage port on an existing database, Postgres 15 or later, with `HostTransactions`. The schema is created and
 * brought up to date first.
 */
export const layer = (options: PgSession.Options): Layer.Layer<Ports, DatabaseUnusable | Migrations.MigrationRefused> =>
  Layer.mergeAll(layerFromSession, hosting, Layer.effectDiscard(migrate)).pipe(Layer.provide(PgSession.layer(options)))

/**
 * Every storage port on a connection of the host's, inside the transaction that the host has begun. Nothing is
 * migrated, and bytes are written in that transaction too.
 */
export const layerFromClient = (
  client: ClientBase,
  options?: Parameters<typeof PgSession.layerFromClient>[1]
): Layer.Layer<Ports> => layerFromSession.pipe(Layer.provide(PgSession.layerFromClient(client, options)))

/** Every storage port on an embedded server that keeps its data in a folder, for as long as the scope lasts. */
export const layerEmbedded = (
  options: EmbeddedPostgres.Options & Pick<PgSession.Options, "schema" | "maxConnections" | "statementTimeout">
): Layer.Layer<Ports, EmbeddedPostgres.EmbeddedPostgresUnavailable | DatabaseUnusable | Migrations.MigrationRefused> =>
  Layer.unwrap(Effect.map(EmbeddedPostgres.start(options), ({ config }) => layer({ ...options, ...config })))
