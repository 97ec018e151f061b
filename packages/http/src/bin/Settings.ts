import { isIP } from "node:net"
import { parseArgs } from "node:util"
import type { PdfAdapter } from "@quire/adapters"
import type { LetterPolicy } from "@quire/core"
import { Result } from "effect"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import type { Address } from "../server/Listener.ts"
import * as BlobSettings from "./BlobSettings.ts"
import * as DatabaseSettings from "./DatabaseSettings.ts"
import * as FirstToken from "./FirstToken.ts"
import * as MailSettings from "./MailSettings.ts"
import * as PdfSettings from "./PdfSettings.ts"
import type { Environment } from "./SecretFiles.ts"
import * as SecretKeys from "./SecretKeys.ts"
import * as TracingSettings from "./TracingSettings.ts"
import * as TranslatorSettings from "./TranslatorSettings.ts"
import { type NamedValue, type NamedValues, refuse, UsageError } from "./UsageError.ts"

export { UsageError }

/** Milliseconds; load balancers that poll `/readyz` less often need more. */
const graceByDefault = 300

/** Every common option with its environment variable; all commands share them. */
export const options = {
  port: { variable: "QUIRE_PORT", value: "NUMBER", says: "port to listen on (4100; 0 for any free one)" },
  host: { variable: "QUIRE_HOST", value: "ADDRESS", says: "address to listen on (127.0.0.1)" },
  "admin-port": {
    variable: "QUIRE_ADMIN_PORT",
    value: "NUMBER",
    says: "port of /metrics, /healthz and /readyz alone; 0 for any free one (none)"
  },
  "admin-host": { variable: "QUIRE_ADMIN_HOST", value: "ADDRESS", says: "address that it listens on (127.0.0.1)" },
  store: { variable: "QUIRE_STORE", value: "STORE", says: "embedded, memory or postgres (embedded)" },
  data: { variable: "QUIRE_DATA", value: "FOLDER", says: "where the embedded store keeps its data (.quire)" },
  "database-url": {
    variable: "QUIRE_DATABASE_URL",
    value: "URL",
    says: "a Postgres of yours; implies --store postgres"
  },
  "database-pooler": {
    variable: "QUIRE_DATABASE_POOLER",
    value: "MODE",
    says: "transaction behind PgBouncer in that mode, or session (session)"
  },
  "database-schema": {
    variable: "QUIRE_DATABASE_SCHEMA",
    value: "NAME",
    says: "the schema in it that holds everything (quire)"
  },
  "database-replica": {
    variable: "QUIRE_DATABASE_REPLICA",
    value: "URL",
    says: "a replica that answers what requests only read; several times, or several in the variable, with commas"
  },
  "database-staleness": {
    variable: "QUIRE_DATABASE_STALENESS",
    value: "MILLISECONDS",
    says: "how late what is read of published sites may be (2000)"
  },
  blobs: {
    variable: "QUIRE_BLOBS",
    value: "WHERE",
    says: "where files lie: store, folder:PATH or s3://BUCKET (store)"
  },
  "base-url": { variable: "QUIRE_BASE_URL", value: "URL", says: "how clients reach the server (http://HOST:PORT)" },
  "sites-url": {
    variable: "QUIRE_SITES_URL",
    value: "URL",
    says: "how readers reach sites, on a hostname apart from the API's (the base URL)"
  },
  "app-url": { variable: "QUIRE_APP_URL", value: "URL", says: "what urls.app begins with (the base URL and /app)" },
  "rate-limit": { variable: "QUIRE_RATE_LIMIT", value: "NUMBER", says: "requests a minute and person, or off (6000)" },
  "trusted-proxies": {
    variable: "QUIRE_TRUSTED_PROXIES",
    value: "LIST",
    says: "addresses and networks of proxies that tell where requests come from (none)"
  },
  grace: {
    variable: "QUIRE_GRACE",
    value: "MILLISECONDS",
    says: `how long a stopping server goes on listening after /readyz says no (${graceByDefault})`
  },
  "bootstrap-token-file": {
    variable: "QUIRE_BOOTSTRAP_TOKEN_FILE",
    value: "FILE",
    says: "where the first token goes, or comes from; - prints it"
  },
  upkeep: {
    variable: "QUIRE_UPKEEP",
    value: "HOW",
    says: "auto, or off where quire upkeep is run from time to time (auto)"
  },
  "org-creation": { variable: "QUIRE_ORG_CREATION", value: "WHO", says: "anyone or operators (anyone)" },
  "mail-url": { variable: "QUIRE_MAIL_URL", value: "URL", says: "smtp:// or smtps:// server that letters go to" },
  "mail-from": { variable: "QUIRE_MAIL_FROM", value: "ADDRESS", says: "sender: an address or Name <address>" },
  "mail-folder": {
    variable: "QUIRE_MAIL_FOLDER",
    value: "FOLDER",
    says: "where letters become files instead (embedded store: outbox in its folder)"
  },
  "mail-off": { variable: "QUIRE_MAIL_OFF", value: "KINDS", says: "letters not sent: all, invitation, or webhook" }
} as const

