import {
  type BlobsUnusable,
  ChosenBlobStore,
  ChosenTranslator,
  DescriptionAdapter,
  FileMailer,
  FixedDnsResolver,
  GuardedFetcher,
  HtmlAdapter,
  IdTokenAdapter,
  Importers,
  MarkdownAdapter,
  NodeCrypto,
  NodeDnsResolver,
  PdfAdapter,
  SamlAdapter,
  ScriptAdapter,
  SmtpMailer,
  TypesettingAdapter
} from "@quire/adapters"
import * as Memory from "@quire/adapters/memory"
import {
  type DatabaseUnusable,
  type EmbeddedPostgres,
  type HostClient,
  HostTransactions,
  type Migrations,
  Postgres
} from "@quire/adapters/postgres"
import { Addresses, type BudgetStore, type DnsResolver, Engine, LetterPolicy, Mailer } from "@quire/core"
import { ReaderOptions } from "@quire/reader"
import { Effect, Layer, Logger, ManagedRuntime, Redacted, Tracer } from "effect"
import { type Face, type Services, services } from "./Face.ts"
import * as Faces from "./Faces.ts"
import { RateLimit } from "./foundation/exchange/RateLimit.ts"
import * as SharedBudgets from "./foundation/exchange/SharedBudgets.ts"
import * as Http from "./Http.ts"
import * as Identify from "./Identify.ts"
import { checkOptions, OptionInvalid, parseProxies, QuireClosed } from "./Opening.ts"
import { OrganizationCreation, type Policy } from "./organizations/organization/OrganizationCreation.ts"
import type { Promised } from "./Promised.ts"
import * as Logging from "./server/Logging.ts"
import { Readiness } from "./server/Readiness.ts"
import * as WebHandler from "./server/WebHandler.ts"

export { HostTransactionRefused } from "./HostTransaction.ts"
export { type NodeHandler, toNodeHandler } from "./server/NodeHandler.ts"
export { type Face, OptionInvalid, type Promised, QuireClosed }

/** Where everything is kept. */
export type Store =
  | { readonly kind: "memory" }
  /** An embedded Postgres in a folder; a guest joins the server of a running process. */
  | { readonly kind: "embedded"; readonly directory: string; readonly guest?: boolean }
  | { readonly kind: "postgres"; readonly url: string }

/** Who delivers letters. */
export type Mail =
  | { readonly kind: "smtp"; readonly url: string; readonly from: string }
  /** Each letter becomes a file. */
  | { readonly kind: "folder"; readonly directory: string; readonly from?: string }
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
  /** The URL under which clients reach the API: the prefix of `urls`. */
  readonly baseUrl: string
  /** The prefix of `urls.app`; the base URL and `/app` when absent. */
  readonly appUrl?: string | undefined
  /** Entries `host` or `host:port` that imports may fetch from although they are not public. */
  readonly fetchAllow?: ReadonlyArray<string>
  /** Where records of custom hostnames are looked up: with the servers of the system when absent. */
  readonly dns?: Dns
  /** Where the bytes of files lie: in the store when absent. */
  readonly blobs?: ChosenBlobStore.Choice
  /** Nothing is translated when absent. */
  readonly translator?: ChosenTranslator.Translating
  /** What the process that prints a PDF may take; 2,560 MB and two minutes when absent. */
  readonly pdf?: Partial<PdfAdapter.Bounds>
  /** Letters are not delivered when absent. */
  readonly mail?: Mail
  /**
   * Kinds of letters that are not sent, and daily limits per recipient and per sender; sensible defaults when absent.
   */
  readonly letters?: Partial<LetterPolicy.Policy>
  /**
   * The operator's own key, of 32 characters or more: without it, sealed values cannot be read from the store alone.
   */
  readonly secretKey?: string | undefined
  /** The previous key. It opens what it has sealed until `system.rotation.run()` has left nothing of it. */
  readonly previousSecretKey?: string | undefined
  /** Called with each step of a start that takes seconds. */
  readonly onProgress?: (step: string) => void
  /** Called when the embedded server has ended for good: nothing can be read or written any more. */
  readonly onStoreLost?: (lost: EmbeddedPostgres.EmbeddedPostgresLost) => void
}

