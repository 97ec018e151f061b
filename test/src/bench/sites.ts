/**
 * Processor time of reading published sites, beside a bare server of the same bytes: a page that was read before, a 304,
 * a page that is printed anew, drawn or as data; and how that grows with the pages of a space and the spaces of a site.
 */
import { writeFile } from "node:fs/promises"
import { Agent, get } from "node:http"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { type Server, start } from "./child.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 5)
const requests = Number(process.env["QUIRE_BENCH_REQUESTS"] ?? 1000)

/** Requests before anything is measured: code is compiled for good after some thousands. */
const warmUp = 4000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const read = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly status: number; readonly etag: string }>((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume()
      response.on("end", () => resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? "" }))
    }).on("error", reject)
  })

/** What is read of a page, and what its addresses end with. */
const forms = { drawn: "", data: ".json" } as const
type Form = keyof typeof forms

/** Addresses of pages in one form. */
const listPages = async (server: Server, form: Form): Promise<ReadonlyArray<string>> => {
  const text = await (await fetch(`${server.url}${server.ready["mount"]}llms.txt`)).text()
  const paths = Array.from(text.matchAll(/^- \[.*?\]\((.*?)\.md\)/gm), ([, path]) => path)
  // The first page has the site's own address when it is drawn.
  return paths.slice(1).map((path) => `${server.ready["mount"]}${path}${forms[form]}`)
}

/** Processor milliseconds of one request, the median of the rounds. */
const measure = async (server: Server, ask: (at: number) => Promise<unknown>, count = requests): Promise<number> => {
  const taken: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const before = await server.cpu()
    for (let at = 0; at < count; at++) await ask(at)
    taken.push(((await server.cpu()) - before) / 1000 / count)
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

const warmOf = async (server: Server, pages: ReadonlyArray<string>) => {
  const url = (at: number) => `${server.url}${pages[at % 9]}`
  for (let at = 0; at < warmUp; at++) await read(url(at))
  const tags = await Promise.all(Array.from({ length: 10 }, async (_, at) => (await read(url(at))).etag))
  const again = async (at: number) => {
    const { status } = await read(url(at), { "if-none-match": tags[at % 9] ?? "" })
    if (status !== 304) throw new Error(`${status} instead of 304`)
  }
  return { page: await measure(server, (at) => read(url(at))), known: await measure(server, again) }
}

const format = (milliseconds: number) => `${milliseconds.toFixed(3)} ms`

const compare = async (form: Form, pages: number, siteSpaces: number, database?: () => Promise<string>) => {
  const open = async (cachedBytes: number) => {
    const url = await database?.()
    const given = [pages, siteSpaces, cachedBytes].map(String)
    return start("./siteServer.js", url === undefined ? given : [...given, url])
  }
  const quire = await open(33_554_432)
  const paths = await listPages(quire, form)
  const first = pages < 1000 ? undefined : await firstOf(quire, paths)
  const bare = await start("./bareSite.js", [quire.url, ...paths.slice(0, 9)])
  const own = await warmOf(quire, paths)
  const plain = await warmOf(bare, paths)
  await bare.stop()
  await quire.stop()
  const forgetful = await open(0)
  const others = await listPages(forgetful, form)
  const print = (at: number) => read(`${forgetful.url}${others[at % 9]}`)
  for (let each = 0; each < 200; each++) await print(each)
  const anew = await measure(forgetful, print, 200)
  await forgetful.stop()
  const row = [form, pages, siteSpaces, own.page, plain.page, own.known, plain.known, anew, first]
  return `| ${row.map((each, column) => (each === undefined ? "" : typeof each === "string" || column < 3 ? each : format(each))).join(" | ")} |`
}

/** Pages that nobody has read yet. */
const firstOf = async (server: Server, pages: ReadonlyArray<string>): Promise<number> => {
  for (const page of pages.slice(0, 100)) await read(`${server.url}${page}`)
  const before = await server.cpu()
  for (const page of pages.slice(100, 500)) await read(`${server.url}${page}`)
  return ((await server.cpu()) - before) / 1000 / 400
}

const head = [
  "| form | pages | site-spaces | page | bare page | 304 | bare 304 | printed anew | read first |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
]

const sizes: ReadonlyArray<readonly [pages: number, siteSpaces: number]> = (
  process.env["QUIRE_BENCH_SIZES"] ?? "10x1,10000x1,10x50"
)
  .split(",")
  .map((size) => {
    const [pages = 10, siteSpaces = 1] = size.split("x").map(Number)
    return [pages, siteSpaces] as const
  })

const tableOf = async (title: string, database?: () => Promise<string>) => {
  const rows: Array<string> = []
  for (const form of ["drawn", "data"] as const) {
    if (!(process.env["QUIRE_BENCH_FORMS"] ?? "drawn,data").includes(form)) continue
    for (const [pages, siteSpaces] of sizes) rows.push(await compare(form, pages, siteSpaces, database))
  }
  return [`## ${title}`, "", ...head, ...rows, ""].join("\n")
}

/** A fresh database each time. */
const databasesOf = ({ database, host, password, port, username }: EmbeddedPostgres.Config) => {
  let count = 0
  return async () => {
    const name = `bench_sites_${++count}`
    const admin = new Client({ host, port, user: username, password: Redacted.value(password), database })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    return `postgres://${username}:${encodeURIComponent(Redacted.value(password))}@${host}:${port}/${name}`
  }
}

const onPostgres = Effect.gen(function* () {
  const { config } = yield* EmbeddedPostgres.start({ directory: join(tmpdir(), `quire-bench-sites-${process.pid}`) })
  return yield* Effect.promise(() => tableOf("Postgres", databasesOf(config)))
})

const memory = await tableOf("Memory")
console.log(memory)
const postgres =
  process.env["QUIRE_BENCH_STORES"] === "memory" ? "" : await Effect.runPromise(Effect.scoped(onPostgres))
console.log(postgres)
const load = `Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}. Median of ${rounds} rounds of ${requests} requests.`
console.log(load)
if (process.env["QUIRE_BENCH_FILE"] !== undefined) {
  await writeFile(process.env["QUIRE_BENCH_FILE"], `${[memory, postgres, load].join("\n")}\n`)
}
process.exit(0)
