import { Addresses } from "@quire/core"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import * as StaticAnswer from "../foundation/answer/StaticAnswer.ts"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import { Contract } from "./Contract.ts"

/** The document includes the URL of the server, because generated clients need it (rule mount-prefix). */
const openApiJson = (contract: Contract["Service"], base: string) =>
  Effect.map(contract.document, ({ info, openapi, ...document }) =>
    StaticAnswer.make({
      text: JSON.stringify({ openapi, info, servers: [{ url: base }], ...document }),
      contentType: "application/json"
    })
  )

const makeSite = Effect.fnUntraced(function* (contract: Contract["Service"], base: string) {
  const { make } = yield* Effect.promise(() => import("./ReferenceSite.ts"))
  return make(yield* contract.document, base)
})

const nothing = Effect.sync(() => ErrorResponse.of(ErrorResponse.noRoute))

/**
 * `/openapi.json`; `/docs`, the reference for people, with a page for each area of operations; and `/docs/rules`, the
 * rules and their reasons. None needs a token. Each is built at its first request.
 */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const contract = yield* Contract
    const { base } = yield* Addresses.Addresses
    const site = yield* Effect.cached(makeSite(contract, base))
    const page = Effect.fnUntraced(function* (name: string) {
      const { page: find, respell } = yield* site
      const found = find(name)
      if (found === undefined) return yield* nothing
      const moved = respell(yield* HttpServerRequest.HttpServerRequest, name)
      return Option.isSome(moved) ? moved.value : yield* found
    })
    const search = (isPage: boolean) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.map(site, (opened) => opened.search(request, isPage))
      )
    const named = HttpRouter.params
    yield* router.add("GET", "/openapi.json", Effect.flatten(yield* Effect.cached(openApiJson(contract, base))))
    yield* router.add("GET", "/docs", page(""))
    yield* router.add("GET", "/docs/~search", search(true))
    yield* router.add("GET", "/docs/~search.json", search(false))
    yield* router.add(
      "GET",
      "/docs/:page",
      Effect.flatMap(named, ({ page: name = "" }) => page(name))
    )
    yield* router.add(
      "GET",
      "/docs/~asset/:asset",
      Effect.flatMap(named, ({ asset = "" }) => Effect.flatMap(site, (opened) => opened.asset(asset) ?? nothing))
    )
  })
)
