/**
 * The same Markdown, read from Quire and from the output of static generators behind a bare server: how many answers a
 * second, what each takes of the processor, and what a browser loads of a page. Needs a registry.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { launch } from "../reading/browser.ts"
import { type Server, start } from "./child.ts"
import { build, generators } from "./generators/build.ts"
import * as Guide from "./generators/guide.ts"
import { type Weight, weigh } from "./generators/weigh.ts"
import { ask } from "./load.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 7)
const requests = Number(process.env["QUIRE_BENCH_REQUESTS"] ?? 4000)
const warmUp = 6000

/** As browsers ask. */
const headers = { "accept-encoding": "gzip, deflate, br, zstd" }

/** Something that serves the guide. */
interface Subject {
  readonly name: string
  readonly server: Server
  readonly addressOf: (page: Guide.GuidePage) => string
}

interface Figures {
  readonly perSecond: number
  readonly milliseconds: number
}

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

const median = (figures: ReadonlyArray<number>) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const pages = Guide.list()

const round = async ({ addressOf, server }: Subject): Promise<Figures> => {
  const before = await server.cpu()
  const perSecond = await ask(server.url, pages.map(addressOf), { total: requests, headers })
  return { perSecond, milliseconds: ((await server.cpu()) - before) / 1000 / requests }
}

/** Rounds of all subjects in turns, so that what else the machine does is the same for all. */
const measure = async (subjects: ReadonlyArray<Subject>): Promise<ReadonlyArray<Figures>> => {
  for (const { addressOf, server } of subjects) await ask(server.url, pages.map(addressOf), { total: warmUp, headers })
  const figures = subjects.map((): Array<Figures> => [])
  for (let at = 0; at < rounds; at++) {
    say(`round ${at + 1} of ${rounds}`)
    for (const [index, subject] of subjects.entries()) figures[index]?.push(await round(subject))
  }
  return figures.map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    milliseconds: median(all.map(({ milliseconds }) => milliseconds))
  }))
}

/** The weights of a page in the middle and of the longest one. */
const weighAll = async (subjects: ReadonlyArray<Subject>): Promise<ReadonlyArray<readonly [Weight, Weight]>> => {
  const sorted = pages.toSorted((a, b) => a.text.length - b.text.length)
  const [middle, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const browser = await launch()
  const weights: Array<readonly [Weight, Weight]> = []
  for (const { addressOf, name, server } of subjects) {
    if (middle === undefined || longest === undefined) throw new Error("there are no pages")
    say(`${name} in a browser`)
    const of = (page: Guide.GuidePage) => weigh(browser, `${server.url}${addressOf(page)}`)
    weights.push([await of(middle), await of(longest)])
  }
  await browser.close()
  return weights
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const speedRow = ({ name }: Subject, { milliseconds, perSecond }: Figures, own: Figures) =>
  `| ${name} | ${Math.round(perSecond).toLocaleString("en-US")} | ${milliseconds.toFixed(3)} ms | ${(own.perSecond / perSecond).toFixed(2)} |`

const weightRow = ({ name }: Subject, [middle, longest]: readonly [Weight, Weight]) =>
  `| ${name} | ${middle.requests} | ${kilobytes(middle.html)} | ${kilobytes(longest.html)} | ${kilobytes(middle.script)} | ${kilobytes(middle.style)} | ${middle.fonts} |`

const report = async (subjects: ReadonlyArray<Subject>, browsed: ReadonlyArray<Subject>): Promise<string> => {
  const figures = await measure(subjects)
  const weights = await weighAll(browsed)
  const own = figures[0] ?? { perSecond: 0, milliseconds: 0 }
  const none: Weight = { requests: 0, html: 0, script: 0, style: 0, fonts: 0 }
  return [
    "| served by | answers a second | processor time of one | Quire's share |",
    "| --- | --- | --- | --- |",
    ...subjects.map((subject, at) => speedRow(subject, figures[at] ?? own, own)),
    "",
    "| page of | requests | HTML, a page in the middle | HTML, the longest | script | style | web fonts |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...browsed.map((subject, at) => weightRow(subject, weights[at] ?? [none, none])),
    "",
    `${pages.length} pages; median of ${rounds} rounds of ${requests} requests over 8 connections, in turns; ${cpus().length} cores of ${cpus()[0]?.model ?? "a machine"}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`
  ].join("\n")
}

const folder = mkdtempSync(join(tmpdir(), "quire-generators-"))
const servers: Array<Server> = []
const serve = async (program: string, args: ReadonlyArray<string>) => {
  const server = await start(program, args)
  servers.push(server)
  return server
}

try {
  const built = generators.map((generator, at) => {
    say(`installing and building with ${generator.name}`)
    return { generator, output: build(join(folder, String(at)), generator, pages) }
  })
  say("importing into Quire")
  const quire = await serve("./generators/guideServer.js", [])
  const mount = quire.ready["mount"] ?? ""
  const subjects: Array<Subject> = [{ name: "Quire", server: quire, addressOf: ({ path }) => `${mount}${path}` }]
  for (const kept of ["files", "memory"]) {
    for (const { generator, output } of built) {
      const server = await serve("./generators/staticServer.js", [output, kept])
      const name = `${generator.name}, from ${kept}`
      subjects.push({ name, server, addressOf: generator.addressOf })
    }
  }
  const browsed = subjects.slice(0, 1 + built.length).map((subject, at) => ({
    ...subject,
    name: at === 0 ? subject.name : (built[at - 1]?.generator.name ?? "")
  }))
  const text = await report(subjects, browsed)
  console.log(text)
  if (process.env["QUIRE_BENCH_FILE"] !== undefined) writeFileSync(process.env["QUIRE_BENCH_FILE"], `${text}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
