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
import type { BlobLocation, EmailPolicy, Engine } from "@quire/core"
import type { ReaderOptions } from "@quire/reader"
import type { Layer, Tracer } from "effect"
import type * as OwnLimits from "./foundation/exchange/OwnLimits.ts"
import type * as Identify from "./Identify.ts"
import type { OptionInvalid } from "./Opening.ts"
import type * as OrganizationCreation from "./organizations/organization/OrganizationCreation.ts"
import type * as Restoration from "./Restoration.ts"

/** Where everything is kept. */
export type Store =
  | { readonly kind: "memory" }
  /** An embedded Postgres in a folder; a guest joins the server of a running process. */
  | { readonly kind: "embedded"; readonly directory: string; readonly guest?: boolean }
  | PostgresStore

/** A Postgres of the host's, named by its address or by a pool. */
export interface PostgresStore {
  readonly kind: "postgres"
  readonly url?: string | undefined
  /** A pool of `pg` that the host has; it is used beside the host, and not ended when the engine closes (rule host-pool). */
  readonly pool?: HostClient.HostPool | undefined
  /** Holds everything of this engine, which looks at no other one; `quire` when absent (rule host-schema). */
  readonly schema?: string | undefined
  /** The most connections at a time; 10 when absent. A pool has its own. */
  readonly maxConnections?: number | undefined
  /** As for `pg`: whether connections are encrypted, and which certificates count. A pool has its own. */
  readonly ssl?: boolean | ConnectionOptions | undefined
  /**
   * For PgBouncer and its like in transaction mode: nothing that lives longer than a transaction is asked of a
   * connection (rule pooler-transaction).
   */
  readonly transactionPooler?: boolean | undefined
  /**
   * Replicas of the database, which answer what requests that only read ask besides who the caller is (rule
   * replica-reads).
   */
  readonly replicas?: Replicas | undefined
}

/** Replicas of a database. They are reached with the same settings as the database. */
export interface Replicas {
  /** Addresses as that of the database; 16 at most. */
  readonly urls: ReadonlyArray<string>
  /**
   * How late what anybody is shown of a published site may be at most, in milliseconds, from 100 to 600,000; 2,000 when
   * absent (rule replica-late).
   */
  readonly staleness?: number | undefined
}

/** Who delivers letters. */
export type Mail =
  | { readonly kind: "smtp"; readonly url: string; readonly from: string }
  /** Each letter becomes a file. */
  | { readonly kind: "folder"; readonly directory: string; readonly from?: string }
  /** By a function of the host's; what it rejects is tried again later. */
  | { readonly kind: "own"; readonly deliver: OwnMailer.Deliver }
  /** Letters stay in the store undelivered. */
  | { readonly kind: "none" }

/** Who says what the DNS has about a name. */
export type Dns =
  /** Entries `address`, `address:port` or `[address]:port`; the servers of the system when absent. */
  | { readonly kind: "servers"; readonly servers?: ReadonlyArray<string> }
  /** The texts of TXT records by name; nothing is asked of the network. */
  | { readonly kind: "fixed"; readonly texts: ReadonlyMap<string, ReadonlyArray<string>> }