/** Why a store or a capability could not be opened; the message tells the remedy. */
export type StartError =
  | EmbeddedPostgres.EmbeddedPostgresUnavailable
  | Migrations.MigrationRefused
  | DatabaseUnusable.DatabaseUnusable
  | BlobsUnusable.BlobsUnusable
  | OptionInvalid
  | GuardedFetcher.UnreadableEntry
  | NodeDnsResolver.UnreadableServer

const storeLayer = ({ onProgress, onStoreLost, store }: EngineOptions): Layer.Layer<Postgres.Ports, StartError> => {
  switch (store.kind) {
    case "memory":
      return Memory.Memory.layer
    case "embedded":
      return Postgres.layerEmbedded({
        directory: store.directory,
        guest: store.guest ?? false,
        onProgress: (step) => Effect.sync(() => onProgress?.(step)),
        onLost: (lost) => Effect.sync(() => onStoreLost?.(lost))
      })
    case "postgres":
      return Postgres.layer({ url: Redacted.make(store.url) })
  }
}

const checkedStoreLayer = (options: EngineOptions) =>
  Layer.unwrap(
    Effect.as(
      checkOptions({
        sender: options.mail?.kind === "none" ? undefined : options.mail?.from,
        secretKeys: [options.secretKey, options.previousSecretKey],
        baseUrl: options.baseUrl,
        appUrl: options.appUrl,
        databaseUrl: options.store.kind === "postgres" ? options.store.url : undefined
      }),
      ChosenBlobStore.layer(options.blobs ?? { kind: "store" }).pipe(Layer.provideMerge(storeLayer(options)))
    )
  )

const mailLayer = (mail: Mail): Layer.Layer<Mailer.Mailer> => {
  switch (mail.kind) {
    case "smtp":
      return SmtpMailer.layer({ url: Redacted.make(mail.url), from: mail.from })
    case "folder":
      return FileMailer.layer(mail)
    case "none":
      return Mailer.Mailer.layerAbsent
  }
}

const dnsLayer = (dns: Dns): Layer.Layer<DnsResolver.DnsResolver, NodeDnsResolver.UnreadableServer> =>
  dns.kind === "fixed" ? FixedDnsResolver.layer(dns.texts) : NodeDnsResolver.layer(dns)

const redact = (text: string | undefined): Redacted.Redacted | undefined =>
  text === undefined ? undefined : Redacted.make(text)

const masterKeysOf = ({ previousSecretKey, secretKey }: EngineOptions): NodeCrypto.MasterKeys => ({
  master: redact(secretKey),
  previousMaster: redact(previousSecretKey)
})

/** The engine with every port, for Effect hosts that do not choose their adapters one by one. */
export const layer = (
  options: EngineOptions
): Layer.Layer<Engine.Services | Engine.Ports | BudgetStore.BudgetStore, StartError> =>
  Engine.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        checkedStoreLayer(options),
        NodeCrypto.layerWith(masterKeysOf(options)),
        mailLayer(options.mail ?? { kind: "none" }),
        Layer.succeed(LetterPolicy.LetterPolicy, { off: [], ...LetterPolicy.limits, ...options.letters }),
        Addresses.Addresses.layer(options.baseUrl, options.appUrl),
        GuardedFetcher.layer({ allow: options.fetchAllow ?? [] }),
        dnsLayer(options.dns ?? { kind: "servers" }),
        Importers.layer().pipe(Layer.provideMerge(Layer.mergeAll(MarkdownAdapter.layer, HtmlAdapter.layer))),
        TypesettingAdapter.layer,
        DescriptionAdapter.layer,
        SamlAdapter.layer,
        IdTokenAdapter.layer,
        ScriptAdapter.layer,
        ChosenTranslator.layer(options.translator ?? { kind: "none" }),
        PdfAdapter.layerWith(options.pdf)
      )
    )
  )

