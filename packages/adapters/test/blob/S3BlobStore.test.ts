import { channel } from "node:diagnostics_channel"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { S3BlobStore } from "@quire/adapters"
import { BlobStore } from "@quire/core"
import { BlobStoreContract } from "@quire/testing"
import { Deferred, Effect, Fiber, Layer, Option, Predicate, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { clocked, optionsOf, type S3Server, s3Server } from "../support/s3Server.ts"

BlobStoreContract.suite("S3", Layer.unwrap(Effect.map(s3Server, clocked)), { resolution: 1000 })

const bytesOf = (text: string) => new TextEncoder().encode(text)

const using = <A, E>(options: S3BlobStore.Options, effect: Effect.Effect<A, E, BlobStore.BlobStore>) =>
  Effect.provide(effect, S3BlobStore.layer(options))

const failureOf = (options: S3BlobStore.Options) => Effect.flip(using(options, BlobStore.BlobStore))

type Listener = (incoming: IncomingMessage, answer: ServerResponse, pass: () => void) => void

/** Stands before a server: what its listener does not answer is passed on. */
const proxyTo = (server: S3Server, listener: Listener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const proxy = createServer((incoming, answer) => {
          const pass = () => {
            const { headers, method, url } = incoming
            const sent = request(`${server.endpoint}${url}`, { method, headers }, (got) => {
              answer.writeHead(got.statusCode ?? 500, got.headers)
              got.pipe(answer)
            })
            incoming.pipe(sent)
          }
          listener(incoming, answer, pass)
        })
        await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
        return proxy
      }),
      (proxy) =>
        Effect.promise(async () => {
          proxy.closeAllConnections()
          await new Promise((resolve) => proxy.close(resolve))
        })
    ),
    (proxy) => {
      const address = proxy.address()
      return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    }
  )

/** Requests of this process that are not answered yet. */
const unanswered = new Set<object>()
const onRequest = (message: unknown) =>
  void (Predicate.hasProperty(message, "request") && unanswered.add(message.request as object))
const onAnswer = (message: unknown) =>
  void (Predicate.hasProperty(message, "request") && unanswered.delete(message.request as object))

/** Lets time pass in the test until an effect ends, and no faster than it does while a request is under way. */
const hurried = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust(unanswered.size === 0 ? "10 millis" : "1 millis")
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 1)))
    }
    return yield* Fiber.join(fiber)
  })

const watched = [
  ["undici:request:create", onRequest],
  ["undici:request:headers", onAnswer],
  ["undici:request:error", onAnswer]
] as const
beforeAll(() => {
  for (const [name, listener] of watched) channel(name).subscribe(listener)
})
afterAll(() => {
  for (const [name, listener] of watched) channel(name).unsubscribe(listener)
})

