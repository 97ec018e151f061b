import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Clock, Deferred, Effect, Exit, Fiber, Layer, Metric, Option, Ref, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ListenFailed, limits, type Options } from "../../src/server/Server.ts"
import * as Raw from "../support/RawClient.ts"
import * as Serving from "../support/Serving.ts"
import * as Stub from "../support/Stub.ts"
import { Gate } from "../support/TestApi.ts"

const authorized = { authorization: `Bearer ${Stub.token()}` }

const read = Raw.bytesOf("GET", "/v1/gate", { headers: authorized })
const write = Raw.bytesOf("POST", "/v1/gate", { headers: authorized })
const who = Raw.bytesOf("GET", "/v1/who", { headers: authorized })

/** A gate that reports which requests are inside and releases them on demand. */
const makeGate = Effect.gen(function* () {
  const entered = yield* Deferred.make<void>()
  const release = yield* Deferred.make<void>()
  const finished = yield* Deferred.make<void>()
  const interrupted = yield* Deferred.make<void>()
  const layer = Layer.succeed(Gate, {
    pass: () =>
      Deferred.succeed(entered, undefined).pipe(
        Effect.andThen(Deferred.await(release)),
        Effect.onExit((exit) => Deferred.succeed(Exit.hasInterrupts(exit) ? interrupted : finished, undefined))
      )
  })
  return { entered, release, finished, interrupted, layer }
})

/** A server that the test closes itself. */
const closable = (gate: Layer.Layer<Gate>, options: Partial<Options> = {}, lines: Array<string> = []) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { port } = yield* Scope.provide(
      Serving.serve(Serving.layerOf({ gate, lines }), { grace: 0, ...options }),
      scope
    )
    return { port, close: Scope.close(scope, Exit.void) }
  })

/** Why a connection to the port fails; none when it does not. */
const refusal = (port: number) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.succeedNone)
    })
    socket.once("error", (error) => resume(Effect.succeedSome("code" in error ? String(error.code) : error.message)))
  })

/** Waits for a turn of the event loop, in which arrived data is processed. */
const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

const until = <A>(effect: Effect.Effect<A>, isDone: (value: A) => boolean): Effect.Effect<A> =>
  Effect.flatMap(effect, (value) =>
    isDone(value) ? Effect.succeed(value) : Effect.andThen(turn, until(effect, isDone))
  )

/** Advances time until the fiber has ended. */
const passing = <A>(fiber: Fiber.Fiber<A>) =>
  Effect.andThen(
    until(
      Effect.andThen(
        TestClock.adjust("20 millis"),
        Effect.sync(() => fiber.pollUnsafe())
      ),
      (exit) => exit !== undefined
    ),
    Fiber.join(fiber)
  )

/** Counts the fibers of effects that have its service. */
const makeFibers = () => {
  let count = 0
  const metrics: Metric.FiberRuntimeMetricsService = {
    recordFiberStart: () => void count++,
    recordFiberEnd: () => void count--
  }
  return { count: Effect.sync(() => count), provide: Effect.provideService(Metric.FiberRuntimeMetrics, metrics) }
}

describe("serve", () => {
  it.live("reports the address on which it listens, or the reason why it cannot", () =>
    Effect.gen(function* () {
      const { host, port } = yield* Serving.serve(Serving.layerOf())
      assert.strictEqual(host, "127.0.0.1")
      assert.isAbove(port, 0)
      const failed = yield* Effect.flip(Serving.serve(Serving.layerOf(), { port }))
      assert.instanceOf(failed, ListenFailed)
      assert.include(failed.message, `127.0.0.1:${port}`)
    })
  )

  it.live("responds to pipelined requests in order", () =>
    Effect.gen(function* () {
      const { port } = yield* Serving.serve(Serving.layerOf())
      const client = yield* Raw.open(port)
      const create = Raw.bytesOf("POST", "/v1/spaces/s1/things", {
        headers: { ...authorized, "content-type": "application/json" },
        body: '{"title":"a"}',
        chunked: true
      })
      client.write(
        Buffer.concat([who, create, who, Raw.bytesOf("DELETE", "/v1/things/t1", { headers: authorized }), who])
      )
      const statuses = yield* Effect.replicateEffect(client.next(), 5)
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [200, 201, 200, 205, 200]
      )
    })
  )

  it.live("ignores an unknown expectation and continues", () =>
    Effect.gen(function* () {
      const { port } = yield* Serving.serve(Serving.layerOf())
      const client = yield* Raw.open(port)
      client.write(Raw.bytesOf("GET", "/v1/who", { headers: { ...authorized, expect: "miracles" } }))
      assert.strictEqual((yield* client.next()).status, 200)
    })
  )
})

