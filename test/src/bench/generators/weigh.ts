import { gzipSync } from "node:zlib"
import type { Browser, Response } from "playwright-core"

/** What a browser loads for one page that it sees first. */
export interface Weight {
  readonly requests: number
  /** Bytes, compressed alike. */
  readonly html: number
  readonly script: number
  readonly style: number
  readonly fonts: number
}

const bytesOf = async (response: Response): Promise<number> =>
  gzipSync(await response.body().catch(() => Buffer.alloc(0)), { level: 9 }).length

/** Loads a page in a window that has nothing yet, until it asks for nothing more. */
export const weigh = async (browser: Browser, url: string): Promise<Weight> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const seen: Array<Promise<readonly [kind: string, bytes: number]>> = []
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    const kind = /\.m?js$/.test(pathname) ? "script" : response.request().resourceType()
    seen.push(bytesOf(response).then((bytes) => [kind, bytes]))
  })
  await page.goto(url, { waitUntil: "networkidle" })
  const loaded = await Promise.all(seen)
  await context.close()
  const sum = (kind: string) => loaded.reduce((all, [each, bytes]) => all + (each === kind ? bytes : 0), 0)
  return {
    requests: loaded.length,
    html: sum("document"),
    script: sum("script"),
    style: sum("stylesheet"),
    fonts: loaded.filter(([kind]) => kind === "font").length
  }
}
