import { assert, describe, it } from "@effect/vitest"
import { Customization } from "@quire/core"
import { html } from "../../src/html/Html.ts"
import type { Page } from "../../src/page/Frame.ts"
import * as PageHtml from "../../src/page/PageHtml.ts"
import * as Words from "../../src/words/Words.ts"
import { frameOf, page, site } from "../support/Fixture.ts"
import { addressesOf, faultsOf, type Parsed, parse, withAttribute, withClass } from "../support/Parsed.ts"

type Settings = Partial<Customization.Customization>

const body = html`<div class="document"><p>The text.</p><h2 id="ask">Ask</h2></div>`

const print = (own: Parameters<typeof frameOf>[0] = {}, changes: Partial<Page> = {}) =>
  parse(PageHtml.print(frameOf(own), { ...page, ...changes }, body).text)

const set = (settings: Settings) => print({ customization: { ...site.customization, ...settings } })

const laidOut = (layout: Partial<Page["layout"]>) => print({}, { layout: { ...page.layout, ...layout } })

const metas = (elements: ReadonlyArray<Parsed>) =>
  new Map(
    elements
      .filter(({ name }) => name === "meta")
      .map(({ attributes }) => [attributes.get("name") ?? attributes.get("property"), attributes.get("content")])
  )

const linksOf = (elements: ReadonlyArray<Parsed>, rel: string) =>
  elements
    .filter(({ attributes, name }) => name === "link" && attributes.get("rel") === rel)
    .map(({ attributes }) => attributes.get("href"))

const named = (elements: ReadonlyArray<Parsed>, name: string) => elements.filter((element) => element.name === name)

