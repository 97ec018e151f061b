/**
 * Processor time of reading published sites, compared with a bare server of the same bytes: a page that was read before,
 * a 304, a page that was not read yet, drawn or as data; and how that grows with the pages of a space, its code, and the
 * spaces of a site.
 */
import { writeFile } from "node:fs/promises"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { type Server, start } from "./child.ts"
import { ask } from "./load.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 5)
const requests = Number(process.env["QUIRE_BENCH_REQUESTS"] ?? 600)

/** Requests before anything is measured: code is fully compiled after some thousands. */
const warmUp = 2500

/** Pages that are asked for again and again. */
const few = 9

/** Pages read before first readings are measured, and how many are measured. */
const firsts = { before: 100, measured: 100 } as const

/** As browsers ask. */
const browser = { "accept-encoding": "gzip, deflate, br, zstd" }

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

/** Processor milliseconds of one request, with those of the processes that the server has work for it. */
const timeOf = async (server: Server, paths: ReadonlyArray<string>, total: number, headers = browser) => {
  const before = await server.cpu()
  await ask(server.url, paths, { total, headers })
  return ((await server.cpu()) - before) / 1000 / total
}

const median = (figures: ReadonlyArray<number>) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const etagsOf = (server: Server, paths: ReadonlyArray<string>) =>
  Promise.all(
    paths.map(async (path) => (await fetch(`${server.url}${path}`, { headers: browser })).headers.get("etag") ?? "")
  )

/** A page that was read before, and a 304, in turns with the bare server. */
const warmOf = async (quire: Server, bare: Server, paths: ReadonlyArray<string>) => {
  const known = async (server: Server) => ({ ...browser, "if-none-match": (await etagsOf(server, paths)).join(", ") })
  const cases = [
    { server: quire, headers: browser },
    { server: bare, headers: browser },
    { server: quire, headers: await known(quire) },
    { server: bare, headers: await known(bare) }
  ]
  for (const { headers, server } of cases) await ask(server.url, paths, { total: warmUp, headers })
  const figures: Array<ReadonlyArray<number>> = []
  for (let round = 0; round < rounds; round++) {
    const row: Array<number> = []
    for (const { headers, server } of cases) row.push(await timeOf(server, paths, requests, headers))
    figures.push(row)
  }
  return cases.map((_, at) => median(figures.map((row) => row[at] ?? 0)))
}

/** Pages that were not read yet, one at a time. */
const firstOf = async (server: Server, pages: ReadonlyArray<string>): Promise<number | undefined> => {
  const { before, measured } = firsts
  if (pages.length < before + measured) return undefined
  await ask(server.url, pages.slice(0, before), { total: before, headers: browser, connections: 1 })
  const at = await server.cpu()
  const asked = pages.slice(before, before + measured)
  await ask(server.url, asked, { total: measured, headers: browser, connections: 1 })
  return ((await server.cpu()) - at) / 1000 / measured
}

const format = (milliseconds: number | undefined) => (milliseconds === undefined ? "" : `${milliseconds.toFixed(3)} ms`)

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

interface Size {
  readonly name: string
  readonly pages: number
  readonly siteSpaces: number
  readonly kind: string
}

/** One row for each form. */
const rowsOf = async (store: string, size: Size, database?: () => Promise<string>): Promise<ReadonlyArray<string>> => {
  const { kind, name, pages, siteSpaces } = size
  say(`${store}, ${name}: importing`)
  const url = await database?.()
  const given = [String(pages), String(siteSpaces), kind]
  const quire = await start("./siteServer.js", url === undefined ? given : [...given, url])
  const rows: Array<string> = []
  for (const form of ["drawn", "data"] as const) {
    say(`${store}, ${name}: reading ${form}`)
    const paths = await listPages(quire, form)
    const first = await firstOf(quire, paths)
    const asked = paths.slice(0, few)
    const bare = await start("./bareSite.js", [quire.url, ...asked])
    const warm = await warmOf(quire, bare, asked)
    await bare.stop()
    const row = `| ${[form, pages, kind, siteSpaces, ...[...warm, first].map(format)].join(" | ")} |`
    say(row)
    rows.push(row)
  }
  await quire.stop()
  return rows
}

const head = [
  "| form | pages | of | site-spaces | page | bare page | 304 | bare 304 | read first |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
]

const parseSize = (name: string): Size => {
  const [pages = "10", siteSpaces = "1", kind = "text"] = name.split("x")
  return { name, pages: Number(pages), siteSpaces: Number(siteSpaces), kind }
}

/** `10000x1` is imported for minutes, so it is asked for by name. */
const sizes = (process.env["QUIRE_BENCH_SIZES"] ?? "300x1,220x1xcode,10x50").split(",").map(parseSize)

const tableOf = async (title: string, database?: () => Promise<string>) => {
  const rows: Array<string> = []
  for (const size of sizes) rows.push(...(await rowsOf(title, size, database)))
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
