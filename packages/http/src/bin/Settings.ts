import { isIP } from "node:net"
import { join } from "node:path"
import type { PdfAdapter } from "@quire/adapters"
import { EmailQuota } from "@quire/core"
import { Redacted, Result } from "effect"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import { keyLength } from "../host/Opening.ts"
import * as Sender from "../host/Sender.ts"
import type { Address } from "../server/Listener.ts"
import * as BlobSettings from "./BlobSettings.ts"
import * as DatabaseSettings from "./DatabaseSettings.ts"
import * as FirstToken from "./FirstToken.ts"
import * as PdfSettings from "./PdfSettings.ts"
import type * as SecretFiles from "./SecretFiles.ts"
import { graceByDefault, type OptionName, sharedOptions } from "./SharedOptions.ts"
import * as TracingSettings from "./TracingSettings.ts"
import * as TranslatorSettings from "./TranslatorSettings.ts"
import { type NamedValue, type NamedValues, refuse, UsageError } from "./UsageError.ts"

/** The operator's keys; the previous key still decrypts the values that it encrypted. */
interface SecretKeys {
  readonly present: Redacted.Redacted | undefined
  readonly previous: Redacted.Redacted | undefined
}

const readSecretKeys = (environment: { readonly [variable: string]: string | undefined }): SecretKeys => {
  const given = (variable: string) => {
    const text = environment[variable] ?? ""
    if (text === "") return undefined
    return text.length < keyLength
      ? refuse(`${variable} must have ${keyLength} characters or more`)
      : Redacted.make(text)
  }
  return { present: given("QUIRE_SECRET_KEY"), previous: given("QUIRE_SECRET_KEY_PREVIOUS") }
}

/** How emails are delivered. */
type MailSettings =
  | { readonly _tag: "None" }
  | { readonly _tag: "Folder"; readonly directory: string; readonly from: string | undefined }
  | { readonly _tag: "Smtp"; readonly url: Redacted.Redacted; readonly from: string }

const parseSender = ({ name, text }: NamedValue): string =>
  Sender.normalize(text) ?? refuse(`${name} must be an address or Name <address>, not "${text}"`)

const isMailServer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { hostname, protocol } = new URL(text)
  return /^smtps?:$/.test(protocol) && hostname !== ""
}

/** Chooses between a mail server and a folder; `data` is the folder of the embedded store, if used. */
const parseMail = (
  given: {
    readonly url: NamedValue | undefined
    readonly from: NamedValue | undefined
    readonly folder: NamedValue | undefined
  },
  data: string | undefined
): MailSettings => {
  const { folder, url } = given
  const from = given.from === undefined ? undefined : parseSender(given.from)
  if (url !== undefined && folder !== undefined) return refuse(`${url.name} and ${folder.name} cannot be used together`)
  if (url !== undefined) {
    if (!isMailServer(url.text)) return refuse(`${url.name} must be an smtp:// or smtps:// URL`)
    if (from === undefined) return refuse(`${url.name} requires --mail-from or QUIRE_MAIL_FROM`)
    return { _tag: "Smtp", url: Redacted.make(url.text), from }
  }
  const directory = folder?.text ?? (data === undefined ? undefined : join(data, "outbox"))
  return directory === undefined ? { _tag: "None" } : { _tag: "Folder", directory, from }
}

const emailKinds = EmailQuota.EmailKind.literals

/** Kinds of emails that are not sent: `all`, or a comma-separated list. */
const parseDisabledKinds = (given: NamedValue | undefined): ReadonlyArray<EmailQuota.EmailKind> => {
  if (given === undefined) return []
  if (given.text === "all") return emailKinds
  const named = new Set(given.text.split(",").map((kind) => kind.trim()))
  const found = emailKinds.filter((kind) => named.delete(kind))
  const [unknown] = named
  return unknown === undefined
    ? found
    : refuse(`${given.name} must be all or ${emailKinds.join(", ")}, not "${unknown}"`)
}

export { UsageError }

const repeatable: OptionName = "database-replica"

export interface Settings {
  readonly port: number
  /** Whether the port was given. If so, commands expect the server there, whatever the store has recorded. */
  readonly isPortGiven: boolean
  readonly host: string
  /** Address of the admin server; metrics are off when absent. */
  readonly admin: Address | undefined
  readonly store: DatabaseSettings.Store
  readonly migrate: "auto" | "off"
  readonly blobs: BlobSettings.BlobSettings
  readonly baseUrl: string | undefined
  readonly appUrl: string | undefined
  readonly sitesUrl: string | undefined
  /** Requests per minute; undefined when off. */
  readonly rateLimit: number | undefined
  readonly trustedProxies: ClientAddress.TrustedProxies
  /** Milliseconds. */
  readonly grace: number
  readonly log: "json" | "text"
  /** Seconds to wait at startup for the database. */
  readonly databaseWait: number
  readonly upkeep: "auto" | "off"
  readonly organizationCreation: "anyone" | "operators"
  readonly firstToken: FirstToken.FirstToken
  readonly mail: MailSettings
  readonly emailsOff: ReadonlyArray<EmailQuota.EmailKind>
  /** Without them, encrypted values cannot be read from the store alone. */
  readonly secretKeys: SecretKeys
  readonly corsOrigins: ReadonlyArray<string>
  readonly fetchAllow: ReadonlyArray<string>
  /** The servers of the system when empty. */
  readonly dnsServers: ReadonlyArray<string>
  readonly translator: TranslatorSettings.TranslatorSettings
  readonly pdf: Partial<PdfAdapter.Bounds>
  /** Nothing is traced when absent. */
  readonly tracing: TracingSettings.TracingSettings | undefined
}

