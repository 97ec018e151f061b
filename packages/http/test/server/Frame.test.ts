import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { limits } from "../../src/foundation/body/Body.ts"
import { RateLimit } from "../../src/foundation/exchange/RateLimit.ts"
import * as Stub from "../support/Stub.ts"
import { canary } from "../support/TestApi.ts"
import * as Web from "../support/Web.ts"

const { send } = Web.make()

const logging = () => {
  const lines: Array<string> = []
  return { ...Web.make({ lines }), lines }
}

const title = (length: number) => JSON.stringify({ title: "x".repeat(length) })

/** A body of exactly the given number of bytes. */
const sized = (bytes: number) => title(bytes - title(0).length)

describe("a successful request", () => {
  it("returns 201 and the resource's location for a creation (rule request-location)", async () => {
    const answer = await send("POST", "/v1/spaces/s1/things", {
      body: { title: "a", position: { before: { space: "s2" } } }
    })
    assert.strictEqual(answer.status, 201)
    assert.strictEqual(answer.headers.get("location"), answer.json.urls.location)
  })

  it("returns 205 for deleting an existing resource and 204 for a missing one, without a body (rule request-delete)", async () => {
    const removed = await send("DELETE", "/v1/things/t1")
    const absent = await send("DELETE", "/v1/things/t2")
    assert.deepStrictEqual([removed.status, removed.text, absent.status, absent.text], [205, "", 204, ""])
  })

  it("returns 201 and a location for a put of a new resource, and 200 for an existing one", async () => {
    const made = await send("PUT", "/v1/slugs/new")
    const kept = await send("PUT", "/v1/slugs/old")
    assert.strictEqual(made.status, 201)
    assert.strictEqual(made.headers.get("location"), made.json.urls.location)
    assert.deepStrictEqual([kept.status, kept.headers.get("location")], [200, null])
  })

  it.each(["a/b", "a%2Fb", "a//b/", "/a/b"])("takes the rest of the path, spelled %s", async (rest) => {
    assert.deepStrictEqual<unknown>((await send("GET", `/v1/spaces/s1/content/path/${rest}`)).json, { path: "a/b" })
  })

  it("treats an absent body as {} where every field is optional, for any type (rule request-parameters)", async () => {
    assert.deepStrictEqual<unknown>((await send("PATCH", "/v1/things/t1")).json, {})
    assert.strictEqual(
      (await send("PATCH", "/v1/things/t1", { headers: { "content-type": "text/plain" } })).status,
      200
    )
    assert.strictEqual((await send("POST", "/v1/spaces/s1/things")).status, 400)
  })

  it("reads bodies up to the limit of their endpoint, to the byte (rule request-body-size)", async () => {
    const long = await send("POST", "/v1/spaces/s1/things", { body: sized(limits.bytes) })
    assert.strictEqual(long.json.error.message, "title: must be at most 50 characters")
    assert.strictEqual((await send("POST", "/v1/spaces/s1/things", { body: sized(limits.bytes + 1) })).status, 413)
    const icon = "x".repeat(limits.bytes * 2)
    assert.deepStrictEqual<unknown>((await send("POST", "/v1/large", { body: { icon } })).json, { length: icon.length })
    assert.strictEqual((await send("POST", "/v1/large", { body: { icon: "x".repeat(limits.largeBytes) } })).status, 413)
  })

  it("accepts a byte order mark, a charset and doubled slashes", async () => {
    const headers = { "content-type": 'Application/JSON; charset="UTF-8"' }
    assert.strictEqual(
      (await send("POST", "//v1//spaces/s1/things/", { body: `\ufeff${title(1)}`, headers })).status,
      201
    )
  })

  it("reads list parameters, ignores unknown ones, and keeps slashes in values (rules list-page and request-parameters)", async () => {
    const answer = await send("GET", "/v1/spaces/s1/things?limit=0&type=basic&other=1&other=2&nested=false")
    assert.deepStrictEqual<unknown>(answer.json, { limit: 0, nested: false, type: ["basic"] })
    const twice = await send("GET", "/v1/spaces/s1/things?type=basic&type=premium")
    assert.deepStrictEqual<unknown>(twice.json, { limit: 50, nested: true, type: ["basic", "premium"] })
  })

  it("reads a limit in decimal digits, with leading zeros (rule request-numbers)", async () => {
    for (const [text, limit] of [
      ["0", 0],
      ["7", 7],
      ["007", 7],
      ["1000", 1000]
    ] as const) {
      const { json } = await send("GET", `/v1/spaces/s1/things?limit=${text}`)
      assert.deepStrictEqual<unknown>(json, { limit, nested: true, type: [] })
    }
  })

  it("returns the headers of GET for HEAD, without the body", async () => {
    const head = await send("HEAD", "/v1/things/t1")
    assert.deepStrictEqual([head.status, head.text, head.headers.get("content-type")], [200, "", "application/json"])
    assert.strictEqual((await send("HEAD", "/v1/nothing")).status, 404)
  })
})

