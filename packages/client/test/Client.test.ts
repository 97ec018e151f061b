import { assert, describe, it, onTestFinished, vi } from "vitest"
import { type ClientOptions, createClient, isQuireError, QuireError } from "../src/index.ts"

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { ...init, headers: { "content-type": "application/json", ...init.headers } })

const refusal = (code: number, reason: string, more: object = {}, headers: Record<string, string> = {}) =>
  json({ error: { code, message: "m", reason, ...more } }, { status: code, headers })

/** A client of a server that gives these answers, one after the other, and what was asked of it and waited for. */
const scripted = (answers: ReadonlyArray<() => Response>, options: Partial<ClientOptions> = {}) => {
  const requests: Array<Request> = []
  const waited: Array<number> = []
  const client = createClient({
    baseUrl: "https://docs.example.com/wiki/",
    token: "secret",
    fetch: async (request) => {
      requests.push(request)
      const answer = answers[requests.length - 1]
      if (answer === undefined) throw new Error("asked once more than expected")
      return answer()
    },
    wait: async (milliseconds) => void waited.push(milliseconds),
    ...options
  })
  return { client, requests, waited, addresses: () => requests.map(({ method, url }) => `${method} ${url}`) }
}

const failure = async (call: Promise<unknown>): Promise<QuireError> => {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.instanceOf(thrown, QuireError)
  return thrown
}

const broken = (): Response => {
  throw new TypeError("connection reset")
}

describe("the address of a request", () => {
  it("encodes path segments, and puts other parameters in the query", async () => {
    const { addresses, client } = scripted([() => json({}), () => json({ items: [] })])
    await client.content.getPageByPath({
      spaceId: "a b",
      pagePath: "one/two?#",
      format: "markdown",
      computed: undefined
    })
    await client.changeRequests.list({ spaceId: "s", status: "open", limit: 3 })
    assert.deepStrictEqual(addresses(), [
      "GET https://docs.example.com/wiki/v1/spaces/a%20b/content/path/one%2Ftwo%3F%23?format=markdown",
      "GET https://docs.example.com/wiki/v1/spaces/s/change-requests?status=open&limit=3"
    ])
  })

  it.each(["", ".", "..", undefined])("rejects %o as a path parameter (rule client-parameters)", async (value) => {
    const { requests, client } = scripted([])
    const error = await failure(client.spaces.delete(JSON.parse(JSON.stringify({ spaceId: value }))))
    assert.deepStrictEqual(
      [error.kind, error.field, error.status, requests.length],
      ["bad-input", "spaceId", undefined, 0]
    )
  })

  it("repeats the name for each of several values", async () => {
    const { addresses, client } = scripted([() => json({ items: [] })])
    await client.changeRequestComments.listInChangeRequest({ spaceId: "s", changeRequestId: "c", authors: ["a", "b"] })
    assert.match(addresses().join(), /authors=a&authors=b$/)
  })
})

describe("a request of the client", () => {
  it("has a JSON body, and the headers of the client and of the call", async () => {
    const { requests, client } = scripted([() => json({ id: "s" }, { status: 201 })], {
      headers: { "x-one": "1", "x-two": "1" }
    })
    const space = await client.spaces.create(
      { organizationId: "o", body: { title: "Guide" } },
      { headers: { "x-two": "2" } }
    )
    const [request] = requests
    assert.deepStrictEqual(
      [
        space.id,
        await request?.json(),
        ...["authorization", "content-type", "x-one", "x-two"].map((name) => request?.headers.get(name))
      ],
      ["s", { title: "Guide" }, "Bearer secret", "application/json", "1", "2"]
    )
  })

  it("declares JSON for changes without a body, as sessions of browsers require (rule client-changes)", async () => {
    const { client, requests } = scripted([() => new Response(null, { status: 204 }), () => json({})])
    await client.spaces.delete({ spaceId: "s" })
    await client.users.getAuthenticatedUser()
    assert.deepStrictEqual(
      requests.map(({ headers, method }) => [method, headers.get("content-type")]),
      [
        ["DELETE", "application/json"],
        ["GET", null]
      ]
    )
  })

  it("requests the token before each attempt, and omits it where there is none (rule client-token)", async () => {
    const tokens = ["one", "two", undefined]
    const { requests, client } = scripted([() => refusal(503, "Unavailable"), () => json({}), () => json({})], {
      token: async () => tokens.shift()
    })
    await client.users.getAuthenticatedUser()
    await client.users.getAuthenticatedUser()
    assert.deepStrictEqual(
      requests.map(({ headers }) => headers.get("authorization")),
      ["Bearer one", "Bearer two", null]
    )
  })

  it.each([
    ["/files/a", "Bearer secret"],
    ["files/a", "Bearer secret"],
    ["https://docs.example.com/wiki/files/a", "Bearer secret"],
    ["https://docs.example.com/other", null],
    ["https://docs.example.com/wiki/../other", null],
    ["https://docs.example.com:444/wiki/a", null],
    ["//evil.example.com/wiki/a", null],
    ["https://evil.example.com/wiki/a", null]
  ])("sends the token to %s only if it is below the server (rule client-token)", async (address, expected) => {
    const { requests, client } = scripted([() => new Response("bytes")], { headers: { "x-api-key": "secret" } })
    assert.strictEqual(await (await client.fetch(address)).text(), "bytes")
    assert.strictEqual(requests[0]?.headers.get("authorization"), expected)
    assert.strictEqual(requests[0]?.headers.get("x-api-key"), expected === null ? null : "secret")
  })

  it("returns a response when a framework has replaced the global response class", async () => {
    const [found, refused] = [json({ id: "s" }), refusal(404, "NotFound")]
    const { client } = scripted([() => found, () => refused])
    const { Response } = globalThis
    globalThis.Response = class extends Response {}
    try {
      assert.strictEqual((await client.spaces.get({ spaceId: "s" })).id, "s")
      assert.strictEqual((await failure(client.spaces.get({ spaceId: "s" }))).kind, "not-found")
    } finally {
      globalThis.Response = Response
    }
  })

  it("returns nothing for a response without a body", async () => {
    const { client } = scripted([() => new Response(null, { status: 205 })])
    assert.isUndefined(await client.spaces.delete({ spaceId: "s" }))
  })
})

