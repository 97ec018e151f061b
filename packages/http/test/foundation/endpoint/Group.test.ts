import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Scheduler, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Contract } from "../../../src/documentation/Contract.ts"
import * as Group from "../../../src/foundation/endpoint/Group.ts"
import * as Errors from "../../../src/foundation/error/Errors.ts"
import { RateLimit } from "../../../src/foundation/exchange/RateLimit.ts"
import * as Logging from "../../../src/server/Logging.ts"
import { toWebHandler } from "../../../src/server/WebHandler.ts"
import * as Stub from "../../support/Stub.ts"

class Greeting extends Context.Service<Greeting, string>()("@quire/http/test/Greeting") {}

class Missing extends Schema.TaggedError<Missing>()("Missing", {}) {
  readonly kind = "not-found" as const
  override readonly message = "there is nobody"
}

class Taken extends Schema.TaggedError<Taken>()("Taken", {}) {
  readonly kind = "conflict" as const
  override readonly message = "the name is taken"
}

const params = Schema.Struct({ name: Schema.String })

const greetings = HttpApiGroup.make("greetings")
  .add(HttpApiEndpoint.get("greet", "/hello/:name", { params, success: Schema.String }))
  .add(HttpApiEndpoint.get("leave", "/bye/:name", { params, success: Schema.String, error: Errors.NotFound }))
  .add(HttpApiEndpoint.get("wait", "/turn", { success: Schema.String }))

const Api = HttpApi.make("v1").add(greetings)

const open = () => {
  let made = 0
  const group = Group.layer(
    greetings,
    Effect.map(Greeting, (greeting) => {
      made++
      const asked = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => `${greeting} ${url}`)
      return {
        greet: () => asked,
        leave: ({ params: { name } }) => (name === "nobody" ? Effect.fail(new Missing()) : Effect.succeed(name)),
        wait: () => Effect.map(Scheduler.Scheduler, ({ executionMode }) => executionMode)
      }
    })
  )
  const { handler } = toWebHandler(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(group),
      Layer.provide(Layer.succeed(Greeting, "hello")),
      Layer.provide(Stub.built),
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

it("translates domain errors to the statuses that the endpoint declares", async () => {
  const { get } = open()
  const error = { code: 404, message: "there is nobody", reason: "Missing" }
  assert.deepStrictEqual(await get("/bye/nobody"), [404, { error }])
})

it("makes a missing handler, another handler, and an undeclared status fail to compile", () => {
  const greet = () => Effect.succeed("hello")
  const handlers = { greet, leave: greet, wait: greet }
  const whole = Group.layer(greetings, Effect.succeed(handlers))
  // @ts-expect-error a handler is missing
  const missing = Group.layer(greetings, Effect.succeed({ greet, leave: greet }))
  // @ts-expect-error the group has no such endpoint
  const another = Group.layer(greetings, Effect.succeed({ ...handlers, stay: greet }))
  const taken = { ...handlers, leave: () => Effect.fail(new Taken()) }
  // @ts-expect-error the endpoint declares 404 alone, and this is a 409
  const undeclared = Group.layer(greetings, Effect.succeed(taken))
  // @ts-expect-error the endpoint returns text
  const other = Group.layer(greetings, Effect.succeed({ ...handlers, wait: () => Effect.succeed(1) }))
  for (const layer of [whole, missing, another, undeclared, other]) assert.isTrue(Layer.isLayer(layer))
})