describe("a failed request", () => {
  const refusals = [
    "invalid",
    "unauthenticated",
    "forbidden",
    "not-found",
    "conflict",
    "precondition",
    "unprocessable",
    "limit",
    "unavailable"
  ]
  const statuses = [400, 401, 403, 404, 409, 412, 422, 422, 503]

  it.each(refusals.map((kind, at) => [kind, statuses[at]] as const))(
    "maps the domain error %s to %i (rule request-statuses)",
    async (kind, status) => {
      const answer = await send("GET", `/v1/refuse/${kind}`)
      assert.strictEqual(answer.status, status)
      assert.deepStrictEqual<unknown>(answer.json, {
        error: { code: status, message: `refused: ${kind}`, reason: "Refused" }
      })
      assert.strictEqual(answer.headers.get("www-authenticate"), status === 401 ? "Bearer" : null)
      assert.strictEqual(answer.headers.get("retry-after"), status === 503 ? "1" : null)
    }
  )

  it("returns 503 with a retry for an outage of the store and 500 for a fault, without the cause, and logs both with it (rule request-outage)", async () => {
    const { lines, send } = logging()
    const outage = await send("GET", "/v1/die/outage")
    const fault = await send("GET", "/v1/die/fault")
    assert.deepStrictEqual(
      [outage.status, outage.headers.get("retry-after"), outage.json.error.reason],
      [503, "1", "Unavailable"]
    )
    assert.deepStrictEqual(
      [fault.status, fault.headers.get("retry-after"), fault.json.error.reason],
      [500, null, "InternalError"]
    )
    assert.notMatch(outage.text + fault.text, /connection|column|list/)
    const entries = lines.map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      entries.map(({ error, level, message, reason }) => ({ error, level, message, reason })),
      [
        { error: undefined, level: "WARN", message: "store unavailable", reason: "connection lost" },
        { error: "Unavailable", level: "ERROR", message: "request", reason: undefined },
        { error: "InternalError", level: "ERROR", message: "request", reason: undefined }
      ]
    )
    assert.isUndefined(entries[1]?.cause)
    assert.include(entries[2]?.cause, "column is missing")
  })

  it("returns 503 with a retry when the server interrupts it, and logs it", async () => {
    const { lines, send } = logging()
    const answer = await send("GET", "/v1/die/interruption")
    assert.deepStrictEqual(
      [answer.status, answer.headers.get("retry-after"), answer.json.error.reason],
      [503, "1", "Interrupted"]
    )
    assert.deepStrictEqual(
      lines.map((line) => JSON.parse(line).status),
      [503]
    )
  })

  it("does not repeat a long key in full", async () => {
    const unknown = await send("PATCH", "/v1/things/t1", { body: { ["k".repeat(100_000)]: 1 } })
    const nested = await send("PATCH", "/v1/things/t1", { body: { ["k".repeat(100_000)]: { constructor: 1 } } })
    assert.deepStrictEqual([unknown.status, nested.status], [400, 400])
    assert.isBelow(unknown.text.length + nested.text.length, 2_000)
  })

  it("returns 500 for a response that violates its own schema, logs it, and omits the headers of a success", async () => {
    const { lines, send } = logging()
    const answer = await send("GET", "/v1/broken")
    assert.deepStrictEqual(
      [answer.status, answer.json.error.reason, answer.headers.get("location")],
      [500, "InternalError", null]
    )
    assert.notInclude(answer.text, "title")
    assert.include(JSON.parse(lines[0] ?? "").cause, "title")
  })

  it("names at most 20 broken rules and reports that there are more (rule request-errors)", async () => {
    const tags = Array.from({ length: 9_000 }, () => "green")
    const answer = await send("POST", "/v1/spaces/s1/things", { body: { title: "a", tags } })
    assert.strictEqual(answer.json.error.details.length, 20)
    assert.strictEqual(
      answer.json.error.message,
      'tags.0: must be "red" or "blue"; at least 80 more errors are not listed'
    )
  })

  it("reports body and query together, and the path only when both are valid", async () => {
    const both = await send("GET", "/v1/spaces/a%20b/things?limit=x&nested=maybe")
    assert.deepStrictEqual(
      [both.status, both.json.error.details.map(({ path }: { path: string }) => path)],
      [400, ["limit", "nested"]]
    )
    assert.strictEqual((await send("GET", "/v1/spaces/a%20b/things")).status, 404)
    assert.strictEqual((await send("GET", `/v1/things/${"x".repeat(65)}`)).status, 404)
    assert.strictEqual((await send("POST", "/v1/spaces/a%2Fb/things", { body: { title: "a" } })).status, 404)
  })
})

