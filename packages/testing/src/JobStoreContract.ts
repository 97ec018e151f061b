import { assert, layer } from "@effect/vitest"
import type { Job, JobStore, RowStore } from "@quire/core"
import { Effect, Fiber, type Layer } from "effect"
import { testShares } from "./jobs/Shares.ts"
import { again, failed, keysOf, setup } from "./jobs/Steps.ts"
import { testTally } from "./jobs/Tally.ts"
import { type It, live, type Options, paused, settle } from "./Suite.ts"

type Ports = JobStore.JobStore | RowStore.RowStore

const testOffers = (it: It<Ports>) => {
  it.effect(
    "has a job once the offer's transaction is committed, and never when it is rolled back (rule jobs-offered)",
    () =>
      Effect.gen(function* () {
        const { atomic, claim, offer, store } = yield* setup
        yield* Effect.flip(atomic(Effect.andThen(store.offer([offer("undone")]), Effect.fail("no"))))
        assert.deepStrictEqual(yield* claim(), [])
        yield* atomic(store.offer([offer("kept"), offer("also")]))
        assert.deepStrictEqual(keysOf(yield* claim()).toSorted(), ["also", "kept"])
      })
  )

  it.effect("stores payloads unchanged", () =>
    Effect.gen(function* () {
      const { claim, offer, store } = yield* setup
      const payload = JSON.stringify({ a: "😀 '\"\\ \u2028 \u0000", "10": [1.5, null] })
      yield* store.offer([offer("k/1 é", { payload })])
      const [one] = yield* claim()
      assert.deepStrictEqual([one?.key, one?.payload, one?.sequence, one?.attempt], ["k/1 é", payload, 1, 1])
    })
  )

  it.effect("replaces a waiting job and its attempts by a newer offer (rule jobs-supersede)", () =>
    Effect.gen(function* () {
      const { claim, claimOne, now, offer, store } = yield* setup
      yield* store.offer([offer("a")])
      assert.strictEqual(yield* store.end(yield* claimOne(), again(now)), "held")
      yield* store.offer([offer("a", { payload: '"newer"', runAt: now + 5 })])
      assert.deepStrictEqual(yield* claim(), [])
      const one = yield* claimOne(now + 5)
      assert.deepStrictEqual([one.payload, one.attempt, one.sequence], ['"newer"', 1, 2])
    })
  )

  it.effect("offers absent jobs, and leaves existing ones unchanged", () =>
    Effect.gen(function* () {
      const { claim, offer, store } = yield* setup
      yield* store.offer([offer("a")])
      yield* store.offerAbsent([offer("a", { payload: '"other"' }), offer("b")])
      const taken = yield* claim()
      assert.deepStrictEqual(taken.map(({ payload }) => payload).toSorted(), ['"a"', '"b"'])
      yield* store.offerAbsent([offer("a")])
      assert.deepStrictEqual(yield* claim(), [])
    })
  )

  it.effect(
    "deletes a cancelled job, but starts no second run next to its current one (rules jobs-once and jobs-supersede)",
    () =>
      Effect.gen(function* () {
        const { claim, claimOne, kind, now, offer, store } = yield* setup
        const name = { kind, key: "a" }
        yield* store.offer([offer("a")])
        yield* store.withdraw(name)
        assert.deepStrictEqual(yield* claim(), [])
        for (const next of [undefined, again(now)]) {
          yield* store.offer([offer("a")])
          const run = yield* claimOne()
          yield* store.withdraw(name)
          assert.strictEqual(yield* store.standing(run), "superseded")
          assert.strictEqual(yield* store.end(run, next), "superseded")
          assert.deepStrictEqual(yield* claim({ now: now + 1000 }), [])
        }
        yield* store.offer([offer("a")])
        const run = yield* claimOne()
        yield* store.withdraw(name)
        yield* store.offerAbsent([offer("a")])
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* store.end(run, undefined), "superseded")
        assert.deepStrictEqual(keysOf(yield* claim()), ["a"])
      })
  )
}

