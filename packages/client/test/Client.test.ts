import { assert, describe, it, onTestFinished, vi } from "vitest"
import { type ClientOptions, createClient, isQuireError, QuireError } from "../src/index.ts"

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { ...init, headers: { "content-type": "application/json", ...init.headers } })

const refusal = (code: number, reason: string, more: object = {}, headers: Record<string, string> = {}) =>
  json({ error: { code, message: "m", reason, ...more } }, { status: code, headers })

/** A client of a server that gives these answers, one after the other, and what was asked of it and waited for. */
const scripted = (answers: ReadonlyArray<() => Response>, options: Partial<ClientOptions> = {}) => {
  const asked: Array<Request> = []
  const waited: Array<number> = []
  const client = createClient({
    baseUrl: "https://docs.example.com/wiki/",
    token: "secret",
    fetch: async (request) => {
      asked.push(request)
      const answer = answers[asked.length - 1]
      if (answer === undefined) throw new Error("asked once more than expected")
      return answer()
    },
    wait: async (milliseconds) => void waited.push(milliseconds),
    ...options
  })
  return { client, asked, waited, addresses: () => asked.map(({ method, url }) => `${method} ${url}`) }
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

describe("an address", () => {
  it("has its parts encoded, and what is no part in its query", async () => {
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

  it.each(["", ".", "..", undefined])("has no part that is %o (rule client-parameters)", async (value) => {
    const { asked, client } = scripted([])
    const error = await failure(client.spaces.delete(JSON.parse(JSON.stringify({ spaceId: value }))))
    assert.deepStrictEqual(
      [error.kind, error.field, error.status, asked.length],
      ["bad-input", "spaceId", undefined, 0]
    )
  })

  it("names each value of several", async () => {
    const { addresses, client } = scripted([() => json({ items: [] })])
    await client.changeRequestComments.listInChangeRequest({ spaceId: "s", changeRequestId: "c", authors: ["a", "b"] })
    assert.match(addresses().join(), /authors=a&authors=b$/)
  })
})

describe("a request", () => {
  it("has its body as JSON, and the headers of the client and of the call", async () => {
    const { asked, client } = scripted([() => json({ id: "s" }, { status: 201 })], {
      headers: { "x-one": "1", "x-two": "1" }
    })
    const space = await client.spaces.create(
      { organizationId: "o", body: { title: "Guide" } },
      { headers: { "x-two": "2" } }
    )
    const [request] = asked
    assert.deepStrictEqual(
      [
        space.id,
        await request?.json(),
        ...["authorization", "content-type", "x-one", "x-two"].map((name) => request?.headers.get(name))
      ],
      ["s", { title: "Guide" }, "Bearer secret", "application/json", "1", "2"]
    )
  })

  it("asks for the token before each try, and goes without where there is none (rule client-token)", async () => {
    const tokens = ["one", "two", undefined]
    const { asked, client } = scripted([() => refusal(503, "Unavailable"), () => json({}), () => json({})], {
      token: async () => tokens.shift()
    })
    await client.users.getAuthenticatedUser()
    await client.users.getAuthenticatedUser()
    assert.deepStrictEqual(
      asked.map(({ headers }) => headers.get("authorization")),
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
  ])("of %s has the token only below the server (rule client-token)", async (address, expected) => {
    const { asked, client } = scripted([() => new Response("bytes")], { headers: { "x-api-key": "secret" } })
    assert.strictEqual(await (await client.fetch(address)).text(), "bytes")
    assert.strictEqual(asked[0]?.headers.get("authorization"), expected)
    assert.strictEqual(asked[0]?.headers.get("x-api-key"), expected === null ? null : "secret")
  })

  it("is answered where a framework has put its own class in the place of answers", async () => {
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

  it("without an answer that has a body answers nothing", async () => {
    const { client } = scripted([() => new Response(null, { status: 205 })])
    assert.isUndefined(await client.spaces.delete({ spaceId: "s" }))
  })
})

describe("a request that fails in passing (rule client-retries)", () => {
  const busy = () => refusal(503, "Unavailable", {}, { "retry-after": "3" })

  it("is repeated after what the server asks for, or after pauses that double", async () => {
    const asked = scripted([busy, () => refusal(429, "TooManyRequests", {}, { "retry-after": "7" }), () => json({})])
    await asked.client.spaces.get({ spaceId: "s" })
    assert.deepStrictEqual(asked.waited, [3000, 7000])
    const silent = scripted([broken, () => refusal(503, "Unavailable"), () => json({})])
    await silent.client.spaces.get({ spaceId: "s" })
    const [first = 0, second = 0] = silent.waited
    assert.isTrue(first >= 100 && first <= 200 && second >= 200 && second <= 400, String(silent.waited))
  })

  it("is told when its tries are used up", async () => {
    const { asked, client, waited } = scripted([busy, busy, busy])
    const error = await failure(client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual([error.kind, error.status, error.retryAfter], ["unavailable", 503, 3])
    assert.deepStrictEqual([asked.length, waited.length], [3, 2])
    const none = scripted([broken])
    const unreachable = await failure(none.client.spaces.get({ spaceId: "s" }, { retries: 0 }))
    assert.deepStrictEqual(
      [unreachable.kind, unreachable.status, unreachable.reason],
      ["unavailable", undefined, "Unreachable"]
    )
    assert.include(unreachable.message, "connection reset")
  })

  it("is told at once where more than the most would be waited: 3 seconds of 3 are waited, 3 of 2.999 not", async () => {
    const within = scripted([busy, () => json({})], { maximumWait: 3000 })
    await within.client.spaces.get({ spaceId: "s" })
    const beyond = scripted([busy], { maximumWait: 2999 })
    assert.strictEqual((await failure(beyond.client.spaces.get({ spaceId: "s" }))).kind, "unavailable")
    assert.deepStrictEqual([within.waited, beyond.waited], [[3000], []])
  })

  it("is never repeated by a method that may have done its work", async () => {
    const { asked, client, waited } = scripted([busy, busy, busy])
    await failure(client.spaces.restore({ spaceId: "s" }))
    await failure(client.spaces.update({ spaceId: "s", body: {} }))
    const stream = { method: "PUT", body: new ReadableStream(), duplex: "half" } as const
    await failure(client.fetch("x", stream))
    assert.deepStrictEqual([asked.map(({ method }) => method), waited], [["POST", "PATCH", "PUT"], []])
  })

  it("is told where it will fail again", async () => {
    for (const status of [400, 404, 500, 502]) {
      const { asked, client } = scripted([() => refusal(status, "X")])
      await failure(client.spaces.get({ spaceId: "s" }))
      assert.strictEqual(asked.length, 1)
    }
  })

  it("is not made where its signal has said so", async () => {
    const over = AbortSignal.abort(new Error("over"))
    const { asked, client } = scripted([])
    const said = await client.spaces.get({ spaceId: "s" }, { signal: over }).catch((error: Error) => error.message)
    assert.deepStrictEqual([said, asked.length], ["over", 0])
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
    const said = await client.spaces.get({ spaceId: "s" }, controller).catch((error: Error) => error.message)
    assert.deepStrictEqual([said, vi.getTimerCount()], ["enough", 0])
  })
})

describe("an error (rule client-errors)", () => {
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
  ] as const)("of %i %s is of the kind %s", async (status, reason, kind) => {
    const { client } = scripted([() => refusal(status, reason)], { retries: 0 })
    const error = await failure(client.spaces.get({ spaceId: "s" }))
    assert.deepStrictEqual([error.status, error.reason, error.kind, error.message], [status, reason, kind, "m"])
    assert.isTrue(isQuireError(error) && isQuireError(error, kind))
  })

  it("has the fields that break a rule, and the request's id", async () => {
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

  it("is told of what no server of ours says", async () => {
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

describe("a list (rule client-lists)", () => {
  const pages = [
    () => json({ items: [1, 2], next: { page: "b" }, count: 5 }),
    () => json({ items: [3, 4], next: { page: "c" } }),
    () => json({ items: [5] })
  ]

  it("is its first page, all of them, or every item", async () => {
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

  it("is read no further than it is used, and begins where it is told", async () => {
    const { addresses, client } = scripted(pages)
    for await (const _ of client.spaces.list({ organizationId: "o", page: "a" }).items()) break
    assert.deepStrictEqual(addresses(), ["GET https://docs.example.com/wiki/v1/orgs/o/spaces?page=a"])
  })
})
