import { assert, layer } from "@effect/vitest"
import { Events, JobControl, JobKind, JobRunner, Jobs, Outbox, Purge, RowStore, SignIn, Spaces } from "@quire/core"
import { Job } from "@quire/core/internal"
import { Clock, Deferred, Effect, Exit, Fiber, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines, memory } from "../../support/engine.ts"
import { numbers, start } from "../../support/jobs.ts"
import { found } from "../../support/world.ts"

const minute = 60_000

/** Lets what is due be done, in the process of the engine. */
const run = Effect.flatMap(JobControl.JobControl, (control) => asSystem(control.run()))

const setup = Effect.gen(function* () {
  const jobs = yield* Jobs.Jobs
  const control = yield* JobControl.JobControl
  const { atomic } = yield* RowStore.RowStore
  const events = yield* Events.Events
  const outbox = yield* Outbox.Outbox
  /** Writes what others can see. */
  const note = (text: string) =>
    asSystem(events.announce({ type: "spaces.purge", organization: null, subjects: [text] }))
  const notes = Effect.gen(function* () {
    const all: Array<string> = []
    for (let offset = ""; ; ) {
      const read = yield* outbox.read(offset, 200)
      const end = read.at(-1)
      if (end === undefined) return all
      all.push(...read.flatMap(({ event }) => event.subjects))
      offset = end.offset
    }
  })
  yield* run
  return { atomic, control, jobs, note, notes }
})