describe("the order of checks (rule request-check-order)", () => {
  const large = sized(limits.bytes + 1)
  const bad = { token: "bad" }

  it.each([
    ["route before everything", "PUT", "/v1/nothing/a%20b", { ...bad, body: large }, 404],
    ["method before size", "PUT", "/v1/things/a%20b", { ...bad, body: large }, 405],
    ["size before token", "POST", "/v1/spaces/a%20b/things", { ...bad, body: large }, 413],
    ["token before body", "POST", "/v1/spaces/a%20b/things", { ...bad, body: "{" }, 401],
    [
      "token before type",
      "POST",
      "/v1/spaces/s1/things",
      { ...bad, body: "a", headers: { "content-type": "text/plain" } },
      401
    ],
    ["token before query", "GET", "/v1/spaces/a%20b/things?limit=x", bad, 401],
    ["JSON before path", "POST", "/v1/spaces/a%20b/things", { body: "{" }, 400],
    ["depth before path", "POST", "/v1/spaces/a%20b/things", { body: "[".repeat(65) }, 400],
    ["path before schema", "POST", "/v1/spaces/a%20b/things", { body: {} }, 404],
    ["query before path", "GET", "/v1/spaces/a%20b/things?limit=x", {}, 400],
    ["path before the handler", "POST", "/v1/spaces/a%20b/things", { body: { title: "a" } }, 404]
  ] as ReadonlyArray<[string, string, string, Web.Sent, number]>)(
    "checks %s",
    async (_, method, path, sent, status) => {
      const answer = await send(method, path, sent)
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.json.error.code, status)
    }
  )

  it("checks the rate after the token and before the body, and before any response to anonymous callers", async () => {
    const { send } = Web.make({ limits: RateLimit.layerMemory({ perMinute: 15 }) })
    const things = "/v1/spaces/s1/things"
    const asked: ReadonlyArray<readonly [string, string, Web.Sent, number]> = [
      ["POST", things, { body: title(1) }, 201],
      ["POST", things, { body: "{" }, 400],
      ["POST", things, { body: "{" }, 400],
      ["POST", things, { body: "{" }, 429],
      ["POST", things, { ...bad, body: "{" }, 401],
      ["POST", things, { body: large }, 413],
      ["PUT", things, { body: "{" }, 405],
      ["POST", things, { body: large }, 413],
      ["POST", things, { body: large }, 429],
      ["PUT", things, { body: "{" }, 429],
      ["POST", things, { ...bad, body: "{" }, 401],
      ["POST", things, { ...bad, body: "{" }, 401],
      ["POST", things, { ...bad, body: "{" }, 429],
      ["POST", "/v1/nothing", { body: "{" }, 429],
      ["POST", "/v1/spaces/%zz", { body: "{" }, 429],
      ["GET", "/v1/nothing", {}, 404],
      ["GET", "/v1/who", {}, 200]
    ]
    for (const [method, path, sent, status] of asked) {
      assert.strictEqual((await send(method, path, sent)).status, status, `${method} ${path} ${status}`)
    }
  })
})

