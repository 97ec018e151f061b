import { assert, layer } from "@effect/vitest"
import { Fetcher, OpenApiSpecs, SpecContents, SpecProcessing } from "@quire/core"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, capabilities, memoryWith, postgresWith } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const pets = (title: string) => JSON.stringify({ swagger: "2.0", info: { title, version: "1" }, paths: {} })

type Answer = Effect.Effect<string, Fetcher.FetchFailed>

/** What each address answers. */
const served = new Map<string, Answer>()
const asked: Array<string> = []

const fetcher = Layer.succeed(Fetcher.Fetcher, {
  get: Effect.fnUntraced(function* (url: string) {
    asked.push(url)
    const text = yield* served.get(url) ?? Effect.fail(new Fetcher.FetchFailed({ reason: "unreachable" }))
    return { url, status: 200, contentType: "application/json", bytes: new TextEncoder().encode(text) }
  })
})

const given = Layer.merge(capabilities, fetcher)

const setup = Effect.gen(function* () {
  const { creator, domain, organization } = yield* found
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const processing = yield* SpecProcessing.SpecProcessing
  const contents = yield* SpecContents.SpecContents
  yield* asSystem(processing.processDue())
  asked.length = 0
  const url = `https://${domain}/openapi.json`
  const by = as(creator)
  const put = (source: { readonly url: string } | { readonly text: string } = { url }) =>
    Effect.map(by(specs.put(organization, "pets", { source })), ({ value }) => value)
  return {
    url,
    by,
    specs,
    organization,
    put,
    process: (id: string) => asSystem(processing.process(id)),
    run: asSystem(processing.processDue()),
    get: by(specs.get(organization, "pets")),
    title: Effect.map(by(contents.latest(organization, "pets")), (content) =>
      Option.getOrUndefined(Option.map(content, ({ outline }) => outline.info.title))
    )
  }
})

const stores = [
  ["memory", memoryWith(given)],
  ["Postgres", postgresWith(given)]
] as const

