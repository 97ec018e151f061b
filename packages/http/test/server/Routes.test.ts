import { assert, describe, it } from "@effect/vitest"
import { Property, Rounds } from "@quire/testing"
import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { type HttpMethod, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as FastCheck from "fast-check"
import { Contract } from "../../src/documentation/Contract.ts"
import * as Target from "../../src/foundation/query/Target.ts"
import * as Application from "../../src/server/Application.ts"
import * as Router from "../../src/server/Router.ts"
import * as Routes from "../../src/server/Routes.ts"
import * as Serving from "../support/Serving.ts"

const found = (routes: Routes.Routes, method: string, url: string): Routes.RouteMatch =>
  Routes.find(routes, method, Result.getOrThrow(Target.parse(url)))

const methods = ["GET", "POST", "DELETE"] as const

const template = FastCheck.record({
  method: FastCheck.constantFrom(...methods),
  segments: FastCheck.tuple(
    FastCheck.array(FastCheck.constantFrom("a", "ab", "b", ":"), { minLength: 1, maxLength: 4 }),
    FastCheck.constantFrom([], [], ["*"])
  ).map(([segments, rest]) => [...segments, ...rest])
})

const pathOf = (segments: ReadonlyArray<string>): `/${string}` =>
  `/${segments.map((segment, at) => (segment === ":" ? `:p${at}` : segment)).join("/")}`

/** Templates of which no two differ only in parameter names or in a rest, as no router accepts those. */
const templates = FastCheck.uniqueArray(template, {
  maxLength: 12,
  selector: ({ method, segments }) => `${method} ${segments.filter((segment) => segment !== "*").join("/")}`
})

const urlSegment = FastCheck.constantFrom(
  "a",
  "ab",
  "b",
  "c",
  "A",
  "%61b",
  "a%2Fb",
  "%C3%A9",
  "a;b",
  "a+b",
  "a:b",
  "%2525",
  "%25"
)

const url = FastCheck.array(urlSegment, { maxLength: 5 }).chain((segments) =>
  FastCheck.constantFrom(
    `/${segments.join("/")}`,
    `//${segments.join("//")}`,
    `/${segments.join("/")}/`,
    `/${segments.join("/")}?a=b//c`
  )
)

const routerOf = (list: ReadonlyArray<{ readonly method: HttpMethod.HttpMethod; readonly path: `/${string}` }>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.fresh(Router.layer))
    const router = Context.get(context, HttpRouter.HttpRouter)
    yield* router.addAll(
      list.map(({ method, path }) =>
        HttpRouter.route(
          method,
          path,
          Effect.map(HttpRouter.params, (parameters) => HttpServerResponse.jsonUnsafe({ path, parameters }))
        )
      )
    )
    return { app: Effect.scoped(router.asHttpEffect()), known: Context.get(context, Router.KnownRoutes) }
  })

const Stock = Schema.Struct({
  path: Schema.String,
  parameters: Schema.Record(Schema.String, Schema.String)
})

const stockAnswer = (
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest.HttpServerRequest>,
  method: string,
  target: string
) =>
  Effect.gen(function* () {
    const request = HttpServerRequest.fromWeb(new Request("http://quire.test/", { method })).modify({ url: target })
    const answer = yield* Effect.option(Effect.provideService(app, HttpServerRequest.HttpServerRequest, request))
    if (Option.isNone(answer)) return undefined
    const body: unknown = yield* Effect.promise(() => HttpServerResponse.toWeb(answer.value).json())
    return Schema.decodeUnknownSync(Stock)(body)
  })

