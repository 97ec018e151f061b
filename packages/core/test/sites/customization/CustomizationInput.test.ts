import { assert, describe, it } from "@effect/vitest"
import { Customization, CustomizationOverrides } from "@quire/core/internal"
import * as fc from "fast-check"
import { decoded, faultsOf } from "../faults.ts"
import { at, changes, choices, everything, keys, put } from "./settings.ts"

const { Patch, CustomizationPut } = Customization

const refusals = (path: string, value: unknown) => faultsOf(CustomizationPut, put({}, path.split("."), value))
const accepts = (path: string, value: unknown) => {
  assert.deepStrictEqual(refusals(path, value), [])
  assert.deepStrictEqual(faultsOf(Patch, put({}, path.split("."), value)), [])
}
const refuses = (path: string, value: unknown, rule: RegExp) => {
  const found = refusals(path, value)
  assert.isNotEmpty(found, `${path} ${JSON.stringify(value)}`)
  assert.match(found[0] ?? "", rule)
  assert.isNotEmpty(faultsOf(Patch, put({}, path.split("."), value)))
}

const enumerations: Readonly<Record<string, string>> = {
  "styling.theme": "clean muted bold gradient",
  "styling.corners": "straight rounded circular",
  "styling.depth": "subtle flat",
  "styling.links": "default accent",
  "styling.font":
    "ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraSans",
  "styling.monospaceFont": "FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata",
  "styling.background": "plain match",
  "styling.icons": "regular solid duotone light thin",
  "styling.sidebar.background": "default filled",
  "styling.sidebar.list": "default pill line",
  "styling.search": "prominent subtle",
  "internationalization.locale": "en fr es zh ja de nl no pt-br",
  "header.preset": "default bold contrast custom none",
  "themes.default": "light dark",
  "ai.mode": "none search assistant",
  "externalLinks.target": "self blank"
}

const switches = keys.filter((path) => typeof at(everything, path) === "boolean").map((path) => path.join("."))

const link = (title: string) => ({ title, to: { kind: "url", url: "/" } })
const item = (more: object) => [{ title: "More", to: null, links: [], ...more }]
const announcement = (more: object) => ({ enabled: true, message: "News", style: "info", ...more })
const source = { url: "https://quire.test/a.woff" }
const font = (more: object) => ({
  id: "own",
  custom: true,
  fontFamily: "Own",
  fontFaces: [{ weight: 400, sources: [source] }],
  ...more
})
const faces = (more: object) => font({ fontFaces: [{ weight: 400, sources: [source], ...more }] })
const repeated = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)
const address = (length: number) => "https://quire.test/".padEnd(length, "a")

/** What is accepted, and what is refused by which rule, at the ends of every range. */
const ranges: ReadonlyArray<
  readonly [path: string, accepted: ReadonlyArray<unknown>, refused: ReadonlyArray<unknown>, rule: RegExp]
