import { ServerAddresses } from "@quire/core"
import { Option, Redacted } from "effect"
import type * as Options from "../host/Options.ts"
import { layer } from "../host/Ports.ts"
import * as BlobSettings from "./BlobSettings.ts"
import type * as DatabaseSettings from "./DatabaseSettings.ts"
import { addressOf, type Settings } from "./Settings.ts"

const replicasOf = (replicas: DatabaseSettings.Replicas | undefined): Options.Replicas | undefined =>
  replicas && { urls: replicas.urls.map(Redacted.value), staleness: replicas.staleness }

/** Store options; only servers read from replicas. */
const storeOf = ({ store }: Settings, guest: boolean): Options.Store => {
  switch (store._tag) {
    case "Memory":
      return { kind: "memory" }
    case "Embedded":
      return { kind: "embedded", directory: store.directory, guest }
    case "Postgres":
      return {
        kind: "postgres",
        url: Redacted.value(store.url),
        schema: store.schema,
        transactionPooler: store.transactionPooler,
        replicas: guest ? undefined : replicasOf(store.replicas)
      }
  }
}

const mailOf = ({ mail }: Settings): Options.Mail => {
  switch (mail._tag) {
    case "None":
      return { kind: "none" }
    case "Folder":
      return { kind: "folder", directory: mail.directory, ...(mail.from === undefined ? {} : { from: mail.from }) }
    case "Smtp":
      return { kind: "smtp", url: Redacted.value(mail.url), from: mail.from }
  }
}

const textOf = (secret: Redacted.Redacted | undefined): string | undefined =>
  Option.getOrUndefined(Option.map(Option.fromNullishOr(secret), Redacted.value))

/** The recorded URLs of the server, for commands without a configured URL (rule server-address). */
const recordedAddresses = ({
  appUrl: app,
  baseUrl,
  isPortGiven,
  sitesUrl: sites
}: Settings): Pick<Options.Options, "layers"> =>
  baseUrl === undefined && !isPortGiven
    ? {
        layers: ServerAddresses.layer({
          ...(app === undefined ? {} : { app }),
          ...(sites === undefined ? {} : { sites })
        })
      }
    : {}

/** How a command opens the engine. */
export interface OpenSettings
  extends Pick<Options.EngineOptions, "acceptBlobs" | "onProgress" | "onStoreLost" | "restore"> {
  /** Base URL if neither the settings nor the store has one; derived from the port when absent. */
  readonly base?: string
  /** Whether the command is the server; other commands join the embedded Postgres of a running process. */
  readonly isServer?: boolean
}

/** The options with which a command opens the engine. */
export const optionsOf = (
  settings: Settings,
  { base = addressOf(settings, settings.port), isServer = false, ...options }: OpenSettings = {}
): Options.EngineOptions => ({
  onProgress: (step) => void process.stderr.write(`quire: ${step}\n`),
  ...options,
  ...(isServer ? {} : recordedAddresses(settings)),
  store: storeOf(settings, !isServer),
  migrate: settings.migrate,
  blobs: BlobSettings.choiceOf(settings.blobs),
  baseUrl: settings.baseUrl ?? base,
  appUrl: settings.appUrl,
  sitesUrl: settings.sitesUrl,
  fetchAllow: settings.fetchAllow,
  dns: { kind: "servers", servers: settings.dnsServers },
  translator: settings.translator,
  pdf: settings.pdf,
  mail: mailOf(settings),
  emails: { off: settings.emailsOff },
  secretKey: textOf(settings.secretKeys.present),
  previousSecretKey: textOf(settings.secretKeys.previous)
})

/** The engine with every port. */
export const engine = (settings: Settings, opening?: OpenSettings): ReturnType<typeof layer> =>
  layer(optionsOf(settings, opening))