describe("a bucket on an S3-compatible server", () => {
  it.effect("reports at startup why it is not usable (rule blob-checked)", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const right = optionsOf(server)
      const place = `cannot store files in the bucket quire below docs/ at ${server.endpoint}: `
      assert.include(
        (yield* failureOf({ ...right, bucket: "other" })).message,
        `the bucket other below docs/ at ${server.endpoint}: the bucket does not exist (NoSuchBucket)`
      )
      assert.strictEqual(
        (yield* failureOf({ ...right, accessKeyId: "nobody" })).message,
        `${place}the server does not recognize the access key (InvalidAccessKeyId)`
      )
      const wrong = yield* failureOf({ ...right, secretAccessKey: Redacted.make("not-the-secret") })
      assert.strictEqual(
        wrong.message,
        `${place}the secret key, region or endpoint does not match the access key (SignatureDoesNotMatch)`
      )
      assert.notInclude(JSON.stringify(wrong), "not-the-secret")
      const closed = yield* Effect.scoped(proxyTo(server, (_, answer) => answer.end()))
      const unreachable = yield* hurried(failureOf({ ...right, endpoint: closed }))
      assert.include(unreachable.message, `at ${closed}: connect ECONNREFUSED`)
    })
  )

  it.effect("retries temporary failures, and not refusals (rule blob-s3)", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const seen: Array<string> = []
      let failures = 0
      const endpoint = yield* proxyTo(server, ({ headers, method, url }, answer, pass) => {
        seen.push(`${method} ${url}`)
        assert.isDefined(headers.authorization)
        if (failures > 0) {
          failures--
          if (failures % 2 === 0) answer.writeHead(503).end("<Error><Code>SlowDown</Code></Error>")
          else answer.destroy()
        } else pass()
      })
      const options = { ...optionsOf(server), endpoint }
      const first = yield* Effect.exit(hurried(using(options, BlobStore.BlobStore)))
      assert.isTrue(first._tag === "Success", String(first))
      yield* using(
        options,
        Effect.gen(function* () {
          const store = yield* BlobStore.BlobStore
          const hash = yield* store.put(bytesOf("again"))
          seen.length = 0
          failures = 3
          assert.isTrue(Option.isSome(yield* hurried(store.get(hash))))
          assert.strictEqual(seen.length, 4)
          failures = 4
          assert.strictEqual((yield* Effect.exit(hurried(store.get(hash))))._tag, "Failure")
          assert.strictEqual(failures, 0)
        })
      )
    })
  )

  it.effect("loses no blob that is put between the check and the removal (rule blob-s3-removal)", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const own = optionsOf(server)
      const looked = yield* Deferred.make<void>()
      const held: Array<() => void> = []
      const endpoint = yield* proxyTo(server, ({ method, url = "" }, _, pass) => {
        if (method === "DELETE" && url.includes("/blobs/")) {
          held.push(pass)
          Deferred.doneUnsafe(looked, Effect.void)
        } else {
          if (method === "HEAD" && url.includes("/removing/")) for (const go of held.splice(0)) go()
          pass()
        }
      })
      yield* using(
        { ...own, endpoint },
        Effect.gen(function* () {
          const store = yield* BlobStore.BlobStore
          const hash = yield* store.put(bytesOf("raced"))
          const both = [
            store.remove([hash], Number.MAX_SAFE_INTEGER),
            Effect.andThen(Deferred.await(looked), store.put(bytesOf("raced")))
          ] as const
          assert.deepStrictEqual(yield* hurried(Effect.all(both, { concurrency: 2 })), [1, hash])
          assert.isTrue(Option.isSome(yield* store.get(hash)))
        })
      )
    })
  )

  it.effect("signs addresses that work without a key for a minute, if configured (rule file-redirect)", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const shown = { contentType: "application/zip", disposition: 'attachment; filename="a b.zip"' }
      const stored = (redirects: boolean) =>
        using(
          { ...optionsOf(server), redirects },
          Effect.gen(function* () {
            const store = yield* BlobStore.BlobStore
            return Option.getOrThrow(yield* store.open(yield* store.put(bytesOf("signed bytes"))))
          })
        )
      assert.isUndefined((yield* stored(false)).sign)
      const { sign } = yield* stored(true)
      const address = yield* sign?.(shown) ?? Effect.die("no address")
      const read = yield* Effect.promise(() => fetch(address))
      assert.deepStrictEqual(
        [read.status, read.headers.get("content-type"), read.headers.get("content-disposition")],
        [200, shown.contentType, shown.disposition]
      )
      assert.strictEqual(yield* Effect.promise(() => read.text()), "signed bytes")
      assert.strictEqual(new URL(address).searchParams.get("X-Amz-Expires"), "60")
      const other = yield* Effect.promise(() => fetch(address.replace("application%2Fzip", "text%2Fhtml")))
      assert.strictEqual(other.status, 403)
    })
  )

  it.effect("reads a range with one request, and only the requested bytes", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const read = yield* using(
        optionsOf(server),
        Effect.gen(function* () {
          const store = yield* BlobStore.BlobStore
          const stored = Option.getOrThrow(yield* store.open(yield* store.put(bytesOf("0123456789"))))
          return yield* Stream.mkString(Stream.decodeText(stored.read(3, 6)))
        })
      )
      assert.strictEqual(read, "345")
    })
  )
})
