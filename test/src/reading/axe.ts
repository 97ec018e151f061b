import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe finds, with the markup that it finds it in. */
export const findingsOf = async (page: Page): Promise<unknown> => {
  const session = await page.context().newCDPSession(page)
  const expression = `${axe};axe.run(document,{runOnly:${JSON.stringify(rules)}}).then((r)=>r.violations.flatMap((v)=>v.nodes.map((n)=>v.id+" "+n.html)))`
  const { result } = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })
  return result.value
}
