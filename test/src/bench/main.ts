import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import { zipSync } from "fflate"
import { Client } from "pg"
import { type Server, start } from "./child.ts"
import { documents } from "./content.ts"
import { callsOf } from "./inProcess.ts"
import * as Payload from "./payload/install.ts"
import { type Figure, report } from "./report.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 5)
const concurrency = 16

interface Case {
  readonly name: string
  /** Requests of a round. */
  readonly requests: number
  /** Rounds before the figures called warm; code is fully compiled after some thousands of requests. */
  readonly warmUp: number
  readonly send: (server: Server, index: number) => Promise<Response>
}

const at = (server: Server, path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.ready["token"]}`, "content-type": "application/json" }
  })

const post = (server: Server, path: string, body: unknown) =>
  at(server, path, { method: "POST", body: JSON.stringify(body) })

const archive = zipSync(documents(1000), { level: 6 })
const plain = JSON.stringify(
  Object.fromEntries(Object.entries(documents(1000)).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
)
const files = createServer((request, response) => {
  const isPlain = (request.url ?? "").endsWith(".json")
  response
    .writeHead(200, { "content-type": isPlain ? "application/json" : "application/zip" })
    .end(isPlain ? plain : archive)
})
await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve))
const filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/docs.zip`

const importCase: Case = {
  name: "import 1,000 pages",
  requests: 1,
  warmUp: 3,
  send: async (server) => {
    const made = await post(server, `/v1/orgs/${server.ready["organization"]}/spaces`, {
      title: "Import",
      editMode: "live"
    })
    const { id } = (await made.json()) as { id: string }
    return post(server, `/v1/spaces/${id}/content/import`, { url: filesUrl, source: "zip" })
  }
}

const searchFor = (name: string, query: string): Case => ({
  name,
  requests: 200,
  warmUp: 8,
  send: (server) => at(server, `/v1/spaces/${server.ready["space"]}/search?${query}`)
})

const cases: ReadonlyArray<Case> = [
  {
    name: "GET one space",
    requests: 1_000,
    warmUp: 10,
    send: (server) => at(server, `/v1/spaces/${server.ready["space"]}`)
  },
  {
    name: "list 100 spaces",
    requests: 300,
    warmUp: 10,
    send: (server) => at(server, `/v1/orgs/${server.ready["organization"]}/spaces?limit=100`)
  },
  {
    name: "create a space",
    requests: 300,
    warmUp: 10,
    send: (server, index) => post(server, `/v1/orgs/${server.ready["organization"]}/spaces`, { title: `New ${index}` })
  },
  {
    name: "read a page as Markdown",
    requests: 500,
    warmUp: 10,
    send: (server, index) => {
      const page = index % 200
      const path = `chapter-${Math.floor(page / 20)}/page-${page}`
      return at(server, `/v1/spaces/${server.ready["space"]}/content/path/${path}?format=markdown`)
    }
  },
  searchFor("search, 20 hits", "query=install+token&limit=20"),
  searchFor("search, 50 hits", "query=install+token"),
  importCase
]

/** Processor microseconds per request of one batch. */
const measure = async (server: Server, { name, requests, send }: Case): Promise<number> => {
  const before = await server.cpu()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < requests; index = next++) {
      const response = await send(server, index)
      const text = await response.text()
      if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, requests) }, worker))
  return ((await server.cpu()) - before) / requests
}

const median = (figures: ReadonlyArray<number>) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const database = async (config: EmbeddedPostgres.Config, name: string) => {
  const { host, password, port, username } = config
  const admin = new Client({
    host,
    port,
    user: username,
    password: Redacted.value(password),
    database: config.database
  })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  return `postgres://${username}:${encodeURIComponent(Redacted.value(password))}@${host}:${port}/${name}`
}

type Subject = readonly [name: string, start: () => Promise<Server>]

/** One case on servers that have answered nothing before: the first round, and later ones in turns. */
const compareCase = async (one: Case, store: string, subjects: ReadonlyArray<Subject>): Promise<Figure> => {
  const servers: Array<readonly [string, Server]> = []
  for (const [name, startServer] of subjects) servers.push([name, await startServer()])
  const first = new Map<string, number>()
  for (const [name, server] of servers) first.set(name, await measure(server, one))
  for (const [, server] of servers) for (let round = 0; round < one.warmUp; round++) await measure(server, one)
  const rounded = new Map(subjects.map(([name]) => [name, Array<number>()]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of servers) rounded.get(name)?.push(await measure(server, one))
  }
  for (const [, server] of servers) await server.stop()
  const warm = new Map(Array.from(rounded, ([name, costs]) => [name, median(costs)]))
  console.log(`${store}: ${one.name}: warm ${JSON.stringify([...warm])}, first ${JSON.stringify([...first])}`)
  return { store, name: one.name, first, warm }
}

/** What Payload is compared in. */
const basic = new Set(cases.slice(0, 3))

const compare = async (
  store: string,
  fresh: (name: string) => Promise<ReadonlyArray<string>>,
  payload?: string
): Promise<ReadonlyArray<Figure>> => {
  const figures: Array<Figure> = []
  const peers = (program: string): ReadonlyArray<Subject> =>
    ["local", "rest"].map((mode) => [mode, async () => start(program, [...(await fresh(`bench_${mode}`)), mode])])
  for (const one of cases) {
    const subjects: ReadonlyArray<Subject> = [
      ["quire", async () => start("./quireServer.js", await fresh("bench_quire"))],
      ["bare", async () => start("./bareServer.js", await fresh("bench_bare"))],
      ...(payload !== undefined && basic.has(one) ? peers(payload) : [])
    ]
    figures.push(await compareCase(one, store, subjects))
  }
  return figures
}

const program = Effect.gen(function* () {
  const { config } = yield* EmbeddedPostgres.start({
    directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}`)
  })
  const fresh = (name: string) => database(config, name)
  const payload = Payload.install(join(tmpdir(), "quire-bench-payload"))
  return yield* Effect.promise(async () => {
    const figures = [
      ...(await compare("Postgres", async (name) => [await fresh(name)], payload)),
      ...(await compare("memory", async () => []))
    ]
    const calls = [
      ...(await callsOf("memory", undefined, rounds)),
      ...(await callsOf("Postgres", await fresh("bench_calls"), rounds))
    ]
    return { figures, calls }
  })
}).pipe(Effect.scoped)

const { calls, figures } = await Effect.runPromise(program)
files.close()
await writeFile(
  new URL("../../../docs/benchmarks.md", import.meta.url),
  report(figures, calls, { rounds, cpu: cpus()[0]?.model ?? "", cores: cpus().length, payload: Payload.version })
)
console.log("wrote docs/benchmarks.md")
