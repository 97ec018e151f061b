import { assert, describe, it } from "@effect/vitest"
import { Customization } from "@quire/core"
import { html } from "../../src/html/Html.ts"
import * as Favicon from "../../src/page/Favicon.ts"
import * as MessageHtml from "../../src/page/MessageHtml.ts"
import * as NotFoundHtml from "../../src/page/NotFoundHtml.ts"
import * as SearchHtml from "../../src/page/SearchHtml.ts"
import * as Words from "../../src/words/Words.ts"
import { frameOf } from "../support/Fixture.ts"
import { faultsOf, parse, withAttribute, withClass } from "../support/Parsed.ts"

const words = Words.of("en")
const frame = frameOf({}, "lost/page")

describe("pages other than content", () => {
  it("reports that a page was not found, and suggests similar ones", () => {
    const elements = parse(NotFoundHtml.print(frame, [{ id: "a", title: "Pages", path: "pages" }]).text)
    assert.deepStrictEqual(faultsOf(elements), [])
    assert.deepStrictEqual(
      withClass(elements, "suggestions").map(({ text }) => text),
      ["Pages"]
    )
    assert.isEmpty(withClass(parse(NotFoundHtml.print(frame, []).text), "suggestions"))
    assert.isNotEmpty(withAttribute(elements, "content", "noindex"))
  })

  it("searches without a script", () => {
    const items = [
      {
        title: "Pages",
        path: "pages",
        breadcrumbs: ["Guides", "Basics"],
        sections: [
          { title: "Titles", path: "pages#titles", body: "…a title…" },
          { title: "", path: "pages", body: "…opening…" }
        ]
      }
    ]
    const elements = parse(SearchHtml.print(frame, { query: '"tit"', items, count: 30 }).text)
    assert.deepStrictEqual(faultsOf(elements), [])
    assert.deepStrictEqual(
      withAttribute(elements, "name", "q").map(({ attributes }) => attributes.get("value")),
      ['"tit"']
    )
    assert.deepStrictEqual(
      withClass(elements, "found").map(({ text }) => text),
      ["Guides › BasicsPagesTitles…a title……opening…"]
    )
    assert.include(
      withClass(elements, "summary").map(({ text }) => text),
      "30 results"
    )
    const messagesFor = (query: string) =>
      withClass(parse(SearchHtml.print(frame, { query, items: [], count: 0 }).text), "summary").map(({ text }) => text)
    assert.deepStrictEqual(messagesFor("none"), ["No results for “none”"])
    assert.deepStrictEqual(messagesFor(" "), [])
  })

  it("offers the sections and languages of a site to limit a search (rule published-search)", () => {
    const tab = (id: string) => ({ kind: "section", id, title: `The ${id}`, path: id, isCurrent: false }) as const
    const group = { kind: "group", id: "more", title: "More", isCurrent: false, sections: [tab("api")] } as const
    const languages = [
      { code: "en", tag: "en" },
      { code: "pt-br", tag: "pt-BR" }
    ]
    const site = { ...frame.site, tabs: [tab("guides"), group], languages }
    const filter = { section: "api", language: "pt-br" }
    const results = { query: "x", items: [], count: 0, suggestion: "y", filter }
    const elements = parse(SearchHtml.print({ ...frame, site }, results).text)
    assert.deepStrictEqual(faultsOf(elements), [])
    const shown = elements.filter(({ attributes, name }) => name === "select" && !attributes.has("hidden"))
    assert.deepStrictEqual(
      shown.map(({ attributes, text }) => [attributes.get("name"), attributes.get("aria-label"), text]),
      [
        ["section", "Sections", "All sectionsThe guidesThe api"],
        ["language", "Language", "All languagesEnglishportuguês (Brasil)"]
      ]
    )
    assert.deepStrictEqual(
      elements.flatMap(({ attributes }) => (attributes.has("selected") ? [attributes.get("value")] : [])),
      ["api", "pt-br"]
    )
    assert.isTrue(
      elements.some(({ attributes }) => attributes.get("href")?.endsWith("~search?q=y&section=api&language=pt-br"))
    )
    const plain = parse(
      SearchHtml.print({ ...frame, site: { ...frame.site, tabs: [] } }, { ...results, filter: {} }).text
    )
    assert.deepStrictEqual(
      plain.filter(({ name }) => name === "select"),
      []
    )
  })

  it("shows a message without a site", () => {
    const body = html`<form method="post" action="./in"><button>Go</button></form>`
    const elements = parse(MessageHtml.print({ words, title: "<Stop>", text: "Sign in.", body }).text)
    assert.deepStrictEqual(faultsOf(elements), [])
    assert.deepStrictEqual(
      elements.filter(({ name }) => name === "h1" || name === "title").map(({ text }) => text),
      ["<Stop>", "<Stop>"]
    )
  })

  it("has an icon: the emoji of the settings, or a letter", () => {
    const { defaults } = Customization
    assert.include(Favicon.print(defaults, "<harbour"), ">&lt;</text>")
    assert.include(Favicon.print({ ...defaults, title: "école" }, "x"), ">É</text>")
    assert.include(Favicon.print({ ...defaults, favicon: { emoji: "1f680" } }, "x"), ">🚀</text>")
  })
})