describe("authentication", () => {
  it("provides the actor, and looks up the token together with the objects in the path", async () => {
    Stub.seenTargets.length = 0
    assert.deepStrictEqual<unknown>((await send("GET", "/v1/who", { token: Stub.token("grace") })).json, {
      user: "grace"
    })
    await send("GET", "/v1/spaces/s1/things")
    await send("GET", "/v1/spaces/a%20b/things")
    await send("GET", "/v1/who", { token: null })
    assert.deepStrictEqual(Stub.seenTargets, [
      { _tag: "Nothing" },
      { _tag: "Placement", kind: "space", id: "s1" },
      { _tag: "Nothing" }
    ])
  })

  it.each([
    "",
    "Bearer",
    "Bearer ",
    "Basic b3BlbnMtYXMtYWRh",
    "opens-as-ada",
    "Bearer opens-as-ada x",
    "Token opens-as-ada"
  ])("rejects the header %j", async (authorization) => {
    const answer = await send("GET", "/v1/who", { token: null, headers: { authorization } })
    assert.deepStrictEqual([answer.status, answer.headers.get("www-authenticate")], [401, "Bearer"])
    assert.strictEqual(answer.json.error.reason, "Unauthenticated")
  })

  it("accepts the scheme in any case", async () => {
    const answer = await send("GET", "/v1/who", { token: null, headers: { authorization: "bearer  opens-as-ada" } })
    assert.strictEqual(answer.status, 200)
  })

  it("does not run for open endpoints", async () => {
    const answer = await send("POST", "/v1/sign-in", { token: null, body: { code: "one-time-code" } })
    assert.strictEqual(answer.status, 204)
  })
})

