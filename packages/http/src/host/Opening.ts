import { Effect } from "effect"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import * as OptionRules from "./OptionRules.ts"
import type * as Options from "./Options.ts"
import { type EngineOptions, OptionInvalid, type PostgresStore } from "./Options.ts"
import * as PostgresUrl from "./PostgresUrl.ts"
import type * as QuireError from "./QuireError.ts"
import * as Sender from "./Sender.ts"

const isBaseUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, password, protocol, search, username } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "" && !/[?#]/.test(text)
}

const requireNoFault = (option: string, rule: string | undefined): Effect.Effect<void, OptionInvalid> =>
  rule === undefined ? Effect.void : Effect.fail(new OptionInvalid({ option, rule }))

const requireOption = (option: string, holds: boolean, rule: string): Effect.Effect<void, OptionInvalid> =>
  holds ? Effect.void : Effect.fail(new OptionInvalid({ option, rule }))

/** Checks the form of options, because programs without types can get it wrong, and refuses unknown options. */
export const checkForm = (options: unknown): Effect.Effect<void, OptionInvalid> => {
  const fault = OptionRules.faultOf(options)
  return fault === undefined ? Effect.void : Effect.fail(new OptionInvalid(fault))
}

const senderRule = "must be an address or Name <address>"
const baseRule = "must be an absolute http or https URL without credentials, query and fragment"

export const sitesRule =
  "must be the base URL, or an absolute http or https URL with another hostname and the path of the base URL"

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, "")

/**
 * Whether a URL can be the base of published sites. Cookies do not distinguish ports, so a different port is not
 * enough.
 */
export const isSitesUrl = (text: string, baseUrl: string): boolean => {
  if (text === baseUrl) return true
  if (!isBaseUrl(text)) return false
  const [sites, base] = [new URL(text), new URL(baseUrl)]
  return sites.hostname !== base.hostname && pathOf(sites) === pathOf(base)
}

/** The minimum length of a secret key, in characters. */
export const keyLength = 32

export const schemaRule =
  "must be up to 63 lower-case letters, digits and underscores, and not begin with a digit or pg_"

/** Whether a text can name the schema of an engine. */
export const isSchema = (name: string): boolean => /^[a-z_][a-z0-9_]{0,62}$/.test(name) && !name.startsWith("pg_")

/** Maximum number of replicas, and the bounds of their staleness in milliseconds. */
export const replicaLimits = { replicas: 16, leastStaleness: 100, mostStaleness: 600_000 } as const

const checkReplicas = Effect.fnUntraced(function* ({
  staleness = replicaLimits.leastStaleness,
  urls
}: Options.Replicas) {
  const { leastStaleness, mostStaleness, replicas } = replicaLimits
  const isList = urls.length <= replicas && urls.every(PostgresUrl.isPostgresUrl)
  yield* requireOption("store.replicas.urls", isList, `must be up to ${replicas} postgres:// URLs`)
  yield* Effect.forEach(urls, (url) => requireNoFault("store.replicas.urls", PostgresUrl.replicaFaultOf(url)))
  const isBound = Number.isSafeInteger(staleness) && staleness >= leastStaleness && staleness <= mostStaleness
  const rule = `must be an integer number of milliseconds from ${leastStaleness} to ${mostStaleness}`
  yield* requireOption("store.replicas.staleness", isBound, rule)
})

const checkPostgres = Effect.fnUntraced(function* (store: PostgresStore) {
  const { maxConnections = 1, pool, replicas, schema, url } = store
  yield* requireNoFault("store.url", url === undefined ? undefined : PostgresUrl.faultOf(url))
  yield* requireOption("store", (url === undefined) !== (pool === undefined), "must have a url or a pool")
  yield* requireOption("store.schema", schema === undefined || isSchema(schema), schemaRule)
  const isCount = Number.isSafeInteger(maxConnections) && maxConnections >= 1
  yield* requireOption("store.maxConnections", isCount, "must be an integer of 1 or more")
  if (replicas !== undefined) yield* checkReplicas(replicas)
})

/** Checks the base URLs, the database, the sender of emails and the secret keys. */
export const checkOptions = Effect.fnUntraced(function* (given: {
  readonly baseUrl: string
  readonly appUrl: string | undefined
  readonly sitesUrl: string | undefined
  readonly postgres: PostgresStore | undefined
  readonly sender: string | undefined
  readonly secretKeys: readonly [present: string | undefined, previous: string | undefined]
}) {
  yield* requireOption("baseUrl", isBaseUrl(given.baseUrl), baseRule)
  yield* requireOption("appUrl", given.appUrl === undefined || isBaseUrl(given.appUrl), baseRule)
  yield* requireOption("sitesUrl", given.sitesUrl === undefined || isSitesUrl(given.sitesUrl, given.baseUrl), sitesRule)
  if (given.postgres !== undefined) yield* checkPostgres(given.postgres)
  const { sender } = given
  yield* requireOption("mail.from", sender === undefined || Sender.normalize(sender) !== undefined, senderRule)
  const isLong = (key: string | undefined) => key === undefined || key.length >= keyLength
  const [present, previous] = given.secretKeys
  yield* requireOption("secretKey", isLong(present), `must have ${keyLength} characters or more`)
  yield* requireOption("previousSecretKey", isLong(previous), `must have ${keyLength} characters or more`)
})

/** Parses a list of addresses and networks. */
export const parseProxies = (
  entries: ReadonlyArray<string> = []
): Effect.Effect<ClientAddress.TrustedProxies, OptionInvalid> =>
  Effect.mapError(
    Effect.fromResult(ClientAddress.proxiesFrom(entries)),
    (entry) =>
      new OptionInvalid({
        option: "trustedProxies",
        rule: `must be addresses and networks such as 10.0.0.0/8, not "${entry}"`
      })
  )

const nameOf = ({ pool, url }: PostgresStore): string => {
  const { connectionString, database, host, port } = pool?.options ?? {}
  const named = PostgresUrl.locate(url ?? connectionString ?? "", { database, host, port })
  return `the database${named.database === "" ? "" : ` "${named.database}"`} at ${named.servers}`
}

/** Descriptions of where an engine stores rows and files, without passwords. */
export const placesOf = ({ blobs, store }: Pick<EngineOptions, "blobs" | "store">): QuireError.Places => {
  const other = store.kind === "postgres" ? nameOf(store) : "the memory of this process"
  const place = store.kind === "embedded" ? `the database in the folder ${store.directory}` : other
  if (blobs?.kind === "folder") return { store: place, blobs: `the folder ${blobs.directory}` }
  if (blobs?.kind === "s3") return { store: place, blobs: `the bucket ${blobs.bucket}` }
  return { store: place, blobs: blobs?.kind === "own" ? "the file store of the host" : place }
}
