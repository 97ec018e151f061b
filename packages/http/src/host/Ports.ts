import {
  ChosenBlobStore,
  ChosenTranslator,
  ComputeAdapter,
  DescriptionAdapter,
  FileMailer,
  FixedDnsResolver,
  GuardedFetcher,
  GzipPacking,
  HtmlAdapter,
  IdTokenAdapter,
  Importers,
  MarkdownAdapter,
  NodeCrypto,
  NodeDnsResolver,
  OwnFetcher,
  OwnMailer,
  PdfAdapter,
  SamlAdapter,
  ScriptAdapter,
  SmtpMailer,
  TypesettingAdapter
} from "@quire/adapters"
import { Memory } from "@quire/adapters/memory"
import type { PgSession, Postgres } from "@quire/adapters/postgres"
import {
  Addresses,
  BlobLocation,
  type BudgetStore,
  type DnsResolver,
  EmailQuota,
  Engine,
  Mailer,
  SigningKeys
} from "@quire/core"
import { Effect, Layer, Redacted } from "effect"
import * as HostLayers from "./HostLayers.ts"
import { checkForm, checkOptions } from "./Opening.ts"
import type * as Options from "./Options.ts"
import { type Dns, type EngineOptions, OptionInvalid, type PostgresStore, type StartError } from "./Options.ts"
import * as Restoration from "./Restoration.ts"

type Ports = Engine.Ports | BudgetStore.BudgetStore

const replicasOf = ({ staleness, urls }: Options.Replicas): NonNullable<PgSession.Options["replicas"]> => ({
  urls: urls.map((url) => Redacted.make(url)),
  ...(staleness === undefined ? {} : { staleness })
})

const sessionOf = ({
  maxConnections,
  pool,
  replicas,
  schema,
  ssl,
  transactionPooler,
  url
}: PostgresStore): PgSession.Options => ({
  ...(url === undefined ? {} : { url: Redacted.make(url) }),
  ...(pool === undefined ? {} : { pool }),
  ...(replicas === undefined ? {} : { replicas: replicasOf(replicas) }),
  ...(schema === undefined ? {} : { schema }),
  ...(maxConnections === undefined ? {} : { maxConnections }),
  ...(ssl === undefined ? {} : { ssl }),
  ...(transactionPooler === undefined ? {} : { transactionPooler })
})

/** Loaded with the first Postgres store, because a memory store needs no driver and no migrations. */
const onPostgres = (
  layerOf: (loaded: typeof Postgres) => Layer.Layer<Postgres.Ports, StartError>
): Layer.Layer<Postgres.Ports, StartError> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@quire/adapters/postgres")),
      (loaded) => layerOf(loaded.Postgres)
    )
  )

const storeLayer = (options: EngineOptions): Layer.Layer<Postgres.Ports, StartError> => {
  const { migrate = "auto", onProgress, onStoreLost, store } = options
  switch (store.kind) {
    case "memory":
      return Memory.layer
    case "embedded":
      return onPostgres(({ layerEmbedded }) =>
        layerEmbedded({
          directory: store.directory,
          guest: store.guest ?? false,
          migrate,
          onProgress: (step) => Effect.sync(() => onProgress?.(step)),
          onLost: (lost) => Effect.sync(() => onStoreLost?.(lost))
        })
      )
    case "postgres":
      return onPostgres(({ layer }) => layer({ ...sessionOf(store), migrate }))
  }
}

const senderOf = (mail: Options.Mail | undefined): string | undefined =>
  mail?.kind === "smtp" || mail?.kind === "folder" ? mail.from : undefined

const checkBlobs = ({ blobs }: EngineOptions): Effect.Effect<void, OptionInvalid> => {
  const fault = blobs?.kind === "s3" ? ChosenBlobStore.faultOf(blobs) : undefined
  return fault === undefined
    ? Effect.void
    : Effect.fail(new OptionInvalid({ option: `blobs.${fault.field}`, rule: fault.rule }))
}

const checkedStoreLayer = (options: EngineOptions) =>
  Layer.unwrap(
    Effect.as(
      Effect.andThen(
        checkBlobs(options),
        checkOptions({
          sender: senderOf(options.mail),
          secretKeys: [options.secretKey, options.previousSecretKey],
          baseUrl: options.baseUrl,
          appUrl: options.appUrl,
          sitesUrl: options.sitesUrl,
          postgres: options.store.kind === "postgres" ? options.store : undefined
        })
      ),
      ChosenBlobStore.layer(options.blobs ?? { kind: "store" }).pipe(Layer.provideMerge(storeLayer(options)))
    )
  )

