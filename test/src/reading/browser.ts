import { spawnSync } from "node:child_process"
import { createServer } from "node:http"
import type { SiteFrame } from "@quire/core"
import { Favicon, ReaderScript, ThemeCss, ThemeScript } from "@quire/reader"
import chromium from "@sparticuz/chromium"
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core"
import { assert, describe } from "vitest"
import { executablePath } from "../support/chromium.ts"
import { isWhole } from "../support/depth.ts"
import { findingsOf } from "./axe.ts"

/** One process for all would end with the first context that is closed. */
const excluded = new Set(["--single-process", "--no-zygote", "--disable-web-security"])

/** Names of example.com are this machine's. */
const resolver = "--host-resolver-rules=MAP *.example.com 127.0.0.1"

/** In the fast tier, tests in a browser are left out where none runs, which the run says at its end. */
const isLeftOut = !isWhole && spawnSync(executablePath(), ["--version"]).status !== 0

/** A suite whose tests need a browser. */
export const inBrowser = (name: string, define: () => void): void => {
  if (isLeftOut) describe.skip(`${name} (no browser)`, define)
  else describe(name, define)
}

let isEndedWithWorker = false

/** Workers are ended by a signal, which alone would leave browsers running. */
const endWithWorker = () => {
  if (isEndedWithWorker) return
  isEndedWithWorker = true
  process.once("SIGTERM", () => process.exit())
}

/** Starts a browser; `rules` say where names lead to, in place of example.com. */
export const launch = (rules = resolver): Promise<Browser> => {
  endWithWorker()
  return playwright.launch({
    executablePath: executablePath(),
    args: [...chromium.args.filter((argument) => !excluded.has(argument)), rules],
    handleSIGTERM: false,
    headless: true
  })
}

let shared: Promise<Browser> | undefined

/** The browser of this worker: started by the first test that needs it, and never closed by one. */
export const browser = (): Promise<Browser> => {
  shared ??= launch()
  return shared
}

/** What a site returns at a path below its root. */
export interface Answer {
  readonly type: string
  readonly text: string
}

export const found = {
  count: 2,
  items: [
    { title: "Reviewing", path: "review", sections: [{ title: "Ask", path: "review#ask", body: "Ask for it." }] },
    { title: "Merging", path: "merge", sections: [] }
  ]
}

/** Words of the results that begin with a word of a query, and a suggestion if there are none. */
const findMatched = (query: string) => {
  const starts = query.toLowerCase().match(/[a-z]+/g) ?? []
  const matched = ["Reviewing", "Merging", "Ask", "for", "it"].filter((word) =>
    starts.some((start) => word.toLowerCase().startsWith(start))
  )
  return matched.length === 0 ? { matched, suggestion: "reviewing" } : { matched }
}

const policyOf = (base: string): string =>
  `default-src 'none'; script-src ${ThemeScript.hash} ${base}script.js; style-src ${base}style.css; img-src 'self' https:; connect-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

const answersOf = (site: SiteFrame.SiteFrame, pages: ReadonlyMap<string, string>, asked: URL): Answer => {
  const path = asked.pathname.slice(1)
  const fixed: { readonly [path: string]: Answer } = {
    "style.css": { type: "text/css", text: ThemeCss.print(site.customization) },
    "script.js": { type: "text/javascript", text: ReaderScript.source },
    "sign.svg": { type: "image/svg+xml", text: Favicon.print(site.customization, site.title) },
    "picture.svg": { type: "image/svg+xml", text: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>' },
    "review.md": { type: "text/markdown", text: "# Reviewing" }
  }
  if (path === "~search.json") {
    const query = asked.searchParams.get("q") ?? ""
    const results = query === "nothing" ? { count: 0, items: [], matched: [] } : { ...found, ...findMatched(query) }
    return { type: "application/json", text: JSON.stringify(results) }
  }
  return fixed[path] ?? { type: "text/html;charset=utf-8", text: pages.get(path) ?? "" }
}

/** A site of pages behind the policy that published pages are sent with. */
export const serve = async (site: SiteFrame.SiteFrame, pages: ReadonlyMap<string, string>) => {
  const server = createServer((request, response) => {
    const base = `http://${request.headers.host}/`
    const { text, type } = answersOf(site, pages, new URL(request.url ?? "/", base))
    response.writeHead(200, { "content-type": type, "content-security-policy": policyOf(base) }).end(text)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  return { base: `http://127.0.0.1:${port}/`, close }
}

/** Opens a page in a new window, and records what the browser complains of. */
export const open = async (of: Browser, url: string, options: BrowserContextOptions = {}) => {
  const context = await of.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

export interface Visit extends BrowserContextOptions {
  /** Whether a complaint of the browser is part of the visit; none is by default. */
  readonly isExpected?: (complaint: string) => boolean
}

/** Opens a page, and fails if the browser complains of it. */
export const visit = async (
  url: string,
  act: (page: Page) => Promise<void>,
  { isExpected = () => false, ...options }: Visit = {}
): Promise<void> => {
  const { close, complaints, page } = await open(await browser(), url, options)
  try {
    await act(page)
    assert.deepStrictEqual(
      complaints.filter((complaint) => !isExpected(complaint)),
      [],
      url
    )
  } finally {
    await close()
  }
}

/** A theme, the width of the window, and the direction that a page is read in. */
export type Look = readonly [theme: "light" | "dark", width: number, direction: "ltr" | "rtl"]

export const sizeOf = ([, width]: Look) => ({ viewport: { width, height: 800 } })

/** Shows a page in a theme and a direction; fails if axe finds something, or if the page is wider than the window. */
export const assertAccessible = async (page: Page, [theme, width, direction]: Look): Promise<void> => {
  await page.evaluate(`Object.assign(document.documentElement, { dir: "${direction}" }).dataset.theme = "${theme}"`)
  const at = `${page.url()} ${theme} ${width} ${direction}`
  assert.deepStrictEqual(await findingsOf(page), [], at)
  assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, at)
}