/** The messages and annotations that are logged meanwhile. */
const logged = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<readonly [level: string, message: string, annotations: Record<string, unknown>]> = []
    const logger = Logger.make(({ fiber, logLevel, message }) => {
      lines.push([logLevel, String(message), fiber.getRef(References.CurrentLogAnnotations)])
    })
    yield* Effect.provide(body, Logger.layer([logger]))
    return lines
  })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`jobs on ${name}`, (it) => {
    it.effect("runs a job if its offer commits, and never if it rolls back (rules jobs-offered and jobs-once)", () =>
      Effect.gen(function* () {
        const { atomic, jobs } = yield* setup
        const kind = numbers()
        const done: Array<readonly [string, number, number]> = []
        yield* jobs.handle(kind, ({ attempt, key, payload }) =>
          Effect.sync(() => void done.push([key, payload, attempt]))
        )
        yield* Effect.flip(atomic(Effect.andThen(jobs.offer(kind, "undone", 1), Effect.fail("no"))))
        yield* atomic(jobs.offer(kind, "kept", 2))
        yield* jobs.offerAll(kind, [
          ["a", 3],
          ["b", 4],
          ["a", 5]
        ])
        assert.deepStrictEqual(yield* run, { done: 3, failed: 0, superseded: 0 })
        assert.deepStrictEqual(yield* run, { done: 0, failed: 0, superseded: 0 })
        assert.deepStrictEqual(done.toSorted(), [
          ["a", 5, 1],
          ["b", 4, 1],
          ["kept", 2, 1]
        ])
      })
    )

    it.effect("delays a job until its time, and forgets it when it is canceled", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = numbers()
        const done: Array<number> = []
        yield* jobs.handle(kind, ({ payload }) => Effect.sync(() => void done.push(payload)))
        const now = yield* Clock.currentTimeMillis
        yield* jobs.offer(kind, "later", 1, { runAt: now + minute })
        yield* jobs.offer(kind, "never", 2)
        yield* jobs.withdraw(kind, "never")
        yield* TestClock.adjust(minute - 1)
        yield* run
        assert.deepStrictEqual(done, [])
        yield* TestClock.adjust(1)
        yield* run
        assert.deepStrictEqual(done, [1])
      })
    )

    it.effect(
      "rolls back the writes of an older run after a newer offer, and runs the newer one afterwards (rule jobs-supersede)",
      () =>
        Effect.gen(function* () {
          const { jobs, note, notes } = yield* setup
          const kind = numbers()
          const [begun, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const order: Array<string> = []
          yield* jobs.handle(kind, ({ payload, write }) =>
            Effect.gen(function* () {
              order.push(`begin ${payload}`)
              if (payload === 1) yield* Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(go))
              yield* Effect.onExit(write(note(`${kind.name} ${payload}`)), ({ _tag }) =>
                Effect.sync(() => void order.push(`${_tag} ${payload}`))
              )
            })
          )
          yield* jobs.offer(kind, "a", 1)
          const running = yield* Effect.forkChild(run)
          yield* Deferred.await(begun)
          yield* jobs.offer(kind, "a", 2)
          yield* Deferred.succeed(go, undefined)
          assert.deepStrictEqual(yield* Fiber.join(running), { done: 1, failed: 0, superseded: 1 })
          assert.deepStrictEqual(order, ["begin 1", "Failure 1", "begin 2", "Success 2"])
          assert.deepStrictEqual(
            (yield* notes).filter((text) => text.startsWith(`${kind.name} `)),
            [`${kind.name} 2`]
          )
        })
    )

    it.effect("stops a long run within half a minute after it is superseded (rule jobs-supersede)", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = numbers()
        const begun = yield* Deferred.make<void>()
        const done: Array<number> = []
        yield* jobs.handle(kind, ({ payload }) =>
          payload === 1
            ? Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
            : Effect.sync(() => void done.push(payload))
        )
        yield* jobs.offer(kind, "a", 1)
        const running = yield* Effect.forkChild(run)
        yield* Deferred.await(begun)
        yield* jobs.offer(kind, "a", 2)
        yield* TestClock.adjust(Job.limits.lease / 4)
        assert.deepStrictEqual(yield* Fiber.join(running), { done: 1, failed: 0, superseded: 1 })
        assert.deepStrictEqual(done, [2])
      })
    )

    it.effect(
      "retries a failed run after doubling delays, and then keeps the job for the operator (rules jobs-retry and jobs-failed)",
      () =>
        Effect.gen(function* () {
          const { control, jobs } = yield* setup
          const kind = numbers({ attempts: 4, firstWait: minute, longestWait: 3 * minute })
          const begun: Array<number> = []
          let isBroken = true
          yield* jobs.handle(kind, () =>
            Effect.gen(function* () {
              begun.push(yield* Clock.currentTimeMillis)
              if (isBroken) yield* Effect.fail(new Error("the sky is grey"))
            })
          )
          const from = yield* Clock.currentTimeMillis
          yield* jobs.offer(kind, "a", 1)
          const lines = yield* logged(
            Effect.gen(function* () {
              for (let seconds = 0; seconds <= 600; seconds += 10) {
                yield* run
                yield* TestClock.adjust(10_000)
              }
            })
          )
          assert.deepStrictEqual(
            begun.map((at) => at - from),
            [0, 1, 3, 6].map((minutes) => minutes * minute)
          )
          const job = { kind: kind.name, key: "a" }
          const levels = lines.filter(([, , { job: id }]) => id === `${kind.name}/a`)
          assert.deepStrictEqual(
            levels.map(([level, message]) => [level, message]),
            [
              ...Array.from({ length: 3 }, () => ["Warn", "a job failed and will be retried"]),
              ["Error", "a job failed permanently"]
            ]
          )
          const { count, items } = yield* asSystem(control.list({ limit: 10 }))
          assert.strictEqual(count, items.length)
          assert.deepStrictEqual(
            items.filter((item) => item.kind === kind.name),
            [{ ...job, attempts: 4, reason: "the sky is grey", offeredAt: from, failedAt: from + 6 * minute }]
          )
          isBroken = false
          yield* asSystem(control.retry(job))
          yield* run
          assert.lengthOf(begun, 5)
          assert.strictEqual((yield* Effect.flip(asSystem(control.retry(job))))._tag, "FailedJobNotFound")
        })
    )

    it.effect("deletes a failed job after thirty days (rule jobs-failed)", () =>
      Effect.gen(function* () {
        const { control, jobs } = yield* setup
        const kind = numbers({ attempts: 1 })
        yield* jobs.handle(kind, () => Effect.die("broken"))
        yield* jobs.offer(kind, "a", 1)
        yield* run
        const kept = Effect.map(asSystem(control.list({ limit: 100 })), ({ items }) =>
          items.flatMap((item) => (item.kind === kind.name ? [item.reason] : []))
        )
        yield* TestClock.adjust(Job.limits.failedKept)
        yield* run
        assert.deepStrictEqual(yield* kept, ["broken"])
        yield* TestClock.adjust("2 days")
        yield* run
        assert.deepStrictEqual(yield* kept, [])
      })
    )

    it.effect("fails a run that takes too long or cannot read its payload (rule jobs-retry)", () =>
      Effect.gen(function* () {
        const { control, jobs } = yield* setup
        const slow = numbers({ attempts: 1, deadline: 5_000 })
        const strange = numbers({ attempts: 1 })
        const begun = yield* Deferred.make<void>()
        yield* jobs.handle(slow, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
        yield* jobs.handle({ ...strange, decode: slow.decode }, () => Effect.void)
        yield* jobs.offer(slow, "a", 1)
        yield* jobs.offer({ ...strange, encode: () => `"secret"` }, "b", 1)
        const running = yield* Effect.forkChild(run)
        yield* Deferred.await(begun)
        yield* TestClock.adjust(5_000)
        assert.strictEqual((yield* Fiber.join(running)).failed, 2)
        const { items } = yield* asSystem(control.list({ limit: 100 }))
        const reasonOf = ({ name }: JobKind.Terms) => items.find(({ kind }) => kind === name)?.reason
        assert.strictEqual(reasonOf(slow), "the job exceeded its deadline of 5000 ms")
        assert.strictEqual(reasonOf(strange), "the payload of the job cannot be decoded")
      })
    )

    it.effect(
      "takes over the job of a process that ends without notice after two minutes, not earlier (rule jobs-lease)",
      () =>
        Effect.gen(function* () {
          const { jobs, note, notes } = yield* setup
          const kind = numbers()
          const other = yield* start
          const begun = yield* Deferred.make<void>()
          const late = yield* Deferred.make<string>()
          yield* other.jobs.handle(kind, ({ write }) =>
            Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
              Effect.onInterrupt(() =>
                Effect.flatMap(Effect.exit(write(note(`${kind.name} late`))), ({ _tag }) =>
                  Deferred.succeed(late, _tag)
                )
              )
            )
          )
          const attempts: Array<number> = []
          yield* jobs.handle(kind, ({ attempt }) => Effect.sync(() => void attempts.push(attempt)))
          yield* jobs.offer(kind, "a", 1)
          yield* other.serve
          yield* Deferred.await(begun)
          yield* other.beat(12)
          yield* run
          assert.deepStrictEqual(attempts, [])
          yield* other.kill
          yield* TestClock.adjust(Job.limits.lease - 1)
          yield* run
          assert.deepStrictEqual(attempts, [])
          yield* TestClock.adjust(1)
          yield* run
          assert.deepStrictEqual(attempts, [2])
          assert.strictEqual(yield* Deferred.await(late), "Failure")
          assert.notInclude(yield* notes, `${kind.name} late`)
        })
    )

    it.effect("fails a job that ends its process each time after its attempts (rule jobs-retry)", () =>
      Effect.gen(function* () {
        const { control, jobs } = yield* setup
        const kind = numbers({ attempts: 2 })
        yield* jobs.offer(kind, "a", 1)
        for (let round = 0; round < 2; round++) {
          const begun = yield* Deferred.make<void>()
          const other = yield* start
          yield* other.jobs.handle(kind, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
          yield* other.serve
          yield* Deferred.await(begun)
          yield* other.kill
          yield* TestClock.adjust(Job.limits.lease)
        }
        yield* jobs.handle(kind, () => Effect.die("never"))
        yield* run
        const { items } = yield* asSystem(control.list({ limit: 100 }))
        assert.strictEqual(
          items.find((item) => item.kind === kind.name)?.reason,
          "the process ended during every attempt"
        )
      })
    )

    it.effect("releases unfinished jobs in an orderly shutdown, without counting the attempt (rule jobs-retry)", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = numbers()
        const other = yield* start
        const begun = yield* Deferred.make<void>()
        yield* other.jobs.handle(kind, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
        const attempts: Array<number> = []
        yield* jobs.handle(kind, ({ attempt }) => Effect.sync(() => void attempts.push(attempt)))
        yield* jobs.offer(kind, "a", 1)
        const serving = yield* other.serve
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(serving)
        yield* run
        assert.deepStrictEqual(attempts, [1])
      })
    )

    it.effect("starts a job of another kind despite a flood of one kind (rule jobs-fair)", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const [flood, lone] = [numbers({ atOnce: 10 }), numbers()]
        const order: Array<string> = []
        let running = 0
        let most = 0
        yield* jobs.handle(flood, () =>
          Effect.gen(function* () {
            most = Math.max(most, ++running)
            order.push("flood")
            if (order.length === 6) yield* jobs.offer(lone, "a", 1)
            yield* Effect.yieldNow
            running--
          })
        )
        yield* jobs.handle(lone, () => Effect.sync(() => void order.push("lone")))
        yield* jobs.offerAll(
          flood,
          Array.from({ length: 60 }, (_, at) => [`${at}`, at] as const)
        )
        yield* run
        assert.lengthOf(order, 61)
        assert.isAtMost(order.indexOf("lone"), 6 + 2 * JobRunner.limits.atOnce)
        assert.isAtMost(most, JobRunner.limits.atOnce)
      })
    )

    it.effect("starts a job of one organization despite the jobs of another (rule jobs-shared)", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = numbers({ atOnce: 1, isShared: true })
        const order: Array<string> = []
        yield* jobs.handle(kind, ({ key }) =>
          Effect.gen(function* () {
            order.push(key)
            if (order.length === 3) yield* jobs.offer(kind, "other", 1, { share: "other" })
          })
        )
        const flood = Array.from({ length: 20 }, (_, at) => [`${at}`, at, "hostile"] as const)
        yield* jobs.offerAll(kind, flood)
        yield* run
        assert.lengthOf(order, 21)
        assert.strictEqual(order.indexOf("other"), 3)
      })
    )

    it.effect("runs a recurring job once for all processes, and again when it is due (rule jobs-repeated)", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = JobKind.repeated({ name: numbers().name, every: 60 * minute, deadline: minute })
        const other = yield* start
        const done: Array<string> = []
        yield* jobs.repeat(
          kind,
          Effect.sync(() => done.push("here"))
        )
        yield* other.jobs.repeat(
          kind,
          Effect.suspend(() => (done.push("there") === 2 ? Effect.fail("no") : Effect.void))
        )
        yield* run
        yield* other.runner.drain
        assert.deepStrictEqual(done, ["here"])
        yield* TestClock.adjust(60 * minute)
        yield* other.runner.drain
        yield* run
        assert.deepStrictEqual(done, ["here", "there"])
        yield* TestClock.adjust(JobKind.limits.firstWait)
        yield* run
        assert.deepStrictEqual(done, ["here", "there", "here"])
      })
    )

    it.effect("starts a job when its offer commits, without waiting for the clock (rule jobs-offered)", () =>
      Effect.gen(function* () {
        const { atomic, note } = yield* setup
        const kind = numbers()
        const other = yield* start
        const done = yield* Deferred.make<number>()
        yield* other.jobs.handle(kind, ({ payload }) => Effect.asVoid(Deferred.succeed(done, payload)))
        yield* other.serve
        yield* atomic(Effect.andThen(note("x"), other.jobs.offer(kind, "a", 7)))
        assert.strictEqual(yield* Deferred.await(done), 7)
      })
    )

    it.effect("finds jobs of other processes and delayed jobs within a second", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = numbers()
        const other = yield* start
        const done: Array<number> = []
        const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        yield* other.jobs.handle(kind, ({ payload }) =>
          Effect.suspend(() => Effect.asVoid(Deferred.succeed(done.push(payload) === 1 ? first : second, undefined)))
        )
        yield* other.serve
        yield* other.jobs.offer(kind, "a", 1)
        yield* Deferred.await(first)
        yield* jobs.offer(kind, "b", 2)
        const clock = yield* Effect.forkChild(Effect.forever(TestClock.adjust(JobRunner.limits.poll)))
        yield* Deferred.await(second)
        yield* Fiber.interrupt(clock)
        assert.deepStrictEqual(done, [1, 2])
      })
    )

    it.effect(
      "removes expired data every hour, in one process (rules jobs-repeated, space-purge and sign-in-code)",
      () =>
        Effect.gen(function* () {
          yield* setup
          const [spaces, signIn, purge] = [yield* Spaces.Spaces, yield* SignIn.SignIn, yield* Purge.Purge]
          const world = yield* found
          const { id } = yield* as(world.admin)(spaces.create(world.organization, {}))
          yield* as(world.admin)(spaces.remove(id))
          yield* asSystem(signIn.start(world.reader))
          yield* TestClock.adjust("8 days")
          yield* run
          assert.strictEqual(yield* asSystem(purge.expiredContent()), 0)
          assert.strictEqual(yield* asSystem(signIn.forgetExpired()), 0)
          assert.strictEqual((yield* Effect.flip(as(world.admin)(spaces.restore(id))))._tag, "SpaceNotFound")
        })
    )

    it.effect("allows only the host to control jobs", () =>
      Effect.gen(function* () {
        const { control } = yield* setup
        const { admin } = yield* found
        const user = as(admin)
        assert.strictEqual((yield* Effect.flip(user(control.run())))._tag, "HostOnly")
        assert.strictEqual((yield* Effect.flip(user(control.list({ limit: 1 }))))._tag, "HostOnly")
        assert.strictEqual((yield* Effect.flip(user(control.retry({ kind: "a", key: "b" }))))._tag, "HostOnly")
      })
    )

    it.effect("rejects a kind with two handlers, and keys and payloads that are too long", () =>
      Effect.gen(function* () {
        const { jobs } = yield* setup
        const kind = numbers()
        yield* jobs.handle(kind, () => Effect.void)
        const { keyLength, payloadLength } = JobKind.limits
        const long = { ...kind, encode: (length: number) => "x".repeat(length) }
        yield* jobs.offer(kind, "k".repeat(keyLength), 1)
        yield* jobs.offer(long, "a", payloadLength)
        for (const wrong of [
          jobs.handle(kind, () => Effect.void),
          jobs.handle({ ...kind, name: "" }, () => Effect.void),
          jobs.offer(kind, "k".repeat(keyLength + 1), 1),
          jobs.offer(long, "a", payloadLength + 1)
        ])
          assert.strictEqual((yield* Effect.exit(wrong))._tag, "Failure")
      })
    )
  })
}

layer(memory)("job kinds of the engine", (it) => {
  it.effect("shares all kinds between organizations except recurring ones (rule jobs-shared)", () =>
    Effect.gen(function* () {
      const { registered } = yield* Jobs.Jobs
      const offered = [...registered.values()].filter(({ isStanding }) => !isStanding)
      assert.deepStrictEqual(
        offered.flatMap(({ terms }) => (terms.isShared ? [] : [terms.name])),
        []
      )
      assert.isAtLeast(offered.length, 9)
    })
  )

  it.effect("refuses an offer without the share of an organization (rule jobs-shared)", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const kind = numbers({ isShared: true })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(jobs.offer(kind, "a", 1))))
    })
  )
})