describe("the HTML of a page", () => {
  it("has well-formed markup", () => {
    const elements = print()
    assert.deepStrictEqual(faultsOf(elements), [])
    const absolute = addressesOf(elements).filter((address) => !/^(?:\.{1,2}\/|#)/.test(address))
    assert.isTrue(
      absolute.every((address) => /^https:\/\/(?:\w+\.)?example\.com\/(?!concepts)/.test(address)),
      absolute.join()
    )
    assert.deepStrictEqual(
      named(elements, "h1").map(({ text }) => text),
      ["🔍Reviewing changes"]
    )
    for (const landmark of ["header", "main", "footer", "article"]) assert.isNotEmpty(named(elements, landmark))
    assert.deepStrictEqual(
      withClass(elements, "document").map(({ text }) => text),
      ["The text.Ask"]
    )
  })

  it("describes itself in its head for browsers, search engines and link previews", () => {
    const elements = print({
      customization: { ...site.customization, socialPreview: { url: "https://example.com/card.png" } }
    })
    const tags = metas(elements)
    assert.strictEqual(named(elements, "title")[0]?.text, "Reviewing changes | Harbour")
    assert.strictEqual(tags.get("description"), page.description)
    assert.strictEqual(tags.get("og:url"), page.canonical)
    assert.strictEqual(tags.get("og:image"), "https://example.com/card.png")
    assert.isFalse(tags.has("robots"))
    assert.deepStrictEqual(linksOf(elements, "canonical"), [page.canonical])
    assert.deepStrictEqual(linksOf(elements, "alternate"), ["../../concepts/changes/review.md"])
    assert.deepStrictEqual(linksOf(elements, "icon"), ["../../~asset/c.svg"])
  })

  it("excludes search engines where required", () => {
    assert.strictEqual(metas(print({}, { robots: "noindex" })).get("robots"), "noindex")
    assert.strictEqual(metas(print({ preview: {} })).get("robots"), "noindex")
    assert.isNotEmpty(withClass(print({ preview: {} }), "preview-banner"))
  })

  it("shows the reader's location", () => {
    const elements = print()
    const current = withAttribute(elements, "aria-current", "page")
    assert.deepStrictEqual(
      current.map(({ attributes }) => attributes.get("href")),
      ["../../concepts/changes/review"]
    )
    assert.include(withClass(elements, "breadcrumbs")[0]?.text ?? "", "GuidesCore conceptsChange requests")
    assert.include(withClass(elements, "switcher")[0]?.text ?? "", "Version 2")
    assert.include(withClass(elements, "outline")[0]?.text ?? "", "Choose who reviews")
  })

  it("has no switcher for a single site space", () => {
    assert.isEmpty(withClass(print({}, { alternates: [] }), "switcher"))
    assert.isEmpty(withClass(print({}, { alternates: page.alternates.slice(0, 1) }), "switcher"))
    assert.isNotEmpty(withClass(print({}, { alternates: page.alternates.slice(1) }), "switcher"))
  })

  it("omits the parts that its layout hides", () => {
    assert.isEmpty(withClass(laidOut({ outline: false }), "outline"))
    assert.isEmpty(withClass(laidOut({ tableOfContents: false }), "contents"))
    assert.isEmpty(withClass(laidOut({ pagination: false }), "pager"))
    assert.isEmpty(withClass(laidOut({ description: false }), "lead"))
    assert.isEmpty(withClass(laidOut({ metadata: false }), "page-data"))
    const untitled = laidOut({ title: false })
    assert.deepStrictEqual(
      named(untitled, "h1").map(({ attributes, text }) => [attributes.get("class"), text]),
      [["hidden", "Reviewing changes"]]
    )
    assert.isNotEmpty(withClass(laidOut({ width: "wide" }), "wide"))
  })

  it("takes its text direction from its own words", () => {
    const directionOf = (changes: Partial<Page>) =>
      named(print({}, changes), "article").map(({ attributes }) => attributes.get("dir"))
    assert.deepStrictEqual(directionOf({}), [undefined])
    assert.deepStrictEqual(directionOf({ title: "دليل TypeScript", description: "كل ما تحتاج إليه" }), ["rtl"])
    assert.deepStrictEqual(directionOf({ title: "TypeScript guide: שלום", description: "" }), [undefined])
    assert.deepStrictEqual(directionOf({ title: "404", description: "" }), [undefined])
  })

  it("has a button for its outline if there is more than one heading", () => {
    const buttonsOf = (changes: Partial<Page>) => withClass(print({}, changes), "outline-button").length
    assert.strictEqual(buttonsOf({}), 1)
    assert.strictEqual(buttonsOf({ outline: page.outline.slice(0, 1) }), 0)
    assert.strictEqual(buttonsOf({ outline: [] }), 0)
  })

  it("shows its cover in both themes", () => {
    const ref = { kind: "file", file: "f1" } as const
    const cover = { ref, refDark: { kind: "url", url: "https://example.com/d.png" }, yPos: -480 } as const
    const file = { kind: "file", path: "~file/f1/k/a.png", title: "a.png", contentType: "image/png", size: 1 } as const
    const shown = print({}, { cover, references: { "/files/f1": file } })
    assert.deepStrictEqual(
      named(shown, "img").map(({ attributes }) => [attributes.get("src"), attributes.get("class")]),
      [
        ["../../~file/f1/k/a.png", "at-10 light-only"],
        ["https://example.com/d.png", "at-10 dark-only"]
      ]
    )
    assert.isEmpty(named(print({}, { cover }), "img"))
    const layout = { ...page.layout, cover: false }
    assert.isEmpty(named(print({}, { cover, layout, references: { "/files/f1": file } }), "img"))
  })

  it("follows the settings", () => {
    assert.isEmpty(withClass(set({ pagination: { enabled: false } }), "pager"))
    assert.isEmpty(withClass(set({ pageActions: { externalAI: true, markdown: false } }), "page-actions"))
    assert.isEmpty(withClass(set({ git: { showEditLink: false } }), "edit"))
    assert.isEmpty(withAttribute(set({ themes: { default: "dark", toggeable: false } }), "data-theme-button"))
    assert.isNotEmpty(withAttribute(set({ themes: { default: "dark", toggeable: true } }), "data-theme", "dark"))
    const blank = withAttribute(set({ externalLinks: { target: "blank" } }), "target", "_blank")
    assert.isTrue(blank.every(({ attributes }) => attributes.get("rel") === "noopener"))
    assert.include(
      blank.map(({ text }) => text),
      "Blog"
    )
    assert.isEmpty(withAttribute(set({}), "target"))
    assert.strictEqual(named(set({ title: "Port" }), "title")[0]?.text, "Reviewing changes | Port")
  })

  it("marks the body with the settings that the style sheet uses", () => {
    const { header, styling } = Customization.defaults
    const sidebar = { background: "filled", list: "pill" } as const
    const elements = set({
      header: { ...header, preset: "contrast" },
      styling: { ...styling, theme: "gradient", search: "prominent", links: "accent", sidebar }
    })
    assert.strictEqual(
      named(elements, "body")[0]?.attributes.get("class"),
      "look-gradient header-contrast search-prominent links-accent sidebar-filled list-pill"
    )
  })

  it("shows the logo of either theme instead of the title", () => {
    const logo = { light: "https://example.com/l.svg", dark: "https://example.com/d.svg" }
    const elements = set({ header: { ...Customization.defaults.header, logo } })
    const images = withClass(elements, "logo").map(({ attributes }) => [attributes.get("src"), attributes.get("alt")])
    assert.deepStrictEqual(images, [
      [logo.light, "Harbour"],
      [logo.dark, "Harbour"]
    ])
  })

  it("links to files below the site where the settings name them", () => {
    const url = "https://app.example.com/files/logo"
    const customization = {
      ...site.customization,
      favicon: { icon: { light: url, dark: url } },
      header: { ...site.customization.header, logo: { light: url, dark: url } },
      socialPreview: { url }
    }
    const elements = print({ customization, images: { [url]: "~file/f/k/logo.png" } })
    assert.deepStrictEqual(linksOf(elements, "icon"), ["../../~file/f/k/logo.png"])
    assert.deepStrictEqual(
      withClass(elements, "logo").map(({ attributes }) => attributes.get("src")),
      ["../../~file/f/k/logo.png"]
    )
    assert.strictEqual(metas(elements).get("og:image"), "https://docs.example.com/~file/f/k/logo.png")
  })

  it("uses the language of its labels, including the date", () => {
    const frame = { ...frameOf(), words: Words.of("de") }
    const elements = parse(PageHtml.print(frame, page, body).text)
    assert.deepStrictEqual(
      named(elements, "time").map(({ attributes, text }) => [attributes.get("datetime"), text]),
      [[page.updatedAt, "4. Oktober 2026"]]
    )
    assert.strictEqual(named(elements, "html")[0]?.attributes.get("lang"), "de")
  })

  it("renders neither feedback nor PDF", () => {
    const switched = set({ feedback: { enabled: true }, pdf: { enabled: true } })
    const off = set({ feedback: { enabled: false }, pdf: { enabled: false } })
    assert.deepStrictEqual(switched, off)
  })
})
