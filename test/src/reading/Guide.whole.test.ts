import { Quire } from "@quire/http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { publish } from "../../../scripts/guide/site.mjs"
import { tagsOf, valuesOf } from "./tags.ts"
import { faultsOf } from "./validator.ts"

const base = "http://guide.test"

interface Page {
  readonly text: string
  readonly ids: ReadonlySet<string>
  /** Absolute addresses. */
  readonly links: ReadonlyArray<string>
}

describe("the guide of this project, as npm run docs publishes it", () => {
  const told: Array<string> = []
  const pages = new Map<string, Page>()
  const dead: Array<string> = []
  let quire: Quire.Quire
  let start = ""
  let isWhole = false

  const ask = (url: string) => quire.handler(new Request(url))

  const pageOf = (url: string, text: string): Page => {
    const tags = tagsOf(text)
    const links = ["href", "src"].flatMap((name) => valuesOf(tags, name)).map((href) => new URL(href, url).href)
    return { text, ids: new Set(valuesOf(tags, "id")), links }
  }

  /** Follows every link of the site from its first page on, except to PDFs, which are made once they are asked for. */
  const crawl = async () => {
    const statuses = new Map<string, number>()
    const open: Array<readonly [from: string, url: string]> = [["", start]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [from, link] = next
      const url = link.replace(/#.*$/, "")
      if (!statuses.has(url)) {
        const answer = await ask(url)
        statuses.set(url, answer.status)
        if (answer.status === 200 && (answer.headers.get("content-type") ?? "").startsWith("text/html")) {
          const page = pageOf(url, await answer.text())
          pages.set(url, page)
          for (const each of page.links) if (each.startsWith(base) && !/\/~pdf\b/.test(each)) open.push([url, each])
        }
      }
      if (statuses.get(url) !== 200) dead.push(`${from} -> ${url}: ${statuses.get(url)}`)
    }
  }

  beforeAll(async () => {
    quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl: base })
    const published = await publish(quire, base, (line) => told.push(line))
    start = published.start
    isWhole = published.isWhole
    await crawl()
  })
  afterAll(() => quire.close())

  it("imports completely", () => {
    assert.isTrue(isWhole, told.join("\n"))
    assert.deepStrictEqual(
      told.filter((line) => !/^(?:importing docs\/|publishing$| {2}\d+ pages and files$)/.test(line)),
      []
    )
  })

  it("contains no dead link", () => {
    assert.isAbove(pages.size, 35)
    assert.deepStrictEqual(dead, [])
  })

  it("has every anchor that it links to", () => {
    const missing: Array<string> = []
    for (const [from, { links }] of pages) {
      for (const link of links) {
        const [url = "", anchor = ""] = link.split("#", 2)
        const target = pages.get(url)
        if (anchor === "" || target === undefined || target.ids.has(decodeURIComponent(anchor))) continue
        missing.push(`${from} -> ${link}`)
      }
    }
    assert.deepStrictEqual(missing, [])
  })

  it("contains valid markup", async () => {
    const faults: Array<string> = []
    for (const [url, { text }] of pages) {
      if (url.startsWith(start)) faults.push(...(await faultsOf(text)).map((fault) => `${url}: ${fault}`))
    }
    assert.deepStrictEqual(faults, [])
  })
})
