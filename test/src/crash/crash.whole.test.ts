import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { program as bundled, clear, serverPid, workshop } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import type { Command, Message } from "./child.ts"
import { JsonChild, numbers } from "./JsonChild.ts"
import * as Ledger from "./Ledger.ts"
import type { Verdict } from "./Verdict.ts"

const rounds = Rounds.rounds(8, 300, 20)

let folder = ""
let program = ""

type Worker = JsonChild<Command, Message>

const verify = async (
  child: Worker,
  ledger: Ledger.Ledger,
  looked: ReadonlyArray<string>,
  inFlight?: Ledger.Step
): Promise<Verdict> => {
  child.tell({ do: "verify", ledger, looked, ...(inFlight === undefined ? {} : { inFlight }) })
  return (await child.expect("verified")).verdict
}

const close = async (child: Worker): Promise<void> => {
  child.tell({ do: "close" })
  await child.ended()
}

const opened = async (directory: string) => {
  const child: Worker = new JsonChild(program, directory, folder)
  await child.expect("open")
  return child
}

const founded = async (directory: string) => {
  const child = await opened(directory)
  child.tell({ do: "found" })
  const { ledger } = await child.expect("founded")
  return { child, ledger }
}

beforeAll(async () => {
  folder = await workshop()
  program = (await bundled({ child: "test/src/crash/child.ts" })).path
})
afterAll(() => clear(folder))

interface Killed {
  readonly ledger: Ledger.Ledger
  readonly inFlight: Ledger.Step | undefined
}

/** Lets a child work on, and kills it at a random moment of a random step; with the database before, after or not at all. */
const killed = async (
  child: Worker,
  given: Ledger.Ledger,
  directory: string,
  random: (below: number) => number
): Promise<Killed> => {
  const steps = 4 + random(12)
  const delay = random(30)
  const server = (["before", "after", "no", "no", "no", "no"] as const)[random(6)]
  const pid = await serverPid(directory)
  const kill = async () => {
    await pause(delay)
    if (server === "before" && pid !== undefined) {
      process.kill(pid, "SIGKILL")
      await pause(random(20))
    }
    child.process.kill("SIGKILL")
    if (server === "after" && pid !== undefined) process.kill(pid, "SIGKILL")
  }
  let ledger = given
  let inFlight: Ledger.Step | undefined
  let seen = 0
  let killing: Promise<void> | undefined
  child.tell({ do: "work", ledger, seed: random(1_000_000) })
  for (let message = await child.next(); message !== undefined; message = await child.next()) {
    if (message.event === "intends") {
      inFlight = message.step
      seen += 1
      if (seen === steps) killing = kill()
    } else if (message.event === "done") {
      ledger = Ledger.apply(ledger, message.step, message.acknowledged)
      inFlight = undefined
    } else {
      assert(message.event === "failed" && server === "before" && killing !== undefined, JSON.stringify(message))
    }
  }
  await killing
  return { ledger, inFlight }
}

describe("a process that is killed while it writes", () => {
  it(
    `loses no acknowledged write and leaves no partial write (${rounds} kills, seed ${seed})`,
    async () => {
      const random = numbers(seed)
      const directory = join(folder, "killed")
      const first = await founded(directory)
      let { child, ledger } = first
      let torn = 0
      for (let round = 0; round < rounds; round++) {
        const before = ledger
        const { inFlight, ledger: acknowledged } = await killed(child, ledger, directory, random)
        child = await opened(directory)
        const verdict = await verify(child, acknowledged, Ledger.changed(before, acknowledged), inFlight)
        assert.deepStrictEqual(verdict.problems, [], `seed ${seed}, round ${round}`)
        ledger = verdict.ledger
        if (inFlight !== undefined) torn += 1
        note(1)
        if (round % 50 === 49) console.log(`${round + 1} of ${rounds} kills, ${torn} in the middle of a step`)
      }
      const last = await verify(child, ledger, Object.keys(ledger.things))
      assert.deepStrictEqual(last.problems, [], `seed ${seed}, at the end`)
      assert.isAbove(ledger.step, rounds * 4)
      assert.isAbove(torn, Rounds.rounds(0, 150, 10))
      await close(child)
      assert.isUndefined(await serverPid(directory))
    },
    Rounds.patience
  )

  it("fails the check if the ledger claims a write that never happened", async () => {
    const { child, ledger: empty } = await founded(join(folder, "claimed"))
    assert.deepStrictEqual((await verify(child, empty, [])).problems, [])
    const create: Ledger.Step = { op: "create", kind: "space", title: "Claimed", parent: null }
    const claimed = Ledger.apply(empty, create, { id: "claimed", revision: "none" })
    const { problems } = await verify(child, claimed, ["claimed"])
    assert.include(problems.join("\n"), "space Claimed (claimed) is missing")
    await close(child)
  })
})