for (const [name, engine] of stores) {
  layer(engine)(`processing of specs on ${name}`, (it) => {
    it.effect("looks at an address every six hours, and when it is given again (rule spec-poll)", () =>
      Effect.gen(function* () {
        const { get, put, run, title, url } = yield* setup
        served.set(url, Effect.succeed(pets("One")))
        const made = yield* put()
        assert.strictEqual(made.sourceURL, url)
        assert.deepStrictEqual(yield* run, { read: 1 })
        const first = yield* get
        served.set(url, Effect.succeed(pets("Two")))
        yield* TestClock.adjust(6 * 3_600_000 - 1)
        assert.deepStrictEqual([yield* run, asked.length], [{}, 1])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* run, { read: 1 })
        assert.strictEqual(yield* title, "Two")
        const second = yield* get
        assert.notStrictEqual(second.lastVersion, first.lastVersion)
        assert.strictEqual(second.updatedAt, second.lastProcessedAt)
        yield* put()
        assert.deepStrictEqual(yield* run, { unchanged: 1 })
        assert.strictEqual((yield* get).lastVersion, second.lastVersion)
        const text = yield* put({ text: pets("Text") })
        assert.isUndefined(text.sourceURL)
        assert.deepStrictEqual(yield* run, { read: 1 })
        yield* TestClock.adjust("30 days")
        assert.deepStrictEqual([yield* run, asked.length], [{}, 3])
      })
    )

    it.effect("says why an address gave nothing, and keeps what was there (rule spec-states)", () =>
      Effect.gen(function* () {
        const { get, put, run, title, url } = yield* setup
        served.set(url, Effect.succeed(pets("One")))
        yield* put()
        yield* run
        const before = yield* get
        const failing = [
          ["timeout", "FETCH_TIMEOUT", "the server did not answer in time"],
          ["blocked", "FETCH_ERROR", "the address of the URL is not one that may be fetched from"],
          ["too-large", "FETCH_ERROR", "the answer of the server is too large"],
          ["status", "FETCH_ERROR", "the server did not answer with success"],
          ["unreachable", "FETCH_ERROR", "the server could not be reached"]
        ] as const
        for (const [reason, code, message] of failing) {
          served.set(url, Effect.fail(new Fetcher.FetchFailed({ reason })))
          yield* TestClock.adjust("6 hours")
          assert.deepStrictEqual(yield* run, { failed: 1 })
          const after = yield* get
          assert.deepStrictEqual(
            [after.processingState, after.lastProcessErrorCode, after.lastProcessErrorMessage, after.lastVersion],
            ["complete", code, message, before.lastVersion]
          )
          assert.strictEqual(after.updatedAt, before.updatedAt)
        }
        served.set(url, Effect.succeed("not: [a description"))
        yield* TestClock.adjust("6 hours")
        yield* run
        assert.strictEqual((yield* get).lastProcessErrorCode, "PARSE_ERROR")
        assert.strictEqual(yield* title, "One")
        served.set(url, Effect.succeed(pets("One")))
        yield* TestClock.adjust("6 hours")
        assert.deepStrictEqual(yield* run, { unchanged: 1 })
        assert.isUndefined((yield* get).lastProcessErrorCode)
      })
    )

    it.effect("drops what an earlier source gave too late (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { get, process, put, title, url } = yield* setup
        const [late, began] = [yield* Deferred.make<string>(), yield* Deferred.make<void>()]
        served.set(url, Effect.andThen(Deferred.succeed(began, undefined), Deferred.await(late)))
        const { id } = yield* put()
        const slow = yield* Effect.forkChild(process(id), { startImmediately: true })
        yield* Deferred.await(began)
        assert.strictEqual((yield* get).processingState, "progress")
        assert.strictEqual(yield* process(id), "absent")
        yield* put({ text: pets("New") })
        assert.strictEqual((yield* get).processingState, "pending")
        assert.strictEqual(yield* process(id), "read")
        yield* Deferred.succeed(late, pets("Old"))
        assert.strictEqual(yield* Fiber.join(slow), "superseded")
        assert.strictEqual(yield* title, "New")
        assert.strictEqual((yield* get).processingState, "complete")
      })
    )

    it.effect("writes nothing of a spec that was deleted meanwhile (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { by, organization, process, put, specs, title, url } = yield* setup
        const [late, began] = [yield* Deferred.make<string>(), yield* Deferred.make<void>()]
        served.set(url, Effect.andThen(Deferred.succeed(began, undefined), Deferred.await(late)))
        const { id } = yield* put()
        const slow = yield* Effect.forkChild(process(id), { startImmediately: true })
        yield* Deferred.await(began)
        assert.isTrue(yield* by(specs.remove(organization, "pets")))
        yield* put({ text: pets("New") })
        yield* Deferred.succeed(late, pets("Old"))
        assert.strictEqual(yield* Fiber.join(slow), "superseded")
        assert.isUndefined(yield* title)
      })
    )

    it.effect("is taken over when a server stops halfway (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { get, process, put, run, title, url } = yield* setup
        const began = yield* Deferred.make<void>()
        served.set(url, Effect.andThen(Deferred.succeed(began, undefined), Effect.never))
        const { id } = yield* put()
        const stopped = yield* Effect.forkChild(process(id), { startImmediately: true })
        yield* Deferred.await(began)
        yield* Fiber.interrupt(stopped)
        served.set(url, Effect.succeed(pets("One")))
        assert.deepStrictEqual(yield* run, {})
        yield* TestClock.adjust(2 * 60_000)
        assert.deepStrictEqual(yield* run, { read: 1 })
        assert.deepStrictEqual([yield* title, (yield* get).processingState], ["One", "complete"])
      })
    )

    it.effect("is the host's alone", () =>
      Effect.gen(function* () {
        const { by } = yield* setup
        const processing = yield* SpecProcessing.SpecProcessing
        assert.strictEqual((yield* Effect.flip(by(processing.process("x"))))._tag, "HostOnly")
        assert.strictEqual((yield* Effect.flip(by(processing.processDue())))._tag, "HostOnly")
      })
    )
  })
}
