import { assert, describe, it } from "@effect/vitest"
import { StoreError } from "@quire/core"
import { Cause, Data, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Exchange from "../../src/foundation/exchange/Exchange.ts"
import * as Redaction from "../../src/foundation/exchange/Redaction.ts"
import * as Logging from "../../src/server/Logging.ts"

const canary = "s3cr3t-canary-0123456789"

class Trouble extends Data.TaggedError("Trouble")<{ readonly token: string; readonly cause: unknown }> {
  override get message() {
    return `cannot reach https://x.test/?shareKey=${this.token}`
  }
}

/** The log of a request that carried `secrets`. */
const logged = (effect: Effect.Effect<unknown>, secrets: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const exchange = new Exchange.Exchange({ id: "request-1", address: "", isMutating: false })
    for (const secret of secrets) exchange.secrets.add(secret)
    yield* effect.pipe(
      Effect.provideService(Exchange.current, Option.some(exchange)),
      Effect.provide(Logging.layer((line) => void lines.push(line)))
    )
    return lines
  })

describe("a log line", () => {
  it.effect("consists of one line of JSON with the request's id and the annotations", () =>
    Effect.gen(function* () {
      const lines = yield* logged(
        Effect.annotateLogs(Effect.logWarning("first\nsecond", { a: 1 }), { route: "/v1/x", status: 200 })
      )
      assert.strictEqual(lines.length, 1)
      assert.notInclude(lines[0], "\n")
      const { time, ...entry } = JSON.parse(lines[0] ?? "")
      assert.isFalse(Number.isNaN(Date.parse(time)))
      assert.deepStrictEqual(entry, {
        level: "WARN",
        message: "first\nsecond",
        details: [{ a: 1 }],
        request: "request-1",
        route: "/v1/x",
        status: 200
      })
    })
  )

  it.effect("contains no credential from any source", () =>
    Effect.gen(function* () {
      const error = new Trouble({
        token: canary,
        cause: new Error(`Authorization: Bearer ${canary}`, {
          cause: new Error(`cookie: session=${canary}; b=${canary}`)
        })
      })
      const lines = yield* logged(
        Effect.all([
          Effect.logError("failed", error),
          Effect.logError("failed", { headers: { Authorization: `Bearer ${canary}`, "x-other": `token=${canary}` } }),
          Effect.logInfo(`GET /v1/x?a=1&code=${canary}&b=2`),
          Effect.logInfo(`{"shareKey":"${canary}","password": "${canary}"}`),
          Effect.logInfo(Redacted.make(canary)),
          Effect.logInfo({ nested: [{ client_secret: canary, apiKey: canary, cookie: canary }] }),
          Effect.annotateLogs(Effect.logInfo("annotated"), { token: canary, url: `/files/s1/f1/${canary}/name.png` }),
          Effect.exit(Effect.die(error)).pipe(
            Effect.flatMap((exit) => (exit._tag === "Failure" ? Effect.logFatal("died", exit.cause) : Effect.void))
          )
        ])
      )
      assert.strictEqual(lines.length, 8)
      for (const line of lines) assert.notInclude(line, canary)
      assert.isTrue(lines.every((line) => line.includes("[redacted]")))
    })
  )

  it.effect("contains no text that the request sent as a secret, even without a marker", () =>
    Effect.gen(function* () {
      const program = Effect.logError(`said ${canary} twice ${canary}`, new Error(canary))
      const [marked = ""] = yield* logged(program, [canary])
      assert.notInclude(marked, canary)
      const [unmarked = ""] = yield* logged(program)
      assert.include(unmarked, canary)
    })
  )

  it.effect("keeps values that are not secret", () =>
    Effect.gen(function* () {
      const [line = ""] = yield* logged(
        Effect.logError("decode: column decoded_at is missing", {
          code: 500,
          statusCode: "ok",
          tokens: 3,
          error: { code: 404 }
        })
      )
      assert.include(line, "decode: column decoded_at is missing")
      assert.include(line, '"tokens":3')
      assert.include(line, '"statusCode":"ok"')
    })
  )
})