export interface Quire extends Faces.Faces {
  /**
   * Calls operations in the transaction that is open on a client of the host's: what they write is committed with the
   * host's rows, or undone with them, and they see what the host has written. The client is used by the function alone
   * until it has ended, and nothing is committed, undone or run again. Rejects with `HostTransactionRefused` where there
   * is no such transaction; so does what is called by `as` and `system` of the engine itself inside the function. Bytes
   * of files are written in that transaction too where the database keeps them, and letters, jobs and events come of it
   * once the host has committed.
   */
  readonly within: <A>(client: HostClient.HostClient, body: (tx: Faces.Faces) => Promise<A>) => Promise<A>
  /** Serves the API behind `/v1`. */
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Serves published sites and nothing of the API, for hosts that have pages of their own: those with a hostname at it,
   * all others at `{baseUrl}/sites/{organization}/{basename}/`. A host may leave the path of the base URL in a request
   * or take it away. What is no site's is 404.
   */
  readonly reader: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface Options extends EngineOptions {
  /** Who may create organizations over HTTP; anyone by default. */
  readonly organizationCreation?: Policy
  /** Requests per minute for each user, and for each address of anonymous callers; unlimited when absent. */
  readonly rateLimit?: number
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
  /** Identifies the caller, for hosts that sign people in themselves; only bearer tokens count when absent. */
  readonly identify?: Identify.Identify
  /**
   * Receives a line of JSON for each request and for other events of interest to operators; nothing is logged when
   * absent.
   */
  readonly logger?: (line: string) => void
  /** Receives a span for each request, operation and statement (rule trace-whole); nothing is traced when absent. */
  readonly tracer?: Tracer.Tracer
}

/** Engines on one Postgres share budgets; the other stores have one engine. */
const limitsOf = ({ rateLimit: perMinute, store }: Options) => {
  if (perMinute === undefined) return RateLimit.layerOff
  return store.kind === "postgres" ? SharedBudgets.layer({ perMinute }) : RateLimit.layerMemory({ perMinute })
}

/**
 * Opens an engine for hosts without Effect; rejects with a `StartError`. Close it to release the store: later calls,
 * and calls in flight that do not end in time, reject with `QuireClosed`.
 */
export const open = async (options: Options): Promise<Quire> => {
  const trustedProxies = await Effect.runPromise(parseProxies(options.trustedProxies))
  const watching = Layer.merge(
    options.logger === undefined ? Logger.layer([]) : Logging.layer(options.logger),
    options.tracer === undefined ? Layer.empty : Layer.succeed(Tracer.Tracer, options.tracer)
  )
  const engine = Layer.provideMerge(layer(options), watching)
  const runtime = ManagedRuntime.make(engine)
  const context = await runtime.context()
  const opened: Services = await runtime.runPromise(Effect.all(services))
  const borrow = await runtime.runPromise(HostTransactions.HostTransactions)
  let isClosed = false
  const outside = Faces.make({ opened, run: runtime.runPromiseExit, isClosed: () => isClosed })
  const limits = limitsOf(options)
  const web = WebHandler.toWebHandler(
    Http.layer.pipe(
      Layer.provide(
        Layer.mergeAll(Readiness.layer, OrganizationCreation.layer(options.organizationCreation ?? "anyone"))
      ),
      Layer.provideMerge(Layer.merge(limits, watching)),
      Layer.provide(Layer.succeed(ReaderOptions.ReaderOptions, { ...ReaderOptions.defaults, ...options.sites })),
      Layer.provide(options.identify === undefined ? Layer.empty : Identify.layer(options.identify)),
      Layer.provide(Layer.succeedContext(context))
    ),
    { clientAddress: options.clientAddress, trustedProxies }
  )
  const whileOpen = (serve: (request: Request) => Promise<Response>) => async (request: Request) => {
    if (isClosed) throw new QuireClosed()
    return serve(request)
  }
  return {
    system: outside.system,
    as: outside.as,
    within: (client, body) => outside.within(borrow, client, body),
    handler: whileOpen(web.handler),
    reader: whileOpen(web.reader),
    close: async () => {
      isClosed = true
      await web.dispose()
      await runtime.dispose()
    }
  }
}