describe("the header set of a response", () => {
  const paths = ["/v1/who", "/v1/nothing", "/v1/broken", "/healthz", "/docs", "/v1/spaces/%zz"]

  it.each(paths)("protects every response: %s", async (path) => {
    const { headers } = await send("GET", path)
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
    assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'/)
    assert.isNotNull(headers.get("cache-control"))
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.isNull(headers.get("access-control-allow-origin"))
    assert.isNull(headers.get("x-ratelimit-limit"))
  })

  it("returns a valid request id, and replaces any other", async () => {
    const idOf = async (id: string) =>
      (await send("GET", "/healthz", { headers: { "x-request-id": id } })).headers.get("x-request-id")
    assert.strictEqual(await idOf("trace_1.a-b"), "trace_1.a-b")
    for (const odd of ["a b", "x".repeat(129), '"', "é"]) assert.notStrictEqual(await idOf(odd), odd)
  })

  it("reports the budget while limits are on, also to anonymous callers and on errors (rule request-rate)", async () => {
    const { send } = Web.make({ limits: RateLimit.layerMemory({ perMinute: 10 }) })
    const budget = async (method: string, path: string, sent?: Web.Sent) => {
      const { headers } = await send(method, path, sent)
      assert.match(headers.get("x-ratelimit-reset") ?? "", /^\d{10}$/)
      return [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]
    }
    assert.deepStrictEqual(await budget("GET", "/v1/who"), ["10", "9"])
    assert.deepStrictEqual(await budget("POST", "/v1/spaces/s1/things", { body: title(1) }), ["2", "1"])
    assert.deepStrictEqual(await budget("GET", "/v1/who"), ["10", "7"])
    assert.deepStrictEqual(await budget("GET", "/v1/who", { token: Stub.token("grace") }), ["10", "9"])
    assert.deepStrictEqual(await budget("GET", "/v1/who", { token: null }), ["10", "9"])
    assert.deepStrictEqual(await budget("GET", "/v1/nothing"), ["10", "8"])
    assert.deepStrictEqual(await budget("GET", "/healthz"), ["10", "8"])
    await budget("POST", "/v1/spaces/s1/things", { body: "{" })
    const refused = await send("POST", "/v1/spaces/s1/things", { body: title(1) })
    assert.strictEqual(refused.status, 429)
    assert.strictEqual(refused.json.error.reason, "TooManyRequests")
    assert.match(refused.json.error.message, /^at most 2 such requests a minute; try again in \d+ seconds$/)
    assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
    assert.strictEqual(refused.headers.get("x-ratelimit-remaining"), "0")
  })

  it("reports the budget of the address on open endpoints, which consume it", async () => {
    const { send } = Web.make({ limits: RateLimit.layerMemory({ perMinute: 10 }) })
    const attempt = async () => {
      const { headers, status } = await send("POST", "/v1/sign-in", { token: null, body: { code: "short" } })
      return [status, headers.get("x-ratelimit-remaining")]
    }
    assert.deepStrictEqual(await attempt(), [400, "1"])
    assert.deepStrictEqual(await attempt(), [400, "0"])
    assert.deepStrictEqual(await attempt(), [429, "0"])
    assert.strictEqual((await send("GET", "/healthz", { token: null })).status, 200)
    assert.strictEqual((await send("POST", "/v1/spaces/s1/things", { body: title(1) })).status, 201)
  })

  it("allows only the configured origins", async () => {
    const { send } = Web.make({ origins: ["https://docs.example"] })
    const ask = { origin: "https://docs.example", "access-control-request-method": "PATCH" }
    const preflight = await send("OPTIONS", "/v1/things/t1", { token: null, headers: ask })
    assert.strictEqual(preflight.status, 204)
    assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "https://docs.example")
    assert.include(preflight.headers.get("access-control-allow-methods"), "PATCH")
    assert.include(preflight.headers.get("access-control-allow-headers"), "authorization")
    const other = await send("OPTIONS", "/v1/things/t1", {
      token: null,
      headers: { ...ask, origin: "https://evil.example" }
    })
    assert.deepStrictEqual([other.status, other.headers.get("access-control-allow-origin")], [405, null])
    const answer = await send("GET", "/v1/nothing", { headers: { origin: "https://docs.example" } })
    assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://docs.example")
    assert.include(answer.headers.get("access-control-expose-headers"), "location")
    assert.strictEqual(answer.headers.get("vary"), "origin")
    assert.strictEqual((await send("GET", "/v1/who")).headers.get("vary"), "origin")
    const anyone = Web.make({ origins: ["*"] })
    const any = await anyone.send("GET", "/v1/who", { headers: { origin: "https://any.example" } })
    assert.strictEqual(any.headers.get("access-control-allow-origin"), "https://any.example")
  })
})

