import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Fetcher } from "@quire/core"
import { Deferred, Effect, Exit, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import * as GuardedFetcher from "../../src/fetch/GuardedFetcher.ts"
import { certificate } from "./certificate.ts"
import * as Listener from "./Listener.ts"

const loopback = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }])
const fetcher = Result.getOrThrow(GuardedFetcher.make({ allow: ["docs.test"], resolve: loopback, ca: certificate }))
const options = { maxBytes: 100_000, deadlineMs: 60_000 }

const text = (fetched: Fetcher.FetchedContent) => new TextDecoder().decode(fetched.bytes)
const reasonOf = (get: Effect.Effect<unknown, Fetcher.FetchFailed>) =>
  Effect.match(get, { onSuccess: () => "fetched" as const, onFailure: ({ reason }) => reason })

const serving = (headers: Record<string, string>, body: Uint8Array | string, status = 200) =>
  Effect.map(
    Listener.http((_, response) => response.writeHead(status, headers).end(body)),
    (listener) => ({ ...listener, url: `http://docs.test:${listener.port}/` })
  )

describe("a fetch", () => {
  it.effect("returns the bytes, the type and the final address, and sends only the necessary headers", () =>
    Effect.gen(function* () {
      const listener = yield* Listener.http((request, response) =>
        request.url === "/start"
          ? response.writeHead(302, { location: "/a%20b?c=d#e", "set-cookie": "session=1" }).end("moved")
          : response.writeHead(203, { "content-type": "text/markdown; charset=utf-8" }).end("# Hi")
      )
      const fetched = yield* fetcher.get(`http://docs.test:${listener.port}/start#top`, {
        ...options,
        accept: "text/markdown"
      })
      assert.deepStrictEqual(
        { ...fetched, bytes: text(fetched) },
        {
          url: `http://docs.test:${listener.port}/a%20b?c=d`,
          status: 203,
          contentType: "text/markdown; charset=utf-8",
          bytes: "# Hi"
        }
      )
      assert.strictEqual(listener.requests.length, 2)
      for (const { headers, method } of listener.requests) {
        assert.strictEqual(method, "GET")
        const { connection: _, ...sent } = headers
        assert.deepStrictEqual(sent, {
          host: `docs.test:${listener.port}`,
          accept: "text/markdown",
          "accept-encoding": "gzip, br, deflate",
          "user-agent": "quire"
        })
      }
    })
  )

  it.effect("uses no proxy from the environment", () =>
    Effect.gen(function* () {
      const proxy = yield* Listener.http((_, response) => response.end("proxied"))
      const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"]
      yield* Effect.acquireRelease(
        Effect.sync(() => names.map((name) => (process.env[name] = `http://127.0.0.1:${proxy.port}`))),
        () => Effect.sync(() => names.map((name) => delete process.env[name]))
      )
      const listener = yield* serving({}, "direct")
      assert.strictEqual(text(yield* fetcher.get(listener.url, options)), "direct")
      assert.strictEqual(proxy.connections(), 0)
    })
  )

  it.effect("checks certificates", () =>
    Effect.gen(function* () {
      const listener = yield* Listener.https((_, response) => response.end("secure"))
      const trusting = fetcher.get(`https://docs.test:${listener.port}/`, options)
      assert.strictEqual(text(yield* trusting), "secure")
      const other = Result.getOrThrow(
        GuardedFetcher.make({ allow: ["other.test"], resolve: loopback, ca: certificate })
      )
      assert.strictEqual(yield* reasonOf(other.get(`https://other.test:${listener.port}/`, options)), "unreachable")
      const doubting = Result.getOrThrow(GuardedFetcher.make({ allow: ["docs.test"], resolve: loopback }))
      assert.strictEqual(yield* reasonOf(doubting.get(`https://docs.test:${listener.port}/`, options)), "unreachable")
      assert.strictEqual(listener.requests.length, 1)
    })
  )

  it.effect("reveals nothing of the server's response", () =>
    Effect.gen(function* () {
      for (const status of [199 + 101, 304, 400, 401, 403, 404, 418, 500, 503]) {
        const listener = yield* serving({ "x-secret": "hunter2" }, status === 304 ? "" : "hunter2", status)
        const failed = yield* Effect.flip(fetcher.get(listener.url, options))
        assert.strictEqual(failed.reason, "status", String(status))
        assert.notInclude(JSON.stringify([failed.message, failed]), "hunter2")
        assert.notInclude(failed.message, String(listener.port))
      }
    })
  )

  it.effect("fails in the same way when no server listens and when the connection breaks", () =>
    Effect.gen(function* () {
      const broken = yield* Listener.raw((socket) => socket.destroy())
      const shut = yield* Effect.scoped(
        Effect.map(
          Listener.raw(() => {}),
          ({ port }) => port
        )
      )
      const halfway = yield* Listener.raw((socket) =>
        socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"))
      )
      for (const port of [broken.port, shut, halfway.port]) {
        assert.strictEqual(yield* reasonOf(fetcher.get(`http://docs.test:${port}/`, options)), "unreachable")
      }
    })
  )

  it.effect("fails for a protocol other than HTTP", () =>
    Effect.gen(function* () {
      for (const said of [
        "SSH-2.0-OpenSSH_9\r\n",
        "HTTP/1.1 200 OK\r\nbad header\r\n\r\n",
        "-ERR unknown command\r\n"
      ]) {
        const listener = yield* Listener.raw((socket) => socket.on("data", () => socket.end(said)))
        assert.strictEqual(
          yield* reasonOf(fetcher.get(`http://docs.test:${listener.port}/`, options)),
          "protocol",
          said
        )
      }
      const huge = yield* Listener.raw((socket) =>
        socket.on("data", () => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`))
      )
      assert.strictEqual(yield* reasonOf(fetcher.get(`http://docs.test:${huge.port}/`, options)), "protocol")
    })
  )
})

describe("a form", () => {
  const form = { fields: { code: "a b&c", grant: "é" }, authorization: "Basic eDp5" }

  it.effect("sends a POST, and returns the receiver's response", () =>
    Effect.gen(function* () {
      const bodies: Array<string> = []
      const listener = yield* Listener.http((request, response) => {
        request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()))
        request.on("end", () => response.end("{}"))
      })
      const fetched = yield* fetcher.postForm(`http://docs.test:${listener.port}/token`, form, options)
      assert.strictEqual(text(fetched), "{}")
      assert.deepStrictEqual(bodies, ["code=a+b%26c&grant=%C3%A9"])
      const [{ headers, method } = { headers: {}, method: "" }] = listener.requests
      assert.deepStrictEqual(
        [method, headers["content-type"], headers.authorization],
        ["POST", "application/x-www-form-urlencoded", "Basic eDp5"]
      )
    })
  )

  it.effect("follows no redirect and reaches no address that is not public", () =>
    Effect.gen(function* () {
      const listener = yield* Listener.http((request, response) =>
        request.url === "/token"
          ? response.writeHead(307, { location: "/elsewhere" }).end()
          : response.end("x".repeat(200_000))
      )
      const post = (url: string) => reasonOf(fetcher.postForm(url, form, options))
      assert.strictEqual(yield* post(`http://docs.test:${listener.port}/token`), "redirects")
      assert.strictEqual(listener.requests.length, 1)
      assert.strictEqual(yield* post(`http://docs.test:${listener.port}/large`), "too-large")
      assert.strictEqual(yield* post(`http://127.0.0.1:${listener.port}/token`), "blocked")
      assert.strictEqual(yield* post("http://169.254.169.254/token"), "blocked")
      assert.strictEqual(yield* post("https://user@docs.test/token"), "protocol")
      assert.strictEqual(listener.requests.length, 2)
    })
  )
})

