import { appendFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Job } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { Client } from "pg"
import * as Database from "../support/database.ts"
import { program as bundled, clear, workshop } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import { JsonChild, numbers } from "./JsonChild.ts"
import type { Command, Given, Message } from "./jobsChild.ts"

const rounds = Rounds.rounds(6, 200, 20)

let folder = ""
let program = ""
let config: Database.Config
let client: Client
const scope = Effect.runSync(Scope.make())

beforeAll(async () => {
  folder = await workshop()
  program = (await bundled({ jobsChild: "test/src/crash/jobsChild.ts" })).path
  config = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  client = await Database.connected(config)
})
afterAll(async () => {
  await client.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await clear(folder)
})

const leftJobs = async () => (await client.query("select id, sequence, attempts, held_by, reason from quire.jobs")).rows

/** Waits until no job is left; fails after a minute. */
const allDone = async () => {
  let left = await leftJobs()
  for (let tries = 0; left.length > 0 && tries < 6_000; tries++) {
    await pause(10)
    left = await leftJobs()
  }
  assert.deepStrictEqual(left, [], `jobs are left, seed ${seed}`)
}

/** Runs of one key that went on at the same time, as far as their processes lived. */
const overlaps = (text: string): ReadonlyArray<string> => {
  const running = new Map<string, string>()
  return text.split("\n").flatMap((line) => {
    const [what = "", key = "", pid = ""] = line.split(" ")
    const other = running.get(key)
    if (what === "begin") running.set(key, pid)
    if (what === "end") running.delete(key)
    if (what === "killed") for (const [each, by] of running) if (by === key) running.delete(each)
    return what === "begin" && other !== undefined ? [`${key} was begun by ${pid} while ${other} ran it`] : []
  })
}

describe("processes that are killed while they run jobs", () => {
  it(
    `leaves each job to another process, which runs the newest one last (${rounds} kills, seed ${seed}; rules jobs-once, jobs-lease and jobs-supersede)`,
    async () => {
      const random = numbers(seed)
      const log = join(folder, "log")
      await writeFile(log, "")
      const { database, host, password, port, username } = config
      const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
      const latest = new Map<string, number>()
      let ahead = 0
      let number = 0
      let cut = 0
      const begin = async () => {
        const child = new JsonChild<Command, Message>(
          program,
          JSON.stringify({ url, log, ahead } satisfies Given),
          folder
        )
        await child.expect("open")
        return child
      }
      let [one, other] = [await begin(), await begin()]
      for (let round = 0; round < rounds; round++) {
        if (random(2) === 0) [one, other] = [other, one]
        for (let batch = 0; batch < 3; batch++) {
          const jobs = Array.from({ length: 1 + random(6) }, () => {
            const key = `k${random(8)}`
            latest.set(key, ++number)
            return [key, { number, takes: random(60) }] as const
          })
          const from = random(2) === 0 ? one : other
          from.tell({ do: "offer", jobs })
          await from.expect("offered")
          await pause(random(40))
        }
        const isBoth = random(4) === 0
        for (const killed of isBoth ? [one, other] : [one]) {
          await killed.kill()
          await appendFile(log, `killed ${killed.process.pid}\n`)
        }
        const { rows } = await client.query("select count(*)::int as held from quire.jobs where held_by is not null")
        cut += rows[0].held > 0 ? 1 : 0
        ahead += Job.limits.lease + 1_000
        if (isBoth) other = await begin()
        else {
          other.tell({ do: "ahead", by: Job.limits.lease + 1_000 })
          await other.expect("shifted")
        }
        await allDone()
        one = await begin()
        note(1)
      }
      for (const child of [one, other]) {
        child.tell({ do: "stop" })
        await child.ended()
      }
      const { rows } = await client.query("select event from quire.outbox_events order by seq")
      const written = new Map<string, Array<number>>()
      for (const { event } of rows)
        written.set(event.subjects[0], [...(written.get(event.subjects[0]) ?? []), event.at])
      for (const [key, last] of latest) {
        const all = written.get(key) ?? []
        assert.strictEqual(all.at(-1), last, `${key}, seed ${seed}`)
        assert.deepStrictEqual(
          all,
          all.toSorted((a, b) => a - b),
          `${key}, seed ${seed}`
        )
      }
      assert.deepStrictEqual(overlaps(await readFile(log, "utf8")), [], `seed ${seed}`)
      assert.isAbove(cut, Rounds.rounds(0, 60, 5))
    },
    Rounds.patience
  )

  it("fails the check if two processes run one key", () => {
    assert.lengthOf(overlaps("begin a 1\nbegin a 2\nend a 2"), 1)
    assert.lengthOf(overlaps("begin a 1\nkilled 1\nbegin a 2\nend a 2\nbegin a 1"), 0)
  })
})