export interface EngineOptions {
  readonly store: Store
  /** Whether the schema is brought up to date first; with `off` one that is not is refused. `auto` when absent. */
  readonly migrate?: "auto" | "off"
  /** The URL under which clients reach the API: the prefix of `urls`. Its path is where a host mounts the engine. */
  readonly baseUrl: string
  /** The prefix of `urls.app`; the base URL and `/app` when absent. */
  readonly appUrl?: string | undefined
  /**
   * Where published sites without a hostname of their own, and what integrations serve, are reached: the base URL when
   * absent. With another hostname, pages that others write have no part in the origin and the sessions of the API (rule
   * sites-host); the path is that of the base URL.
   */
  readonly sitesUrl?: string | undefined
  /** Entries `host` or `host:port` that imports may fetch from although they are not public. */
  readonly fetchAllow?: ReadonlyArray<string>
  /**
   * How anything is fetched from addresses that others choose, in place of requests that reach public addresses alone:
   * the function decides where they may go (rule host-fetch).
   */
  readonly fetch?: OwnFetcher.OwnFetch
  /** Where records of custom hostnames are looked up: with the servers of the system when absent. */
  readonly dns?: Dns
  /** Where the bytes of files lie: in the store when absent. */
  readonly blobs?: ChosenBlobStore.Choice
  /**
   * Records `blobs` as the place that holds the files of the store from now on: `moved` if it has copies of them, `lost`
   * even if it has none. When absent, another place than the recorded one is refused (rule blob-location).
   */
  readonly acceptBlobs?: "moved" | "lost"
  /** Nothing is translated when absent. */
  readonly translator?: ChosenTranslator.TranslatorSettings
  /** What the process that prints a PDF may take; 2,560 MB and two minutes when absent. */
  readonly pdf?: Partial<PdfAdapter.Bounds>
  /** Letters are not delivered when absent. */
  readonly mail?: Mail
  /**
   * Kinds of letters that are not sent, and daily limits per recipient and per sender; sensible defaults when absent.
   */
  readonly letters?: Partial<EmailPolicy.Policy>
  /**
   * The operator's own key, of 32 characters or more: without it, sealed values cannot be read from the store alone.
   */
  readonly secretKey?: string | undefined
  /** The previous key. It opens what it has sealed until `system.rotation.run()` has left nothing of it. */
  readonly previousSecretKey?: string | undefined
  /**
   * Ports that stand in for those that the other options choose, for hosts with Effect; a layer may build upon the ports
   * that it replaces. A clock or ids for tests are given here, too (rule host-layers).
   */
  readonly layers?: Layer.Layer<never, StartError, Engine.Ports>
  /** Called with each step of a start that takes seconds. */
  readonly onProgress?: (step: string) => void
  /** Called when the embedded server has ended for good: nothing can be read or written any more. */
  readonly onStoreLost?: (lost: EmbeddedPostgres.EmbeddedPostgresLost) => void
  /** A backup that the store begins with, which must be empty (rule backup-empty). */
  readonly restore?: Restoration.Restoration
}

/** Why a store or a capability could not be opened; the message tells the remedy. */
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
  | Restoration.RestorationError

export interface Options extends EngineOptions {
  /** Who may create organizations over HTTP; anyone by default. */
  readonly organizationCreation?: OrganizationCreation.Policy
  /**
   * Requests per minute for each user, and for each address of anonymous callers, or what counts them in place of the
   * engine; unlimited when absent.
   */
  readonly rateLimit?: number | OwnLimits.OwnLimits
  /**
   * The network address that a request came from, which a web `Request` does not carry: what the host's server knows of
   * the connection, or a header that a proxy of the host always sets. Anonymous callers without a valid address share
   * one budget. Requests through `toNodeHandler` need none.
   */
  readonly clientAddress?: (request: Request) => string | undefined
  /** Addresses and networks of trusted proxies: `Forwarded` or `X-Forwarded-For` of their requests names the client. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** How published sites are served: names of cookies, and the memory for what is printed. */
  readonly sites?: Partial<ReaderOptions.ReaderOptions>
  /**
   * Whether the engine does by itself what somebody has to do: letters, jobs, the audit log, events that are handed out,
   * search entries of earlier versions. With `off`, `upkeep.run()` does it (rule upkeep-off).
   */
  readonly upkeep?: "auto" | "off"
  /** Identifies the caller, for hosts that sign people in themselves; only bearer tokens count when absent. */
  readonly identify?: Identify.Identify
  /** Origins other than that of the base URL whose pages `identify` is asked for when they change something. */
  readonly identifyOrigins?: ReadonlyArray<string>
  /**
   * Receives a line of JSON for each request and for other events of interest to operators. When absent, warnings and
   * errors alone are written to stderr, each as one line (rule host-warnings); `() => {}` logs nothing.
   */
  readonly logger?: (line: string) => void
  /** Receives a span for each request, operation and statement (rule trace-whole); nothing is traced when absent. */
  readonly tracer?: Tracer.Tracer
}