describe("an exchange", () => {
  it.effect("sends a request unchanged except for connection headers, and accepts any status", () =>
    Effect.gen(function* () {
      const bodies: Array<string> = []
      const listener = yield* Listener.http((request, response) => {
        request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()))
        const headers = { "content-encoding": "gzip", "set-cookie": ["a=1", "b=2"], "x-said": "no" }
        request.on("end", () => response.writeHead(418, headers).end(gzipSync("short and stout")))
      })
      const answer = yield* fetcher.exchange(
        `http://docs.test:${listener.port}/tea?of=time`,
        {
          method: "PATCH",
          headers: [
            ["X-Many", "1"],
            ["x-many", "2"],
            ["Host", "elsewhere.test"],
            ["Content-Length", "1"],
            ["Accept-Encoding", "zstd"],
            ["User-Agent", "script"]
          ],
          body: new TextEncoder().encode("milk")
        },
        options
      )
      const [{ headers, method, url } = { headers: {} as IncomingHttpHeaders, method: "", url: "" }] = listener.requests
      assert.deepStrictEqual([method, url, bodies], ["PATCH", "/tea?of=time", ["milk"]])
      assert.deepStrictEqual(
        [headers["x-many"], headers.host, headers["content-length"], headers["user-agent"]],
        ["1, 2", `docs.test:${listener.port}`, "4", "script"]
      )
      assert.notInclude(String(headers["accept-encoding"]), "zstd")
      assert.deepStrictEqual([answer.status, new TextDecoder().decode(answer.bytes)], [418, "short and stout"])
      const withoutDate = answer.headers.filter(([name]) => name !== "date")
      assert.deepStrictEqual(withoutDate, [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-said", "no"]
      ])
    })
  )

  it.effect("follows no redirect, stops at its size limit, and rejects an invalid request", () =>
    Effect.gen(function* () {
      const listener = yield* Listener.http(({ url }, response) =>
        url === "/from"
          ? response.writeHead(302, { location: "/to" }).end("moved")
          : response.writeHead(200, { "content-length": "200000" }).end("x".repeat(200_000))
      )
      const send = (path: string, sending: Partial<Fetcher.OutgoingRequest> = {}) =>
        fetcher.exchange(
          `http://docs.test:${listener.port}${path}`,
          { method: "GET", headers: [], ...sending },
          options
        )
      const moved = yield* send("/from")
      assert.strictEqual(moved.status, 302)
      assert.deepInclude(moved.headers, ["location", "/to"])
      assert.strictEqual(listener.requests.length, 1)
      assert.strictEqual(yield* reasonOf(send("/large")), "too-large")
      assert.strictEqual((yield* send("/large", { method: "HEAD" })).bytes.length, 0)
      assert.strictEqual(yield* reasonOf(send("/", { method: "NO WAY" })), "protocol")
      assert.strictEqual(yield* reasonOf(send("/", { method: "CONNECT" })), "protocol")
      assert.strictEqual(yield* reasonOf(send("/", { headers: [["a b", "c"]] })), "protocol")
      assert.strictEqual(yield* reasonOf(send("/", { headers: [["a", "c\r\nd: e"]] })), "protocol")
      assert.strictEqual(listener.requests.length, 3)
    })
  )
})

