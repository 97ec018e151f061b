import type { ChildProcess } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Job } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { Client } from "pg"
import * as Database from "../support/database.ts"
import { clear, program, workshop } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import type { Command, Given, Message } from "./deliveriesChild.ts"
import { JsonChild, numbers } from "./JsonChild.ts"
import { judge, readLog } from "./ReceivedEvents.ts"
import type * as ReceiverChild from "./receiverChild.ts"

const { QUIRE_TEST_EVENTS, QUIRE_TEST_KILLS } = process.env

const events = Number(QUIRE_TEST_EVENTS ?? Rounds.rounds(200, 10_000, 1_000))
/** Of the server, and as many of the receivers. */
const kills = Number(QUIRE_TEST_KILLS ?? Rounds.rounds(3, 40, 10))

let folder = ""
let programs = ""
let config: Database.Config
let client: Client
const scope = Effect.runSync(Scope.make())
const children = new Set<ChildProcess>()

const begun = <C, M extends { readonly event: string }>(child: JsonChild<C, M>): JsonChild<C, M> => {
  children.add(child.process)
  return child
}

const logOf = (receiver: number) => join(folder, `receiver-${receiver}`)

class Receiver {
  child: JsonChild<never, ReceiverChild.Message> | undefined
  port = 0
  private readonly number: number
  constructor(number: number) {
    this.number = number
  }
  async begin(): Promise<void> {
    const given: ReceiverChild.Given = { log: logOf(this.number), port: this.port }
    this.child = begun(new JsonChild(join(programs, "receiverChild.mjs"), JSON.stringify(given), folder))
    this.port = (await this.child.expect("listening")).port
  }
  async again(): Promise<void> {
    await this.child?.kill()
    await this.begin()
  }
}

beforeAll(async () => {
  folder = await workshop()
  const entries = {
    deliveriesChild: "test/src/crash/deliveriesChild.ts",
    receiverChild: "test/src/crash/receiverChild.ts"
  }
  programs = dirname((await program(entries)).path)
  config = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  client = await Database.connected(config)
})
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await client.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await clear(folder)
})

const ids = async (where: string, values: ReadonlyArray<string> = []): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query(
    `select event->>'id' as id from quire.outbox_events where ${where} order by epoch, xid, seq`,
    [...values]
  )
  return rows.map(({ id }) => id)
}

const updates = () => ids("event->>'type' = 'teams.update'")

describe("webhooks of killed servers with killed receivers", () => {
  it(`delivers all events in order, and repeats only the same (${events} events, ${kills} kills of each, seed ${seed}; rules delivery-once-or-more and delivery-order)`, async () => {
    const random = numbers(seed)
    const { database, host, password, port, username } = config
    const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
    const receivers = [new Receiver(0), new Receiver(1)]
    for (const [number, receiver] of receivers.entries()) {
      await writeFile(logOf(number), "")
      await receiver.begin()
    }
    let ahead = 0
    const beginServer = async () => {
      const given: Given = { url, ahead }
      const program = join(programs, "deliveriesChild.mjs")
      const child = begun(new JsonChild<Command, Message>(program, JSON.stringify(given), folder))
      await child.expect("open")
      return child
    }
    let server = await beginServer()
    server.tell({ do: "begin", receivers: receivers.map((each) => `http://127.0.0.1:${each.port}/`) })
    const { made } = await server.expect("begun")
    const killServer = async () => {
      await server.kill()
      ahead += Job.limits.lease + 1_000
      server = await beginServer()
    }
    const make = async (count: number) => {
      server.tell({ do: "make", of: made, count })
      return server.next()
    }
    for (let round = 0; round < kills; round++) {
      const making = make(Math.ceil(events / kills))
      await pause(random(Math.ceil((events * 10) / kills)))
      await receivers[random(2)]?.again()
      await pause(random(300))
      await killServer()
      await making
      note(1)
    }
    const rest = events - (await updates()).length
    if (rest > 0) await make(rest)
    const happened = await updates()
    assert.isAtLeast(happened.length, events)
    const countTold = async (): Promise<number> => {
      const { rows } = await client.query(
        "select count(*)::int as told from quire.event_deliveries where status = 'delivered'"
      )
      return rows[0].told
    }
    const all = receivers.length * (happened.length + 1)
    let told = await countTold()
    for (let still = 0; told < all && still < 600; ) {
      await pause(100)
      const now = await countTold()
      still = now === told ? still + 1 : 0
      told = now
      if (still % 50 !== 49) continue
      server.tell({ do: "ahead", by: 60_000 })
      await server.next()
    }
    let duplicates = 0
    for (const [number, webhook] of made.webhooks.entries()) {
      const own = await ids("event->>'type' = 'webhooks.create' and event->'subjects'->>0 = $1", [webhook])
      const judged = judge([...own, ...happened], readLog(await readFile(logOf(number), "utf8")))
      assert.deepStrictEqual(judged.problems, [], `receiver ${number}, seed ${seed}`)
      duplicates += judged.duplicates
    }
    console.log(
      `deliveries: ${happened.length} events, ${kills} kills of the server and ${kills} of receivers, ` +
        `${all} deliveries, ${duplicates} duplicates`
    )
  }, 3_600_000)

  it("fails the check if an event is lost, out of order or changed", () => {
    const log = (...lines: ReadonlyArray<string>) => readLog(lines.map((line) => `\n${line} ;`).join(""))
    assert.deepStrictEqual(judge(["a", "b"], log("a 1", "a 1", "b 2")), { problems: [], duplicates: 1 })
    assert.deepStrictEqual(judge(["a"], readLog("\na 1 ;\nb")).problems, [])
    for (const wrong of [
      log("a 1"),
      log("b 2", "a 1"),
      log("a 1", "a 2", "b 2"),
      log("a 1", "b 2", "a 1"),
      log("a 1", "b 2", "c 3")
    ]) {
      assert.isAbove(judge(["a", "b"], wrong).problems.length, 0)
    }
  })
})
