import { Fetcher } from "@quire/core"
import { Duration, Effect, Layer, Result } from "effect"
import * as AllowList from "./AllowList.ts"

/** The fetch function of the host application, with the signature of the global `fetch`. */
export type OwnFetch = (request: Request) => Promise<Response>

interface FetchTask {
  readonly url: string
  readonly init: RequestInit
  readonly maxBytes: number
  readonly deadlineMs: number
  readonly isHeadEnough?: boolean
}

const refused = (reason: Fetcher.Reason) => new Fetcher.FetchFailed({ reason })

const isWeb = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { password, protocol, username } = new URL(url)
  return /^https?:$/.test(protocol) && `${username}${password}` === ""
}

const readBody = async (answer: Response, maxBytes: number): Promise<Uint8Array> => {
  if (answer.body === null) return new Uint8Array(0)
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.length
    if (size > maxBytes) throw refused("too-large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Headers that belong to the connection, or to an encoding that the platform has decoded. */
const ofConnection =
  /^(connection|content-encoding|content-length|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

const ask = (own: OwnFetch, { deadlineMs, init, isHeadEnough = false, maxBytes, url }: FetchTask) => {
  if (!isWeb(url)) return Effect.fail(refused("protocol"))
  return Effect.tryPromise({
    try: async (signal) => {
      const answer = await own(new Request(url, { ...init, signal }))
      if (isHeadEnough) await answer.body?.cancel()
      return { answer, bytes: isHeadEnough ? new Uint8Array(0) : await readBody(answer, maxBytes) }
    },
    catch: (cause) => (cause instanceof Fetcher.FetchFailed ? cause : refused("unreachable"))
  }).pipe(
    Effect.timeoutOrElse({ duration: Duration.millis(deadlineMs), orElse: () => Effect.fail(refused("timeout")) })
  )
}

type FetchOutcome = Effect.Success<ReturnType<typeof ask>>

const succeeded = (
  asked: string,
  { answer, bytes }: FetchOutcome
): Result.Result<Fetcher.FetchedContent, Fetcher.FetchFailed> => {
  if (answer.status >= 300 && answer.status < 400) return Result.fail(refused("redirects"))
  if (!answer.ok) return Result.fail(refused("status"))
  const contentType = answer.headers.get("content-type") ?? undefined
  return Result.succeed({ url: answer.url === "" ? asked : answer.url, status: answer.status, contentType, bytes })
}

/**
 * Sends requests to user-supplied URLs with a function of the host application. That function alone decides which
 * addresses are allowed (rule host-fetch). Fails when an entry of the allow-list is malformed.
 */
export const layer = (
  own: OwnFetch,
  { allow }: { readonly allow: ReadonlyArray<string> }
): Layer.Layer<Fetcher.Fetcher, AllowList.UnreadableEntry> =>
  Layer.effect(
    Fetcher.Fetcher,
    Effect.map(Effect.fromResult(AllowList.fromEntries(allow)), (list) => ({
      get: (url, { accept = "*/*", ...limits }) =>
        Effect.flatMap(ask(own, { url, init: { headers: { accept }, redirect: "follow" }, ...limits }), (response) =>
          Effect.fromResult(succeeded(url, response))
        ),
      postForm: (url, { authorization, fields }, limits) => {
        const headers: HeadersInit = authorization === undefined ? {} : { authorization }
        const init: RequestInit = { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" }
        return Effect.flatMap(ask(own, { url, init, ...limits }), (response) =>
          Effect.fromResult(succeeded(url, response))
        )
      },
      exchange: (url, { body, headers, method }, limits) => {
        const sent = headers.map(([name, value]): [string, string] => [name, value])
        const init: RequestInit = {
          method,
          headers: sent,
          redirect: "manual",
          body: body === undefined ? null : Uint8Array.from(body)
        }
        return Effect.map(ask(own, { url, init, ...limits }), ({ answer: { headers: given, status }, bytes }) => ({
          status,
          headers: Array.from(given).filter(([name]) => !ofConnection.test(name)),
          bytes
        }))
      },
      isListed: (url) => URL.canParse(url) && list.allows(new URL(url))
    }))
  )