describe("an exchange that needs only the head", () => {
  it.effect("does not wait for the body of the response", () =>
    Effect.gen(function* () {
      const listener = yield* Listener.http((_, response) =>
        response.writeHead(202, { "content-length": "200000" }).write("x")
      )
      const answer = yield* fetcher.exchange(
        `http://docs.test:${listener.port}/`,
        { method: "POST", headers: [], body: new Uint8Array() },
        { maxBytes: 0, deadlineMs: 10_000, isHeadEnough: true }
      )
      assert.deepStrictEqual([answer.status, answer.bytes.length], [202, 0])
    })
  )

  it("knows which hosts are on the allow list", () => {
    assert.isTrue(fetcher.isListed("http://docs.test/x"))
    assert.isFalse(fetcher.isListed("http://other.test/x"))
    assert.isFalse(fetcher.isListed("docs.test"))
  })
})

describe("a redirect", () => {
  const chain = (length: number) =>
    Effect.map(
      Listener.http(({ url = "/" }, response) => {
        const step = Number(url.slice(1))
        return step < length
          ? response.writeHead(307, { location: `/${step + 1}` }).end()
          : response.end(`after ${step}`)
      }),
      (listener) => ({ ...listener, url: `http://docs.test:${listener.port}/0` })
    )

  it.effect("leads on three times, not four", () =>
    Effect.gen(function* () {
      assert.strictEqual(text(yield* fetcher.get((yield* chain(3)).url, options)), "after 3")
      const longer = yield* chain(4)
      assert.strictEqual(yield* reasonOf(fetcher.get(longer.url, options)), "redirects")
      assert.strictEqual(longer.requests.length, 4)
    })
  )

  it.effect("ends in a loop", () =>
    Effect.gen(function* () {
      const listener = yield* Listener.http((_, response) => response.writeHead(301, { location: "" }).end())
      assert.strictEqual(yield* reasonOf(fetcher.get(`http://docs.test:${listener.port}/`, options)), "redirects")
      assert.strictEqual(listener.requests.length, 4)
    })
  )

  it.effect("counts as a plain status without a location", () =>
    Effect.gen(function* () {
      const listener = yield* serving({}, "", 302)
      assert.strictEqual(yield* reasonOf(fetcher.get(listener.url, options)), "status")
    })
  )
})

