import * as fs from "node:fs/promises"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { pack } from "../../../scripts/pack.mjs"
import * as Database from "../support/database.ts"
import { clear, root, workshop } from "../support/program.ts"
import { Command, curl } from "./Commands.ts"

/** What the next version adds: a table, and to a table in use a column and an index. */
const addition = `{
    id: 9000,
    name: "next",
    additive: true,
    statements: [
      'create table "next_notes" ("id" text collate "C" primary key)',
      'alter table "spaces" add column "next_note" text',
      'create index "spaces_next_idx" on "spaces" ("next_note")'
    ]
  }`

let folder = ""
let previous = ""
let next = ""
const started: Array<Command> = []

/**
 * The command as it is packed, and as it would be packed of a version with one more migration. Programs that were packed
 * before the rule do not serve what is newer, whatever that is, so the present one is the oldest that can be tried.
 */
beforeAll(async () => {
  folder = await workshop()
  previous = join(folder, "previous/quire.mjs")
  await pack(join(folder, "previous"))
  const copy = join(folder, "next")
  const parts = ["scripts", "package.json", "package-lock.json", "tsconfig.base.json"]
  for (const name of ["core", "adapters", "reader", "http", "client", "editor", "console"])
    parts.push(`packages/${name}/src`)
  for (const name of ["index.html", "package.json", "vite.config.ts"]) parts.push(`packages/console/${name}`)
  for (const part of parts) await fs.cp(join(root, part), join(copy, part), { recursive: true })
  await fs.symlink(join(root, "node_modules"), join(copy, "node_modules"))
  const list = join(copy, "packages/adapters/src/postgres/migrations/index.ts")
  const text = await fs.readFile(list, "utf8")
  const more = text.replace(/(: ReadonlyArray<Migration> = \[[^\]]*)\]/, `$1, ${addition}]`)
  assert.notStrictEqual(more, text)
  await fs.writeFile(list, more)
  const { code, err } = await new Command([join(copy, "scripts/pack.mjs")], copy, {}).end()
  assert.strictEqual(code, 0, err)
  next = join(copy, "packages/http/dist/command/quire.mjs")
})
afterAll(async () => {
  for (const each of started) each.process.kill("SIGKILL")
  await clear(folder)
})

interface Told {
  readonly status: number
  readonly text: string
}

/** Whether a request was refused before anything of it was sent. */
const wasUnsent = (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNREFUSED"

/** How long a balancer keeps a request while no server is ready. */
const patience = 10_000

/**
 * A balancer that sends requests to the servers in turn that say they are ready, over connections that it keeps. It sends
 * one again only when no server listened.
 */
class Balancer {
  private readonly agents = new Map<number, Agent>()
  private readonly ready = new Set<number>()
  private turn = 0
  private isOpen = true
  private readonly probing: Promise<unknown>
  readonly served = new Map<number, number>()

  constructor(ports: ReadonlyArray<number>) {
    for (const port of ports) this.agents.set(port, new Agent({ keepAlive: true }))
    this.probing = Promise.all(ports.map((port) => this.probe(port)))
  }

  private async probe(port: number) {
    while (this.isOpen) {
      const status = await this.ask(port, "GET", "/readyz", {}, undefined, new Agent()).then(
        (answer) => answer.status,
        () => 0
      )
      if (status === 200) this.ready.add(port)
      else this.ready.delete(port)
      await wait(20)
    }
  }

  private ask(
    port: number,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
    agent = this.agents.get(port)
  ): Promise<Told> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
        let text = ""
        answer.setEncoding("utf8")
        answer.on("data", (chunk) => (text += chunk))
        answer.once("error", reject)
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }))
      })
      sent.once("error", reject)
      sent.end(body)
    })
  }

  isReady(port: number) {
    return this.ready.has(port)
  }

  async send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Told> {
    const since = Date.now()
    for (;;) {
      const ports = [...this.ready]
      const port = ports[this.turn++ % Math.max(1, ports.length)]
      if (port === undefined) {
        if (Date.now() - since > patience) throw new Error("no server is ready")
        await wait(10)
        continue
      }
      try {
        const told = await this.ask(port, method, path, headers, body)
        this.served.set(port, (this.served.get(port) ?? 0) + 1)
        return told
      } catch (error) {
        if (!wasUnsent(error)) throw error
        this.ready.delete(port)
      }
    }
  }

  async close() {
    this.isOpen = false
    await this.probing
    for (const agent of this.agents.values()) agent.destroy()
  }
}

