import { appendFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { type Config, fresh } from "../support/database.ts"
import { Attacked, isMeasurable, line, type Outcome } from "./Attacked.ts"
import { type Attack, attacks } from "./attacks.ts"

/**
 * Asserts time, which only deep runs do: that hostile input delays no other request is a promise about time, and
 * counting statements or parses does not hold it. What another client waited is counted in the processor time of the
 * server's own thread, which a busy machine does not lengthen, and an attack that is too slow is tried once more.
 */
const most = {
  /** Milliseconds that another client waits. On a quiet machine they are below 100. */
  waited: 250,
  /** Megabytes above those before it, while an attack is served. */
  memory: 256,
  /** Megabytes above those at rest that may be kept when all is over: a cache of 64, compiled code, room in the heap. */
  kept: 160
} as const

const urlOf = ({ database, host, password, port, username }: Config) =>
  `postgres://${encodeURIComponent(username)}:${encodeURIComponent(Redacted.value(password))}@${host}:${port}/${database}`

const { QUIRE_TEST_ATTACKS, QUIRE_TEST_ATTACK_LOG } = process.env

const tried = attacks.filter(({ name }) =>
  (QUIRE_TEST_ATTACKS ?? "").split(",").some((beginning) => name.startsWith(beginning))
)

const faults = (
  { deadline, refusals = [] }: Attack,
  rest: number,
  { before, peak, said, statuses, took, worked }: Outcome
): ReadonlyArray<string> => [
  ...(worked > most.waited ? [`others waited ${worked.toFixed(0)} ms`] : []),
  ...(took > deadline ? [`it took ${took.toFixed(0)} ms`] : []),
  ...(peak - before > most.memory ? [`it took ${(peak - before).toFixed(0)} MB`] : []),
  ...(peak - rest > most.memory + most.kept ? [`memory was ${(peak - rest).toFixed(0)} MB above rest`] : []),
  ...statuses
    .filter((status) => status < 200 || (status >= 500 && !refusals.includes(status)))
    .map((status) => `it was answered ${status} ${said}`)
]

describe.skipIf(!isMeasurable)("hostile input", () => {
  const scope = Effect.runSync(Scope.make())
  let attacked: Attacked
  let rest = 0

  beforeAll(async () => {
    attacked = await Attacked.open(urlOf(await Effect.runPromise(Scope.provide(fresh, scope))))
    await attacked.attack({ name: "nothing", deadline: 0, requests: () => [] })
    rest = await attacked.settled(0, 500)
  })
  afterAll(async () => {
    await attacked.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  for (const attack of tried) {
    it(`does not delay other requests: ${attack.name}`, async () => {
      const attempt = async () => {
        const outcome = await attacked.attack(attack)
        if (QUIRE_TEST_ATTACK_LOG !== undefined) appendFileSync(QUIRE_TEST_ATTACK_LOG, `${line(outcome)}\n`)
        await attacked.settled(rest + most.kept, 300)
        const isRefusal = (text: string) =>
          attack.refusals?.some((status) => text.includes(`"status":${status},`)) === true
        return faults(attack, rest, outcome).concat(attacked.failures.splice(0).filter((text) => !isRefusal(text)))
      }
      const found = await attempt()
      assert.deepStrictEqual(found.length === 0 ? found : await attempt(), [])
    })
  }

  it("releases the memory that it used", async () => {
    assert.isAtMost((await attacked.settled(rest + most.kept, 30_000)) - rest, most.kept)
  })
})