describe("a content encoding", () => {
  const body = "quire ".repeat(2000)
  const encodings = {
    identity: Buffer.from(body),
    gzip: gzipSync(body),
    "X-GZip": gzipSync(body),
    br: brotliCompressSync(body),
    deflate: deflateSync(body)
  }

  it.effect("decodes if it is a single layer", () =>
    Effect.gen(function* () {
      for (const [encoding, bytes] of [...Object.entries(encodings), ["deflate", deflateRawSync(body)] as const]) {
        const listener = yield* serving({ "content-encoding": encoding }, bytes)
        assert.strictEqual(text(yield* fetcher.get(listener.url, options)), body, encoding)
      }
    })
  )

  it.effect("fails if it is stacked, unknown or broken", () =>
    Effect.gen(function* () {
      const twice = gzipSync(gzipSync(body))
      for (const [encoding, bytes] of [
        ["gzip, gzip", twice],
        ["gzip,br", twice],
        ["identity, gzip", gzipSync(body)],
        ["zstd", Buffer.from(body)],
        ["compress", Buffer.from(body)],
        ["gzip", Buffer.from(body)],
        ["gzip", gzipSync(body).subarray(0, -9)],
        ["gzip", Buffer.alloc(0)],
        ["br", Buffer.from(body)],
        ["deflate", Buffer.from([0x78, 0x9c, 1, 2, 3])],
        ["deflate", Buffer.alloc(0)]
      ] as const) {
        const listener = yield* serving({ "content-encoding": encoding }, bytes)
        assert.strictEqual(yield* reasonOf(fetcher.get(listener.url, options)), "encoding", encoding)
      }
      const listed = yield* Listener.raw((socket) =>
        socket.on("data", () =>
          socket.end(
            "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-encoding: gzip\r\ncontent-length: 1\r\n\r\nx"
          )
        )
      )
      assert.strictEqual(yield* reasonOf(fetcher.get(`http://docs.test:${listed.port}/`, options)), "encoding")
    })
  )
})

describe("the byte limit", () => {
  it.effect("counts decoded bytes exactly", () =>
    Effect.gen(function* () {
      const body = "x".repeat(10_000)
      for (const [encoding, bytes] of [
        ["identity", Buffer.from(body)],
        ["gzip", gzipSync(body)],
        ["br", brotliCompressSync(body)],
        ["deflate", deflateSync(body)]
      ] as const) {
        const { url } = yield* serving({ "content-encoding": encoding }, bytes)
        assert.strictEqual((yield* fetcher.get(url, { ...options, maxBytes: 10_000 })).bytes.length, 10_000, encoding)
        assert.strictEqual(yield* reasonOf(fetcher.get(url, { ...options, maxBytes: 9_999 })), "too-large", encoding)
      }
    })
  )

  it.effect("stops a bomb early, and closes the connection", () =>
    Effect.gen(function* () {
      const zeros = Buffer.alloc(1024 * 1024)
      const member = gzipSync(zeros)
      let sent = 0
      const listener = yield* Listener.http((_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        const more = () => {
          sent++
          if (!response.destroyed) response.write(member, more)
        }
        more()
      })
      const get = fetcher.get(`http://docs.test:${listener.port}/`, { ...options, maxBytes: 20 * 1024 * 1024 })
      assert.strictEqual(yield* reasonOf(get), "too-large")
      yield* listener.closed
      assert.isBelow(sent * member.length, 8 * 1024 * 1024)
    })
  )

  it.effect("counts encoded bytes too", () =>
    Effect.gen(function* () {
      const empty = gzipSync("")
      const listener = yield* serving({ "content-encoding": "gzip" }, Buffer.concat(Array(1000).fill(empty)))
      assert.strictEqual((yield* fetcher.get(listener.url, { ...options, maxBytes: 20_000 })).bytes.length, 0)
      assert.strictEqual(yield* reasonOf(fetcher.get(listener.url, { ...options, maxBytes: 19_999 })), "too-large")
    })
  )

  it.effect("applies to an announced length at once, and otherwise to the bytes received", () =>
    Effect.gen(function* () {
      const announced = yield* Listener.raw((socket) =>
        socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100001\r\n\r\n"))
      )
      assert.strictEqual(yield* reasonOf(fetcher.get(`http://docs.test:${announced.port}/`, options)), "too-large")
      const endless = yield* Listener.raw((socket) => {
        const more = () => {
          if (!socket.destroyed) socket.write("x".repeat(10_000), more)
        }
        socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n", more))
      })
      assert.strictEqual(yield* reasonOf(fetcher.get(`http://docs.test:${endless.port}/`, options)), "too-large")
      yield* endless.closed
    })
  )
})