const until = async (holds: () => boolean) => {
  while (!holds()) await wait(10)
}

it("replaces two servers with the next version and its schema without a failed request (rule rolling-deploy)", () =>
  Effect.gen(function* () {
    const { database, host, password, port, username } = yield* Database.fresh
    const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
    yield* Effect.promise(() => roll(["--database-url", url, "--rate-limit", "off", "--grace", "1000"]))
  }).pipe(Effect.scoped, Effect.runPromise))

const roll = async (words: ReadonlyArray<string>) => {
  const start = (program: string, ...more: ReadonlyArray<string>) => {
    const command = new Command([program, ...more, ...words], folder, {})
    started.push(command)
    return command
  }
  const servers = [start(previous, "serve", "--port", "0"), start(previous, "serve", "--port", "0")]
  const urls = await Promise.all(servers.map((server) => server.url()))
  const ports = urls.map((url) => Number(new URL(url).port))
  const { token, url: spaces } = curl(servers.map(({ out }) => out).join(""))
  const path = new URL(spaces).pathname
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const balancer = new Balancer(ports)
  await until(() => ports.every((port) => balancer.isReady(port)))

  const faults: Array<string> = []
  const made: Array<string> = []
  let asked = 0
  const load = { isOn: true }
  const expect = async (status: number, method: string, path: string, body?: object) => {
    asked += 1
    try {
      const told = await balancer.send(method, path, headers, body === undefined ? undefined : JSON.stringify(body))
      if (told.status === status) return told.text
      faults.push(`${method} ${path} ${told.status} ${told.text.slice(0, 200)}`)
    } catch (error) {
      faults.push(`${method} ${path} ${String(error)}`)
    }
    return undefined
  }
  const worker = async (name: number) => {
    for (let round = 0; load.isOn && faults.length === 0; round++) {
      const created = await expect(201, "POST", path, { title: `Space ${name} ${round}` })
      const { id = "" }: { readonly id?: string } = JSON.parse(created ?? "{}")
      made.push(id)
      await expect(200, "PATCH", `/v1/spaces/${id}`, { title: `Changed ${name} ${round}` })
      await expect(200, "GET", `/v1/spaces/${id}`)
      await expect(200, "GET", `${path}?limit=5`)
    }
  }
  const working = Promise.all(Array.from({ length: 6 }, (_, name) => worker(name)))
  const settle = async () => {
    const before = asked
    await until(() => asked > before + 60 || faults.length > 0)
  }

  const logs: Array<string> = []
  try {
    await settle()
    const migrated = await start(next, "migrate").end()
    assert.deepStrictEqual([migrated.code, migrated.out], [0, "Ran:\n  9000 next\n"], migrated.err)
    await settle()
    const old = await start(previous, "migrate", "--plan").end()
    assert.deepStrictEqual([old.code, old.out], [0, "The schema is up to date.\n"], old.err)
    for (const [index, port] of ports.entries()) {
      const stopped = await servers[index]?.stop()
      assert.strictEqual(stopped?.code, 0, stopped?.err)
      logs.push(stopped?.err ?? "")
      const server = start(next, "serve", "--no-migrate", "--port", String(port))
      servers[index] = server
      await server.url()
      await until(() => balancer.isReady(port))
      await settle()
    }
  } finally {
    load.isOn = false
    await working
  }
  const lost = (await Promise.all(made.map((id) => expect(200, "GET", `/v1/spaces/${id}`)))).filter(
    (text) => text === undefined
  )
  await balancer.close()
  for (const server of servers) {
    const { code, err } = await server.stop()
    assert.strictEqual(code, 0)
    logs.push(err)
  }
  assert.deepStrictEqual(faults, [])
  assert.lengthOf(lost, 0)
  assert.isAbove(made.length, 50)
  assert.deepStrictEqual(
    logs.map((log) => /"message":"request".*"status":20[01]/.test(log)),
    [true, true, true, true]
  )
  assert.deepStrictEqual(
    logs.flatMap((log) => log.split("\n").filter((line) => line.includes('"level":"ERROR"'))),
    []
  )
}
