import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/core/testing"
import { program as bundled, clear, serverPid, workshop } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import type { Command, Message } from "./child.ts"
import * as Ledger from "./Ledger.ts"
import { type Content, type Facts, settle, type Verdict } from "./Verdict.ts"

const rounds = Rounds.rounds(8, 300, 20)

let folder = ""
let program = ""

class Child {
  readonly process: ChildProcess
  private readonly lines: AsyncIterator<string>
  private readonly closed: Promise<unknown>

  constructor(directory: string) {
    const started = spawn(process.execPath, [program, directory], { stdio: ["pipe", "pipe", "inherit"] })
    this.process = started
    this.closed = once(started, "close")
    this.lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]()
  }

  /** Undefined when the program has ended. */
  async next(): Promise<Message | undefined> {
    const { done, value } = await this.lines.next()
    return done === true ? undefined : JSON.parse(value)
  }

  async expect<E extends Message["event"]>(event: E): Promise<Extract<Message, { event: E }>> {
    const message = await this.next()
    assert.strictEqual(message?.event, event, JSON.stringify(message))
    return message as Extract<Message, { event: E }>
  }

  tell(command: Command): void {
    this.process.stdin?.write(`${JSON.stringify(command)}\n`)
  }

  async verify(ledger: Ledger.Ledger, looked: ReadonlyArray<string>, inFlight?: Ledger.Step): Promise<Verdict> {
    this.tell({ do: "verify", ledger, looked, ...(inFlight === undefined ? {} : { inFlight }) })
    return (await this.expect("verified")).verdict
  }

  async close(): Promise<void> {
    this.tell({ do: "close" })
    await this.closed
    assert.strictEqual(this.process.exitCode, 0)
  }
}

const opened = async (directory: string) => {
  const child = new Child(directory)
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
  program = (await bundled({ child: "test/src/crash/child.ts" }, folder)).path
})
afterAll(() => clear(folder))

const numbers = (from: number) => {
  let state = from
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % below
  }
}

interface Killed {
  readonly ledger: Ledger.Ledger
  readonly inFlight: Ledger.Step | undefined
}

/** Lets a child work on, and kills it at a random moment of a random step; with the database before, after or not at all. */
const killed = async (
  child: Child,
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
    `loses nothing acknowledged and leaves nothing half applied (${rounds} kills, seed ${seed})`,
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
        const verdict = await child.verify(acknowledged, Ledger.changed(before, acknowledged), inFlight)
        assert.deepStrictEqual(verdict.problems, [], `seed ${seed}, round ${round}`)
        ledger = verdict.ledger
        if (inFlight !== undefined) torn += 1
        note(1)
        if (round % 50 === 49) console.log(`${round + 1} of ${rounds} kills, ${torn} in the middle of a step`)
      }
      const last = await child.verify(ledger, Object.keys(ledger.things))
      assert.deepStrictEqual(last.problems, [], `seed ${seed}, at the end`)
      assert.isAbove(ledger.step, rounds * 4)
      assert.isAbove(torn, Rounds.rounds(2, 150, 10))
      await child.close()
      assert.isUndefined(await serverPid(directory))
    },
    Rounds.rounds(180_000, 1_800_000)
  )

  it("is caught when the ledger claims what was never written", async () => {
    const { child, ledger: empty } = await founded(join(folder, "claimed"))
    assert.deepStrictEqual((await child.verify(empty, [])).problems, [])
    const create: Ledger.Step = { op: "create", kind: "space", title: "Claimed", parent: null }
    const claimed = Ledger.apply(empty, create, { id: "claimed", revision: "none" })
    const { problems } = await child.verify(claimed, ["claimed"])
    assert.include(problems.join("\n"), "space Claimed (claimed) is missing")
    await child.close()
  })
})

