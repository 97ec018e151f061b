import { Literal } from "../../foundation/text/ExactJson.ts"
import type * as ApiDescription from "./ApiDescription.ts"
import type { SecurityRequirement } from "./ApiDescription.ts"

/**
 * Limits of the text made from a description, regardless of how its parts refer to each other (rule
 * description-growth). `filled`: characters that values put into one template; `url`: characters of a server URL;
 * `shared`: characters of the servers and authentication methods listed with each operation, including what each item
 * takes to draw.
 */
export const limits = { filled: 4_000, url: 2_000, shared: 8_000, server: 120, value: 40, scheme: 600 } as const

const variable = /\{([^{}]*)\}/g

/**
 * A template with the values of its variables. Values are not expanded again. A variable without a value, or for which
 * there is no room, stays as it is written.
 */
export const fill = (template: string, valueOf: (name: string) => string | undefined): string => {
  let left: number = limits.filled
  return template.replace(variable, (written, name: string) => {
    const value = valueOf(name)
    if (value === undefined || value.length > left) return written
    left -= value.length
    return value
  })
}

const trailingSlashes = /(?<!\/)\/+$/

/** The URL of a server as written, without trailing slashes. */
export const urlOf = ({ url }: ApiDescription.Server): string =>
  url.slice(0, limits.url).toWellFormed().replace(trailingSlashes, "")

/** The URL of a server with the default values of its variables. */
export const filledUrlOf = (server: ApiDescription.Server): string => {
  const values = new Map(server.variables?.map(({ default: value, name }) => [name, value]))
  const url = fill(server.url.slice(0, limits.url).toWellFormed(), (name) => values.get(name))
  return url.replace(trailingSlashes, "")
}

/**
 * The base of request URLs: the first server. If it is relative, only its path is used, because the host of the
 * description is not known here.
 */
export const baseUrlOf = ([server]: ReadonlyArray<ApiDescription.Server>): string => {
  const url = server === undefined ? "" : filledUrlOf(server)
  if (/^(?:https?:|\{)/i.test(url)) return url
  if (url.startsWith("//")) return `https:${url}`
  const path = /^[a-z][-+.a-z0-9]*:/i.test(url) ? "" : url.replace(/^[./]+/, "")
  return path === "" ? "" : `/${path}`
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((whole, each) => whole + each, 0)

const weighServer = ({ description = "", url, variables = [] }: ApiDescription.Server): number =>
  limits.server +
  url.length +
  description.length +
  sum(
    variables.map(({ default: value, enum: values = [], name }) =>
      sum([name, value ?? "", ...values].map(({ length }) => limits.value + length))
    )
  )

const weighRequirement = (needed: SecurityRequirement): number =>
  limits.value +
  sum(
    needed.map(
      ({ scheme, scopes }) => limits.scheme + scheme.length + sum(scopes.map(({ length }) => limits.value + length))
    )
  )

/** The items before the first one that there is no room for. */
const within = <A>(items: ReadonlyArray<A>, weigh: (item: A) => number): ReadonlyArray<A> => {
  let left: number = limits.shared
  const end = items.findIndex((item) => {
    left -= weigh(item)
    return left < 0
  })
  return end < 0 ? items : items.slice(0, end)
}

/** The servers that are listed with each operation. */
export const servers = (all: ReadonlyArray<ApiDescription.Server>): ReadonlyArray<ApiDescription.Server> =>
  within(all, weighServer)

/** The authentication methods that are listed with each operation. */
export const requirements = (all: ReadonlyArray<SecurityRequirement>): ReadonlyArray<SecurityRequirement> =>
  within(all, weighRequirement)

/** Levels of nested values that are printed on separate lines. */
const deepest = 100

/**
 * Characters that remain of `most` when a JSON value is printed on lines, indented by two; negative if it takes more.
 * Nothing is printed, since a deep value can take a hundred times its compact size.
 */
const roomAfter = (value: unknown, most: number, depth: number): number => {
  if (typeof value === "string") return most - value.length - 2
  if (value instanceof Literal) return most - value.json.length
  if (typeof value !== "object" || value === null) return most - 8
  if (depth >= deepest) return -1
  let left = most - 4 - 2 * depth
  const items = Array.isArray(value) ? value.map((item: unknown) => ["", item] as const) : Object.entries(value)
  for (const [name, item] of items) {
    if (left < 0) return left
    left = roomAfter(item, left - name.length - 2 * depth - 8, depth + 1)
  }
  return left
}

/** Whether a JSON value has at most about `most` characters when it is printed on lines. */
export const fitsOnLines = (value: unknown, most: number): boolean => roomAfter(value, most, 0) >= 0