describe("a client that disconnects", () => {
  it.live("interrupts a read, but not a write that has started", () =>
    Effect.gen(function* () {
      const writing = yield* makeGate
      const reading = yield* makeGate
      const lines: Array<string> = []
      const gates = Layer.effect(
        Gate,
        Effect.gen(function* () {
          const writes = yield* Effect.provide(Gate, writing.layer)
          const reads = yield* Effect.provide(Gate, reading.layer)
          return { pass: (way) => (way === "write" ? writes : reads).pass(way) }
        })
      )
      const fibers = makeFibers()
      const { port } = yield* fibers.provide(Serving.serve(Serving.layerOf({ gate: gates, lines })))
      const before = yield* fibers.count
      const writer = yield* Raw.open(port)
      const reader = yield* Raw.open(port)
      writer.write(write)
      yield* Deferred.await(writing.entered)
      writer.socket.destroy()
      reader.write(read)
      yield* Deferred.await(reading.entered)
      reader.socket.destroy()
      yield* Deferred.await(reading.interrupted)
      yield* Deferred.succeed(writing.release, undefined)
      yield* Deferred.await(writing.finished)
      yield* until(fibers.count, (count) => count <= before)
      const statuses = lines.map((line) => JSON.parse(line)).map(({ method, status }) => `${method} ${status}`)
      assert.sameMembers(statuses, ["GET 499", "POST 200"])
    })
  )

  it.live("leaves nothing behind in the middle of a body", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const fibers = makeFibers()
      const { port } = yield* fibers.provide(Serving.serve(Serving.layerOf({ lines })))
      const before = yield* fibers.count
      const client = yield* Raw.open(port)
      client.write(Raw.bytesOf("POST", "/v1/large", { headers: { ...authorized, "content-length": "1000" } }))
      client.write('{"icon":"')
      yield* until(fibers.count, (count) => count > before)
      client.socket.destroy()
      yield* until(fibers.count, (count) => count <= before)
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line).status),
        [499]
      )
    })
  )
})

