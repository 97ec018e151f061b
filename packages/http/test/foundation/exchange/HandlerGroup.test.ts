import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Scheduler, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Contract } from "../../../src/documentation/Contract.ts"
import * as HandlerGroup from "../../../src/foundation/exchange/HandlerGroup.ts"
import { RateLimit } from "../../../src/foundation/exchange/RateLimit.ts"
import * as Logging from "../../../src/server/Logging.ts"
import { toWebHandler } from "../../../src/server/WebHandler.ts"

class Greeting extends Context.Service<Greeting, string>()("@quire/http/test/Greeting") {}

const params = Schema.Struct({ name: Schema.String })

const Api = HttpApi.make("test").add(
  HttpApiGroup.make("greetings")
    .add(HttpApiEndpoint.get("greet", "/hello/:name", { params, success: Schema.String }))
    .add(HttpApiEndpoint.get("leave", "/bye/:name", { params, success: Schema.String }))
    .add(HttpApiEndpoint.get("wait", "/turn", { success: Schema.String }))
)

const open = () => {
  let made = 0
  const group = HandlerGroup.layer(Api, "greetings", (handlers) =>
    Effect.map(Greeting, (greeting) => {
      made++
      const asked = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => `${greeting} ${url}`)
      return handlers
        .handle("greet", () => asked)
        .handle("leave", ({ params: { name } }) => Effect.succeed(name))
        .handle("wait", () => Effect.map(Scheduler.Scheduler, ({ executionMode }) => executionMode))
    })
  )
  const { handler } = toWebHandler(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(group),
      Layer.provide(Layer.succeed(Greeting, "hello")),
      Layer.provideMerge(Contract.layer(Api)),
      Layer.provideMerge(RateLimit.layerOff),
      Layer.provideMerge(Logging.layer(() => undefined))
    )
  )
  const get = async (path: string) => {
    const answer = await handler(new Request(`http://quire.test${path}`))
    return [answer.status, await answer.json()]
  }
  return { get, made: () => made }
}

it("creates the handlers of a group once, at its first request", async () => {
  const { get, made } = open()
  assert.strictEqual((await get("/elsewhere"))[0], 404)
  assert.strictEqual(made(), 0)
  assert.deepStrictEqual(await get("/bye/ann"), [200, "ann"])
  assert.deepStrictEqual(await get("/hello/ann"), [200, "hello /hello/ann"])
  assert.strictEqual(made(), 1)
})

it("passes nothing from the request that created the handlers to other requests", async () => {
  const { get } = open()
  assert.deepStrictEqual(await get("/hello/ann"), [200, "hello /hello/ann"])
  assert.deepStrictEqual(await get("/hello/bob"), [200, "hello /hello/bob"])
})

it("yields while a handler works", async () => {
  const { get } = open()
  assert.deepStrictEqual(await get("/turn"), [200, "async"])
})