const testClaims = (it: It<Ports>, { serial = false }: Options) => {
  it.effect("takes due jobs, the longest due first, within capacity and limit", () =>
    Effect.gen(function* () {
      const { claim, kind, now, offer, store } = yield* setup
      yield* store.offer([offer("c", { runAt: now - 1 }), offer("b"), offer("a"), offer("later", { runAt: now + 1 })])
      assert.deepStrictEqual(keysOf(yield* claim({ kinds: [[kind, 2]] })).toSorted(), ["a", "c"])
      assert.deepStrictEqual(yield* claim({ limit: 0 }), [])
      assert.deepStrictEqual(keysOf(yield* claim()), ["b"])
      assert.deepStrictEqual(keysOf(yield* claim({ now: now + 1 })), ["later"])
    })
  )

  it.effect("takes jobs of the given kinds in rotation, and of no other kind (rule jobs-fair)", () =>
    Effect.gen(function* () {
      const { claim, kind, now, offer, store } = yield* setup
      const [one, two, three] = [`${kind}-1`, `${kind}-2`, `${kind}-3`]
      const many = Array.from({ length: 9 }, (_, at) => offer(`a${at}`, { kind: one, runAt: now - 100 + at }))
      yield* store.offer([...many, offer("b0", { kind: two }), offer("c0", { kind: three })])
      const order = [[two, 5] as const, [one, 5] as const]
      assert.deepStrictEqual(keysOf(yield* claim({ kinds: order, limit: 3 })).toSorted(), ["a0", "a1", "b0"])
      yield* store.offer([offer("b1", { kind: two })])
      assert.deepStrictEqual(keysOf(yield* claim({ kinds: order, limit: 1 })), ["b1"])
      assert.lengthOf(yield* claim({ kinds: order }), 5)
    })
  )

  it.effect("does not wait for offers that are not committed yet", () =>
    Effect.gen(function* () {
      const { atomic, claim, offer, store } = yield* setup
      yield* store.offer([offer("a"), offer("b")])
      const { fiber, resume } = yield* paused((pause) =>
        atomic(Effect.andThen(store.offer([offer("a", { payload: '"newer"' })]), pause))
      )
      const claiming = yield* Effect.forkChild(claim())
      if (!serial) assert.deepStrictEqual(keysOf(yield* Fiber.join(claiming)), ["b"])
      yield* resume
      yield* Effect.all([Fiber.join(fiber), Fiber.join(claiming)])
      const left = serial ? [] : [["a", '"newer"']]
      assert.deepStrictEqual(
        (yield* claim()).map(({ key, payload }) => [key, payload]),
        left
      )
    })
  )
}

const testLeases = (it: It<Ports>) => {
  it.effect("gives a job to one run until its lease expires (rule jobs-lease)", () =>
    Effect.gen(function* () {
      const { claim, claimOne, now, offer, store } = yield* setup
      yield* store.offer([offer("a")])
      const first = yield* claimOne()
      assert.deepStrictEqual(yield* claim({ now: now + 99 }), [])
      assert.strictEqual(yield* store.renew(first, now + 200), "held")
      assert.deepStrictEqual(yield* claim({ now: now + 199 }), [])
      const second = yield* claimOne(now + 200)
      assert.strictEqual(second.attempt, 2)
      assert.strictEqual(yield* store.standing(first), "lost")
      assert.strictEqual(yield* store.renew(first, now + 900), "lost")
      assert.strictEqual(yield* store.end(first, undefined), "lost")
      assert.strictEqual(yield* store.end(first, failed(now)), "lost")
      assert.strictEqual(yield* store.standing(second), "held")
      assert.strictEqual(yield* store.end(second, undefined), "held")
      assert.strictEqual(yield* store.standing(second), "lost")
      assert.deepStrictEqual(yield* claim({ now: now + 10_000 }), [])
    })
  )

  it.effect("keeps a newer offer waiting for the current run, whose end does not remove it (rule jobs-supersede)", () =>
    Effect.gen(function* () {
      const { claim, claimOne, now, offer, store } = yield* setup
      for (const next of [undefined, again(now + 900, 7), failed(now)]) {
        yield* store.offer([offer("a")])
        const older = yield* claimOne()
        yield* store.offer([offer("a", { payload: '"newer"', runAt: now + 10 })])
        assert.deepStrictEqual(yield* claim({ now: now + 20 }), [])
        assert.strictEqual(yield* store.standing(older), "superseded")
        assert.strictEqual(yield* store.renew(older, now + 50), "superseded")
        assert.deepStrictEqual(yield* claim({ now: now + 49 }), [])
        assert.strictEqual(yield* store.end(older, next), "superseded")
        assert.deepStrictEqual(yield* claim(), [])
        const newer = yield* claimOne(now + 10)
        assert.deepStrictEqual([newer.payload, newer.attempt], ['"newer"', 1])
        assert.strictEqual(yield* store.end(older, undefined), "lost")
        assert.strictEqual(yield* store.end(newer, undefined), "held")
      }
    })
  )

  it.effect("reschedules a continued job at the requested time with the requested attempts", () =>
    Effect.gen(function* () {
      const { claim, claimOne, now, offer, store } = yield* setup
      yield* store.offer([offer("a")])
      assert.strictEqual(yield* store.end(yield* claimOne(), again(now + 30, 4)), "held")
      assert.deepStrictEqual(yield* claim({ now: now + 29 }), [])
      const next = yield* claimOne(now + 30)
      assert.deepStrictEqual([next.attempt, next.payload, next.sequence], [5, '"a"', 1])
    })
  )
}