describe("the shutdown of a server", () => {
  it.effect("withdraws readiness first, then refuses connections, and finishes running requests", () =>
    Effect.gen(function* () {
      const gate = yield* makeGate
      const server = yield* closable(gate.layer, { grace: "1 minute" })
      const health = yield* Raw.open(server.port)
      const ready = Effect.andThen(
        Effect.sync(() => health.write(Raw.bytesOf("GET", "/readyz"))),
        Effect.orDie(health.next())
      )
      assert.strictEqual((yield* ready).status, 200)
      const client = yield* Raw.open(server.port)
      client.write(write)
      yield* Deferred.await(gate.entered)
      const closing = yield* Effect.forkChild(server.close)
      const notReady = yield* until(ready, ({ status }) => status !== 200)
      assert.deepStrictEqual([notReady.status, notReady.json.error.reason], [503, "NotReady"])
      assert.strictEqual(notReady.headers["connection"], "keep-alive")
      assert.isTrue(Option.isNone(yield* refusal(server.port)))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* until(refusal(server.port), Option.isSome), Option.some("ECONNREFUSED"))
      health.write(who)
      const late = yield* health.next()
      assert.deepStrictEqual([late.status, late.headers["connection"]], [200, "close"])
      yield* TestClock.adjust("300 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* Deferred.succeed(gate.release, undefined)
      const answer = yield* client.next()
      assert.deepStrictEqual([answer.status, answer.headers["connection"]], [200, "close"])
      yield* passing(closing)
      yield* client.ended
    })
  )

  it.effect("listens for 300 more milliseconds by default", () =>
    Effect.gen(function* () {
      const gate = yield* makeGate
      const server = yield* closable(gate.layer, { grace: limits.grace })
      const closing = yield* Effect.forkChild(server.close)
      yield* TestClock.adjust("299 millis")
      assert.isTrue(Option.isNone(yield* refusal(server.port)))
      yield* TestClock.adjust("1 millis")
      yield* until(refusal(server.port), Option.isSome)
      yield* passing(closing)
    })
  )

  /** Connections that the listener has not accepted yet when it is asked to close. */
  const waiting = Effect.scoped(
    Effect.gen(function* () {
      const gate = yield* makeGate
      const server = yield* closable(gate.layer)
      const ask = Effect.gen(function* () {
        const client = yield* Raw.open(server.port)
        client.write(who)
        return (yield* client.next()).status
      })
      const asking = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => ask),
          { concurrency: "unbounded" }
        ),
        {
          startImmediately: true
        }
      )
      yield* server.close
      assert.deepStrictEqual(yield* Fiber.join(asking), Array(50).fill(200))
    })
  )

  it.live("serves connections that wait to be accepted", () =>
    Effect.repeat(waiting, { times: Rounds.rounds(5, 100) - 1 })
  )

  it.effect("waits up to a second for the first request of a connection", () =>
    Effect.gen(function* () {
      const gate = yield* makeGate
      const server = yield* closable(gate.layer)
      const [late, silent] = [yield* Raw.open(server.port), yield* Raw.open(server.port)]
      const asked = yield* Raw.open(server.port)
      asked.write(who)
      assert.strictEqual((yield* asked.next()).status, 200)
      const closing = yield* Effect.forkChild(server.close)
      yield* until(refusal(server.port), Option.isSome)
      yield* TestClock.adjust("900 millis")
      late.write(who)
      const answer = yield* late.next()
      assert.deepStrictEqual([answer.status, answer.headers["connection"]], [200, "close"])
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("90 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* passing(closing)
      yield* silent.ended
      assert.isAtMost(yield* Clock.currentTimeMillis, 1_200)
    })
  )

  it.effect("waits for a write whose client has disconnected", () =>
    Effect.gen(function* () {
      const gate = yield* makeGate
      const server = yield* closable(gate.layer)
      const client = yield* Raw.open(server.port)
      client.write(write)
      yield* Deferred.await(gate.entered)
      client.socket.destroy()
      yield* client.ended
      const closing = yield* Effect.forkChild(server.close)
      yield* until(refusal(server.port), Option.isSome)
      yield* TestClock.adjust("300 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* Deferred.succeed(gate.release, undefined)
      yield* Deferred.await(gate.finished)
      yield* passing(closing)
    })
  )

  it.effect("interrupts requests at the deadline, and not before", () =>
    Effect.gen(function* () {
      const gate = yield* makeGate
      const server = yield* closable(gate.layer, { drain: "300 millis" })
      const client = yield* Raw.open(server.port)
      client.write(read)
      yield* Deferred.await(gate.entered)
      const closing = yield* Effect.forkChild(server.close)
      yield* until(refusal(server.port), Option.isSome)
      yield* TestClock.adjust("290 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* passing(closing)
      yield* client.ended
      yield* Deferred.await(gate.interrupted)
      assert.isAtMost(yield* Clock.currentTimeMillis, 350)
    })
  )

  /** One server under load from its first request to its last. */
  const round = Effect.scoped(
    Effect.gen(function* () {
      const begun = yield* Ref.make(0)
      const answered = yield* Ref.make(0)
      const underWay = yield* Deferred.make<void>()
      const gate = Layer.succeed(Gate, {
        pass: () =>
          Effect.flatMap(
            Ref.updateAndGet(begun, (count) => count + 1),
            (count) =>
              Effect.andThen(
                count === 40 ? Deferred.succeed(underWay, undefined) : Effect.void,
                Effect.sleep(`${count % 7} millis`)
              )
          )
      })
      const server = yield* closable(gate)
      const client = (at: number) =>
        Effect.gen(function* () {
          const connection = yield* Raw.open(server.port)
          for (let [count, isOpen] = [0, true]; isOpen; count++) {
            connection.write((count + at) % 2 === 0 ? read : write)
            const answer = yield* connection.next()
            assert.strictEqual(answer.status, 200)
            yield* Ref.update(answered, (known) => known + 1)
            isOpen = answer.headers["connection"] !== "close"
          }
        }).pipe(Effect.scoped, Effect.ignore)
      const load = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 8 }, (_, at) => at),
          client,
          { concurrency: "unbounded", discard: true }
        )
      )
      yield* Deferred.await(underWay)
      yield* server.close
      assert.deepStrictEqual(yield* refusal(server.port), Option.some("ECONNREFUSED"))
      yield* Fiber.join(load)
      assert.isAtLeast(yield* Ref.get(begun), 40)
      assert.strictEqual(yield* Ref.get(answered), yield* Ref.get(begun))
    })
  )

  it.live("loses no accepted request under load", () =>
    Effect.forEach(
      Array.from({ length: Rounds.rounds(8, 200, 20) }, (_, at) => at),
      () => round,
      { concurrency: 10, discard: true }
    )
  )
})
