import { assert, describe, it } from "@effect/vitest"
import { Customization } from "@quire/core"
import { html } from "../../src/html/Html.ts"
import * as NotFoundHtml from "../../src/page/NotFoundHtml.ts"
import * as PageHtml from "../../src/page/PageHtml.ts"
import * as SearchHtml from "../../src/page/SearchHtml.ts"
import { contents, frameOf, page, site } from "../support/Fixture.ts"
import { addressesOf, faultsOf, type Parsed, parse } from "../support/Parsed.ts"

const payloads = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" autofocus onfocus="alert(1)',
  "</title><script>alert(1)</script>",
  "</style><svg onload=alert(1)>",
  "<!--<img src=x onerror=alert(1)>-->",
  "]]><script>alert(1)</script>",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "&#34;><script>alert(1)</script>",
  "<template><script>alert(1)</script></template>",
  "{}$&$1`",
  "\u0000<b>",
  "<>details<>"
]

const names = new Set(
  "html head meta title link script body a aside p header div form button svg path circle rect span kbd nav ul li details summary small main article ol h1 h2 img footer time input".split(
    " "
  )
)

const attributes = new Set(
  "lang dir data-theme data-words charset name content property rel href type src defer class aria-label aria-current aria-hidden aria-labelledby viewbox d cx cy r x y width height rx role action data-search data-menu data-theme-button data-copy-page data-outline hidden popover popovertarget popovertargetaction id tabindex datetime alt value placeholder autocomplete maxlength media decoding data-name target open".split(
    " "
  )
)

const runs = /^[\u0000-\u0020]*(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i

const strangeOf = (elements: ReadonlyArray<Parsed>): ReadonlyArray<string> =>
  elements.flatMap(({ attributes: own, name, text, within }, at) => [
    ...(names.has(name) ? [] : [`the element ${name}`]),
    ...[...own.keys()].filter((key) => !attributes.has(key)).map((key) => `${name} with ${key}`),
    ...addressesOf(elements.slice(at, at + 1))
      .filter((address) => runs.test(address))
      .map((address) => `${name} leads to ${address}`),
    ...(name === "script" && (text.includes("alert") || !within.includes("head")) ? [`the script ${text}`] : [])
  ])

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

describe("hostile texts", () => {
  it.each(payloads)("%j stays a text in every field", (text) => {
    const frame = frameWith(text)
    const cover = { ref: { kind: "url", url: text }, refDark: { kind: "url", url: text }, yPos: 0 } as const
    const own = { ...poisoned(page, text), layout: page.layout, cover, canonical: "https://example.com/" }
    const body = html`<p>${text}</p>`
    const item = { title: text, path: "a", breadcrumbs: [text], sections: [{ title: text, path: "a#b", body: text }] }
    const printed = [
      PageHtml.print(frame, own, body),
      NotFoundHtml.print(frame, [{ id: text, title: text, path: "a" }]),
      SearchHtml.print(frame, { query: text, items: [item], count: 1 })
    ]
    for (const { text: whole } of printed) {
      const elements = parse(whole)
      assert.deepStrictEqual(strangeOf(elements), [])
      assert.deepStrictEqual(faultsOf(elements), [])
    }
  })

  it("would be found if one were not", () => {
    assert.isNotEmpty(strangeOf(parse('<p onclick="x"><a href="javascript:x">')))
    assert.isNotEmpty(strangeOf(parse("<iframe>")))
    assert.isNotEmpty(faultsOf(parse('<h1 style="x" id="a"></h1><p id="a">')))
  })
})
