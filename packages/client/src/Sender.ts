import type * as Options from "./Options.ts"
import type { CallOptions, ClientOptions } from "./Options.ts"
import { errorOf, QuireError, retryAfterOf } from "./QuireError.ts"

/** Sends a request to the server; rejects with a `QuireError` when the status is not 2xx. */
export type Sender = (url: URL, init: RequestInit, options: CallOptions) => Promise<Response>

const repeatable = new Set(["GET", "HEAD", "PUT", "DELETE"])

const firstPause = 200

/** Pauses double, and each is shortened by chance, so that many clients do not come again at once. */
const pauseBefore = (attempt: number): number => firstPause * 2 ** attempt * (0.5 + Math.random() / 2)

/** Waits. The signal has not been aborted yet, because the caller checks it before. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      done()
    }, milliseconds)
    signal?.addEventListener("abort", stop, { once: true })
  })

const read = (token: Options.Token | undefined) => (typeof token === "function" ? token() : token)

const unreachable = (cause: unknown): QuireError =>
  new QuireError({
    kind: "unavailable",
    reason: "Unreachable",
    message: `the server is unreachable: ${cause instanceof Error ? cause.message : "no response was received"}`,
    cause
  })

/** Whether the server was overloaded or unavailable and did not process the request. */
const isPassing = (answer: Response): boolean => answer.status === 429 || answer.status === 503

/** Requests with the token of a client, repeated where they may be (rule client-retries). */
export const makeSender = (client: ClientOptions): Sender => {
  const { fetch: call = (request) => fetch(request), maximumWait = 30_000, retries = 2, wait = pause } = client
  return async (url, init, options) => {
    const { keepalive = false, signal } = options
    const most =
      repeatable.has(init.method ?? "GET") && !(init.body instanceof ReadableStream) ? (options.retries ?? retries) : 0
    const attempt = async (): Promise<Response | QuireError> => {
      const headers = new Headers(client.headers)
      const token = await read(client.token)
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
      for (const given of [init.headers, options.headers]) {
        new Headers(given).forEach((value, name) => headers.set(name, value))
      }
      signal?.throwIfAborted()
      const request = new Request(url, { ...init, headers, keepalive, ...(signal === undefined ? {} : { signal }) })
      try {
        return await call(request)
      } catch (cause) {
        signal?.throwIfAborted()
        return unreachable(cause)
      }
    }
    for (let tried = 0; ; tried += 1) {
      const answer = await attempt()
      // Not by `instanceof Response`: the framework of a host may have replaced the global class.
      const hasAnswered = !(answer instanceof QuireError)
      if (hasAnswered && answer.ok) return answer
      const isFinal = hasAnswered && !isPassing(answer)
      const asked = hasAnswered ? retryAfterOf(answer) : undefined
      const before = asked === undefined ? pauseBefore(tried) : asked * 1000
      if (isFinal || tried >= most || before > maximumWait) {
        throw hasAnswered ? await errorOf(answer) : answer
      }
      if (hasAnswered) await answer.body?.cancel()
      signal?.throwIfAborted()
      await wait(before, signal)
    }
  }
}