export type OptionName = keyof typeof options

/** The option that may be given several times. */
const repeatable: OptionName = "database-replica"

export interface Settings {
  readonly port: number
  readonly host: string
  /** Where metrics are served; nothing is measured when absent. */
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
  readonly upkeep: "auto" | "off"
  readonly organizationCreation: "anyone" | "operators"
  readonly firstToken: FirstToken.FirstToken
  readonly mail: MailSettings.MailSettings
  readonly lettersOff: ReadonlyArray<LetterPolicy.LetterKind>
  /** Without them, sealed values cannot be read from the store alone. */
  readonly secretKeys: SecretKeys.SecretKeys
  readonly corsOrigins: ReadonlyArray<string>
  readonly fetchAllow: ReadonlyArray<string>
  /** The servers of the system when empty. */
  readonly dnsServers: ReadonlyArray<string>
  readonly translator: TranslatorSettings.TranslatorSettings
  readonly pdf: Partial<PdfAdapter.Bounds>
  /** Nothing is traced when absent. */
  readonly tracing: TracingSettings.TracingSettings | undefined
}

/** How clients on this machine reach a server with these settings. */
export const addressOf = ({ host }: Pick<Settings, "host">, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

export interface Invocation {
  readonly settings: Settings
  readonly positionals: ReadonlyArray<string>
  /** Options of this command alone. */
  readonly own: { readonly [name: string]: string | undefined }
  readonly flags: ReadonlySet<string>
}

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

const resolveSettings = (values: { readonly [name: string]: unknown }, environment: Environment): Settings => {
  const given = (option: OptionName): NamedValue | undefined => {
    const flag = values[option]
    if (typeof flag === "string") return { name: `--${option}`, text: flag }
    const { variable } = options[option]
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
  const creation = given("org-creation")
  const who = creation?.text ?? "anyone"
  const upkeep = given("upkeep")
  const upkept = upkeep?.text ?? "auto"
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
    upkeep:
      upkept === "auto" || upkept === "off"
        ? upkept
        : refuse(`${upkeep?.name ?? "--upkeep"} must be auto or off, not "${upkept}"`),
    organizationCreation:
      who === "anyone" || who === "operators"
        ? who
        : refuse(`${creation?.name ?? "--org-creation"} must be anyone or operators, not "${who}"`),
    firstToken: FirstToken.parse(environment["QUIRE_BOOTSTRAP_TOKEN"], given("bootstrap-token-file")),
    mail: MailSettings.parse(
      { url: given("mail-url"), from: given("mail-from"), folder: given("mail-folder") },
      store._tag === "Embedded" ? store.directory : undefined
    ),
    lettersOff: MailSettings.parseDisabledKinds(given("mail-off")),
    secretKeys: SecretKeys.read(environment),
    corsOrigins: parseList(environment["QUIRE_CORS_ORIGINS"]),
    fetchAllow: parseList(environment["QUIRE_FETCH_ALLOW"]),
    dnsServers: parseList(environment["QUIRE_DNS_SERVERS"]),
    translator: TranslatorSettings.read(environment),
    pdf: PdfSettings.read(environment),
    tracing: TracingSettings.read(environment)
  }
}

/**
 * Parses the arguments of a command; throws `UsageError`. `own` and `flags` name the options that only this command
 * takes.
 */
export const parse = (
  words: ReadonlyArray<string>,
  environment: Environment,
  extra: { readonly own?: ReadonlyArray<string>; readonly flags?: ReadonlyArray<string>; readonly positionals?: number }
): Invocation => {
  const own = extra.own ?? []
  const flags = extra.flags ?? []
  const known = [...Object.keys(options), ...own]
  const config = Object.fromEntries([
    ...known.map((name) => [name, { type: "string" as const, multiple: name === repeatable }]),
    ...flags.map((name) => [name, { type: "boolean" as const }])
  ])
  try {
    const parsed = parseArgs({ args: [...words], options: config, allowPositionals: true, strict: true })
    const values: { readonly [name: string]: unknown } = parsed.values
    const allowed = extra.positionals ?? 0
    const surplus = parsed.positionals[allowed]
    if (surplus !== undefined) refuse(`unexpected argument "${surplus}"`)
    const text = (name: string) => {
      const value = values[name]
      return typeof value === "string" ? value : undefined
    }
    return {
      settings: resolveSettings(values, environment),
      positionals: parsed.positionals,
      own: Object.fromEntries(own.map((name) => [name, text(name)])),
      flags: new Set(flags.filter((name) => values[name] === true))
    }
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError({ message: (error.message.split(/\.?\n|\. /)[0] ?? error.message).trim() })
    throw error
  }
}
