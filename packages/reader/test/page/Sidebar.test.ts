import { assert, describe, it } from "@effect/vitest"
import type { PublishedPage } from "@quire/core"
import { emptyHtml } from "../../src/html/Html.ts"
import * as Sidebar from "../../src/page/Sidebar.ts"
import { contents, document, group, site } from "../support/Fixture.ts"
import { type Parsed, parse, withAttribute } from "../support/Parsed.ts"

type Entry = PublishedPage.Entry

const print = (entries: ReadonlyArray<Entry>, page: string, root = "./") =>
  parse(Sidebar.prepare(entries, { site, icon: () => emptyHtml }).print(page, root).text)

const hrefs = (elements: ReadonlyArray<Parsed>) => elements.flatMap(({ attributes }) => attributes.get("href") ?? [])

const current = (elements: ReadonlyArray<Parsed>) =>
  withAttribute(elements, "aria-current", "page").map(({ attributes }) => attributes.get("href"))

const opened = (elements: ReadonlyArray<Parsed>) => withAttribute(elements, "open").length

const flat = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  entries.flatMap((entry) => [entry, ...flat(entry.pages)])

const many = (levels: ReadonlyArray<number>, path: string): ReadonlyArray<Entry> => {
  const [count, ...rest] = levels
  return Array.from({ length: count ?? 0 }, (_, index) =>
    document(`${path}-${index}`, `Page ${path} ${index}`, `${path}/${index}`, many(rest, `${path}/${index}`))
  )
}

describe("the sidebar", () => {
  it("links to every page from any page", () => {
    const elements = print(contents, "rules", "../../../")
    const paths = flat(contents).flatMap(({ path }) => (path === undefined ? [] : [`../../../${path}`]))
    assert.deepStrictEqual(hrefs(elements), [...paths, "https://status.example.com/"])
  })

  it("marks the current page and opens the path to it, and nothing else", () => {
    for (const { id, path } of flat(contents).filter(({ type }) => type === "document")) {
      const elements = print(contents, id)
      assert.deepStrictEqual(current(elements), [`./${path}`])
      const way = elements.filter(({ attributes, name }) => name === "details" && attributes.has("open"))
      const isOnWay = (title: string) => way.some(({ text }) => text.includes(title))
      assert.strictEqual(
        isOnWay("Rules for merging"),
        ["changes", "review", "conflicts", "rules", "merge"].includes(id)
      )
      assert.strictEqual(isOnWay("Teams"), ["roles", "teams"].includes(id))
    }
    assert.strictEqual(opened(print(contents, "conflicts")), 2)
    assert.strictEqual(opened(print(contents, "teams")), 1)
    assert.strictEqual(opened(print(contents, "quick")), 0)
    assert.deepStrictEqual(current(print(contents, "nowhere")), [])
  })

  it("renders texts as text, including those that look like its own markers", () => {
    const titles = ["<>", '"><script>', "<details>", "&lt;>", "../"]
    const entries = titles.map((title, index) =>
      document(`p${index}`, title, `p${index}`, [document(`c${index}`, title, `c${index}`)])
    )
    for (const [index] of titles.entries()) {
      const elements = print(entries, `p${index}`, "../")
      assert.deepStrictEqual(
        elements.filter(({ name }) => name === "a").map(({ text }) => text),
        titles.flatMap((title) => [title, title])
      )
      assert.deepStrictEqual(current(elements), [`../p${index}`])
      assert.strictEqual(opened(elements), 1)
    }
  })

  it("shows a link without a safe address as text", () => {
    const link = { type: "link", id: "l", title: "Run", url: "javascript:alert(1)", pages: [] } as const
    const elements = print([link], "l")
    assert.deepStrictEqual(hrefs(elements), [])
    assert.isTrue(elements.some(({ name, text }) => name === "span" && text === "Run"))
  })

  it("opens external links according to the settings", () => {
    const customization = { ...site.customization, externalLinks: { target: "blank" } } as const
    const { text } = Sidebar.prepare(contents, { site: { customization }, icon: () => emptyHtml }).print("intro", "./")
    assert.deepStrictEqual(hrefs(withAttribute(parse(text), "target", "_blank")), ["https://status.example.com/"])
  })

  it("limits a large tree to the top level, the path to the page, and its siblings and children", () => {
    const entries = many([5, 8, 20, 4], "p")
    const elements = print(entries, "p/3/2-7")
    assert.strictEqual(hrefs(elements).length, 5 + 8 + 20 + 4)
    assert.deepStrictEqual(current(elements), ["./p/3/2/7"])
    assert.strictEqual(opened(elements), 3)
  })

  it("links from a closed group to its first page", () => {
    const groups = ["a", "b"].map((name) => group(name, `Group ${name}`, many([400], name)))
    const elements = print(groups, "b-7")
    assert.include(hrefs(elements), "./a/0")
    assert.deepStrictEqual(current(elements), ["./b/7"])
  })

  it("reaches every one of very many siblings", () => {
    const entries = many([2_000], "p")
    const seen = new Set<string>()
    const open = new Set(["p/0"])
    for (const path of open) {
      const shown = hrefs(print(entries, path.replace("/", "-"))).map((href) => href.slice(2))
      assert.isAtMost(shown.length, Sidebar.limits.siblings + 2)
      for (const next of shown) seen.add(next)
      const last = shown.at(-1)
      if (last !== undefined) open.add(last)
    }
    assert.strictEqual(seen.size, 2_000)
  })
})
