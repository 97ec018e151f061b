import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { Attacked, Reader } from "../bounded/Attacked.ts"
import { attacks } from "../bounded/attacks.ts"
import type { Waits } from "../bounded/reader.ts"

const seconds = Number(process.env["QUIRE_BENCH_SECONDS"] ?? 20)
const pace = 20

const names = [
  "loop",
  "regular expression",
  "JSON of much",
  "large numbers",
  "sort of much",
  "buffers",
  "closures",
  "answer of 5 MB"
]

const database = async ({ host, password, port, username, ...config }: EmbeddedPostgres.Config) => {
  const admin = new Client({
    host,
    port,
    user: username,
    password: Redacted.value(password),
    database: config.database
  })
  await admin.connect()
  await admin.query("drop database if exists bench_scripts with (force)")
  await admin.query("create database bench_scripts")
  await admin.end()
  return `postgres://${username}:${encodeURIComponent(Redacted.value(password))}@${host}:${port}/bench_scripts`
}

/** A separate server on an empty database, for the time of a measurement. */
const withServer = <A>(measure: (attacked: Attacked) => Promise<A>): Promise<A> =>
  Effect.gen(function* () {
    const { config } = yield* EmbeddedPostgres.start({
      directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}`)
    })
    return yield* Effect.promise(async () => {
      const attacked = await Attacked.open(await database(config))
      const measured = await measure(attacked)
      await attacked.close()
      return measured
    })
  }).pipe(Effect.scoped, Effect.runPromise)

export interface Meanwhile {
  readonly name: string
  readonly waits: Waits
  /** Megabytes. */
  readonly peak: number
  readonly after: number
}

/** How long a reader waits, alone and with attackers. */
export const underAttack = (): Promise<ReadonlyArray<Meanwhile>> =>
  withServer(async (attacked) => {
    const own = await attacked.person()
    const path = `${attacked.url}/v1/spaces/${own.space}`
    const reader = await Reader.open(attacked.readerProgram, path, attacked.child.pid ?? 0, pace, own.token)
    const during = async (name: string, act: () => Promise<void>): Promise<Meanwhile> => {
      let waits: Waits = { wall: [], worked: [] }
      const peak = await attacked.peak(async () => {
        waits = await reader.during(act)
      })
      return { name, waits, peak, after: await attacked.settled(0, 2_000) }
    }
    await during("first", () => pause(2_000))
    const rest = await during("at rest", () => pause(seconds * 1_000))
    const end = performance.now() + seconds * 1_000
    const attacker = async (name: string) => {
      const attack = attacks.find((each) => each.name === `scripts: ${name}`)
      const person = await attacked.person()
      if (attack === undefined) throw new Error(`there is no attack ${name}`)
      await attack.prepare?.(person, (sent) => attacked.send(person, sent))
      while (performance.now() < end)
        await Promise.all(attack.requests(person).map((sent) => attacked.send(person, sent)))
    }
    const attack = await during("eight attackers", async () => void (await Promise.all(names.map(attacker))))
    await pause(32_000)
    const after = await during("afterwards", () => pause((seconds * 1_000) / 2))
    reader.close()
    return [rest, attack, after]
  })

const count = 50

/** What a server holds of integrations that do nothing. */
export const idle = (program: string, untilEnded: number): Promise<ReadonlyArray<readonly [string, number]>> =>
  withServer(async (attacked) => {
    const held: Array<readonly [string, number]> = []
    const hold = async (when: string) => void held.push([when, await attacked.settled(0, 3_000)])
    const person = await attacked.person()
    const { organization } = person
    const script = `${program}\n/* ${"x".repeat(100_000)} */`
    const publish = async (name: string) => {
      const publication = { organization, title: name, description: "", scopes: [], script }
      await attacked.send(person, { method: "POST", path: `/v1/integrations/${name}`, body: publication })
      const path = `/v1/integrations/${name}/installations`
      const { status, text } = await attacked.send(person, { method: "POST", path, body: { organization } })
      if (status !== 201) throw new Error(`${name} was not installed: ${status} ${text}`)
    }
    const run = async (name: string) => {
      const { status, text } = await attacked.send(person, { method: "GET", path: `/integrations/${name}/fetch/` })
      if (status !== 200) throw new Error(`${name} was not run: ${status} ${text}`)
    }
    await publish("first")
    await hold("before, with one that has never run")
    const all = Array.from({ length: count }, (_, at) => `idle-${at}`)
    for (const name of all) await publish(name)
    await hold(`${count} more, published and installed, never run`)
    for (const name of all) await run(name)
    await hold(`${count} that ran once each, with the thread idle`)
    await pause(untilEnded)
    await hold("idle, after the thread ended")
    return held
  })
