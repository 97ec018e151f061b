import { gzipSync } from "node:zlib"
import { Rounds } from "@quire/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { isDeep } from "../support/depth.ts"
import { memory } from "../support/engine.ts"
import { corpora, filesOf, isCorpusName } from "./corpora.ts"
import { type Library, library } from "./library.ts"
import { type Tag, tagsOf, valuesOf } from "./tags.ts"
import { faultsOf } from "./validator.ts"

interface Page {
  readonly status: number
  readonly text: string
  readonly tags: ReadonlyArray<Tag>
  readonly ids: ReadonlySet<string>
}

interface Link {
  readonly from: string
  readonly href: string
}

/** The corpora that are drawn: those of few pages, or in deep runs all. */
const drawn = isDeep
  ? Object.keys(corpora).filter(isCorpusName)
  : (["effect", "katex", "playwright", "validate", "lowlight"] as const)

/** What authors may do that a style of markup would not have: headings that skip a level, spaces in code, long titles. */
const ofAuthors = /^(?:heading-level|no-trailing-whitespace|long-title) /

/** Anchors that nothing on a page has. */
interface Missing {
  /** As another program would make them of a heading that has an anchor: imports lead there. */
  readonly alike: number
  /** Of a title, or of a heading below level 3: neither has an anchor. */
  readonly without: number
  /** Of nothing: the text itself has them wrong. */
  readonly wrong: number
}

/** What is missing in each corpus that misses any; versions of packages are locked, so the numbers are too. */
const missing: { readonly [name: string]: Missing } = {
  undici: { alike: 0, without: 17, wrong: 3 },
  undici8: { alike: 0, without: 0, wrong: 22 },
  commander: { alike: 0, without: 1, wrong: 0 },
  check: { alike: 0, without: 0, wrong: 9 }
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

const pageOf = ({ status, text }: { readonly status: number; readonly text: string }): Page => {
  const tags = tagsOf(text)
  return { status, text, tags, ids: new Set(valuesOf(tags, "id")) }
}

const linksOf = ({ tags }: Page) => ["href", "src", "action"].flatMap((name) => valuesOf(tags, name))

const isElsewhere = (link: string) => /^(?:https?|mailto):/.test(link)

/** A title or a heading as other programs read it: the text of links alone. */
const headingsIn = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(text.matchAll(/^#{1,6}\s+(.*)$/gm), ([, title = ""]) => lettersOf(title.replace(/\]\([^)]*\)/g, "")))
  )

describe("documentation from npm packages", () => {
  let stage: Stage.Stage
  let site: Library
  const pages = new Map<string, Page>()
  const texts = new Map<string, string>()

  const locationsIn = async (path: string) =>
    Array.from((await stage.ask(site.mount + path)).text.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = ""]) =>
      new URL(url).pathname.slice(site.mount.length)
    )

  /** The corpus of a page: the first is at the root. */
  const corpusOf = (path: string) => drawn.find((name) => path === name || path.startsWith(`${name}/`)) ?? drawn[0]

  beforeAll(async () => {
    stage = await Stage.open(memory)
    site = await stage.api.run(library(drawn))
    for (const name of drawn) {
      const all = Object.entries(filesOf(name)).filter(([path]) => /\.m/i.test(path))
      texts.set(name, all.map(([, bytes]) => new TextDecoder().decode(bytes)).join("\n"))
    }
    for (const sitemap of await locationsIn("sitemap.xml")) {
      for (const path of await locationsIn(sitemap)) pages.set(path, pageOf(await stage.ask(site.mount + path)))
    }
  }, Rounds.patience)
  afterAll(() => stage.close())

  /** What a link leads to below the site; undefined if it leads out of it. */
  const targetOf = ({ from, href }: Link): URL | undefined => {
    const url = new URL(href, `http://site${site.mount}${from}`)
    return url.pathname.startsWith(site.mount) && !href.startsWith("/") ? url : undefined
  }

  it("renders page by page", () => {
    assert.isAbove(pages.size, isDeep ? 250 : 20)
    for (const [path, { ids, status, tags }] of pages) {
      assert.strictEqual(status, 200, path)
      assert.strictEqual(valuesOf(tags, "id").length, ids.size, `${path} has an id twice`)
      assert.strictEqual(tags.filter(({ name }) => name === "h1").length, 1, path)
    }
  })

  it("contains valid markup, except for what its authors wrote", async () => {
    const told: Array<string> = []
    for (const [path, { text }] of pages) {
      const faults = await faultsOf(text)
      told.push(...faults.filter((fault) => !ofAuthors.test(fault)).map((fault) => `${path}: ${fault}`))
    }
    assert.deepStrictEqual(told, [])
  })

  it("has only level 2 headings directly below the title", () => {
    for (const [path, { tags }] of pages) {
      const levels = tags.flatMap(({ name }) => (/^h[2-4]$/.test(name) ? [name] : []))
      if (levels.length > 0) assert.include(levels, "h2", path)
    }
  })

  it("contains no dead link, and no link out of the site except from the root of its host", async () => {
    const statuses = new Map<string, number>()
    const told: Array<string> = []
    for (const [from, page] of pages) {
      for (const href of linksOf(page)) {
        if (isElsewhere(href) || href.startsWith("/")) continue
        const url = targetOf({ from, href })
        const path = url === undefined ? "" : url.pathname + url.search
        // A PDF is made once it is asked for.
        if (/\/~pdf\b/.test(path)) continue
        if (url !== undefined && !pages.has(path.slice(site.mount.length)) && !statuses.has(path)) {
          statuses.set(path, (await stage.ask(path)).status)
        }
        if (url === undefined || (statuses.get(path) ?? 200) !== 200) told.push(`${from} -> ${href}`)
      }
    }
    assert.deepStrictEqual(told, [])
  })

  it("has every anchor that it links to, except for known ones", () => {
    const found = new Map<string, { -readonly [kind in keyof Missing]: number }>()
    for (const [from, page] of pages) {
      for (const href of linksOf(page)) {
        const url = isElsewhere(href) ? undefined : targetOf({ from, href })
        const target = url === undefined ? undefined : pages.get(url.pathname.slice(site.mount.length))
        const anchor = decodeURIComponent(url?.hash.slice(1) ?? "")
        if (target === undefined || anchor === "" || target.ids.has(anchor)) continue
        const letters = lettersOf(anchor)
        const corpus = corpusOf(from)
        const counts = found.get(corpus) ?? { alike: 0, without: 0, wrong: 0 }
        const isAlike = [...target.ids].some((id) => lettersOf(id) === letters)
        const isHeading = headingsIn(texts.get(corpus) ?? "").has(letters)
        counts[isAlike ? "alike" : isHeading ? "without" : "wrong"] += 1
        found.set(corpus, counts)
      }
    }
    const expected = Object.entries(missing).filter(([name]) => drawn.some((one) => one === name))
    assert.deepStrictEqual(Object.fromEntries(found), Object.fromEntries(expected))
  })

  it("transfers less than 60 kB a page", () => {
    for (const [path, { text }] of pages) assert.isBelow(gzipSync(text).length, 60_000, path)
  })
})
