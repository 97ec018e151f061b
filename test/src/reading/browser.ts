import { spawnSync } from "node:child_process"
import { createServer } from "node:http"
import type { SiteFrame } from "@quire/core"
import { Favicon, ReaderScript, ThemeCss, ThemeScript } from "@quire/reader"
import chromium from "@sparticuz/chromium"
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core"
import { describe } from "vitest"
import { isWhole } from "../support/depth.ts"

/** One process for all would end with the first context that is closed. */
const shared = new Set(["--single-process", "--no-zygote", "--disable-web-security"])

/** Names of example.com are this machine's. */
const resolver = "--host-resolver-rules=MAP *.example.com 127.0.0.1"

/** The Chromium of a package, or one that is named because that does not run here. */
const executablePath = process.env["QUIRE_TEST_CHROMIUM"] ?? (await chromium.executablePath())

/** In quick runs, tests in a browser are left out where none runs, which the run says at its end. */
const isLeftOut = !isWhole && spawnSync(executablePath, ["--version"]).status !== 0

/** A suite whose tests need a browser. */
export const inBrowser = (name: string, define: () => void): void => {
  if (isLeftOut) describe.skip(`${name} (no browser)`, define)
  else describe(name, define)
}

/** `rules` tell where names lead to, in place of example.com. */
export const launch = (rules = resolver): Promise<Browser> =>
  playwright.launch({
    executablePath,
    args: [...chromium.args.filter((argument) => !shared.has(argument)), rules],
    headless: true
  })

/** What a site answers at a path below its root. */
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
    const isKnown = asked.searchParams.get("q") !== "nothing"
    return { type: "application/json", text: JSON.stringify(isKnown ? found : { count: 0, items: [] }) }
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

/** A page in a window of its own, with all that the browser complains of. */
export const open = async (browser: Browser, url: string, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

export type Opened = Page