> = [
  ["title", ["ab", "x".repeat(128), "😀".repeat(128)], ["a", " a ", "x".repeat(129), ""], /2 to 128 characters/],
  [
    "announcement",
    ["ab", "x".repeat(128)].map((message) => announcement({ message })),
    ["a", "x".repeat(129)].map((message) => announcement({ message })),
    /^announcement\.message: must be 2 to 128 characters/
  ],
  [
    "announcement",
    ["info", "warning", "danger", "success"].map((style) => announcement({ style })),
    ["bold", null].map((style) => announcement({ style })),
    /^announcement\.style: Expected "info"/
  ],
  ["footer.copyright", ["", "x".repeat(300)], ["x".repeat(301)], /at most 300 characters/],
  [
    "footer.groups",
    [[], repeated(20, { title: "", links: [] })],
    [repeated(21, { title: "", links: [] })],
    /^footer\.groups: must have at most 20 entries/
  ],
  [
    "footer.groups",
    [[{ title: "x".repeat(64), links: repeated(50, link("x".repeat(64))) }]],
    [[{ title: "x".repeat(65), links: [] }], [{ title: "", links: [link("x".repeat(65))] }]],
    /^footer\.groups\.0\.(links\.0\.)?title: must be at most 64 characters/
  ],
  [
    "footer.groups",
    [[{ title: "", links: repeated(50, link("")) }]],
    [[{ title: "", links: repeated(51, link("")) }]],
    /^footer\.groups\.0\.links: must have at most 50 entries/
  ],
  [
    "header.links",
    [repeated(50, item({})[0])],
    [repeated(51, item({})[0])],
    /^header\.links: must have at most 50 entries/
  ],
  [
    "header.links",
    [item({ links: repeated(50, link("")) })],
    [item({ links: repeated(51, link("")) })],
    /^header\.links\.0\.links: must have at most 50 entries/
  ],
  [
    "header.links",
    [item({ title: "x".repeat(64) })],
    [item({ title: "x".repeat(65) })],
    /^header\.links\.0\.title: must be at most 64 characters/
  ],
  [
    "header.links",
    ["link", "button-primary", "button-secondary"].map((style) => item({ style })),
    ["button", ""].map((style) => item({ style })),
    /^header\.links\.0\.style: Expected "link"/
  ],
  [
    "header.links",
    [item({ condition: "1" }), item({ condition: `"${"x".repeat(1022)}"` })],
    [item({ condition: "" }), item({ condition: `"${"x".repeat(1023)}"` })],
    /^header\.links\.0\.condition: must be 1 to 1024 characters/
  ],
  [
    "header.links",
    [item({ condition: "visitor.claims.unsigned.plan == 'pro' && space.vars.beta" })],
    [item({ condition: "visitor.claims." }), item({ condition: "let a = 1" })],
    /^header\.links\.0\.condition: .*\(character \d+\)/
  ],
  [
    "styling.font",
    [font({ id: "x".repeat(64) })],
    [font({ id: "" }), font({ id: "x".repeat(65) })],
    /\.id: must be 1 to 64/
  ],
  [
    "styling.monospaceFont",
    [font({ fontFamily: "x" }), font({ fontFamily: "x".repeat(50) })],
    [font({ fontFamily: "" }), font({ fontFamily: "x".repeat(51) })],
    /\.fontFamily: must be 1 to 50 characters/
  ],
  [
    "styling.font",
    [font({ fontFaces: repeated(20, { weight: 1, sources: [source] }) })],
    [font({ fontFaces: repeated(21, { weight: 1, sources: [source] }) })],
    /fontFaces: must have at most 20 entries/
  ],
  ["styling.font", [font({})], [font({ fontFaces: [] })], /fontFaces: must have an entry/],
  ["styling.font", [faces({})], [faces({ sources: [] })], /fontFaces\.0\.sources: must have an entry/],
  [
    "styling.font",
    [faces({ sources: repeated(10, source) })],
    [faces({ sources: repeated(11, source) })],
    /sources: must have at most 10 entries/
  ],
  [
    "styling.font",
    [faces({ weight: 1 }), faces({ weight: 1000 })],
    [faces({ weight: 0 }), faces({ weight: 1001 })],
    /weight: must be a whole number from 1 to 1000/
  ],
  [
    "styling.font",
    ["woff", "woff2"].map((format) => faces({ sources: [{ ...source, format }] })),
    ["ttf"].map((format) => faces({ sources: [{ ...source, format }] })),
    /format: Expected "woff2"/
  ],
  [
    "favicon",
    [{}, { emoji: "1f600" }, { emoji: "😀" }],
    [{ emoji: "x" }, { emoji: "" }],
    /^favicon\.emoji: must be one emoji/
  ],
  ["favicon", [{ icon: everything.favicon.icon }], [{ ...everything.favicon, emoji: "😀" }], /must not have both/]
]

