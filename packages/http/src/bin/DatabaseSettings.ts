import { Redacted } from "effect"
import { isSchema, schemaRule } from "../Opening.ts"
import { type NamedValue, refuse } from "./UsageError.ts"

export type Store =
  | { readonly _tag: "Memory" }
  | { readonly _tag: "Embedded"; readonly directory: string }
  | {
      readonly _tag: "Postgres"
      readonly url: Redacted.Redacted
      readonly schema: string | undefined
      readonly transactionPooler: boolean
    }

/** Whether the database is behind a pooler that gives each transaction another connection. */
const parsePooler = (pooler: NamedValue | undefined): boolean => {
  if (pooler === undefined || pooler.text === "session") return false
  return pooler.text === "transaction" || refuse(`${pooler.name} must be transaction or session, not "${pooler.text}"`)
}

const parseSchema = (given: NamedValue | undefined): string | undefined =>
  given === undefined || isSchema(given.text) ? given?.text : refuse(`${given.name} ${schemaRule}`)

export const parse = (given: {
  readonly store: NamedValue | undefined
  readonly data: NamedValue | undefined
  readonly url: NamedValue | undefined
  readonly schema: NamedValue | undefined
  readonly pooler: NamedValue | undefined
}): Store => {
  const { data, pooler, schema, store, url } = given
  const kind = store?.text ?? (url === undefined ? "embedded" : "postgres")
  const transactionPooler = parsePooler(pooler)
  if (kind !== "postgres" && schema?.name.startsWith("--")) {
    return refuse("--database-schema goes with --store postgres")
  }
  if (kind === "memory") return { _tag: "Memory" }
  if (kind === "embedded") {
    return store !== undefined && url !== undefined && url.name.startsWith("--")
      ? refuse("--database-url goes with --store postgres")
      : { _tag: "Embedded", directory: data?.text ?? ".quire" }
  }
  if (kind !== "postgres")
    return refuse(`${store?.name ?? "--store"} must be embedded, memory or postgres, not "${kind}"`)
  if (url === undefined) return refuse("--store postgres needs --database-url or QUIRE_DATABASE_URL")
  const isAddress = URL.canParse(url.text) && /^postgres(ql)?:$/.test(new URL(url.text).protocol)
  return isAddress
    ? { _tag: "Postgres", url: Redacted.make(url.text), schema: parseSchema(schema), transactionPooler }
    : refuse(`${url.name} must be a postgres:// URL`)
}

export const parseMigrate = (text: string | undefined): "auto" | "off" => {
  if (text === undefined || text === "") return "auto"
  return text === "auto" || text === "off" ? text : refuse(`QUIRE_MIGRATE must be auto or off, not "${text}"`)
}
