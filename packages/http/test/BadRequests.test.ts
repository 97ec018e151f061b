import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { limits } from "../src/foundation/body/Body.ts"
import { BrokenRule } from "../src/foundation/error/Errors.ts"
import * as Raw from "./support/RawClient.ts"
import * as Serving from "./support/Serving.ts"
import * as Stub from "./support/Stub.ts"

const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Number,
    message: Schema.NonEmptyString,
    reason: Schema.NonEmptyString,
    details: Schema.optionalKey(Schema.NonEmptyArray(BrokenRule))
  })
})

const decodeBody = Schema.decodeUnknownSync(ErrorBody, { onExcessProperty: "error" })

const authorized = { authorization: `Bearer ${Stub.token()}` }

const json = { ...authorized, "content-type": "application/json" }

const things = "/v1/spaces/s1/things"

const large = JSON.stringify({ title: "x".repeat(limits.bytes * 2) })

const post = (body: string | Uint8Array, more: Raw.RawRequest = {}): readonly [string, string, Raw.RawRequest] => [
  "POST",
  things,
  { ...more, headers: { ...json, ...more.headers }, body }
]

const get = (path: string): readonly [string, string, Raw.RawRequest] => ["GET", path, { headers: authorized }]

const manyKeys = JSON.stringify(
  Object.fromEntries(Array.from({ length: limits.keysPerObject + 1 }, (_, at) => [`k${at}`, 0]))
)

const manyItems = JSON.stringify({ title: "a", tags: Array.from({ length: limits.itemsPerArray + 1 }, () => "red") })

type Case = readonly [name: string, request: readonly [string, string, Raw.RawRequest], status: number, reason: string]