/** URL at which clients on this machine reach a server with these settings. */
export const addressOf = ({ host }: Pick<Settings, "host">, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

const parseInteger = (name: string, text: string, min: number, max: number): number => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max
    ? number
    : refuse(`${name} must be an integer from ${min} to ${max}, not "${text}"`)
}

const parseWebAddress = (name: string, text: string): string =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? text
    : refuse(`${name} must be an http or https URL, not "${text}"`)

const parseHost = (given: NamedValue | undefined): string => {
  const { name, text } = given ?? { name: "", text: "127.0.0.1" }
  return text === "localhost" || isIP(text) !== 0
    ? text
    : refuse(`${name} must be an IP address or localhost, not "${text}"`)
}

const parseList = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(",").flatMap((entry) => (entry.trim() === "" ? [] : [entry.trim()]))

const parseProxies = (given: NamedValue | undefined): ClientAddress.TrustedProxies =>
  Result.getOrElse(ClientAddress.proxiesFrom(parseList(given?.text)), (entry) =>
    refuse(`${given?.name} must be addresses and networks such as 10.0.0.0/8, not "${entry}"`)
  )

const replicasOf = (flags: unknown, variable: NamedValue | undefined): NamedValues | undefined => {
  if (Array.isArray(flags)) return { name: `--${repeatable}`, texts: flags.map(String) }
  return variable && { name: variable.name, texts: parseList(variable.text) }
}

/** Parses one of the choices; defaults to the first. */
const parseChoice = <A extends string>(
  given: NamedValue | undefined,
  choices: readonly [A, ...ReadonlyArray<A>]
): A => {
  if (given === undefined) return choices[0]
  const found = choices.find((choice) => choice === given.text)
  return found ?? refuse(`${given.name} must be ${choices.join(" or ")}, not "${given.text}"`)
}

/** Builds the settings from options and variables; throws `UsageError`. */
export const resolveSettings = (
  values: { readonly [name: string]: unknown },
  environment: SecretFiles.Environment
): Settings => {
  const given = (option: OptionName): NamedValue | undefined => {
    const flag = values[option]
    if (typeof flag === "string") return { name: `--${option}`, text: flag }
    const { variable } = sharedOptions[option]
    const text = environment[variable]
    return text === undefined || text === "" ? undefined : { name: variable, text }
  }
  const url = (option: OptionName) => {
    const found = given(option)
    return found === undefined ? undefined : parseWebAddress(found.name, found.text)
  }
  const port = given("port")
  const adminPort = given("admin-port")
  const rate = given("rate-limit")
  const grace = given("grace")
  const wait = given("database-wait")
  const store = DatabaseSettings.parse({
    store: given("store"),
    data: given("data"),
    url: given("database-url"),
    schema: given("database-schema"),
    pooler: given("database-pooler"),
    replicas: replicasOf(values[repeatable], given(repeatable)),
    staleness: given("database-staleness")
  })
  return {
    port: port === undefined ? 4100 : parseInteger(port.name, port.text, 0, 65_535),
    isPortGiven: port !== undefined,
    host: parseHost(given("host")),
    admin:
      adminPort === undefined
        ? undefined
        : { host: parseHost(given("admin-host")), port: parseInteger(adminPort.name, adminPort.text, 0, 65_535) },
    store,
    migrate: DatabaseSettings.parseMigrate(environment["QUIRE_MIGRATE"]),
    blobs: BlobSettings.parse(given("blobs"), environment),
    baseUrl: url("base-url"),
    appUrl: url("app-url"),
    sitesUrl: url("sites-url"),
    rateLimit:
      rate === undefined ? 6000 : rate.text === "off" ? undefined : parseInteger(rate.name, rate.text, 1, 999_999_999),
    trustedProxies: parseProxies(given("trusted-proxies")),
    grace: grace === undefined ? graceByDefault : parseInteger(grace.name, grace.text, 0, 600_000),
    log: parseChoice(given("log"), ["json", "text"]),
    databaseWait: wait === undefined ? 60 : parseInteger(wait.name, wait.text, 0, 3600),
    upkeep: parseChoice(given("upkeep"), ["auto", "off"]),
    organizationCreation: parseChoice(given("org-creation"), ["anyone", "operators"]),
    firstToken: FirstToken.parse(environment["QUIRE_BOOTSTRAP_TOKEN"], given("bootstrap-token-file")),
    mail: parseMail(
      { url: given("mail-url"), from: given("mail-from"), folder: given("mail-folder") },
      store._tag === "Embedded" ? store.directory : undefined
    ),
    emailsOff: parseDisabledKinds(given("mail-off")),
    secretKeys: readSecretKeys(environment),
    corsOrigins: parseList(environment["QUIRE_CORS_ORIGINS"]),
    fetchAllow: parseList(environment["QUIRE_FETCH_ALLOW"]),
    dnsServers: parseList(environment["QUIRE_DNS_SERVERS"]),
    translator: TranslatorSettings.read(environment),
    pdf: PdfSettings.read(environment),
    tracing: TracingSettings.read(environment)
  }
}
