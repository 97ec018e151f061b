import { lookup } from "node:dns/promises"
import { Fetcher } from "@quire/core"
import { Duration, Effect, Layer, Predicate, Result } from "effect"
import { Agent, errors, request } from "undici"
import * as AllowList from "./AllowList.ts"
import { UnreadableEntry } from "./AllowList.ts"
import * as Body from "./Body.ts"
import * as Connector from "./Connector.ts"
import * as Target from "./Target.ts"

export { UnreadableEntry }

const maxRedirects = 3
const firstByte = Duration.seconds(5)
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface Options {
  /** Hosts beyond the public internet: `host` for every port of it, or `host:port`. */
  readonly allow: ReadonlyArray<string>
  /** Ports that public hosts may be asked on; 80 and 443 when absent. */
  readonly ports?: ReadonlyArray<number>
  /** How names become addresses; the system's resolver when absent. */
  readonly resolve?: Connector.Resolve
  /** Certificate authorities to trust instead of the well-known ones, PEM. */
  readonly ca?: string
}

type Answer = Awaited<ReturnType<typeof request>>

const notHttp = [errors.HTTPParserError, errors.HeadersOverflowError, errors.ResponseContentLengthMismatchError]

const failureOf = (cause: unknown): Fetcher.FetchFailed => {
  if (cause instanceof Fetcher.FetchFailed) return cause
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  if (/^(Z_|ERR__ERROR|ERR_BROTLI)/.test(code)) return new Fetcher.FetchFailed({ reason: "encoding" })
  return new Fetcher.FetchFailed({ reason: notHttp.some((kind) => cause instanceof kind) ? "protocol" : "unreachable" })
}

const timedOut = () => Effect.fail(new Fetcher.FetchFailed({ reason: "timeout" }))

const headerOf = (answer: Answer, name: string): string | undefined => {
  const value = answer.headers[name]
  return Array.isArray(value) ? value.join(", ") : value
}

/** A connection of its own for every hop, gone when the scope closes, so nothing is shared between fetches. */
const agent = (connector: (signal: AbortSignal) => ReturnType<typeof Connector.make>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const controller = new AbortController()
      const connect = connector(controller.signal)
      return { controller, dispatcher: new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 }) }
    }),
    ({ controller, dispatcher }) =>
      Effect.promise(() => {
        controller.abort()
        return dispatcher.destroy()
      })
  )

const readBody = Effect.fnUntraced(function* (answer: Answer, maxBytes: number) {
  const encoding = headerOf(answer, "content-encoding") ?? ""
  if (Number(headerOf(answer, "content-length") ?? 0) > maxBytes) {
    return yield* new Fetcher.FetchFailed({ reason: "too-large" })
  }
  return yield* Effect.tryPromise({
    try: (signal) => Body.read(answer.body, encoding, maxBytes, signal),
    catch: failureOf
  })
})

/** Fetches as `Fetcher` promises; fails when an entry of the allow-list cannot be read. */
export const make = (options: Options): Result.Result<typeof Fetcher.Fetcher.Service, UnreadableEntry> =>
  Result.map(AllowList.fromEntries(options.allow), (allowList) => {
    const policy = { allowList, ports: options.ports ?? [80, 443] }
    const resolve = options.resolve ?? ((hostname: string) => lookup(hostname, { all: true }))

    const ask = Effect.fnUntraced(function* (url: URL, accept: string) {
      const exempt = allowList.allows(url)
      const { dispatcher } = yield* agent((signal) =>
        Connector.make({ resolve, exempt, signal, ...(options.ca === undefined ? {} : { ca: options.ca }) })
      )
      const headers = { accept, "accept-encoding": Body.acceptEncoding, "user-agent": "quire" }
      return yield* Effect.tryPromise({
        try: (signal) => request(url, { dispatcher, headers, signal }),
        catch: failureOf
      }).pipe(Effect.timeoutOrElse({ duration: firstByte, orElse: timedOut }))
    })

    const hop = Effect.fnUntraced(function* (url: URL, { accept = "*/*", maxBytes }: Fetcher.FetchOptions) {
      const answer = yield* ask(url, accept)
      answer.body.on("error", () => {})
      const location = headerOf(answer, "location")
      if (redirects.has(answer.statusCode) && location !== undefined) {
        return Result.fail(yield* Effect.fromResult(Target.parse(location, policy, url)))
      }
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        return yield* new Fetcher.FetchFailed({ reason: "status" })
      }
      return Result.succeed<Fetcher.Fetched>({
        url: url.href,
        status: answer.statusCode,
        contentType: headerOf(answer, "content-type"),
        bytes: yield* readBody(answer, maxBytes)
      })
    }, Effect.scoped)

    const follow = Effect.fnUntraced(function* (text: string, settings: Fetcher.FetchOptions) {
      let url = yield* Effect.fromResult(Target.parse(text, policy))
      for (let followed = 0; followed <= maxRedirects; followed++) {
        const outcome = yield* hop(url, settings)
        if (Result.isSuccess(outcome)) return outcome.success
        url = outcome.failure
      }
      return yield* new Fetcher.FetchFailed({ reason: "redirects" })
    })

    return {
      get: (url: string, settings: Fetcher.FetchOptions) =>
        Effect.timeoutOrElse(follow(url, settings), {
          duration: Duration.millis(settings.deadlineMs),
          orElse: timedOut
        })
    }
  })

export const layer = (options: Options): Layer.Layer<Fetcher.Fetcher, UnreadableEntry> =>
  Layer.effect(Fetcher.Fetcher, Effect.fromResult(make(options)))
