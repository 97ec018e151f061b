import { AbortSignal } from "./Abort.ts"
import { Body } from "./Body.ts"
import { Headers } from "./Headers.ts"
import { URL } from "./Url.ts"

export interface RequestInit {
  readonly method?: unknown
  readonly headers?: unknown
  readonly body?: unknown
  readonly redirect?: unknown
  readonly signal?: unknown
}

const standard = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"])

const methodOf = (method: unknown): string => {
  const text = String(method)
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}$/.test(text)) throw new TypeError("Invalid method")
  const upper = text.toUpperCase()
  if (["CONNECT", "TRACE", "TRACK"].includes(upper)) throw new TypeError(`The method ${upper} is forbidden`)
  return standard.has(upper) ? upper : text
}

const redirectOf = (redirect: unknown): string => {
  const text = String(redirect)
  if (!["follow", "manual", "error"].includes(text)) throw new TypeError(`Invalid redirect: ${text.slice(0, 100)}`)
  return text
}

export class Request extends Body {
  readonly url: string
  readonly method: string
  readonly redirect: string
  readonly signal: AbortSignal
  constructor(input: unknown, init: RequestInit = {}) {
    const from = input instanceof Request ? input : undefined
    const method = methodOf(init.method ?? from?.method ?? "GET")
    const given = init.body ?? (from === undefined ? undefined : Body.take(from))
    if (given !== undefined && given !== null && (method === "GET" || method === "HEAD"))
      throw new TypeError("A request with method GET or HEAD cannot have a body")
    super(given, new Headers(init.headers ?? from?.headers))
    const url = new URL(from === undefined ? input : from.url)
    if (url.username !== "" || url.password !== "") throw new TypeError("A request URL cannot include credentials")
    this.url = url.href
    this.method = method
    this.redirect = redirectOf(init.redirect ?? from?.redirect ?? "follow")
    this.signal = init.signal instanceof AbortSignal ? init.signal : (from?.signal ?? new AbortSignal())
  }
  clone(): Request {
    const { headers, method, redirect, signal } = this
    return new Request(this.url, { method, headers, redirect, signal, body: Body.share(this) })
  }
}
