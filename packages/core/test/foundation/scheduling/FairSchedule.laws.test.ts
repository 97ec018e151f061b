import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import type { Limits, Share } from "../../../src/foundation/scheduling/FairSchedule.ts"
import { Simulation } from "./Simulation.ts"

/** A request of a user, and the events in between. */
type Step =
  | { readonly _tag: "Ask"; readonly share: Share; readonly cost: number }
  | { readonly _tag: "Withdraw"; readonly which: number }
  | { readonly _tag: "Pass"; readonly milliseconds: number }

/** A person of an organization, or an anonymous reader of one of its sites. */
const shareOf = (organization: string, group: number, isAnonymous: boolean): Share =>
  isAnonymous
    ? { organization, group: `site:${organization}`, client: `192.0.2.${group}`, payer: `address:192.0.2.${group}` }
    : { organization, group: `user:${group}`, client: "", payer: `user:${group}` }

const anyShare = fc
  .tuple(fc.constantFrom("a", "b", "c"), fc.nat({ max: 5 }), fc.boolean())
  .map(([organization, group, isAnonymous]) => shareOf(organization, group, isAnonymous))

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ _tag: fc.constant("Ask" as const), share: anyShare, cost: fc.integer({ min: 0, max: 50 }) })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Withdraw" as const), which: fc.nat({ max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Pass" as const), milliseconds: fc.nat({ max: 40 }) }) }
)

const anyLimits: fc.Arbitrary<Limits> = fc.integer({ min: 1, max: 4 }).chain((slots) =>
  fc.record({
    slots: fc.constant(slots),
    perOrganization: fc.constant(Math.max(1, slots - 1)),
    waiting: fc.integer({ min: 1, max: 12 })
  })
)

const runningOf = ({ running }: Simulation, organization: string) =>
  [...running].filter(({ job }) => job.share.organization === organization).length

const waitingOf = ({ waiting }: Simulation, organization: string) =>
  [...waiting].filter(({ job }) => job.share.organization === organization).length

const apply = (pool: Simulation, step: Step): void => {
  if (step._tag === "Ask") pool.ask(step.share, step.cost)
  else if (step._tag === "Withdraw") pool.withdraw(step.which)
  else pool.passUntil(pool.now + step.milliseconds)
}

const numRuns = Rounds.rounds(100, 20_000, 2_000)

describe("FairSchedule (rules pool-shares and pool-waiting)", () => {
  it("runs no more jobs than there are slots, keeps none idle that a waiting job may have, and bounds the waiting jobs", () => {
    fc.assert(
      fc.property(anyLimits, fc.array(anyStep, { maxLength: 80 }), (limits, steps) => {
        const pool = new Simulation(limits)
        for (const step of steps) {
          apply(pool, step)
          assert.isAtMost(pool.running.size, limits.slots)
          assert.strictEqual(pool.schedule.running, pool.running.size)
          assert.strictEqual(pool.schedule.waiting, pool.waiting.size)
          for (const organization of ["a", "b", "c"]) {
            assert.isAtMost(waitingOf(pool, organization), limits.waiting)
            if (waitingOf(pool, organization) === 0 || pool.running.size === limits.slots) continue
            assert.isAtLeast(runningOf(pool, organization), limits.perOrganization)
          }
        }
      }),
      { numRuns }
    )
  })

  it("serves every job that is not rejected or cancelled, and then keeps no state", () => {
    fc.assert(
      fc.property(anyLimits, fc.array(anyStep, { maxLength: 80 }), (limits, steps) => {
        const pool = new Simulation(limits)
        for (const step of steps) apply(pool, step)
        pool.drain()
        assert.strictEqual(pool.waiting.size, 0)
        assert.strictEqual(pool.schedule.waiting + pool.schedule.running, 0)
      }),
      { numRuns }
    )
  })

  it("lets at most one job per slot of a hostile organization run before one of another organization, whichever user submits it", () => {
    const load = fc.array(fc.tuple(fc.nat({ max: 23 }), fc.integer({ min: 1, max: 50 })), {
      minLength: 1,
      maxLength: 60
    })
    fc.assert(
      fc.property(anyLimits, load, fc.boolean(), fc.nat({ max: 100 }), (limits, requests, isAnonymous, later) => {
        const pool = new Simulation({ ...limits, waiting: 64 })
        for (const [group, cost] of requests) pool.ask(shareOf("hostile", group, isAnonymous), cost)
        pool.passUntil(later)
        const before = pool.started.length
        const other = pool.ask(shareOf("other", 100, false), 1)
        for (const [group, cost] of requests) pool.ask(shareOf("hostile", group, isAnonymous), cost)
        pool.drain()
        const at = other === undefined ? Number.NaN : pool.started.indexOf(other)
        assert.isAtMost(at - before, 0)
      }),
      { numRuns }
    )
  })

  it("serves another user within one job per slot next to a user who acts for many organizations", () => {
    fc.assert(
      fc.property(
        anyLimits,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 30, maxLength: 60 }),
        (limits, costs) => {
          const pool = new Simulation({ ...limits, waiting: 64 })
          const hostile = (at: number): Share => ({ ...shareOf("x", 1, false), organization: `minted${at}` })
          for (const [at, cost] of costs.entries()) pool.ask(hostile(at), cost)
          pool.passUntil(1)
          const before = pool.started.length
          const other = pool.ask(shareOf("other", 100, false), 1)
          pool.drain()
          const at = other === undefined ? Number.NaN : pool.started.indexOf(other)
          assert.isAtMost(at - before, 0)
        }
      ),
      { numRuns }
    )
  })

  it("gives two organizations with constant demand the same slot time, however many users one of them has", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (people, cost, other) => {
          const pool = new Simulation({ slots: 1, perOrganization: 1, waiting: 1_000 })
          for (let at = 0; at < 200; at++) {
            pool.ask(shareOf("hostile", at % people, false), cost)
            pool.ask(shareOf("other", 100, false), other)
          }
          pool.passUntil(1_000)
          const used = (organization: string) =>
            pool.started.reduce((sum, { job }) => sum + (job.share.organization === organization ? job.cost : 0), 0)
          const rest = Math.max(cost, other)
          if (used("hostile") < 200 * cost && used("other") < 200 * other)
            assert.isAtMost(Math.abs(used("hostile") - used("other")), 2 * rest)
        }
      ),
      { numRuns: Math.ceil(numRuns / 4) }
    )
  })

  it("serves a job that replaced another one", () => {
    const pool = new Simulation({ slots: 1, perOrganization: 1, waiting: 2 })
    for (const group of [0, 1, 1, 2]) pool.ask({ ...shareOf("a", group, group === 1), payer: undefined }, 1)
    pool.drain()
    assert.deepStrictEqual(
      pool.started.map(({ job }) => job.share.group),
      ["user:0", "site:a", "user:2"]
    )
  })

  it("rejects the job of the user with the most waiting jobs when an organization has too many", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.boolean(), (waiting, isAnonymous) => {
        const pool = new Simulation({ slots: 1, perOrganization: 1, waiting })
        for (let at = 0; at < 3 * waiting; at++) pool.ask({ ...shareOf("a", 1, isAnonymous), payer: undefined }, 1)
        assert.strictEqual(pool.refused, 2 * waiting - 1)
        const late = pool.ask(shareOf("a", 2, isAnonymous), 1)
        assert.isTrue(late !== undefined && pool.waiting.has(late))
        assert.strictEqual(pool.waiting.size, waiting)
      }),
      { numRuns }
    )
  })
})
