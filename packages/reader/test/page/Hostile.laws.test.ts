import { assert, describe, it } from "@effect/vitest"
import { Customization } from "@quire/core"
import { html } from "../../src/html/Html.ts"
import * as NotFoundHtml from "../../src/page/NotFoundHtml.ts"
import * as PageHtml from "../../src/page/PageHtml.ts"
import * as SearchHtml from "../../src/page/SearchHtml.ts"
import { contents, frameOf, page, site } from "../support/Fixture.ts"
import { storable } from "../support/Hostile.ts"
import { strangeIn } from "../support/Judge.ts"

/** Puts a text in the place of every text of a value, but of those that choose among a few. */
const poison = (value: unknown, text: string, key = ""): unknown => {
  if (typeof value === "string") return fixed.has(key) ? value : text
  if (Array.isArray(value)) return value.map((item) => poison(item, text, key))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poison(item, text, name)]))
}

/** Chosen among a few, or addresses that were percent-encoded. */
const fixed = new Set([
  "kind",
  "type",
  "style",
  "path",
  "textPath",
  "id",
  "siteSpace",
  "robots",
  "caching",
  "updatedAt"
])

const poisoned = <A extends object>(value: A, text: string): A =>
  Object.assign(structuredClone(value), poison(value, text))

const frameWith = (text: string) => {
  const { announcement, footer, header, tabs, title } = poisoned(
    { ...site, announcement: site.announcement ?? assert.fail("no announcement") },
    text
  )
  const urls = { light: text, dark: text }
  const { defaults } = Customization
  const customization: Customization.Customization = {
    ...defaults,
    title: text,
    favicon: { icon: urls },
    header: { ...defaults.header, logo: urls },
    footer: { ...defaults.footer, logo: urls, copyright: text },
    git: { showEditLink: true },
    privacyPolicy: { url: text },
    socialPreview: { url: text },
    themes: { default: "light", toggeable: true }
  }
  const frame = frameOf(
    { announcement, footer, header, tabs, title, customization },
    undefined,
    contents.map((entry) => poisoned(entry, text))
  )
  return { ...frame, editUrl: text, icon: (name: string) => html`<svg class="icon" data-name="${name}"></svg>` }
}

const pagesWith = (text: string) => {
  const frame = frameWith(text)
  const cover = { ref: { kind: "url", url: text }, refDark: { kind: "url", url: text }, yPos: 0 } as const
  const own = { ...poisoned(page, text), layout: page.layout, cover, canonical: "https://example.com/" }
  const item = { title: text, path: "a", breadcrumbs: [text], sections: [{ title: text, path: "a#b", body: text }] }
  return [
    PageHtml.print(frame, own, html`<p>${text}</p>`),
    NotFoundHtml.print(frame, [{ id: text, title: text, path: "a" }]),
    SearchHtml.print(frame, { query: text, items: [item], count: 1 })
  ]
}

describe("a hostile text", () => {
  it.each(storable)("stays text in every field of a page: %j", (text) => {
    for (const { text: whole } of pagesWith(text)) assert.deepStrictEqual(strangeIn(whole, true), [])
  })

  it("fails the check when a field is not escaped", () => {
    const [{ text: whole } = assert.fail("no page")] = pagesWith("x")
    const planted = [
      '<p onclick="x"></p>',
      '<a href="javascript:x"></a>',
      '<a href=" &#106;avascript:x"></a>',
      "<iframe></iframe>",
      '<p style="x"></p>',
      '<p id="page:content"></p>',
      "<script>x</script>",
      '<script src="x"></script>',
      '<img src="data:image/svg+xml,x">',
      '<form action="data:x"></form>',
      '<a formaction="x"></a>',
      "<svg><script>x</script></svg>",
      "<svg><foreignObject><p></p></foreignObject></svg>",
      "<math><mtext><img src=x></mtext></math>",
      '<math href="x"></math>',
      "<template><p></p></template>",
      "<!--x-->",
      "<base>",
      "<unknown-element>"
    ]
    for (const markup of planted) {
      assert.isNotEmpty(strangeIn(whole.replace("</main>", `${markup}</main>`), true), markup)
    }
  })
})
