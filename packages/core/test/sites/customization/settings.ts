import type { Customization } from "@quire/core/internal"
import * as fc from "fast-check"

const colors = { light: "#abc", dark: "#AABBCC" }
const urls = { light: "https://quire.test/light.png", dark: "http://quire.test/dark.png" }
const link = { title: "Status", to: { kind: "url", url: "https://quire.test/status" } } as const
const font = {
  id: "own-1",
  custom: true,
  fontFamily: "Own Sans",
  fontFaces: [{ weight: 400, sources: [{ url: "https://quire.test/own.woff2", format: "woff2" }] }]
} as const

/** A choice for every key that there is, each other than the default. */
export const everything = {
  title: "Handbook",
  styling: {
    theme: "gradient",
    primaryColor: colors,
    tint: { color: colors },
    infoColor: colors,
    successColor: colors,
    warningColor: colors,
    dangerColor: colors,
    corners: "circular",
    depth: "flat",
    links: "accent",
    font,
    monospaceFont: font,
    background: "match",
    icons: "duotone",
    sidebar: { background: "filled", list: "pill" },
    search: "prominent"
  },
  internationalization: { locale: "pt-br" },
  favicon: { icon: urls },
  header: {
    preset: "custom",
    logo: urls,
    backgroundColor: colors,
    linkColor: colors,
    links: [
      { title: "API", style: "button-primary", to: { kind: "page", page: "p1", space: "s1" }, links: [] },
      { title: "More", to: null, links: [link], condition: "visitor.claims.isAdmin" }
    ]
  },
  footer: { logo: urls, groups: [{ title: "About", links: [link] }], copyright: "© 2026" },
  announcement: { enabled: true, message: "News", link, style: "success" },
  themes: { default: "dark", toggeable: false },
  pdf: { enabled: false },
  feedback: { enabled: true },
  aiSearch: { enabled: true },
  ai: { mode: "assistant", pageLinkSummaries: { enabled: true } },
  advancedCustomization: { enabled: false },
  git: { showEditLink: true },
  pageActions: { externalAI: false, markdown: false },
  externalLinks: { target: "blank" },
  pagination: { enabled: false },
  trademark: { enabled: true },
  privacyPolicy: { url: "https://quire.test/privacy" },
  socialPreview: { url: "https://quire.test/preview.png" },
  insights: { trackingCookie: false }
} as const satisfies Customization.Customization

/** The keys that are set and reset on their own, as paths. */
export const keys: ReadonlyArray<ReadonlyArray<string>> = [
  "title favicon announcement",
  "styling.theme styling.primaryColor styling.tint styling.infoColor styling.successColor styling.warningColor",
  "styling.dangerColor styling.corners styling.depth styling.links styling.font styling.monospaceFont",
  "styling.background styling.icons styling.search styling.sidebar.background styling.sidebar.list",
  "internationalization.locale header.preset header.logo header.backgroundColor header.linkColor header.links",
  "footer.logo footer.groups footer.copyright themes.default themes.toggeable pdf.enabled feedback.enabled",
  "aiSearch.enabled ai.mode ai.pageLinkSummaries.enabled advancedCustomization.enabled git.showEditLink",
  "pageActions.externalAI pageActions.markdown externalLinks.target pagination.enabled trademark.enabled",
  "privacyPolicy.url socialPreview.url insights.trackingCookie"
].flatMap((line) => line.split(" ").map((path) => path.split(".")))

const isTree = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((held, key) => (isTree(held) ? held[key] : undefined), value)

/** A tree with one value in it, or one that also has others. */
export const put = (tree: unknown, [key = "", ...rest]: ReadonlyArray<string>, value: unknown): object => {
  const held = isTree(tree) ? tree : {}
  return { ...held, [key]: rest.length === 0 ? value : put(held[key], rest, value) }
}

/** A choice for some keys. */
export const choices = fc
  .subarray([...keys])
  .map((chosen) => chosen.reduce<object>((tree, path) => put(tree, path, at(everything, path)), {}))

/** A change of some keys, of which some are reset. */
export const changes = fc
  .subarray([...keys])
  .chain((chosen) => fc.tuple(...chosen.map((path) => fc.boolean().map((isReset) => ({ path, isReset })))))
  .map((chosen) =>
    chosen.reduce<object>((tree, { isReset, path }) => put(tree, path, isReset ? null : at(everything, path)), {})
  )

export type Put = Customization.CustomizationPut
