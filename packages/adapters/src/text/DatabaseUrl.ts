import * as PercentDecoding from "./PercentDecoding.ts"

const scheme = /^postgres(?:ql)?:\/\//i

/**
 * One URL for each server that the URL of a Postgres database names, in order. As in libpq, a URL may name several:
 * `postgres://user:password@first:5432,second/docs`.
 */
export const split = (url: string): ReadonlyArray<string> => {
  const from = scheme.exec(url)?.[0].length ?? url.length
  const length = url.slice(from).search(/[/?#]/)
  const to = length === -1 ? url.length : from + length
  const start = Math.max(from, url.lastIndexOf("@", to - 1) + 1)
  const servers = url.slice(start, to)
  return servers.includes(",")
    ? servers.split(",").map((server) => `${url.slice(0, start)}${server}${url.slice(to)}`)
    : [url]
}

/** What messages say of a URL: host and port of each server, separated by commas, and the database. */
export interface Location {
  readonly servers: string
  readonly database: string
}

/** The location that a URL names; `fields` take precedence. */
export const locate = (
  url: string,
  fields: {
    readonly host?: string | undefined
    readonly port?: number | undefined
    readonly database?: string | undefined
  } = {}
): Location => {
  const parsed = split(url).map((one) => (URL.canParse(one) ? new URL(one) : undefined))
  const nameOf = (one: URL | undefined) =>
    `${fields.host ?? (one?.hostname || "localhost")}:${fields.port ?? (one?.port || 5432)}`
  return {
    servers: parsed.map(nameOf).join(", "),
    database: fields.database ?? PercentDecoding.decode(parsed[0]?.pathname.slice(1) ?? "")
  }
}
