import { lookup } from "node:dns/promises"
import { Fetcher } from "@quire/core"
import { Duration, Effect, Layer, Result } from "effect"
import * as AllowList from "./AllowList.ts"
import { UnreadableEntry } from "./AllowList.ts"
import type * as Connector from "./Connector.ts"
import type * as SingleRequest from "./SingleRequest.ts"
import * as Target from "./Target.ts"

export { UnreadableEntry }

const maxRedirects = 3

export interface Options {
  /** Allowed hosts outside of the public internet: `host` for every port, or `host:port`. */
  readonly allow: ReadonlyArray<string>
  /** Allowed ports of public hosts; 80 and 443 when absent. */
  readonly ports?: ReadonlyArray<number>
  /** Resolves host names; the system's resolver when absent. */
  readonly resolve?: Connector.Resolve
  /** Certificate authorities to trust instead of the well-known ones, PEM. */
  readonly ca?: string
}

const failTimedOut = () => Effect.fail(new Fetcher.FetchFailed({ reason: "timeout" }))

/** Loaded by the first fetch, as the HTTP client is as large as everything else that a server loads at its start. */
const loadHop = Effect.promise(() => import("./SingleRequest.ts"))

const follow = Effect.fnUntraced(function* (
  text: string,
  settings: Fetcher.FetchOptions,
  policy: SingleRequest.Policy
) {
  let url = yield* Effect.fromResult(Target.parse(text, policy))
  const { fetchHop } = yield* loadHop
  for (let followed = 0; followed <= maxRedirects; followed++) {
    const outcome = yield* fetchHop(url, settings, policy)
    if (Result.isSuccess(outcome)) return outcome.success
    url = outcome.failure
  }
  return yield* new Fetcher.FetchFailed({ reason: "redirects" })
})

const post = Effect.fnUntraced(function* (
  text: string,
  form: Fetcher.Form,
  settings: Fetcher.FetchOptions,
  policy: SingleRequest.Policy
) {
  const url = yield* Effect.fromResult(Target.parse(text, policy))
  const { fetchHop } = yield* loadHop
  const outcome = yield* fetchHop(url, settings, policy, form)
  return Result.isSuccess(outcome) ? outcome.success : yield* new Fetcher.FetchFailed({ reason: "redirects" })
})

const send = Effect.fnUntraced(function* (
  text: string,
  sending: Fetcher.OutgoingRequest,
  settings: Fetcher.ExchangeOptions,
  policy: SingleRequest.Policy
) {
  const url = yield* Effect.fromResult(Target.parse(text, policy))
  const { exchange } = yield* loadHop
  return yield* exchange(url, sending, settings, policy)
})

/** The `Fetcher`; fails when an entry of the allow-list is malformed. */
export const make = (options: Options): Result.Result<typeof Fetcher.Fetcher.Service, UnreadableEntry> =>
  Result.map(AllowList.fromEntries(options.allow), (allowList) => {
    const { ca, ports = [80, 443], resolve = (hostname) => lookup(hostname, { all: true }) } = options
    const policy: SingleRequest.Policy = { allowList, ports, resolve, ...(ca === undefined ? {} : { ca }) }
    const within = <A>(self: Effect.Effect<A, Fetcher.FetchFailed>, { deadlineMs }: Fetcher.FetchOptions) =>
      Effect.timeoutOrElse(self, { duration: Duration.millis(deadlineMs), orElse: failTimedOut })
    return {
      get: (url: string, settings: Fetcher.FetchOptions) => within(follow(url, settings, policy), settings),
      postForm: (url: string, form: Fetcher.Form, settings: Fetcher.FetchOptions) =>
        within(post(url, form, settings, policy), settings),
      exchange: (url: string, sending: Fetcher.OutgoingRequest, settings: Fetcher.ExchangeOptions) =>
        within(send(url, sending, settings, policy), settings),
      isListed: (url: string) => URL.canParse(url) && allowList.allows(new URL(url))
    }
  })

export const layer = (options: Options): Layer.Layer<Fetcher.Fetcher, UnreadableEntry> =>
  Layer.effect(Fetcher.Fetcher, Effect.fromResult(make(options)))
