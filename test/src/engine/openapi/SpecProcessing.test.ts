import { assert, layer } from "@effect/vitest"
import { Fetcher, JobControl, OpenApiSpecs, SpecContents } from "@quire/core"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, capabilities, memoryWith, onStores, postgresWith } from "../../support/engine.ts"
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
  }),
  postForm: () => Effect.die("nothing is sent"),
  exchange: () => Effect.die("nothing is sent"),
  isListed: () => false
})

const given = Layer.merge(capabilities, fetcher)

const setup = Effect.gen(function* () {
  const { creator, domain, organization } = yield* found
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const jobs = yield* JobControl.JobControl
  const contents = yield* SpecContents.SpecContents
  const run = asSystem(jobs.run())
  yield* run
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
    run,
    /** How often the address was asked for. */
    looks: Effect.sync(() => asked.filter((each) => each === url).length),
    get: by(specs.get(organization, "pets")),
    title: Effect.map(by(contents.latest(organization, "pets")), (content) =>
      Option.getOrUndefined(Option.map(content, ({ outline }) => outline.info.title))
    )
  }
})

const stores = onStores(import.meta.url, {
  memory: memoryWith(given),
  postgres: postgresWith(given)
})

for (const [name, engine] of stores) {
  layer(engine)(`processing of specs on ${name}`, (it) => {
    it.effect("fetches an address every six hours, and when it is submitted again (rule spec-poll)", () =>
      Effect.gen(function* () {
        const { get, looks, put, run, title, url } = yield* setup
        served.set(url, Effect.succeed(pets("One")))
        const made = yield* put()
        assert.strictEqual(made.sourceURL, url)
        yield* run
        const first = yield* get
        assert.deepStrictEqual([first.processingState, yield* title], ["complete", "One"])
        served.set(url, Effect.succeed(pets("Two")))
        yield* TestClock.adjust(6 * 3_600_000 - 1)
        yield* run
        assert.deepStrictEqual([yield* title, yield* looks], ["One", 1])
        yield* TestClock.adjust(1)
        yield* run
        assert.deepStrictEqual([yield* title, yield* looks], ["Two", 2])
        const second = yield* get
        assert.notStrictEqual(second.lastVersion, first.lastVersion)
        assert.strictEqual(second.updatedAt, second.lastProcessedAt)
        yield* put()
        yield* run
        assert.deepStrictEqual([(yield* get).lastVersion, yield* looks], [second.lastVersion, 3])
        yield* TestClock.adjust("6 hours")
        yield* run
        assert.strictEqual(yield* looks, 4)
        const text = yield* put({ text: pets("Text") })
        assert.isUndefined(text.sourceURL)
        yield* run
        assert.strictEqual(yield* title, "Text")
        yield* TestClock.adjust("30 days")
        yield* run
        assert.strictEqual(yield* looks, 4)
      })
    )

    it.effect("reports why a fetch failed and keeps the previous description (rule spec-states)", () =>
      Effect.gen(function* () {
        const { get, put, run, title, url } = yield* setup
        served.set(url, Effect.succeed(pets("One")))
        yield* put()
        yield* run
        const before = yield* get
        const failing = [
          ["timeout", "FETCH_TIMEOUT", "the server did not respond in time"],
          ["blocked", "FETCH_ERROR", "the URL points to an address that is not allowed"],
          ["too-large", "FETCH_ERROR", "the response of the server is too large"],
          ["status", "FETCH_ERROR", "the server did not return a successful status"],
          ["unreachable", "FETCH_ERROR", "the server could not be reached"]
        ] as const
        for (const [reason, code, message] of failing) {
          served.set(url, Effect.fail(new Fetcher.FetchFailed({ reason })))
          yield* TestClock.adjust("6 hours")
          yield* run
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
        yield* run
        assert.deepStrictEqual(
          [(yield* get).lastProcessErrorCode, (yield* get).lastVersion],
          [undefined, before.lastVersion]
        )
      })
    )

    /** A spec whose address answers when `late` says so; a run of it has begun. */
    const slow = Effect.gen(function* () {
      const world = yield* setup
      const [late, began] = [yield* Deferred.make<string>(), yield* Deferred.make<void>()]
      served.set(world.url, Effect.andThen(Deferred.succeed(began, undefined), Deferred.await(late)))
      yield* world.put()
      const running = yield* Effect.forkChild(world.run, { startImmediately: true })
      yield* Deferred.await(began)
      assert.strictEqual((yield* world.get).processingState, "progress")
      return { ...world, late, running }
    })

    it.effect("discards the late result of an earlier source (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { get, late, put, running, title } = yield* slow
        yield* put({ text: pets("New") })
        assert.strictEqual((yield* get).processingState, "pending")
        yield* Deferred.succeed(late, pets("Old"))
        assert.strictEqual((yield* Fiber.join(running)).superseded, 1)
        assert.deepStrictEqual([yield* title, (yield* get).processingState], ["New", "complete"])
      })
    )

    it.effect("does not wait for a slow address when another source is submitted (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { get, looks, put, running, title } = yield* slow
        yield* put({ text: pets("New") })
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* Fiber.join(running)).superseded, 1)
        assert.deepStrictEqual([yield* title, (yield* get).processingState, yield* looks], ["New", "complete", 1])
      })
    )

    it.effect("writes nothing for a spec that was deleted meanwhile (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { by, get, late, organization, put, run, running, specs, title } = yield* slow
        assert.isTrue(yield* by(specs.remove(organization, "pets")))
        yield* put({ text: pets("New") })
        yield* Deferred.succeed(late, pets("Old"))
        assert.strictEqual((yield* Fiber.join(running)).superseded, 1)
        yield* run
        assert.deepStrictEqual([yield* title, (yield* get).processingState], ["New", "complete"])
      })
    )

    it.effect("continues when a server stops halfway (rule spec-superseded)", () =>
      Effect.gen(function* () {
        const { get, run, running, title, url } = yield* slow
        yield* Fiber.interrupt(running)
        assert.strictEqual((yield* get).processingState, "progress")
        served.set(url, Effect.succeed(pets("One")))
        yield* run
        assert.deepStrictEqual([yield* title, (yield* get).processingState], ["One", "complete"])
      })
    )

    it.effect("retries when the server itself fails (rule jobs-retry)", () =>
      Effect.gen(function* () {
        const { get, put, run, title, url } = yield* setup
        served.set(url, Effect.die(new Error("out of order")))
        yield* put()
        assert.strictEqual((yield* run).failed, 1)
        for (let day = 0; day < 20; day++) {
          yield* TestClock.adjust("1 hour")
          yield* run
        }
        assert.strictEqual((yield* get).processingState, "progress")
        served.set(url, Effect.succeed(pets("One")))
        yield* TestClock.adjust("1 hour")
        yield* run
        assert.deepStrictEqual([yield* title, (yield* get).processingState], ["One", "complete"])
      })
    )
  })
}
