import type { ConnectionOptions } from "node:tls"
import type {
  BlobsUnusable,
  ChosenBlobStore,
  ChosenTranslator,
  GuardedFetcher,
  NodeDnsResolver,
  OwnFetcher,
  OwnMailer,
  PdfAdapter
} from "@quire/adapters"
import type { DatabaseUnusable, EmbeddedPostgres, GrantCheck, HostClient, Migrations } from "@quire/adapters/postgres"
import type { BackupErrors, BlobLocation, EmailQuota, Engine, Restoring } from "@quire/core"
import type { ReaderOptions } from "@quire/reader"
import { Data, type Layer, type Tracer } from "effect"
import type * as OwnLimits from "../foundation/exchange/OwnLimits.ts"
import type * as OrganizationCreation from "../people/organization/OrganizationCreation.ts"
import type * as Identify from "./Identify.ts"

/** Where all data is stored. */
export type Store =
  | { readonly kind: "memory" }
  /** An embedded Postgres in a folder; a guest joins the server of a running process. */
  | { readonly kind: "embedded"; readonly directory: string; readonly guest?: boolean }
  | PostgresStore

/** A Postgres database of the host, given by URL or by pool. */
export interface PostgresStore {
  readonly kind: "postgres"
  /** The URL of the database. If it names several servers, the one that accepts writes is used (rule primary-followed). */
  readonly url?: string | undefined
  /**
   * A `pg` pool of the host. The engine shares it with the host and does not end it when it closes (rule host-pool).
   */
  readonly pool?: HostClient.HostPool | undefined
  /** Database schema of this engine, which accesses no other schema; `quire` when absent (rule host-schema). */
  readonly schema?: string | undefined
  /** Maximum number of connections; 10 when absent. A pool has its own limit. */
  readonly maxConnections?: number | undefined
  /** TLS options as in `pg`. A pool has its own. */
  readonly ssl?: boolean | ConnectionOptions | undefined
  /**
   * For PgBouncer and similar poolers in transaction mode: no connection state outlives a transaction (rule
   * pooler-transaction).
   */
  readonly transactionPooler?: boolean | undefined
  /**
   * Replicas of the database. They serve the queries of read-only requests, except for authentication (rule
   * replica-reads).
   */
  readonly replicas?: Replicas | undefined
}

/** Replicas of a database. They use the same connection settings as the database. */
export interface Replicas {
  /** URLs, like that of the database; at most 16. */
  readonly urls: ReadonlyArray<string>
  /**
   * Maximum staleness of published sites in milliseconds, from 100 to 600,000; 2,000 when absent (rule replica-late).
   */
  readonly staleness?: number | undefined
}

/** How emails are delivered. */
export type Mail =
  | { readonly kind: "smtp"; readonly url: string; readonly from: string }
  /** Writes each email to a file. */
  | { readonly kind: "folder"; readonly directory: string; readonly from?: string }
  /** Calls a function of the host. A rejected email is retried later. */
  | { readonly kind: "own"; readonly deliver: OwnMailer.Deliver }
  /** Emails stay in the store undelivered. */
  | { readonly kind: "none" }

/** How DNS records are looked up. */
export type Dns =
  /** Entries `address`, `address:port` or `[address]:port`; the servers of the system when absent. */
  | { readonly kind: "servers"; readonly servers?: ReadonlyArray<string> }
  /** TXT records by name; the network is not queried. */
  | { readonly kind: "fixed"; readonly texts: ReadonlyMap<string, ReadonlyArray<string>> }

/** A backup to restore, and a callback for the result. */
export interface Restoration {
  /** Its bytes, such as a stream that reads a file. */
  readonly from: AsyncIterable<Uint8Array>
  readonly onRestored?: (restored: Restoring.RestoreResult) => void
}

/** An option of an engine is not valid. */
export class OptionInvalid extends Data.TaggedError("OptionInvalid")<{
  readonly option: string
  readonly rule: string
  /** The error that a function of the host threw, where one did. */
  readonly cause?: unknown
}> {
  override get message() {
    return `${this.option} ${this.rule}`
  }
}

