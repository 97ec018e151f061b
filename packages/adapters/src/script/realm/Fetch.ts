import { Body } from "./Body.ts"
import { Headers } from "./Headers.ts"
import { whole } from "./Host.ts"
import { Request, type RequestInit } from "./Request.ts"
import { Response } from "./Response.ts"
import { URL } from "./Url.ts"

const mostRedirects = 5
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

interface Received {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: ArrayBuffer | undefined
}

interface Waiting {
  readonly resolve: (received: Received) => void
  readonly reject: (error: unknown) => void
}

interface Hop {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array | undefined
}

const waiting = new Map<number, Waiting>()
let last = 0

/** Delivers the result of a fetch from the thread: a response, or an error message. */
export const deliver = (id: number, head: string, body: ArrayBuffer | undefined, problem: string | undefined): void => {
  const one = waiting.get(id)
  waiting.delete(id)
  if (problem === undefined) one?.resolve({ ...JSON.parse(head), body })
  else one?.reject(new TypeError(`fetch failed: ${problem}`))
}

const exchange = ({ body, headers, method, url }: Hop, request: Request): Promise<Received> =>
  new Promise((resolve, reject) => {
    request.signal.throwIfAborted()
    last += 1
    const id = last
    const abort = () => {
      if (!waiting.delete(id)) return
      host.cancel(id)
      reject(request.signal.reason)
    }
    const settle =
      <A>(use: (value: A) => void) =>
      (value: A) => {
        request.signal.removeEventListener("abort", abort)
        use(value)
      }
    waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
    request.signal.addEventListener("abort", abort)
    const refused = host.fetch(
      id,
      JSON.stringify({ url, method, headers: Array.from(headers) }),
      body === undefined ? undefined : whole(body)
    )
    if (refused !== undefined) deliver(id, "", undefined, refused)
  })

/** The request that follows a redirect. */
const follow = (hop: Hop, status: number, location: string): Hop => {
  const url = new URL(location, hop.url)
  if (url.hash === "") url.hash = new URL(hop.url).hash
  const isGet = hop.method === "GET" || hop.method === "HEAD"
  const becomesGet = (status === 303 && !isGet) || (status < 303 && hop.method === "POST")
  const headers = new Headers(hop.headers)
  const ofBody = ["content-encoding", "content-language", "content-location", "content-type"]
  const ofOrigin = ["authorization", "cookie", "proxy-authorization"]
  if (becomesGet) for (const name of ofBody) headers.delete(name)
  if (url.origin !== new URL(hop.url).origin) for (const name of ofOrigin) headers.delete(name)
  return {
    url: url.href,
    method: becomesGet ? "GET" : hop.method,
    headers,
    body: becomesGet ? undefined : hop.body
  }
}

export const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  const body = Body.hasContent(request) ? await Body.read(request) : undefined
  let hop: Hop = { url: request.url, method: request.method, headers: request.headers, body }
  for (let followed = 0; ; followed++) {
    const { body: bytes, headers, status } = await exchange(hop, request)
    const location = headers.find(([name]) => name === "location")?.[1]
    if (!redirecting.has(status) || location === undefined || request.redirect === "manual")
      return Response.received(hop.url, followed > 0, bytes, { status, headers })
    if (request.redirect === "error") throw new TypeError("fetch failed: the server redirects")
    if (followed === mostRedirects) throw new TypeError("fetch failed: the server redirects too often")
    hop = follow(hop, status, location)
  }
}
