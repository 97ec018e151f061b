import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { Attacked, Reader } from "../bounded/Attacked.ts"
import { attacks } from "../bounded/attacks.ts"
import type { Waits } from "../bounded/reader.ts"

/** The waits of a client that reads 50 times a second, and the memory of the server, while ten attackers are active. */

const seconds = Number(process.env["QUIRE_BENCH_SECONDS"] ?? 30)
const pace = 20

const names = [
  "page: setext",
  "page: links",
  "page: mails",
  "comment: definitions",
  "comment: footnotes",
  "body: wrong texts",
  "body: 50 pages",
  "body: 5,000 blocks",
  "web page: formatting",
  "archive: small"
]

const at = (waits: ReadonlyArray<number>, share: number) =>
  waits.toSorted((left, right) => left - right)[Math.floor((waits.length - 1) * share)] ?? 0

const database = async ({ host, password, port, username, ...config }: EmbeddedPostgres.Config) => {
  const admin = new Client({
    host,
    port,
    user: username,
    password: Redacted.value(password),
    database: config.database
  })
  await admin.connect()
  await admin.query("drop database if exists bench_bounded with (force)")
  await admin.query("create database bench_bounded")
  await admin.end()
  return `postgres://${username}:${encodeURIComponent(Redacted.value(password))}@${host}:${port}/bench_bounded`
}

const measure = async (attacked: Attacked) => {
  const own = await attacked.person()
  const path = `${attacked.url}/v1/spaces/${own.space}`
  const reader = await Reader.open(attacked.readerProgram, path, attacked.child.pid ?? 0, pace, own.token)
  const during = async (name: string, act: () => Promise<void>) => {
    const waits: Array<readonly [what: string, waits: Waits]> = []
    const peak = await attacked.peak(async () => {
      const health = attacked.reader.during(async () => {
        waits.push(["reads", await reader.during(act)])
      })
      waits.push(["health", await health])
    })
    console.log(`${name}: peak ${peak.toFixed(0)} MB`)
    for (const [what, { wall, worked }] of waits) {
      const shares = (waits: ReadonlyArray<number>) =>
        [0.5, 0.99, 1].map((share) => at(waits, share).toFixed(1)).join(", ")
      console.log(
        `  ${wall.length} ${what}: p50, p99, longest ${shares(wall)} ms; of the first thread ${shares(worked)} ms`
      )
    }
  }
  console.log(`before: ${(await attacked.settled(0, 500)).toFixed(0)} MB`)
  // The collections of `settled` and the first requests hold the server's first thread.
  await reader.during(() => pause(10_000))
  await during("idle", () => pause((seconds * 1_000) / 3))
  const end = performance.now() + seconds * 1_000
  const counts = new Map<string, number>()
  const attacker = async (name: string) => {
    const attack = attacks.find((each) => each.name === name)
    const person = await attacked.person()
    if (attack === undefined) throw new Error(`there is no attack ${name}`)
    while (performance.now() < end) {
      const answers = await Promise.all(attack.requests(person).map((sent) => attacked.send(person, sent)))
      for (const { status } of answers) counts.set(`${name} ${status}`, (counts.get(`${name} ${status}`) ?? 0) + 1)
    }
  }
  await during("next to ten attackers", async () => void (await Promise.all(names.map(attacker))))
  for (const [what, count] of counts) console.log(`  ${what}: ${count}`)
  console.log(`after: ${(await attacked.settled(0, 15_000)).toFixed(0)} MB`)
  reader.close()
}

const program = Effect.gen(function* () {
  const { config } = yield* EmbeddedPostgres.start({
    directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}`)
  })
  yield* Effect.promise(async () => {
    const attacked = await Attacked.open(await database(config))
    await measure(attacked)
    await attacked.close()
  })
}).pipe(Effect.scoped)

await Effect.runPromise(program)