const colorPaths = keys.map((path) => path.join(".")).filter((path) => path.endsWith("Color"))
const urlPaths = ["privacyPolicy.url", "socialPreview.url"]

describe("customization input (rules customization-limits and customization-values)", () => {
  for (const [path, accepted, refused, rule] of ranges) {
    it(`limits ${path} by: ${rule.source}`, () => {
      for (const value of accepted) accepts(path, value)
      for (const value of refused) refuses(path, value, rule)
    })
  }

  it("accepts exactly the values of each enumeration", () => {
    for (const [path, values] of Object.entries(enumerations)) {
      for (const value of values.split(" ")) accepts(path, value)
      for (const value of ["", "other", values.split(" ")[0]?.toUpperCase(), 1, true]) refuses(path, value, /^/)
    }
    for (const path of switches) {
      accepts(path, true)
      accepts(path, false)
      for (const value of ["true", 1, "", []]) refuses(path, value, /Expected boolean/)
    }
  })

  it("accepts light and dark colors of # and 3 or 6 hexadecimal digits, as sent", () => {
    assert.isAbove(colorPaths.length, 6)
    const tint = { color: { light: "#abcdef", dark: "#ABCDEF" } }
    accepts("styling.tint", tint)
    refuses("styling.tint", { color: { light: "#abcdef" } }, /^styling\.tint\.color\.dark: is missing/)
    for (const path of colorPaths) {
      for (const light of ["#000", "#fFfFfF", "#a1B2c3"]) accepts(path, { light, dark: "#000000" })
      for (const light of ["", "#", "000", "#00", "#0000", "#00000", "#0000000", "#ggg", "red", "#000 ", "#000\n"]) {
        refuses(path, { light, dark: "#000" }, /light: must be # and 3 or 6 hexadecimal digits/)
      }
      refuses(path, { light: "#000" }, /dark: is missing/)
    }
  })

  it("accepts http and https addresses of at most 2,048 characters", () => {
    for (const path of urlPaths) {
      for (const url of [address(2048), "http://a.b/?q#c"]) accepts(path, url)
      for (const url of [
        "",
        "/a",
        "a.png",
        "javascript:alert(1)",
        "data:image/png;base64,",
        "mailto:a@b.c",
        "https://"
      ])
        refuses(path, url, /must be an http or https URL/)
      refuses(path, address(2049), /2048/)
    }
    for (const path of ["header.logo", "footer.logo"]) {
      accepts(path, { light: address(2048), dark: address(2048) })
      refuses(path, { light: address(30), dark: "ftp://a.b" }, /dark: must be an http or https URL/)
    }
    refuses("favicon", { icon: { light: address(30), dark: "x" } }, /^favicon\.icon\.dark/)
    refuses("styling.font", faces({ sources: [{ url: "file:///a" }] }), /sources\.0\.url: must be an http or https/)
  })

  it("accepts only link targets that browsers may follow", () => {
    const to = (url: string) => [{ title: "", links: [{ title: "a", to: { kind: "url", url } }] }]
    for (const url of ["https://a.b", "/a", "#a", "mailto:a@b.c"]) accepts("footer.groups", to(url))
    refuses("footer.groups", to("javascript:alert(1)"), /^footer\.groups\.0\.links\.0\.to\.url: must be a relative/)
    const whole = /^header\.links\.0\.to: must name the space of the target/
    const inSpace = { page: "p1", space: "s1" }
    accepts("header.links", item({ to: { kind: "page", ...inSpace } }))
    accepts("header.links", item({ to: { kind: "anchor", anchor: "a", ...inSpace } }))
    accepts("header.links", item({ to: { kind: "reusable-content", reusableContent: "r1", space: "s1" } }))
    refuses("header.links", item({ to: { kind: "page", page: "p1" } }), whole)
    refuses("header.links", item({ to: { kind: "anchor", anchor: "a", page: "p1" } }), whole)
    refuses("header.links", item({ to: { kind: "anchor", anchor: "a", space: "s1" } }), whole)
    refuses("header.links", item({ to: { kind: "reusable-content", reusableContent: "r1" } }), whole)
    refuses("header.links", item({ to: { kind: "file", file: "f1" } }), whole)
    refuses("header.links", item({ to: { kind: "elsewhere" } }), /^header\.links\.0\.to\.kind/)
    refuses("header.links", [{ title: "a", links: [] }], /^header\.links\.0\.to: is missing/)
    refuses("footer.groups", [{ title: "", links: [{ title: "a", to: null }] }], /^footer\.groups\.0\.links\.0\.to/)
  })

  it("trims and normalizes texts once", () => {
    const given = { title: "  Hand\u0062ook e\u0301 ", footer: { copyright: " a " } }
    const once = decoded(CustomizationPut, given)
    assert.deepStrictEqual(once, { title: "Handbook é", footer: { copyright: "a" } })
    fc.assert(
      fc.property(choices, (chosen) =>
        assert.deepStrictEqual(decoded(CustomizationPut, decoded(CustomizationPut, chosen)), chosen)
      )
    )
  })
})

/** Every object in a value, with the path to it. */
const objectsIn = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> => {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.entries(value).flatMap(([key, held]) => objectsIn(held, [...path, key]))
  return Array.isArray(value) ? inner : [path, ...inner]
}

const withKey = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (key === undefined) return { ...value, unheard: 1 }
  const changed = Object.entries(value).map(
    ([name, held]) => [name, name === key ? withKey(held, rest) : held] as const
  )
  return Array.isArray(value) ? changed.map(([, held]) => held) : Object.fromEntries(changed)
}