const brought: Ledger.Brought = { word: "word", pages: ["One", "Two"], files: ["a.txt"] }
const nothing: Ledger.Ledger = { organization: "o", admin: "a", step: 1, things: {} }
const steps: ReadonlyArray<readonly [Ledger.Step, Ledger.Acknowledged]> = [
  [
    { op: "create", kind: "collection", title: "C", parent: null },
    { id: "c", revision: "" }
  ],
  [
    { op: "create", kind: "space", title: "S", parent: "c" },
    { id: "s", revision: "r1" }
  ],
  [
    { op: "create", kind: "space", title: "T", parent: "c" },
    { id: "t", revision: "t1" }
  ]
]
const made = steps.reduce((ledger, [step, told]) => Ledger.apply(ledger, step, told), nothing)
const blank = (revision: string): Content => ({ revision, pages: [], files: [], texts: { word: 0 }, hits: { word: 0 } })
const filled = (revision: string): Content => ({
  revision,
  pages: brought.pages,
  files: brought.files,
  texts: { word: 2 },
  hits: { word: 2 }
})
const counted = (listed: number) => ({ told: listed, listed })
const facts: Facts = {
  active: {
    c: { kind: "collection", title: "C", parent: null },
    s: { kind: "space", title: "S", parent: "c" },
    t: { kind: "space", title: "T", parent: "c" }
  },
  deleted: [],
  children: { "": ["c"], c: ["s", "t"] },
  counts: { spaces: counted(2) },
  contents: { s: blank("r1"), t: blank("t1") }
}
const without = (...ids: ReadonlyArray<string>): Facts["active"] =>
  Object.fromEntries(Object.entries(facts.active).filter(([id]) => !ids.includes(id)))
const importing: Ledger.Step = { op: "import", id: "s", brought }
const removing: Ledger.Step = { op: "delete", id: "c" }
const copying: Ledger.Step = { op: "duplicate", id: "s", title: "S (copy)" }
const imported = Ledger.apply(made, importing, { id: "s", revision: "r2" })
const looked = ["s", "t"]
const withContent = (content: Content): Facts => ({ ...facts, contents: { ...facts.contents, s: content } })
const withCopy = (content: Content): Facts => ({
  ...withContent(filled("r2")),
  active: { ...facts.active, copy: { kind: "space", title: "S (copy)", parent: "c" } },
  children: { "": ["c"], c: ["s", "copy", "t"] },
  contents: { s: filled("r2"), t: blank("t1"), copy: content }
})

describe("the verdict on a store that was opened again", () => {
  const whole: ReadonlyArray<readonly [string, Ledger.Ledger, Facts, Ledger.Step | undefined, boolean]> = [
    ["nothing in flight", made, facts, undefined, false],
    ["an import that did not happen", made, facts, importing, false],
    ["an import that did", made, withContent(filled("r2")), importing, true],
    ["a deletion that did not happen", made, facts, removing, false],
    ["a deletion that did", made, { ...facts, active: {}, deleted: ["s", "t"], children: {} }, removing, true],
    ["a duplicate that did not happen", imported, withContent(filled("r2")), copying, false],
    ["a duplicate that did", imported, withCopy(filled("k1")), copying, true]
  ]
  for (const [name, ledger, seen, step, happened] of whole) {
    it(`accepts ${name}`, () => {
      const verdict = settle(ledger, seen, looked, step)
      assert.deepStrictEqual([verdict.problems, verdict.happened], [[], happened])
    })
  }

  const broken: ReadonlyArray<readonly [string, Ledger.Ledger, Facts, Ledger.Step | undefined]> = [
    ["an acknowledged space that is gone", made, { ...facts, active: without("t") }, undefined],
    ["a space that nobody made", made, { ...facts, active: { ...facts.active, x: facts.active["s"]! } }, undefined],
    [
      "an acknowledged move that is not there",
      Ledger.apply(made, { op: "move", id: "s", parent: null }, steps[1]![1]),
      facts,
      undefined
    ],
    ["a list without one of its rows", made, { ...facts, children: { "": ["c"], c: ["s"] } }, undefined],
    ["a count that is off by one", made, { ...facts, counts: { spaces: { told: 3, listed: 2 } } }, undefined],
    ["an acknowledged import that is not there", imported, facts, undefined],
    ["an import without its revision", made, withContent(filled("r1")), importing],
    ["an import without one page", made, withContent({ ...filled("r2"), pages: ["One"] }), importing],
    ["an import without its file", made, withContent({ ...filled("r2"), files: [] }), importing],
    ["an import with a search hit too few", made, withContent({ ...filled("r2"), hits: { word: 1 } }), importing],
    ["an import without its text", made, withContent({ ...filled("r2"), texts: { word: 0 } }), importing],
    ["search hits before their import", made, withContent({ ...blank("r1"), hits: { word: 2 } }), importing],
    ["a deletion of a part", made, { ...facts, active: without("c", "s"), deleted: ["s"] }, removing],
    ["a duplicate without content", imported, withCopy(blank("k1")), copying],
    ["a duplicate that cannot be found", imported, withCopy({ ...filled("k1"), hits: { word: 0 } }), copying]
  ]
  for (const [name, ledger, seen, step] of broken) {
    it(`refuses ${name}`, () => assert.isNotEmpty(settle(ledger, seen, looked, step).problems))
  }
})
