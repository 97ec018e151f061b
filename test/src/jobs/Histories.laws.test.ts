import { assert, layer } from "@effect/vitest"
import { JobKind, JobStore } from "@quire/core"
import { Job } from "@quire/core/internal"
import { Property, Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { isWhole } from "../support/depth.ts"
import { memory, postgres } from "../support/engine.ts"
import { type How, type Kind, Model, type Run } from "./Model.ts"

const lease = 100

type Step =
  | { readonly do: "offer"; readonly kind: number; readonly key: number; readonly delay: number }
  | { readonly do: "withdraw" | "retry"; readonly kind: number; readonly key: number }
  | { readonly do: "claim"; readonly first: number; readonly room: number; readonly limit: number }
  | { readonly do: "renew" | "write"; readonly run: number }
  | { readonly do: "end"; readonly run: number; readonly how: How }
  | { readonly do: "clock"; readonly by: number }

const kind = fc.integer({ min: 0, max: 1 })
const key = fc.integer({ min: 0, max: 2 })
const run = fc.nat(5)
const offering = fc.record({ do: fc.constant("offer" as const), kind, key, delay: fc.constantFrom(0, 0, 0, 50, 300) })
const claiming = fc.record({
  do: fc.constant("claim" as const),
  first: kind,
  room: fc.integer({ min: 1, max: 3 }),
  limit: fc.integer({ min: 1, max: 4 })
})
const how = fc.constantFrom<How>("done", "done", "fail", "fail", "again", "back")
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: offering },
  { weight: 4, arbitrary: claiming },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("end" as const), run, how }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("withdraw" as const, "retry" as const), kind, key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("renew" as const, "write" as const), run }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("clock" as const), by: fc.constantFrom(1, 30, 60, lease, 500, -40) })
  }
)

let rounds = 0

/** A history on the store and the model; a process that ends without a word is a run that is never ended. */
const history = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const store = yield* JobStore.JobStore
  const model = new Model()
  const round = ++rounds
  const kinds: ReadonlyArray<Kind> = [
    { name: `quick-${round}`, attempts: 3, firstWait: 10, longestWait: 40 },
    { name: `slow-${round}`, attempts: 2, firstWait: 200, longestWait: 200 }
  ]
  const kindOf = (at: number): Kind => kinds[at] ?? { name: "", attempts: 0, firstWait: 0, longestWait: 0 }
  const runs: Array<{ readonly run: Run; readonly claim: Job.ClaimedJob; until: number; isOver: boolean }> = []
  const done = new Set<number>()
  let now = 1_000_000
  let offers = 0
  let tokens = 0

  const claim = Effect.fnUntraced(function* (order: ReadonlyArray<Kind>, room: number, limit: number) {
    const until = now + lease
    const token = `token-${round}-${++tokens}`
    const asked = order.map(({ name }) => ({ kind: name, room }))
    const taken = yield* store.claim({ kinds: asked, limit, now, until, token })
    const expected = model.claim(order, room, limit, now, until)
    const told = (each: { readonly kind: string; readonly key: string; readonly attempt: number }, offer: string) =>
      `${each.kind}/${each.key} ${offer} ${each.attempt}`
    assert.deepStrictEqual(
      taken.map((each) => told(each, each.payload)).toSorted(),
      expected.map((each) => told({ ...each, kind: each.kind.name }, String(each.offer))).toSorted()
    )
    for (const each of taken) {
      const run = expected.find((one) => one.kind.name === each.kind && one.key === each.key)
      const concurrent = runs.filter((one) => one.claim.kind === each.kind && one.claim.key === each.key)
      assert.isTrue(
        concurrent.every(({ isOver, until: other }) => isOver || other <= now),
        "two runs at once"
      )
      // Taken over now, they stay so even if the clock goes back before the end of their leases.
      for (const one of concurrent) one.isOver = true
      if (run !== undefined) runs.push({ run, claim: each, until, isOver: false })
    }
    return taken.length
  })

  const end = Effect.fnUntraced(function* (at: (typeof runs)[number], how: How) {
    const terms = JobKind.terms({ ...at.run.kind, deadline: 1 })
    const outcome: Job.JobOutcome = {
      done: { _tag: "Done" } as const,
      again: { _tag: "Again", at: now + 1000 } as const,
      fail: { _tag: "Failed", reason: "no" } as const,
      back: { _tag: "GivenBack" } as const
    }[how]
    const standing = yield* store.end(at.claim, Job.next(terms, at.claim, outcome, now))
    assert.strictEqual(standing, model.end(at.run, how, now))
    at.isOver = true
    if (standing === "held" && how === "done") done.add(at.run.offer)
  })

  const renew = Effect.fnUntraced(function* (at: (typeof runs)[number]) {
    const standing = yield* store.renew(at.claim, now + lease)
    if (standing !== "lost") at.until = now + lease
    assert.strictEqual(standing, model.renew(at.run, now + lease))
  })

  const take: (step: Step) => Effect.Effect<void> = Effect.fnUntraced(function* (step) {
    const at = "run" in step ? runs.at(-1 - step.run) : undefined
    switch (step.do) {
      case "offer": {
        const [kind, runAt, offer] = [kindOf(step.kind), now + step.delay, ++offers]
        yield* store.offer([{ kind: kind.name, key: `${step.key}`, payload: `${offer}`, runAt, at: now }])
        return model.offer(kind, `${step.key}`, offer, runAt)
      }
      case "withdraw":
        yield* store.withdraw({ kind: kindOf(step.kind).name, key: `${step.key}` })
        return model.withdraw(kindOf(step.kind), `${step.key}`)
      case "retry": {
        const retried = yield* store.retry({ kind: kindOf(step.kind).name, key: `${step.key}` }, now)
        return assert.strictEqual(retried, model.retry(kindOf(step.kind), `${step.key}`, now))
      }
      case "claim":
        return void (yield* claim(step.first === 0 ? kinds : kinds.toReversed(), step.room, step.limit))
      case "clock":
        now += step.by
        break
      case "write":
        return at && assert.strictEqual(yield* store.standing(at.claim), model.standing(at.run))
      case "renew": {
        if (at !== undefined) yield* renew(at)
        break
      }
      case "end":
        if (at !== undefined) yield* end(at, step.how)
    }
  })

  yield* Effect.forEach(steps, take, { discard: true })
  const open = [...model.open]
  now += 10_000
  for (;;) {
    const before = runs.length
    if ((yield* claim(kinds, 10, 20)) === 0) break
    yield* Effect.forEach(runs.slice(before), (each) => end(each, "done"), { discard: true })
    now += 2_000
  }
  assert.deepStrictEqual(
    open.filter((offer) => !done.has(offer)),
    [],
    "offers that no run did"
  )
})

/** Quick runs try memory alone; each store claims and ends jobs in its own way. */
const stores = isWhole
  ? ([
      ["memory", memory],
      ["Postgres", postgres]
    ] as const)
  : ([["memory", memory]] as const)

for (const [name, engine] of stores) {
  layer(engine)(`histories of jobs on ${name}`, (it) => {
    const count = Rounds.rounds(30, 2_000, 100)
    it.effect(
      `matches the model: runs each current offer, with one run at a time (rules jobs-once, jobs-supersede, jobs-retry and jobs-lease)`,
      () =>
        Property.effect([fc.array(step, { maxLength: 60, size: "max" })], ([steps]) => history(steps), {
          fastCheck: { numRuns: count }
        }),
      { timeout: 300_000 + count * 500 }
    )
  })
}
