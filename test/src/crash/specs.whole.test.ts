import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Quire } from "@quire/http"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { Client } from "pg"
import * as Database from "../support/database.ts"
import { clear, program, workshop } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import { numbers } from "./JsonChild.ts"

const rounds = Rounds.rounds(3, 100, 20)
const operations = 600

/** Large enough that a kill meets its reading. */
const described = (title: string) =>
  `openapi: 3.0.0\ninfo: {title: ${title}, version: "1"}\npaths:\n${Array.from(
    { length: operations },
    (_, at) => `  /p${at}: {get: {summary: Number ${at}, responses: {200: {description: "of ${title}"}}}}\n`
  ).join("")}`

let folder = ""
let path = ""
let database = ""
let client: Client
let source: Server
let begun: Begun | undefined
const served = new Map<string, string>()
const scope = Effect.runSync(Scope.make())

interface Begun {
  readonly child: ChildProcess
  readonly url: string
}

/** A server on the database, once it listens. */
const begin = async (): Promise<Begun> => {
  const child = spawn(process.execPath, [path, "serve"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env["PATH"],
      QUIRE_DATABASE_URL: database,
      QUIRE_PORT: "0",
      QUIRE_RATE_LIMIT: "off",
      QUIRE_FETCH_ALLOW: "127.0.0.1",
      QUIRE_MAIL_OFF: "all"
    }
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Quire listens on (\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error("the server has not begun")
}

const childrenOf = (pid: number | undefined): ReadonlyArray<string> => {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean) : []
}

/** Kills a server; the processes that read for it end automatically. */
const kill = async ({ child }: Begun) => {
  const readers = childrenOf(child.pid)
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
  return readers
}

beforeAll(async () => {
  folder = await workshop()
  path = (await program()).path
  const config = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  const { host, password, port, username } = config
  database = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${config.database}`
  client = await Database.connected(config)
  source = createServer((asked, response) => void response.end(served.get(asked.url ?? "")))
  source.listen(0, "127.0.0.1")
  await once(source, "listening")
})
afterAll(async () => {
  if (begun !== undefined) await kill(begun)
  source.close()
  source.closeAllConnections()
  await client.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await clear(folder)
})

const rows = async (text: string): Promise<ReadonlyArray<Record<string, string>>> => (await client.query(text)).rows

/** Asks until nothing is left of something, at most two minutes. */
const none = async (find: () => Promise<ReadonlyArray<unknown>>, what: string) => {
  let left = await find()
  for (const end = performance.now() + 120_000; left.length > 0 && performance.now() < end; ) {
    await pause(20)
    left = await find()
  }
  assert.deepStrictEqual(left, [], `${what}, seed ${seed}`)
}

const unfinished = () => rows("select doc->>'slug' as slug from quire.openapi_specs where doc->>'state' <> 'complete'")

describe("servers that are killed while they read descriptions", () => {
  it(`leaves no spec unread and no process running (${rounds} kills, seed ${seed}; rules spec-superseded, jobs-once and jobs-lease)`, async () => {
    const random = numbers(seed)
    const quire = await Quire.open({
      upkeep: "off",
      store: { kind: "postgres", url: database },
      baseUrl: "http://quire.test"
    })
    const { id: user } = await quire.system.users.ensure({ email: "ada@crash.test", displayName: "Ada" })
    const { token } = await quire.as(user).tokens.create(user, { label: "crash" })
    const { id: organization } = await quire.as(user).organizations.create({ title: "Crash" })
    await quire.close()
    const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
    const latest = new Map<string, string>()
    let cut = 0
    let server = (begun = await begin())
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        ["a", "b", "c"].map(async (slug) => {
          const title = `${slug} ${round}`
          latest.set(slug, title)
          served.set(`/${slug}`, described(title))
          const body = { source: random(2) === 0 ? { text: described(title) } : { url: `${address}/${slug}` } }
          const answer = await fetch(`${server.url}/v1/orgs/${organization}/openapi/${slug}`, {
            method: "PUT",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
          assert.isTrue(answer.ok, await answer.text())
        })
      )
      await pause(random(600))
      const readers = await kill(server)
      cut += (await unfinished()).length > 0 ? 1 : 0
      await rows("update quire.jobs set held_until = 0 where held_until is not null")
      server = begun = await begin()
      await none(unfinished, "specs that no server has read")
      await none(async () => readers.filter((pid) => existsSync(`/proc/${pid}`)), "processes that go on reading")
      note(1)
    }
    const specs = await rows(
      `select s.doc->>'slug' as slug, v.doc->>'operations' as operations, encode(b.bytes, 'escape') as text
          from quire.openapi_specs s join quire.openapi_versions v on v.id = s.doc->>'lastVersion'
          join quire.blobs b on b.hash = v.doc->>'source'`
    )
    assert.lengthOf(specs, 3)
    for (const { operations: read, slug = "", text } of specs) {
      assert.strictEqual(read, String(operations))
      assert.include(text, `{title: ${latest.get(slug)}, `, `seed ${seed}`)
    }
    const twice = await rows(
      `select id from (select id, doc->>'source' as source, lag(doc->>'source') over (partition by spec order by id) as last
          from quire.openapi_versions) v where source = last`
    )
    assert.deepStrictEqual(twice, [], `versions in which nothing changed, seed ${seed}`)
    const jobs = await rows(`select key, reason from quire.jobs where kind = 'openapi-spec' and due_at < 0`)
    assert.deepStrictEqual(jobs, [])
    assert.isAbove(cut, Rounds.rounds(-1, 20, 4))
  }, 3_600_000)
})