describe("the log", () => {
  it("has one line for each request: id, method, template, status, time, user", async () => {
    const { lines, send } = logging()
    await send("GET", "/v1/things/t1", { token: Stub.token("grace"), headers: { "x-request-id": "r1" } })
    await send("DELETE", "/v1/nothing/secret-path", { headers: { "x-request-id": "r2" } })
    await send("GET", "/healthz")
    const entries = lines.map((line) => JSON.parse(line))
    assert.strictEqual(entries.length, 2)
    assert.isNumber(entries[0]?.milliseconds)
    const { milliseconds: _, time: __, ...first } = entries[0]
    const expected = { level: "INFO", message: "request", request: "r1", method: "GET", route: "/v1/things/{thingId}" }
    assert.deepStrictEqual(first, { ...expected, status: 200, user: "grace" })
    assert.deepInclude(entries[1], { request: "r2", method: "DELETE", status: 404 })
    assert.notInclude(lines.join(""), "secret-path")
  })

  it("contains the reason of an error, the invalid fields and the source (rule log-requests)", async () => {
    const lines: Array<string> = []
    const { send } = Web.make({ lines, clientAddress: () => "192.0.2.7" })
    const refused = await send("PATCH", "/v1/things/t1", { body: { title: 7, secretive: "a text of the caller" } })
    await send("GET", "/v1/things/t1", { token: null })
    await send("GET", "/v1/nothing")
    const [invalid, unauthorized, absent] = lines.map((line) => JSON.parse(line))
    assert.deepInclude(invalid, { status: 400, error: refused.json.error.reason, client: "192.0.2.7" })
    assert.sameMembers(
      invalid.fields,
      refused.json.error.details.map(({ path }) => path)
    )
    assert.notInclude(lines.join(), "a text of the caller")
    assert.deepInclude(unauthorized, { status: 401, error: "Unauthenticated", client: "192.0.2.7" })
    assert.deepInclude(absent, { status: 404, error: "RouteNotFound" })
  })

  it("contains no credential of any request, whatever its outcome", async () => {
    const { lines, send } = logging()
    const query = `?shareKey=${canary}&code=${canary}&token=${canary}`
    const headers = { cookie: `session=${canary}`, "x-request-id": "r" }
    const all: ReadonlyArray<[string, string, Web.Sent]> = [
      ["GET", `/v1/die/secret${query}`, { headers }],
      ["GET", `/v1/die/defect${query}`, { token: Stub.token(), headers }],
      ["GET", `/v1/who${query}`, { token: canary, headers }],
      ["GET", `/v1/broken${query}`, { headers }],
      ["POST", `/v1/sign-in${query}`, { token: null, headers, body: { code: canary } }],
      ["POST", `/v1/sign-in${query}`, { token: null, headers, body: { code: canary, token: canary, x: canary } }],
      ["POST", `/v1/spaces/s1/things${query}`, { headers, body: `{"title":"${canary}` }],
      ["PUT", `/v1/nothing/${canary}${query}`, { headers, body: { password: canary } }],
      ["GET", `/v1/things/${canary}${query}`, { headers }]
    ]
    for (const [method, path, sent] of all) {
      const answer = await send(method, path, { token: Stub.token(), ...sent })
      if (answer.status >= 500) assert.notInclude(answer.text, canary)
    }
    assert.strictEqual(lines.length, all.length)
    assert.notInclude(lines.join("\n"), canary)
    assert.notInclude(lines.join("\n"), Stub.token())
    assert.isTrue(lines.some((line) => line.includes("[redacted]")))
  })
})

describe("the log of an error that repeats a credential without a marker", () => {
  const cases: ReadonlyArray<[string, string, string, Web.Sent]> = [
    ["query", "GET", `/v1/die/echo?shareKey=${canary}`, {}],
    ["query, encoded", "GET", `/v1/die/echo?x=1&share_key=${canary.replace("-", "%2D")}`, {}],
    ["cookies", "GET", "/v1/die/echo", { headers: { cookie: `theme=dark; session=${canary}` } }],
    ["other authorization", "GET", "/v1/die/echo", { headers: { "proxy-authorization": `Basic ${canary}` } }],
    ["body", "POST", "/v1/sign-in", { body: { code: canary } }]
  ]

  it.each(cases)("omits a credential in the %s", async (_, method, path, sent) => {
    const { lines, send } = logging()
    assert.strictEqual((await send(method, path, sent)).status, 500)
    assert.include(lines.join(""), "nothing marks [redacted] here")
    assert.notInclude(lines.join(""), canary)
  })
})

describe("health", () => {
  const readiness = async (probe: Effect.Effect<unknown, unknown>) => {
    const answer = await Web.make({ probe }).send("GET", "/readyz", { token: null })
    return [answer.status, answer.status === 200 ? "" : answer.json.error.reason]
  }

  it("reports readiness while the store responds", async () => {
    assert.strictEqual((await send("GET", "/healthz", { token: null })).status, 200)
    assert.deepStrictEqual(await readiness(Effect.void), [200, ""])
    assert.deepStrictEqual(await readiness(Effect.fail("gone")), [503, "NotReady"])
    assert.deepStrictEqual(await readiness(Effect.die("gone")), [503, "NotReady"])
  })
})