describe("the key list of settings (rule customization-closed)", () => {
  it("has a fixed set of keys, at every depth", () => {
    const paths = objectsIn(everything)
    assert.isAbove(paths.length, 50)
    for (const path of paths) {
      const given = withKey(everything, path)
      const expected = `${[...path, "unheard"].join(".")}: is unexpected`
      for (const schema of [CustomizationPut, Patch]) {
        const found = faultsOf(schema, given)
        assert.isTrue(
          found.some((fault) => fault.startsWith(expected)),
          `${expected}, but ${found.join("; ")}`
        )
      }
    }
  })

  it("accepts all keys, and none", () => {
    for (const schema of [CustomizationPut, Patch]) {
      assert.deepStrictEqual(faultsOf(schema, everything), [])
      assert.deepStrictEqual(faultsOf(schema, {}), [])
      assert.deepStrictEqual(faultsOf(schema, Customization.defaults), [])
    }
    const sections = new Set(keys.filter((path) => path.length > 1).flatMap((path) => path.slice(0, -1)))
    for (const section of sections) {
      const path = section === "sidebar" ? ["styling"] : section === "pageLinkSummaries" ? ["ai"] : []
      assert.deepStrictEqual(faultsOf(CustomizationPut, put({}, [...path, section], {})), [], section)
    }
  })

  it("accepts null for each key, in a change only", () => {
    for (const path of keys) {
      const given = put({}, path, null)
      assert.deepStrictEqual(faultsOf(Patch, given), [])
      const found = faultsOf(CustomizationPut, given)
      assert.isTrue(found.length > 0 && found.every((fault) => fault.startsWith(path.join("."))), found.join("; "))
    }
    for (const section of ["styling", "header", "pdf", "ai"]) assert.isNotEmpty(faultsOf(Patch, { [section]: null }))
    fc.assert(fc.property(changes, (given) => assert.deepStrictEqual(faultsOf(Patch, given), [])))
  })

  it("matches the view, so that the view can be sent again", () =>
    fc.assert(
      fc.property(choices, (chosen) => {
        const shown = CustomizationOverrides.ofSite(CustomizationOverrides.replace(decoded(CustomizationPut, chosen)))
        assert.deepStrictEqual(decoded(CustomizationPut, shown), shown)
      })
    ))
})
