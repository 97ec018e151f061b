import { createServer, type IncomingMessage } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Application from "../src/server/Application.ts"
import * as Raw from "./support/RawClient.ts"
import * as Serving from "./support/Serving.ts"
import * as Stub from "./support/Stub.ts"
import * as Web from "./support/Web.ts"

const things = "/v1/spaces/s1/things"
const text = '{"title":"one"}'
const headers = { authorization: `Bearer ${Stub.token()}`, "content-type": "application/json" }

/** An endpoint with a required body, and one that accepts `{}`. */
const targets = [
  ["POST", things],
  ["PATCH", "/v1/things/t1"]
] as const

const ask = async (request: Request) => {
  const { handler } = Web.make()
  const response = await handler(request)
  return [response.status, (JSON.parse(await response.text()) as Web.Content).error?.reason]
}

const requestTo = (method: string, path: string, more: RequestInit = {}) =>
  new Request(`http://quire.test${path}`, { method, ...more, headers: { ...headers, ...more.headers } })

describe.each(targets)("the detection of a body that a framework already read: %s %s", (method, path) => {
  it("rejects a request whose body was read", async () => {
    const request = requestTo(method, path, { body: text })
    await request.text()
    assert.deepStrictEqual(await ask(request), [400, "BodyConsumed"])
  })

  it("rejects a request whose body has another reader", async () => {
    const request = requestTo(method, path, { body: text })
    request.body?.getReader()
    assert.deepStrictEqual(await ask(request), [400, "BodyConsumed"])
  })

  it.each([
    ["its length", { "content-length": "15" }],
    ["chunks", { "transfer-encoding": "chunked" }]
  ])("rejects a request without a body that announces %s", async (_, announced) => {
    assert.deepStrictEqual(await ask(requestTo(method, path, { headers: announced })), [400, "BodyConsumed"])
  })

  it("rejects a request whose stream ends at once", async () => {
    const body = new ReadableStream({ start: (controller) => controller.close() })
    const request = requestTo(method, path, {
      body,
      duplex: "half",
      headers: { "content-length": "15" }
    } as RequestInit)
    assert.deepStrictEqual(await ask(request), [400, "BodyConsumed"])
  })

  it("rejects a request when a framework has replaced the global request class", async () => {
    const given = requestTo(method, path, { body: text })
    await given.text()
    const { Request } = globalThis
    globalThis.Request = class extends Request {}
    try {
      assert.deepStrictEqual(await ask(given), [400, "BodyConsumed"])
    } finally {
      globalThis.Request = Request
    }
  })

  it("accepts a request without a body", async () => {
    const empty = requestTo(method, path, { body: "", headers: { "content-length": "0" } })
    const read = requestTo(method, path, { body: "", headers: { "content-length": "0" } })
    await read.text()
    const [status, reason] = method === "POST" ? [400, "InvalidRequest"] : [200, undefined]
    for (const request of [requestTo(method, path), empty, read]) {
      assert.deepStrictEqual(await ask(request), [status, reason])
    }
  })
})

it("reports a body that was already read after authentication, and not where none is needed", async () => {
  const announced = { "content-length": "15" }
  assert.deepStrictEqual(
    await ask(requestTo("PATCH", "/v1/things/t1", { headers: { ...announced, authorization: "Bearer bad" } })),
    [401, "Unauthenticated"]
  )
  const { handler } = Web.make()
  assert.strictEqual((await handler(requestTo("DELETE", "/v1/things/t1", { headers: announced }))).status, 205)
})

const consumers = {
  /** Consumes the body like a body parser. */
  all: async (request: IncomingMessage) => {
    for await (const _ of request);
  },
  some: (request: IncomingMessage) =>
    new Promise<void>((resolve) => {
      request.once("data", () => {
        request.pause()
        resolve()
      })
      request.once("end", resolve)
    })
}

/** A node server whose framework reads bodies before the API gets the request. */
class Framework extends Context.Service<Framework, { readonly port: (consumer: keyof typeof consumers) => number }>()(
  "test/Framework"
) {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const context = yield* Layer.build(Layer.provideMerge(Serving.layerOf(), Application.layerContext))
      const app = yield* Effect.provide(Application.make(), context)
      const scope = yield* Effect.scope
      const handler = yield* Effect.provide(NodeHttpServer.makeHandler(app, { scope }), context)
      const listening = (consume: (request: IncomingMessage) => Promise<void>) =>
        Effect.acquireRelease(
          Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
            const server = createServer((request, response) => {
              consume(request).then(() => handler(request, response))
            })
            server.listen(0, "127.0.0.1", () => {
              const address = server.address()
              const port = typeof address === "object" && address !== null ? address.port : 0
              const close = () => {
                server.closeAllConnections()
                server.close()
              }
              resume(Effect.succeed({ port, close }))
            })
          }),
          ({ close }) => Effect.sync(close)
        )
      const [all, some] = [yield* listening(consumers.all), yield* listening(consumers.some)]
      return { port: (consumer) => (consumer === "all" ? all : some).port }
    })
  )
}

layer(Framework.layer, { excludeTestServices: true })("a Node server whose framework reads bodies", (it) => {
  const cases = targets.flatMap(([method, path]) =>
    (["all", "some"] as const).flatMap((consumer) =>
      [false, true].map((chunked) => ({ method, path, consumer, chunked }))
    )
  )

  it.effect.each(cases)(
    "reports the body that was already read: $method, $consumer of it, chunked: $chunked",
    ({ chunked, consumer, method, path }) =>
      Effect.gen(function* () {
        const framework = yield* Framework
        const client = yield* Raw.open(framework.port(consumer))
        client.write(Raw.bytesOf(method, path, { headers, body: text, chunked }))
        const answer = yield* client.next()
        assert.deepStrictEqual([answer.status, answer.json.error.reason], [400, "BodyConsumed"])
      })
  )

  it.effect.each([
    ["no body", {}],
    ["an empty one", { body: "" }],
    ["an empty one in chunks", { body: "", chunked: true }]
  ] as const)("reads %s as {}", ([, request]) =>
    Effect.gen(function* () {
      const framework = yield* Framework
      for (const consumer of ["all", "some"] as const) {
        const client = yield* Raw.open(framework.port(consumer))
        client.write(Raw.bytesOf("PATCH", "/v1/things/t1", { ...request, headers }))
        assert.strictEqual((yield* client.next()).status, 200)
      }
    })
  )
})