describe("Routes.find", () => {
  it.effect(
    "finds the same route and parameters as the router, except empty ones",
    () =>
      Property.effect(
        [
          templates,
          FastCheck.array(FastCheck.tuple(FastCheck.constantFrom(...methods, "HEAD"), url), { maxLength: 12 })
        ],
        ([list, requests]) =>
          Effect.gen(function* () {
            const { app, known } = yield* routerOf(
              list.map(({ method, segments }) => ({ method, path: pathOf(segments) }))
            )
            const routes = Routes.make([], known)
            for (const [method, target] of requests) {
              const parsed = Result.getOrThrow(Target.parse(target))
              const stock = yield* stockAnswer(app, method, parsed.url)
              const own = Routes.find(routes, method, parsed)
              if (own._tag === "Route") {
                const path = own.route.template.replace(/\{(\w+)\}/g, ":$1")
                assert.deepStrictEqual(stock, { path, parameters: own.parameters })
              } else assert.isTrue(stock === undefined || Object.values(stock.parameters).includes(""))
            }
          }),
        { timeout: 120_000, fastCheck: { numRuns: Rounds.rounds(40, 4_000, 100) } }
      ),
    Property.timeout({ timeout: 120_000, fastCheck: { numRuns: Rounds.rounds(40, 4_000, 100) } })
  )

  const contract = Effect.scoped(
    Effect.gen(function* () {
      const context = yield* Layer.build(Layer.provideMerge(Serving.layerOf(), Application.layerContext))
      return Routes.make(Context.get(context, Contract).endpoints, Context.get(context, Router.KnownRoutes))
    })
  )

  it.effect("distinguishes a wrong method from an unknown path", () =>
    Effect.gen(function* () {
      const routes = yield* contract
      assert.deepStrictEqual(found(routes, "POST", "/v1/things/t1"), {
        _tag: "OtherMethods",
        allow: ["DELETE", "GET", "HEAD", "PATCH"]
      })
      assert.deepStrictEqual(found(routes, "PROPFIND", "/v1/spaces/s/content/path/a/b"), {
        _tag: "OtherMethods",
        allow: ["GET", "HEAD"]
      })
      for (const nothing of ["/", "/v1", "/v1/nothing", "/v1/things", "/v1/things/t1/x", "/V1/things/t1"]) {
        assert.strictEqual(found(routes, "GET", nothing)._tag, "Nothing", nothing)
      }
    })
  )

  it.effect("gives the rest of the path to the route that takes it", () =>
    Effect.gen(function* () {
      const routes = yield* contract
      for (const rest of ["a/b", "a%2Fb", "/a//b/", "a%2fb"]) {
        const reached = found(routes, "GET", `/v1/spaces/s1/content/path/${rest}?x=1`)
        assert(reached._tag === "Route")
        assert.deepStrictEqual(reached.parameters, { spaceId: "s1", pagePath: "a/b" })
        assert.strictEqual(reached.target.url, "/v1/spaces/s1/content/path/a%2Fb?x=1")
      }
      assert.strictEqual(found(routes, "GET", "/v1/spaces/s1/content/path/")._tag, "Nothing")
    })
  )
})

describe("Target.parse", () => {
  it.each([
    ["/%zz", 404],
    ["/a/%", 404],
    ["/a%C3%28", 404],
    ["/%ff", 404],
    ["/%00", 404],
    ["/%00?b=%00", 404],
    ["/a?b=%00", 400],
    ["/%ed%a0%80", 404]
  ] as const)("rejects %s with %i (rule request-numbers)", (bad, status) => {
    const refused = Result.mapError(Target.parse(bad), ({ error }) => error.code)
    assert.deepStrictEqual(refused, Result.fail(status))
  })

  it.each([
    ["//v1//spaces/", "/v1/spaces"],
    ["/v1/a;b", "/v1/a%3Bb"],
    ["/a?b=c//d;e", "/a?b=c//d;e"],
    ["http://quire.test/v1/x?y", "/v1/x?y"],
    ["http://quire.test?y", "/?y"],
    ["", "/"]
  ])("normalizes %s to %s", (raw, spelled) => {
    assert.strictEqual(Result.getOrThrow(Target.parse(raw)).url, spelled)
  })
})
