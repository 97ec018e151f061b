import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Customization } from "@quire/core"
import * as ThemeCss from "../../src/theme/ThemeCss.ts"

const { defaults } = Customization

const printed = (styling: Partial<Customization.Customization["styling"]>) =>
  ThemeCss.print({ ...defaults, styling: { ...defaults.styling, ...styling } })

const alike = (color: string) => ({ light: color, dark: color })

const font = (fontFamily: string) => ({
  id: "f",
  custom: true,
  fontFamily,
  fontFaces: [{ weight: 400, sources: [{ url: "https://example.com/f.woff2" }] }]
})

describe("the style sheet", () => {
  it("stays within the size limit of a page", () => {
    assert.isBelow(gzipSync(ThemeCss.print(defaults), { level: 9 }).length, 15_000)
  })

  it("differs with every style setting that it uses", () => {
    const settings: ReadonlyArray<Partial<Customization.Customization["styling"]>> = [
      { theme: "muted" },
      { theme: "bold" },
      { primaryColor: alike("#ff0000") },
      { tint: { color: alike("#ff0000") } },
      { infoColor: alike("#0000ff") },
      { successColor: alike("#0000ff") },
      { warningColor: alike("#0000ff") },
      { dangerColor: alike("#0000ff") },
      { corners: "straight" },
      { corners: "circular" },
      { depth: "flat" },
      { links: "accent" },
      { font: "Merriweather" },
      { font: font("Acme Sans") },
      { monospaceFont: "FiraCode" }
    ]
    assert.strictEqual(new Set([ThemeCss.print(defaults), ...settings.map(printed)]).size, settings.length + 1)
  })

  it("follows the header's colors if they are set", () => {
    const header = { ...defaults.header, preset: "custom", backgroundColor: alike("#123456") } as const
    assert.include(ThemeCss.print({ ...defaults, header }), "--header:#123456;--header-text:#ffffff")
  })

  it("loads nothing, and escapes font names", () => {
    const hostile = [
      'x";}body{background:url(https://evil.example)}/*',
      "</style><script>",
      "\\22 }@import 'x'",
      "日本 語"
    ]
    const [first = ""] = hostile.map((name) => printed({ font: font(name), monospaceFont: font(name) }))
    assert.include(first, '--font:"xbodybackgroundurlhttpsevilexample",ui-sans-serif')
    for (const name of hostile) {
      const css = printed({ font: font(name), monospaceFont: font(name) })
      assert.notMatch(css, /url\(|@import|@font-face|<[a-z/!]|https?:/i, name)
    }
  })
})