describe("the log during an outage of the store (rule log-outage)", () => {
  const outage = (request?: string) => {
    const error = new StoreError.StoreError({
      operation: "query",
      cause: new Error("connection refused"),
      unavailable: true
    })
    const failing = Effect.logWarning("pending jobs could not be loaded", Cause.die(error))
    if (request === undefined) return failing
    const exchange = new Exchange.Exchange({ id: request, address: "", isMutating: false })
    return Effect.provideService(failing, Exchange.current, Option.some(exchange))
  }
  const lines: Array<string> = []
  const during = <A>(effect: Effect.Effect<A>) =>
    Effect.provide(
      effect,
      Logging.layer((line) => void lines.push(line))
    )

  it.effect("has a line at the beginning and one at the end, with the number of omitted lines", () =>
    during(
      Effect.gen(function* () {
        yield* outage()
        for (let second = 0; second < 20; second++) {
          yield* TestClock.adjust("1 second")
          yield* Effect.all([outage(), outage()])
        }
        yield* outage("request-1")
        yield* TestClock.adjust("5 seconds")
        yield* Effect.logInfo("request")
        yield* outage()
        assert.deepStrictEqual(
          lines
            .map((line) => JSON.parse(line))
            .map(({ cause, message, reason, request, seconds, suppressed }) => ({
              message,
              reason,
              request,
              seconds,
              suppressed,
              cause
            })),
          [
            { message: "store unavailable", reason: "connection refused" },
            { message: "pending jobs could not be loaded", request: "request-1" },
            { message: "store available again", seconds: 20, suppressed: 41 },
            { message: "request" },
            { message: "store unavailable", reason: "connection refused" }
          ].map((entry) => ({ ...none, ...entry }))
        )
      })
    )
  )

  const none = {
    message: undefined,
    reason: undefined,
    request: undefined,
    seconds: undefined,
    suppressed: undefined,
    cause: undefined
  }
})

describe("the log as text", () => {
  it.effect("has the same fields on one line, with values in quotes if they have spaces", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      yield* Effect.annotateLogs(Effect.logWarning("first\nsecond"), {
        route: "/v1/x",
        reason: 'a "b"',
        count: 2
      }).pipe(Effect.provide(Logging.layer((line) => void lines.push(line), "text")))
      assert.deepStrictEqual(lines, [
        '1970-01-01T00:00:00.000Z WARN  first second route=/v1/x reason="a \\"b\\"" count=2'
      ])
    })
  )
})

describe("the secret list of a request", () => {
  const collected = (headers: Record<string, string>, url: string) => {
    const secrets = new Redaction.Secrets()
    secrets.addRequest(headers, url)
    return Array.from(secrets.texts).sort()
  }

  it("contains its credentials, not their schemes", () => {
    assert.deepStrictEqual(collected({ authorization: `Bearer ${canary}` }, "/v1/x"), [canary])
    assert.deepStrictEqual(collected({ authorization: canary }, "/v1/x"), [canary])
    assert.deepStrictEqual(collected({ cookie: `a=${canary}; theme=dark; b=other-secret` }, "/"), [
      "other-secret",
      canary
    ])
  })

  it("contains the sensitive query parameters, encoded and decoded", () => {
    assert.deepStrictEqual(collected({}, "/x?shareKey=abc%2Fdef%2F&q=plain-text&code=12345678"), [
      "12345678",
      "abc%2Fdef%2F",
      "abc/def/"
    ])
  })

  it("contains the values under sensitive names in the body, at any depth", () => {
    const secrets = new Redaction.Secrets()
    secrets.addBody({ title: "plain-title", code: "sign-in-code", a: [{ secrets: { X: "deep-secret", n: 1 } }] })
    assert.sameMembers(Array.from(secrets.texts), ["sign-in-code", "deep-secret"])
  })
})

describe("the log for terminals", () => {
  const warned = (effect: Effect.Effect<unknown>) => {
    const lines: Array<string> = []
    return Effect.as(
      Effect.provide(
        effect,
        Logging.layerWarnings((line) => void lines.push(line))
      ),
      lines
    )
  }

  it.effect("shows only warnings and errors, one line each (rule host-warnings)", () =>
    Effect.gen(function* () {
      const lines = yield* warned(
        Effect.gen(function* () {
          yield* Effect.logDebug("debug")
          yield* Effect.logInfo("info")
          yield* Effect.annotateLogs(Effect.logWarning("late\nagain", { a: 1 }), { job: "one\ntwo", none: undefined })
          yield* Effect.logError("failed", Cause.fail(new Error("first\nsecond")))
        })
      )
      assert.deepStrictEqual(lines, [
        'quire warning: late again (details=[{"a":1}], job="one\\ntwo")',
        "quire error: failed: Error: first"
      ])
    })
  )

  it.effect("contains no credential (rule host-warnings)", () =>
    Effect.gen(function* () {
      const token = Effect.annotateLogs(Effect.logWarning("late"), { token: canary })
      const cause = Effect.logError("failed", Cause.fail(new Trouble({ token: canary, cause: undefined })))
      const lines = yield* warned(Effect.andThen(token, cause))
      assert.lengthOf(lines, 2)
      assert.notInclude(lines.join(), canary)
    })
  )
})
