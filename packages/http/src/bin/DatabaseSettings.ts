import { Redacted } from "effect"
import { isSchema, replicaLimits, schemaRule } from "../host/Opening.ts"
import * as PostgresUrl from "../host/PostgresUrl.ts"
import { type NamedValue, type NamedValues, refuse } from "./UsageError.ts"

export type Store =
  | { readonly _tag: "Memory" }
  | { readonly _tag: "Embedded"; readonly directory: string }
  | {
      readonly _tag: "Postgres"
      readonly url: Redacted.Redacted
      readonly schema: string | undefined
      readonly transactionPooler: boolean
      readonly replicas: Replicas | undefined
    }

/** URLs of replicas, and their maximum staleness in milliseconds. */
export interface Replicas {
  readonly urls: ReadonlyArray<Redacted.Redacted>
  readonly staleness: number | undefined
}

/** Whether the database is behind a pooler in transaction mode. */
const parsePooler = (pooler: NamedValue | undefined): boolean => {
  if (pooler === undefined || pooler.text === "session") return false
  return pooler.text === "transaction" || refuse(`${pooler.name} must be transaction or session, not "${pooler.text}"`)
}

const parseSchema = (given: NamedValue | undefined): string | undefined =>
  given === undefined || isSchema(given.text) ? given?.text : refuse(`${given.name} ${schemaRule}`)

const parseStaleness = (given: NamedValue | undefined): number | undefined => {
  if (given === undefined) return undefined
  const { leastStaleness: least, mostStaleness: most } = replicaLimits
  const number = /^\d{1,9}$/.test(given.text) ? Number(given.text) : Number.NaN
  return number >= least && number <= most
    ? number
    : refuse(`${given.name} must be an integer from ${least} to ${most}, not "${given.text}"`)
}

/** Parses the URL of a database. Errors never repeat it, because it may contain a password. */
const requireUrl = (name: string, text: string, faultOf = PostgresUrl.faultOf): Redacted.Redacted => {
  const fault = faultOf(text)
  return fault === undefined ? Redacted.make(text) : refuse(`${name} ${fault}`)
}

const parseReplicas = (given: NamedValues | undefined, bound: NamedValue | undefined): Replicas | undefined => {
  const staleness = parseStaleness(bound)
  if (given === undefined) {
    return bound === undefined ? undefined : refuse(`${bound.name} requires --database-replica`)
  }
  const urls = given.texts.map((text) => requireUrl(given.name, text, PostgresUrl.replicaFaultOf))
  return given.texts.length > replicaLimits.replicas
    ? refuse(`${given.name} may name at most ${replicaLimits.replicas} replicas`)
    : { urls, staleness }
}

export const parse = (given: {
  readonly store: NamedValue | undefined
  readonly data: NamedValue | undefined
  readonly url: NamedValue | undefined
  readonly schema: NamedValue | undefined
  readonly pooler: NamedValue | undefined
  readonly replicas: NamedValues | undefined
  readonly staleness: NamedValue | undefined
}): Store => {
  const { data, pooler, schema, store, url } = given
  const replicas = parseReplicas(given.replicas, given.staleness)
  const kind = store?.text ?? (url === undefined ? "embedded" : "postgres")
  const transactionPooler = parsePooler(pooler)
  if (kind !== "postgres" && schema?.name.startsWith("--")) {
    return refuse("--database-schema requires --store postgres")
  }
  if (kind !== "postgres" && given.replicas?.name.startsWith("--")) {
    return refuse("--database-replica requires --store postgres")
  }
  if (kind === "memory") return { _tag: "Memory" }
  if (kind === "embedded") {
    return store !== undefined && url !== undefined && url.name.startsWith("--")
      ? refuse("--database-url requires --store postgres")
      : { _tag: "Embedded", directory: data?.text ?? ".quire" }
  }
  if (kind !== "postgres")
    return refuse(`${store?.name ?? "--store"} must be embedded, memory or postgres, not "${kind}"`)
  if (url === undefined) return refuse("--store postgres requires --database-url or QUIRE_DATABASE_URL")
  const address = requireUrl(url.name, url.text)
  return { _tag: "Postgres", url: address, schema: parseSchema(schema), transactionPooler, replicas }
}

export const parseMigrate = (text: string | undefined): "auto" | "off" => {
  if (text === undefined || text === "") return "auto"
  return text === "auto" || text === "off" ? text : refuse(`QUIRE_MIGRATE must be auto or off, not "${text}"`)
}
