import { assert, describe, it } from "@effect/vitest"
import { OwnFetcher } from "@quire/adapters"
import { Fetcher } from "@quire/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const limits = { maxBytes: 10, deadlineMs: 1_000 }

const using = <A, E>(
  fetch: OwnFetcher.OwnFetch,
  use: (fetcher: typeof Fetcher.Fetcher.Service) => Effect.Effect<A, E>
) => Effect.provide(Effect.flatMap(Fetcher.Fetcher, use), OwnFetcher.layer(fetch, { allow: ["inside.test:8080"] }))

const reasonOf = (url: string, fetch: OwnFetcher.OwnFetch) =>
  using(fetch, ({ get }) => Effect.map(Effect.flip(get(url, limits)), ({ reason }) => reason))

const url = "https://docs.test/a"

describe("a fetch function of the host", () => {
  it.effect("receives every request, with the limits of the engine (rule host-fetch)", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [OwnFetcher.OwnFetch, Fetcher.Reason]> = [
        [async () => new Response("12345678901"), "too-large"],
        [async () => new Response("", { status: 404 }), "status"],
        [async () => new Response(null, { status: 302, headers: { location: "/b" } }), "redirects"],
        [() => Promise.reject(new Error("away")), "unreachable"]
      ]
      for (const [fetch, reason] of cases) assert.strictEqual(yield* reasonOf(url, fetch), reason)
      for (const other of ["ftp://docs.test/", "https://a:b@docs.test/", "file:///etc/passwd"]) {
        assert.strictEqual(yield* reasonOf(other, () => assert.fail(other)), "protocol")
      }
      const waiting = yield* Effect.forkChild(reasonOf(url, () => new Promise(() => {})))
      yield* TestClock.adjust(limits.deadlineMs)
      assert.strictEqual(yield* Fiber.join(waiting), "timeout")
    })
  )

  it.effect("receives the requested address, and redirects are followed only for pages (rule host-fetch)", () =>
    Effect.gen(function* () {
      const seen: Array<ReadonlyArray<unknown>> = []
      const fetch: OwnFetcher.OwnFetch = async (request) => {
        seen.push([request.method, request.redirect, request.headers.get("x-a"), await request.text()])
        return new Response("0123456789", { status: 200, headers: { "x-b": "c", "keep-alive": "5" } })
      }
      const body = new TextEncoder().encode("{}")
      const [got, posted, exchanged, listed] = yield* using(fetch, (fetcher) =>
        Effect.all([
          fetcher.get(url, limits),
          fetcher.postForm(url, { fields: { a: "b c" } }, limits),
          fetcher.exchange(url, { method: "PUT", headers: [["x-a", "b"]], body }, limits),
          Effect.succeed(["http://inside.test:8080/", "http://inside.test/"].map(fetcher.isListed))
        ])
      )
      assert.deepStrictEqual(seen, [
        ["GET", "follow", null, ""],
        ["POST", "manual", null, "a=b+c"],
        ["PUT", "manual", "b", "{}"]
      ])
      assert.deepStrictEqual([got.url, got.status, got.bytes.length, posted.status], [url, 200, 10, 200])
      assert.deepStrictEqual(exchanged.headers, [
        ["content-type", "text/plain;charset=UTF-8"],
        ["x-b", "c"]
      ])
      assert.deepStrictEqual(listed, [true, false])
    })
  )
})