describe("the options of a call", () => {
  it("sends a request also when the page is closed only if they say so", async () => {
    const { client, requests } = scripted([() => json({}), () => json({})])
    await client.spaces.get({ spaceId: "s" })
    await client.spaces.get({ spaceId: "s" }, { keepalive: true })
    assert.deepStrictEqual(
      requests.map(({ keepalive }) => keepalive),
      [false, true]
    )
  })
})

describe("a request with a temporary failure (rule client-retries)", () => {
  const busy = () => refusal(503, "Unavailable", {}, { "retry-after": "3" })

  it("retries after the delay that the server requests, or after delays that double", async () => {
    const throttled = scripted([
      busy,
      () => refusal(429, "TooManyRequests", {}, { "retry-after": "7" }),
      () => json({})
    ])
    await throttled.client.spaces.get({ spaceId: "s" })
    assert.deepStrictEqual(throttled.waited, [3000, 7000])
    const silent = scripted([broken, () => refusal(503, "Unavailable"), () => json({})])
    await silent.client.spaces.get({ spaceId: "s" })
    const [first = 0, second = 0] = silent.waited
    assert.isTrue(first >= 100 && first <= 200 && second >= 200 && second <= 400, String(silent.waited))
  })

  it("fails once its attempts are used up", async () => {
    const { requests, client, waited } = scripted([busy, busy, busy])
    const error = await failure(client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual([error.kind, error.status, error.retryAfter], ["unavailable", 503, 3])
    assert.deepStrictEqual([requests.length, waited.length], [3, 2])
    const none = scripted([broken])
    const unreachable = await failure(none.client.spaces.get({ spaceId: "s" }, { retries: 0 }))
    assert.deepStrictEqual(
      [unreachable.kind, unreachable.status, unreachable.reason],
      ["unavailable", undefined, "Unreachable"]
    )
    assert.include(unreachable.message, "connection reset")
  })

  it("fails at once when the delay exceeds the maximum: waits 3 seconds of 3, but not 3 of 2.999", async () => {
    const within = scripted([busy, () => json({})], { maximumWait: 3000 })
    await within.client.spaces.get({ spaceId: "s" })
    const beyond = scripted([busy], { maximumWait: 2999 })
    assert.strictEqual((await failure(beyond.client.spaces.get({ spaceId: "s" }))).kind, "unavailable")
    assert.deepStrictEqual([within.waited, beyond.waited], [[3000], []])
  })

  it("never repeats a method that may already have taken effect", async () => {
    const { requests, client, waited } = scripted([busy, busy, busy])
    await failure(client.spaces.restore({ spaceId: "s" }))
    await failure(client.spaces.update({ spaceId: "s", body: {} }))
    const stream = { method: "PUT", body: new ReadableStream(), duplex: "half" } as const
    await failure(client.fetch("x", stream))
    assert.deepStrictEqual([requests.map(({ method }) => method), waited], [["POST", "PATCH", "PUT"], []])
  })

  it("fails at once where another attempt would fail again", async () => {
    for (const status of [400, 404, 500, 502]) {
      const { requests, client } = scripted([() => refusal(status, "X")])
      await failure(client.spaces.get({ spaceId: "s" }))
      assert.strictEqual(requests.length, 1)
    }
  })

  it("sends nothing when its signal is already aborted", async () => {
    const over = AbortSignal.abort(new Error("over"))
    const { requests, client } = scripted([])
    const message = await client.spaces.get({ spaceId: "s" }, { signal: over }).catch((error: Error) => error.message)
    assert.deepStrictEqual([message, requests.length], ["over", 0])
  })

  it.each([
    ["just before a pause", queueMicrotask],
    ["in a pause", setImmediate]
  ] as const)("ends at once with a signal %s (rule client-retries)", async (_, soon) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const controller = new AbortController()
    const client = createClient({
      baseUrl: "https://docs.example.com",
      fetch: async () => {
        soon(() => controller.abort(new Error("enough")))
        return refusal(503, "Unavailable", {}, { "retry-after": "20" })
      }
    })
    const message = await client.spaces.get({ spaceId: "s" }, controller).catch((error: Error) => error.message)
    assert.deepStrictEqual([message, vi.getTimerCount()], ["enough", 0])
  })
})