const testFailed = (it: It<Ports>) => {
  it.effect("never takes failed jobs, and lists them until they are retried or deleted (rule jobs-failed)", () =>
    Effect.gen(function* () {
      const { claim, claimOne, kind, now, offer, store } = yield* setup
      const fail = Effect.fnUntraced(function* (key: string, at: number) {
        yield* store.offer([offer(key)])
        yield* store.end(yield* claimOne(), failed(at))
      })
      const before = yield* store.countFailed
      yield* fail("a", now + 1)
      yield* fail("b", now + 2)
      yield* fail("c", now + 2)
      assert.deepStrictEqual(yield* claim({ now: now + 10_000 }), [])
      assert.strictEqual((yield* store.countFailed) - before, 3)
      const [first] = yield* store.listFailed(undefined, 1)
      assert.deepStrictEqual([first?.key, first?.kind, first?.failedAt, first?.attempts], ["c", kind, now + 2, 3])
      assert.deepStrictEqual([first?.reason, first?.at], ["no more", now])
      const rest = yield* store.listFailed({ order: [now + 2], id: `${kind}/c` }, 2)
      assert.deepStrictEqual(
        rest.map(({ key }) => key),
        ["b", "a"]
      )
      assert.isTrue(yield* store.retry({ kind, key: "a" }, now + 7))
      assert.isFalse(yield* store.retry({ kind, key: "a" }, now + 7))
      assert.isFalse(yield* store.retry({ kind, key: "unknown" }, now))
      assert.deepStrictEqual(yield* claim({ now: now + 6 }), [])
      assert.strictEqual((yield* claimOne(now + 7)).attempt, 1)
      yield* store.offer([offer("b", { payload: '"newer"' })])
      assert.strictEqual((yield* claimOne()).payload, '"newer"')
      yield* store.forgetFailed(now + 2)
      assert.deepStrictEqual(
        (yield* store.listFailed(undefined, 1)).map(({ key }) => key),
        ["c"]
      )
      assert.strictEqual(yield* store.forgetFailed(now + 3), 1)
      assert.strictEqual(yield* store.forgetFailed(now + 3), 0)
    })
  )
}

const testRaces = (it: It<Ports>) => {
  it.effect("gives each job to one of several concurrent runners, and ends it once (rule jobs-once)", () =>
    Effect.gen(function* () {
      const { claim, kind, offer, store } = yield* setup
      const keys = Array.from({ length: 60 }, (_, at) => `${100 + at}`)
      yield* store.offer(keys.map((key) => offer(key)))
      const work: Effect.Effect<ReadonlyArray<string>> = Effect.suspend(() =>
        Effect.flatMap(claim({ kinds: [[kind, 3]], limit: 2 }), (taken) =>
          taken.length === 0
            ? Effect.succeed([])
            : Effect.forEach(taken, (run) => store.end(run, undefined)).pipe(
                Effect.tap((ends) => Effect.sync(() => assert.isTrue(ends.every((end) => end === "held")))),
                Effect.andThen(work),
                Effect.map((more) => [...keysOf(taken), ...more])
              )
        )
      )
      const done = yield* Effect.all(
        Array.from({ length: 6 }, () => work),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(done.flat().toSorted(), keys)
    })
  )

  it.effect("does not replace a job that a run has confirmed until its transaction ends (rule jobs-supersede)", () =>
    Effect.gen(function* () {
      const { atomic, claimOne, offer, store } = yield* setup
      yield* store.offer([offer("a")])
      const run: Job.Claim = yield* claimOne()
      const order: Array<string> = []
      const { fiber, resume } = yield* paused((pause) =>
        atomic(
          store.standing(run).pipe(
            Effect.tap((standing) => Effect.sync(() => order.push(standing))),
            Effect.andThen(pause),
            Effect.tap(() => Effect.sync(() => order.push("written")))
          )
        )
      )
      const newer = yield* Effect.forkChild(
        Effect.tap(store.offer([offer("a")]), () => Effect.sync(() => order.push("offered")))
      )
      yield* settle
      yield* resume
      yield* Effect.all([Fiber.join(fiber), Fiber.join(newer)])
      assert.deepStrictEqual(order, ["held", "written", "offered"])
      assert.strictEqual(yield* store.standing(run), "superseded")
    })
  )
}

/** The contract of `JobStore`. */
export const suite = <E>(name: string, stores: Layer.Layer<Ports, E>, options: Options = {}): void =>
  layer(stores, live)(`${name}: JobStore`, (it) => {
    testTally(it)
    testShares(it)
    testOffers(it)
    testClaims(it, options)
    testLeases(it)
    testFailed(it)
    testRaces(it)
  })