const mailLayer = (mail: Options.Mail): Layer.Layer<Mailer.Mailer> => {
  switch (mail.kind) {
    case "smtp":
      return SmtpMailer.layer({ url: Redacted.make(mail.url), from: mail.from })
    case "folder":
      return FileMailer.layer(mail)
    case "own":
      return OwnMailer.layer(mail.deliver)
    case "none":
      return Mailer.Mailer.layerAbsent
  }
}

const dnsLayer = (dns: Dns): Layer.Layer<DnsResolver.DnsResolver, NodeDnsResolver.UnreadableServer> =>
  dns.kind === "fixed" ? FixedDnsResolver.layer(dns.texts) : NodeDnsResolver.layer(dns)

const fetchLayer = ({ fetch, fetchAllow: allow = [] }: EngineOptions) =>
  fetch === undefined ? GuardedFetcher.layer({ allow }) : OwnFetcher.layer(fetch, { allow })

const redact = (text: string | undefined): Redacted.Redacted | undefined =>
  text === undefined ? undefined : Redacted.make(text)

const masterKeysOf = ({ previousSecretKey, secretKey }: EngineOptions): NodeCrypto.MasterKeys => ({
  master: redact(secretKey),
  previousMaster: redact(previousSecretKey)
})

/** All ports as chosen by the options. */
const chosen = (options: EngineOptions): Layer.Layer<Ports, StartError> =>
  Layer.mergeAll(
    checkedStoreLayer(options),
    GzipPacking.layer,
    NodeCrypto.layerWith(masterKeysOf(options)),
    mailLayer(options.mail ?? { kind: "none" }),
    Layer.succeed(EmailQuota.EmailPolicy, { off: [], ...EmailQuota.limits, ...options.emails }),
    Addresses.Addresses.layer(options.baseUrl, options.appUrl, options.sitesUrl),
    fetchLayer(options),
    dnsLayer(options.dns ?? { kind: "servers" }),
    Importers.layer().pipe(Layer.provideMerge(Layer.mergeAll(MarkdownAdapter.layer, HtmlAdapter.layer))),
    ComputeAdapter.layer,
    TypesettingAdapter.layer,
    DescriptionAdapter.layer,
    SamlAdapter.layer,
    IdTokenAdapter.layer,
    ScriptAdapter.layer,
    ChosenTranslator.layer(options.translator ?? { kind: "none" }),
    PdfAdapter.layerWith(options.pdf)
  )

/**
 * Loads the signing keys of other servers every minute (rule signing-keys). The timer does not keep the process
 * running.
 */
const followSigningKeys = Layer.effectDiscard(
  Effect.flatMap(SigningKeys.SigningKeys, ({ follow }) =>
    Effect.acquireRelease(
      Effect.sync(() => setInterval(() => void Effect.runFork(follow), SigningKeys.limits.reload).unref()),
      (timer) => Effect.sync(() => clearInterval(timer))
    )
  )
)

/**
 * Refuses a file location other than the recorded one (rule blob-location). A restored store uses the location that it
 * is opened with.
 */
const locationLayer = ({ acceptBlobs, blobs = { kind: "store" }, restore, store }: EngineOptions) => {
  if (store.kind === "memory") return Layer.empty
  const place = ChosenBlobStore.placeOf(blobs)
  const accepted = restore === undefined ? acceptBlobs : "lost"
  return Layer.effectDiscard(
    accepted === undefined ? BlobLocation.verify(place) : BlobLocation.use(place, { force: accepted === "lost" })
  )
}

/** The engine with all ports, for Effect hosts that do not choose adapters individually. */
export const layer = (options: EngineOptions): Layer.Layer<Engine.Services | Ports, StartError> =>
  Layer.unwrap(Effect.map(checkForm(options), () => engineLayer(options)))

const engineLayer = (options: EngineOptions): Layer.Layer<Engine.Services | Ports, StartError> => {
  const ports = chosen(options)
  return followSigningKeys.pipe(
    Layer.provideMerge(Engine.layer),
    Layer.provide(Layer.provideMerge(locationLayer(options), Restoration.layer(options.restore))),
    Layer.provideMerge(
      options.layers === undefined ? ports : Layer.provideMerge(HostLayers.layer(options.layers), ports)
    )
  )
}
