/** Scores of Lighthouse, as on a phone, for pages that Quire serves. Needs a registry. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import chromium from "@sparticuz/chromium"
import { start } from "./child.ts"

const lighthouse = "lighthouse@12.2.3"
const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 1)

/** The SEO score of a search page says nothing: search engines must not index it, which counts against it. */
const pages = [
  ["landing", ""],
  ["long reference", "api/dispatcher"],
  ["code", "api/mockagent"],
  ["table", "api/errors"],
  ["guide", "best-practices/proxy"],
  ["search", "~search?q=client"]
] as const

const categories = ["performance", "accessibility", "best-practices", "seo"] as const

interface Audit {
  readonly id: string
  readonly title: string
  readonly score: number | null
}

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: ReadonlyArray<{ id: string; weight: number }> }>
  >
  readonly audits: Readonly<Record<string, Audit>>
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}

/** One process for all would end with the first page. */
const shared = new Set(["--single-process", "--no-zygote", "--headless='shell'"])

/** A browser that listens on a port, which it tells. */
const startBrowser = async (folder: string) => {
  const given = chromium.args.filter((argument) => !shared.has(argument))
  const own = ["--headless", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${folder}`]
  const browser = spawn(await chromium.executablePath(), [...given, ...own, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  const port = await new Promise<number>((resolve, reject) => {
    browser.stderr.on("data", (told) => {
      const [, listening] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(String(told)) ?? []
      if (listening !== undefined) resolve(Number(listening))
    })
    browser.once("exit", () => reject(new Error("the browser did not start")))
  })
  return { browser, port }
}

const install = (folder: string): void => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", lighthouse], {
    cwd: folder,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`${lighthouse} could not be installed: is the registry there?\n${stderr}`)
}

const run = async (folder: string, port: number, url: string): Promise<Report> => {
  const output = join(folder, "report.json")
  const program = join(folder, "node_modules/lighthouse/cli/index.js")
  const asked = [url, `--port=${port}`, "--output=json", `--output-path=${output}`, "--quiet"]
  const child = spawn(process.execPath, [program, ...asked, `--only-categories=${categories.join(",")}`], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  await once(child, "exit")
  return JSON.parse(readFileSync(output, "utf8")) as Report
}

/** What counts and is not as it should be. */
const faultsOf = ({ audits, categories: all }: Report): ReadonlyArray<string> =>
  Object.values(all).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      const score = audit?.score ?? 1
      return weight > 0 && score < 0.98 ? [`${audit?.title} (${id}, ${score})`] : []
    })
  )

const scoreOf = ({ categories: all }: Report, name: string) => Math.round((all[name]?.score ?? 0) * 100)

const median = (figures: ReadonlyArray<number>) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const folder = mkdtempSync(join(tmpdir(), "quire-lighthouse-"))
const closers: Array<() => Promise<unknown>> = []

try {
  console.error(`installing ${lighthouse}`)
  install(folder)
  const quire = await start("./generators/guideServer.js", [String(await freePort())])
  closers.push(() => quire.stop())
  const { browser, port } = await startBrowser(join(folder, "profile"))
  closers.push(async () => {
    const gone = once(browser, "exit")
    browser.kill()
    await gone
  })
  const rows: Array<string> = []
  for (const [name, path] of pages) {
    const reports: Array<Report> = []
    for (let round = 0; round < rounds; round++) {
      reports.push(await run(folder, port, `${quire.url}${quire.ready["mount"]}${path}`))
    }
    const scores = categories.map((category) => median(reports.map((report) => scoreOf(report, category))))
    rows.push(`| ${[name, ...scores].join(" | ")} |`)
    console.error(`${name}: ${scores.join(", ")}`)
    for (const fault of new Set(reports.flatMap(faultsOf))) console.error(`  ${fault}`)
  }
  const head = ["| page | performance | accessibility | best practices | SEO |", "| --- | --- | --- | --- | --- |"]
  const load = `${lighthouse}, median of ${rounds}; load ${loadavg()[0]?.toFixed(1)}.`
  console.log([...head, ...rows, "", load].join("\n"))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const close of closers) await close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