describe("the time limit", () => {
  const held = Effect.gen(function* () {
    const requested = yield* Deferred.make<void>()
    const listener = yield* Listener.http(() => Deferred.doneUnsafe(requested, Exit.void))
    return { ...listener, requested: Deferred.await(requested), url: `http://docs.test:${listener.port}/` }
  })

  it.effect("allows five seconds to the first byte", () =>
    Effect.gen(function* () {
      const server = yield* held
      const fiber = yield* Effect.forkChild(reasonOf(fetcher.get(server.url, options)))
      yield* server.requested
      yield* TestClock.adjust(4_999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
      yield* server.closed
    })
  )

  it.effect("ends the whole fetch at the caller's deadline, however slowly the response arrives", () =>
    Effect.gen(function* () {
      const dripped = yield* Deferred.make<void>()
      const listener = yield* Listener.http((_, response) => {
        response.writeHead(200)
        let drops = 0
        const drip = setInterval(() => {
          if (!response.destroyed) response.write(".")
          if (++drops === 20) Deferred.doneUnsafe(dripped, Exit.void)
        }, 2)
        response.on("close", () => clearInterval(drip))
      })
      const get = fetcher.get(`http://docs.test:${listener.port}/`, { ...options, deadlineMs: 4_000 })
      const fiber = yield* Effect.forkChild(reasonOf(get))
      yield* Deferred.await(dripped)
      yield* TestClock.adjust(3_999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
      yield* listener.closed
    })
  )

  it.effect("counts redirects towards the same deadline", () =>
    Effect.gen(function* () {
      const server = yield* held
      const requested = yield* Deferred.make<ServerResponse>()
      const front = yield* Listener.http((_, response) => Deferred.doneUnsafe(requested, Exit.succeed(response)))
      const get = fetcher.get(`http://docs.test:${front.port}/`, { ...options, deadlineMs: 3_000 })
      const fiber = yield* Effect.forkChild(reasonOf(get))
      const response = yield* Deferred.await(requested)
      yield* TestClock.adjust(2_000)
      response.writeHead(302, { location: server.url }).end()
      yield* server.requested
      yield* TestClock.adjust(999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
      yield* server.closed
    })
  )

  it.effect("gives up a resolver that never responds", () =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<void>()
      const resolve = () => {
        Deferred.doneUnsafe(requested, Exit.void)
        return new Promise<never>(() => {})
      }
      const { get } = Result.getOrThrow(GuardedFetcher.make({ allow: [], resolve }))
      const fiber = yield* Effect.forkChild(reasonOf(get("http://slow.test/", options)))
      yield* Deferred.await(requested)
      yield* TestClock.adjust(5_000)
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
    })
  )

  it.effect("closes the connection on interruption", () =>
    Effect.gen(function* () {
      const waiting = yield* held
      const first = yield* Effect.forkChild(fetcher.get(waiting.url, options))
      yield* waiting.requested
      yield* Fiber.interrupt(first)
      yield* waiting.closed

      const flowing = yield* Deferred.make<void>()
      const listener = yield* Listener.http((_, response) =>
        response.writeHead(200).write("begin", () => Deferred.doneUnsafe(flowing, Exit.void))
      )
      const second = yield* Effect.forkChild(fetcher.get(`http://docs.test:${listener.port}/`, options))
      yield* Deferred.await(flowing)
      yield* Fiber.interrupt(second)
      yield* listener.closed
      const ends = yield* Effect.all([Fiber.await(first), Fiber.await(second)])
      assert.isTrue(ends.every(Exit.hasInterrupts))
    })
  )

  it.effect("gives up a TLS handshake with a silent server, and closes the connection", () =>
    Effect.gen(function* () {
      const connected = yield* Deferred.make<void>()
      const mute = yield* Listener.raw((socket) => {
        socket.resume()
        Deferred.doneUnsafe(connected, Exit.void)
      })
      const fiber = yield* Effect.forkChild(reasonOf(fetcher.get(`https://docs.test:${mute.port}/`, options)))
      yield* Deferred.await(connected)
      yield* TestClock.adjust(5_000)
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
      yield* mute.closed
    })
  )
})

describe("the layer of the fetcher", () => {
  it.effect("provides the fetcher", () =>
    Effect.gen(function* () {
      const listener = yield* serving({}, "here")
      const layer = GuardedFetcher.layer({ allow: [`127.0.0.1:${listener.port}`] })
      const { get } = yield* Effect.provide(Fetcher.Fetcher, layer)
      assert.strictEqual(text(yield* get(`http://127.0.0.1:${listener.port}/`, options)), "here")
    })
  )

  it.effect("fails with an unreadable allow list", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(Effect.provide(Fetcher.Fetcher, GuardedFetcher.layer({ allow: ["http://x"] })))
      assert.instanceOf(failed, GuardedFetcher.UnreadableEntry)
      assert.strictEqual(failed.message, '"http://x" must have the form host or host:port')
    })
  )
})