describe("an error of the client (rule client-errors)", () => {
  it.each([
    [400, "InvalidRequest", "bad-input"],
    [401, "Unauthorized", "unauthorized"],
    [403, "Denied", "forbidden"],
    [404, "SpaceNotFound", "not-found"],
    [405, "MethodNotAllowed", "bad-input"],
    [409, "NothingChanged", "conflict"],
    [412, "HostnameTaken", "conflict"],
    [413, "PayloadTooLarge", "limit"],
    [415, "UnsupportedMediaType", "bad-input"],
    [422, "PageBelowItself", "bad-input"],
    [422, "TooManyTeams", "limit"],
    [422, "ImportLimitReached", "limit"],
    [422, "DocumentTooLarge", "limit"],
    [429, "TooManyRequests", "limit"],
    [500, "InternalError", "internal"],
    [502, "BadGateway", "unavailable"],
    [503, "Unavailable", "unavailable"],
    [504, "GatewayTimeout", "unavailable"]
  ] as const)("maps %i %s to the kind %s", async (status, reason, kind) => {
    const { client } = scripted([() => refusal(status, reason)], { retries: 0 })
    const error = await failure(client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual([error.status, error.reason, error.kind, error.message], [status, reason, kind, "m"])
    assert.isTrue(isQuireError(error) && isQuireError(error, kind))
  })

  it("has the invalid fields and the request id", async () => {
    const details = [
      { path: "title", rule: "is too long" },
      { path: "emoji", rule: "is none" }
    ]
    const { client } = scripted([() => refusal(400, "InvalidRequest", { details }, { "x-request-id": "r1" })])
    const error = await failure(client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual([error.field, error.details, error.requestId], ["title", details, "r1"])
    assert.isFalse(isQuireError(error, "conflict", "limit"))
    assert.isFalse(isQuireError(new Error("other")))
  })

  it("covers responses that come from another server", async () => {
    const proxy = scripted([() => new Response("<html>", { status: 404 })])
    const page = await failure(proxy.client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual(
      [page.kind, page.reason, page.message],
      ["not-found", "UnreadableAnswer", "the server responded with status 404"]
    )
    const portal = scripted([() => new Response("<html>")])
    const success = await failure(portal.client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual([success.kind, success.status, success.reason], ["internal", 200, "UnreadableAnswer"])
  })
})

describe("a list of the client (rule client-lists)", () => {
  const pages = [
    () => json({ items: [1, 2], next: { page: "b" }, count: 5 }),
    () => json({ items: [3, 4], next: { page: "c" } }),
    () => json({ items: [5] })
  ]

  it("provides its first page, all pages, or every item", async () => {
    const { addresses, client } = scripted(pages)
    const list = client.spaces.list({ organizationId: "o", limit: 2 })
    assert.strictEqual((await list).count, 5)
    const sizes: Array<number> = []
    for await (const page of list) sizes.push(page.items.length)
    assert.deepStrictEqual(sizes, [2, 2, 1])
    const base = "GET https://docs.example.com/wiki/v1/orgs/o/spaces?limit=2"
    assert.deepStrictEqual(addresses(), [base, `${base}&page=b`, `${base}&page=c`])
    const found: Array<unknown> = []
    for await (const item of scripted(pages).client.spaces.list({ organizationId: "o" }).items()) found.push(item)
    assert.deepStrictEqual(found, [1, 2, 3, 4, 5])
  })

  it("reads only as far as it is consumed, and starts at the given position", async () => {
    const { addresses, client } = scripted(pages)
    for await (const _ of client.spaces.list({ organizationId: "o", page: "a" }).items()) break
    assert.deepStrictEqual(addresses(), ["GET https://docs.example.com/wiki/v1/orgs/o/spaces?page=a"])
  })
})
