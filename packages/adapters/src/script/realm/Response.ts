import { Body } from "./Body.ts"
import { Headers } from "./Headers.ts"
import { URL } from "./Url.ts"

export interface ResponseInit {
  readonly status?: unknown
  readonly statusText?: unknown
  readonly headers?: unknown
}

const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304])

export class Response extends Body {
  readonly status: number
  readonly statusText: string
  #url = ""
  #isRedirected = false
  #type = "default"
  constructor(body?: unknown, init: ResponseInit = {}) {
    super(body, new Headers(init.headers))
    const status = init.status === undefined ? 200 : Math.trunc(Number(init.status))
    if (!(status >= 200 && status <= 599)) throw new RangeError("A status must be between 200 and 599")
    if (Body.hasContent(this) && withoutBody.has(status))
      throw new TypeError(`A response with status ${status} cannot have a body`)
    this.status = status
    this.statusText = String(init.statusText ?? "")
  }
  /** One that came from a server. */
  static received(url: string, isRedirected: boolean, body: unknown, init: ResponseInit): Response {
    const response = new Response(withoutBody.has(Number(init.status)) ? undefined : body, init)
    response.#url = url
    response.#isRedirected = isRedirected
    response.#type = "basic"
    return response
  }
  static json(value: unknown, init: ResponseInit = {}): Response {
    const text = JSON.stringify(value)
    if (text === undefined) throw new TypeError("The value cannot be serialized as JSON")
    const headers = new Headers(init.headers)
    if (!headers.has("content-type")) headers.set("content-type", "application/json")
    return new Response(text, { ...init, headers })
  }
  static redirect(url: unknown, status: unknown = 302): Response {
    if (![301, 302, 303, 307, 308].includes(Number(status))) throw new RangeError("The status is not a redirect status")
    return new Response(null, { status, headers: { location: new URL(url).href } })
  }
  static error(): Response {
    const response = new Response()
    response.#type = "error"
    return response
  }
  get ok(): boolean {
    return this.status < 300
  }
  get url(): string {
    return this.#url
  }
  get redirected(): boolean {
    return this.#isRedirected
  }
  get type(): string {
    return this.#type
  }
  clone(): Response {
    const { headers, status, statusText } = this
    return Response.received(this.#url, this.#isRedirected, Body.share(this), { status, statusText, headers })
  }
}
