import type { SiteFrame } from "@quire/core"
import { NotFoundHtml, PageHtml, SearchHtml, Words } from "@quire/reader"
import { assert, it } from "vitest"
import { assertAccessible, found, inBrowser, serve, sizeOf, visit } from "./browser.ts"
import { body, contents, frameOf, page, siteWith, stretched } from "./sample.ts"
import { faultsOf } from "./validator.ts"

const words = Words.of("en")
const lookalike = { id: "start", title: "Start", path: "start" }

/** The pages of a site by their paths; `words` in the direction of its readers. */
const pagesOf = (site: SiteFrame.SiteFrame, direction: "ltr" | "rtl" = "ltr") => {
  const frame = frameOf(site, { ...words, direction })
  return new Map([
    ["review", PageHtml.print(frame, page, body).text],
    ["lost", NotFoundHtml.print(frame, [lookalike]).text],
    ["~search", SearchHtml.print(frame, { query: "review", ...found }).text]
  ])
}

const everything = ["review", "lost", "~search"]

const looks = [
  ["clean", siteWith({}), "ltr", everything],
  [
    "muted, tinted",
    siteWith({ theme: "muted", tint: { color: { light: "#0ea5a0", dark: "#0ea5a0" } } }),
    "rtl",
    ["review"]
  ],
  [
    "bold",
    siteWith({ theme: "bold", sidebar: { background: "filled", list: "pill" }, corners: "circular" }),
    "ltr",
    ["review"]
  ],
  [
    "gradient",
    siteWith({ theme: "gradient", primaryColor: { light: "#facc15", dark: "#facc15" } }, "contrast"),
    "ltr",
    ["review"]
  ],
  ["bare", siteWith({ links: "accent", sidebar: { background: "default", list: "line" } }, "none"), "ltr", ["review"]]
] as const

inBrowser("the layout of a page", () => {
  it.each(looks)("contains valid markup: %s", async (_, site, direction) => {
    for (const [path, text] of pagesOf(site, direction)) {
      assert.deepStrictEqual(await faultsOf(text), [], path)
    }
  })

  it.each(looks)("meets accessibility checks at every width in both themes: %s", async (_, site, direction, paths) => {
    const pages = pagesOf(site, direction)
    const { base, close } = await serve(site, pages)
    for (const path of paths) {
      for (const look of [
        ["light", 1280, direction],
        ["dark", 1280, direction],
        ["light", 390, direction]
      ] as const) {
        await visit(base + path, (opened) => assertAccessible(opened, look), { ...sizeOf(look), colorScheme: look[0] })
      }
    }
    await close()
  })

  it.each([320, 820, 1100, 1600])("fits words of any length at %i pixels", async (width) => {
    const site = stretched(siteWith({}))
    const pages = new Map([
      ["review", PageHtml.print(frameOf(site, words, contents.map(stretched)), stretched(page), body).text]
    ])
    const { base, close } = await serve(site, pages)
    await visit(
      `${base}review`,
      async (opened) => {
        assert.strictEqual(await opened.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
        assert.isTrue(await opened.getByRole("button", { name: "Search" }).isVisible())
      },
      { viewport: { width, height: 800 } }
    )
    await close()
  })
})