export interface EngineOptions {
  readonly store: Store
  /**
   * Whether to migrate the schema first. With `off`, a schema that is not up to date is refused. `auto` when absent.
   */
  readonly migrate?: "auto" | "off"
  /** Public URL of the API and prefix of `urls`. Its path is where a host mounts the engine. */
  readonly baseUrl: string
  /** Prefix of `urls.app`; the base URL with `/app` when absent. */
  readonly appUrl?: string | undefined
  /**
   * URL of published sites without a custom hostname and of content served by integrations; the base URL when absent.
   * With another hostname, pages written by others do not share the origin and sessions of the API (rule sites-host).
   * The path is that of the base URL.
   */
  readonly sitesUrl?: string | undefined
  /** Entries `host` or `host:port` that imports may fetch from although they are not public. */
  readonly fetchAllow?: ReadonlyArray<string>
  /**
   * Fetches from addresses that users choose, in place of requests that only reach public addresses. The function
   * decides which addresses are allowed (rule host-fetch).
   */
  readonly fetch?: OwnFetcher.OwnFetch
  /** How records of custom hostnames are looked up; the servers of the system when absent. */
  readonly dns?: Dns
  /** Where file contents are stored; in the store when absent. */
  readonly blobs?: ChosenBlobStore.Choice
  /**
   * Records `blobs` as the file storage of this store: `moved` if it has copies of the files, `lost` even if it has
   * none. When absent, a location other than the recorded one is refused (rule blob-location).
   */
  readonly acceptBlobs?: "moved" | "lost"
  /** Nothing is translated when absent. */
  readonly translator?: ChosenTranslator.TranslatorSettings
  /** Limits of the process that prints a PDF; 2,560 MB and two minutes when absent. */
  readonly pdf?: Partial<PdfAdapter.Bounds>
  /** Emails are not delivered when absent. */
  readonly mail?: Mail
  /**
   * Kinds of emails that are not sent, and daily limits per recipient and per sender; sensible defaults when absent.
   */
  readonly emails?: Partial<EmailQuota.Policy>
  /**
   * The operator's secret key, of 32 characters or more. Without it, sealed values cannot be read from the store alone.
   */
  readonly secretKey?: string | undefined
  /** The previous key. It decrypts the values that it encrypted until `system.rotation.run()` has left none of them. */
  readonly previousSecretKey?: string | undefined
  /**
   * Ports that replace those that the other options choose, for hosts with Effect. A layer may depend on the ports that
   * it replaces. A test clock or test ids are also provided here (rule host-layers).
   */
  readonly layers?: Layer.Layer<never, StartError, Engine.Ports>
  /** Called with each startup step that takes seconds. */
  readonly onProgress?: (step: string) => void
  /** Called when the embedded server has stopped permanently. Nothing can be read or written afterwards. */
  readonly onStoreLost?: (lost: EmbeddedPostgres.EmbeddedPostgresLost) => void
  /** A backup to restore into the store, which must be empty (rule backup-empty). */
  readonly restore?: Restoration
}

/** Error of an engine that could not be opened. The message says how to fix it. */
export type StartError =
  | EmbeddedPostgres.EmbeddedPostgresUnavailable
  | Migrations.MigrationRefused
  | DatabaseUnusable.DatabaseUnusable
  | GrantCheck.GrantMissing
  | BlobsUnusable.BlobsUnusable
  | BlobLocation.BlobsMisplaced
  | OptionInvalid
  | GuardedFetcher.UnreadableEntry
  | NodeDnsResolver.UnreadableServer
  | BackupErrors.BackupDamaged
  | BackupErrors.BackupRefused

export interface Options extends EngineOptions {
  /**
   * Folder of the built web console, such as `folder` of `@quire/console`. It is served at the path of `appUrl`, which
   * must then be below `baseUrl`. Without it, `urls.app` lead to what the host serves there.
   */
  readonly consoleFolder?: string | undefined
  /** Who may create organizations over HTTP; anyone by default. */
  readonly organizationCreation?: OrganizationCreation.Policy
  /**
   * Requests per minute for each user and for each address of anonymous callers, or a custom counter; unlimited when
   * absent.
   */
  readonly rateLimit?: number | OwnLimits.OwnLimits
  /**
   * Returns the network address of a request, which a web `Request` does not carry: from the connection of the host's
   * server, or from a header that a proxy of the host always sets. Anonymous callers without a valid address share one
   * budget. Not needed for requests through `toNodeHandler`.
   */
  readonly clientAddress?: (request: Request) => string | undefined
  /** Addresses and networks of trusted proxies, whose `Forwarded` or `X-Forwarded-For` headers determine the client. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** How published sites are served: cookie names, and memory for rendered pages. */
  readonly sites?: Partial<ReaderOptions.ReaderOptions>
  /**
   * Whether the engine runs maintenance automatically: emails, jobs, the audit log, event dispatch, and search entries
   * of earlier versions. With `off`, call `upkeep.run()` instead (rule upkeep-off).
   */
  readonly upkeep?: "auto" | "off"
  /**
   * Identifies the caller, for hosts that authenticate users themselves; only bearer tokens are accepted when absent.
   */
  readonly identify?: Identify.Identify
  /** Additional origins whose pages may make changes with the identity that `identify` returns. */
  readonly identifyOrigins?: ReadonlyArray<string>
  /**
   * Receives a line of JSON for each request and for other events of interest to operators. When absent, only warnings
   * and errors are written to stderr, one line each (rule host-warnings). Pass `() => {}` to log nothing.
   */
  readonly logger?: (line: string) => void
  /** Receives a span for each request, operation and statement (rule trace-whole); nothing is traced when absent. */
  readonly tracer?: Tracer.Tracer
}