const cases: ReadonlyArray<Case> = [
  ["an unknown path", get("/v1/nothing"), 404, "RouteNotFound"],
  ["the root", get("/"), 404, "RouteNotFound"],
  ["a path in capitals", get("/V1/who"), 404, "RouteNotFound"],
  ["a path with additional segments", get("/v1/things/t1/x/y"), 404, "RouteNotFound"],
  ["another method", ["PUT", things, { headers: json, body: "{}" }], 405, "MethodNotAllowed"],
  ["an unknown method", ["PROPFIND", things, { headers: authorized }], 405, "MethodNotAllowed"],
  ["OPTIONS without CORS", ["OPTIONS", things, {}], 405, "MethodNotAllowed"],
  ["bad percent-encoding", get("/v1/things/%zz"), 404, "NotFound"],
  ["half a percent-encoding", get("/v1/things/a%"), 404, "NotFound"],
  ["a path that is not UTF-8", get("/v1/things/%ff%fe"), 404, "NotFound"],
  ["NUL in the path", get("/v1/spaces/s1/content/path/a%00b"), 404, "NotFound"],
  ["NUL in the query", get(`${things}?page=%00`), 400, "MalformedQuery"],
  ["no token", ["GET", things, {}], 401, "Unauthenticated"],
  ["an unknown token", ["GET", things, { headers: { authorization: "Bearer nobody" } }], 401, "Unauthenticated"],
  ["another scheme", ["GET", things, { headers: { authorization: "Basic b3BlbnM6YWRh" } }], 401, "Unauthenticated"],
  ["a malformed id", get("/v1/things/a%20b"), 404, "NotFound"],
  ["an id too long", get(`/v1/things/${"x".repeat(65)}`), 404, "NotFound"],
  ["an id with a slash", get("/v1/things/a%2Fb"), 404, "NotFound"],
  ["an unknown id", get("/v1/things/t9"), 404, "NoSuchThing"],
  ["a limit that is not a number", get(`${things}?limit=ten`), 400, "InvalidRequest"],
  ["a limit with a fraction", get(`${things}?limit=1.5`), 400, "InvalidRequest"],
  ...["0x10", "0b1", "1e2", "+5", "-0", "5.", "1.0", "%205", "5%20", "5%0A", "1_0", "Infinity", "٣"].map(
    (limit): Case => [`a limit of ${limit}`, get(`${things}?limit=${limit}`), 400, "InvalidRequest"]
  ),
  ["a negative limit", get(`${things}?limit=-1`), 400, "InvalidRequest"],
  ["a limit above the maximum", get(`${things}?limit=1001`), 400, "InvalidRequest"],
  ["a parameter twice", get(`${things}?limit=1&limit=1`), 400, "InvalidRequest"],
  ["a value that is not in the list", get(`${things}?type=basic&type=gold`), 400, "InvalidRequest"],
  ["an empty cursor", get(`${things}?page=`), 400, "InvalidRequest"],
  ["no body where one is needed", ["POST", things, { headers: authorized }], 400, "InvalidRequest"],
  ["a body that is not JSON", post("{"), 400, "MalformedJson"],
  ["two bodies", post("{}{}"), 400, "MalformedJson"],
  ["a body that is not UTF-8", post(Uint8Array.of(0x22, 0xff, 0x22)), 400, "MalformedJson"],
  ["a body that is null", post("null"), 400, "InvalidRequest"],
  ["a body that is a list", post("[]"), 400, "InvalidRequest"],
  ["an unknown field", post('{"title":"a","colour":1}'), 400, "InvalidRequest"],
  [
    "an unknown field deep inside",
    post('{"title":"a","position":{"before":{"space":"s","x":1}}}'),
    400,
    "InvalidRequest"
  ],
  ["a field of another type", post('{"title":1}'), 400, "InvalidRequest"],
  ["a field too long", post(JSON.stringify({ title: "x".repeat(51) })), 400, "InvalidRequest"],
  [
    "none of the forms",
    ["POST", "/v1/things/t1/invites", { headers: json, body: '{"mark":1}' }],
    400,
    "InvalidRequest"
  ],
  ["depth 65", post("[".repeat(65) + "]".repeat(65)), 400, "JsonTooDeep"],
  ["a million levels", post("[".repeat(1_000_000)), 400, "JsonTooDeep"],
  ["a lone surrogate", post('{"title":"\\ud800"}'), 400, "InvalidText"],
  ["NUL in a text", post('{"title":"\\u0000"}'), 400, "InvalidText"],
  ["a key that reaches the prototype", post('{"title":"a","__proto__":{"x":1}}'), 400, "InvalidKey"],
  ["a key named constructor", post('{"title":"a","constructor":{}}'), 400, "InvalidKey"],
  ["a number that is not finite", post('{"title":1e999}'), 400, "InvalidNumber"],
  ["too many keys", post(manyKeys), 400, "JsonTooLarge"],
  ["too many items", post(manyItems), 400, "JsonTooLarge"],
  [
    "a form",
    post("title=a", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
    415,
    "UnsupportedMediaType"
  ],
  ["plain text", post("{}", { headers: { "content-type": "text/plain" } }), 415, "UnsupportedMediaType"],
  [
    "JSON of another kind",
    post("{}", { headers: { "content-type": "application/merge-patch+json" } }),
    415,
    "UnsupportedMediaType"
  ],
  [
    "another charset",
    post("{}", { headers: { "content-type": "application/json; charset=utf-16" } }),
    415,
    "UnsupportedMediaType"
  ],
  ["a compressed body", post("{}", { headers: { "content-encoding": "gzip" } }), 415, "UnsupportedMediaType"],
  ["a body a little too large", post(large.slice(0, limits.bytes + 1), { chunked: true }), 413, "PayloadTooLarge"],
  [
    "a body of 10 MiB and more",
    ["POST", "/v1/large", { headers: json, body: large.padEnd(limits.largeBytes + 1), chunked: true }],
    413,
    "PayloadTooLarge"
  ],
  ["a failure of the server", get("/v1/die/defect"), 500, "InternalError"],
  ["an answer that breaks its schema", get("/v1/broken"), 500, "InternalError"],
  ["an unavailable store", get("/v1/die/outage"), 503, "Unavailable"]
]

layer(Serving.Shared.layer, { excludeTestServices: true })("a connection after a bad request", (it) => {
  it.effect.each(cases)(
    "returns the error body for %s, and accepts the next request (rules request-errors and request-numbers)",
    ([, [method, path, request], status, reason]) =>
      Effect.gen(function* () {
        const { port } = yield* Serving.Shared
        const client = yield* Raw.open(port)
        client.write(Raw.bytesOf(method, path, request))
        const answer = yield* client.next()
        const { error } = decodeBody(answer.json)
        assert.deepStrictEqual([answer.status, error.code, error.reason], [status, status, reason])
        assert.strictEqual(answer.headers["connection"], "keep-alive")
        if (status === 405) assert.isString(answer.headers["allow"])
        client.write(Raw.bytesOf("GET", "/v1/who", { headers: authorized }))
        const next = yield* client.next()
        assert.deepStrictEqual([next.status, next.json], [200, { user: "ada" }])
      })
  )
})

const unread: ReadonlyArray<readonly [string, readonly [string, string, Raw.RawRequest]]> = [
  ["and its length", post(large)],
  ["in chunks", post(large, { chunked: true })],
  ["without a token", ["POST", things, { body: large, chunked: true }]],
  ["of DELETE", ["DELETE", "/v1/things/t1", { headers: json, body: large }]]
]

layer(Serving.Shared.layer, { excludeTestServices: true })("a body that is far too large", (it) => {
  it.effect.each(unread)("returns the error body for %s, and closes the connection", ([, [method, path, request]]) =>
    Effect.gen(function* () {
      const { port } = yield* Serving.Shared
      const client = yield* Raw.open(port)
      client.write(Raw.bytesOf(method, path, request))
      const answer = yield* client.next()
      const { error } = decodeBody(answer.json)
      assert.deepStrictEqual([answer.status, error.code, error.reason], [413, 413, "PayloadTooLarge"])
      yield* client.ended
    })
  )
})

layer(Serving.Shared.layer, { excludeTestServices: true })("malformed HTTP", (it) => {
  it.effect.each([
    ["a protocol other than HTTP", "garbage\r\n\r\n", 400, "MalformedRequest"],
    ["no host", "GET /v1/who HTTP/1.1\r\n\r\n", 400, "MalformedRequest"],
    [
      "two lengths",
      "POST /v1/large HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
      400,
      "MalformedRequest"
    ],
    ["headers too large", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 431, "HeadersTooLarge"]
  ] as const)("returns the error body for %s, and closes the connection", ([, bytes, status, reason]) =>
    Effect.gen(function* () {
      const { port } = yield* Serving.Shared
      const client = yield* Raw.open(port)
      client.write(bytes)
      const answer = yield* client.next()
      const { error } = decodeBody(answer.json)
      assert.deepStrictEqual([answer.status, error.code, error.reason], [status, status, reason])
      assert.strictEqual(answer.headers["connection"], "close")
      yield* client.ended
    })
  )
})
