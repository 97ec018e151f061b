import { Schema, Struct } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import { closed, optional } from "../../foundation/input/Input.ts"

/** Numbers of entries, and the range of font weights (rule customization-limits). */
export const limits = {
  headerItems: 50,
  footerGroups: 20,
  links: 50,
  fontWeight: 1000,
  fontFaces: 20,
  fontSources: 10
} as const

/** The texts and targets in settings. What comes in is checked; what is stored and shown is any. */
export interface Texts {
  readonly target: Schema.Codec<ContentRef>
  readonly title: Schema.Codec<string>
  readonly color: Schema.Codec<string>
  readonly url: Schema.Codec<string>
  readonly emoji: Schema.Codec<string>
  readonly fontId: Schema.Codec<string>
  readonly fontFamily: Schema.Codec<string>
  readonly label: Schema.Codec<string>
  readonly condition: Schema.Codec<string>
  readonly message: Schema.Codec<string>
  readonly copyright: Schema.Codec<string>
}

export const FontName = Schema.Literals([
  "ABCFavorit",
  "Inter",
  "Roboto",
  "RobotoSlab",
  "OpenSans",
  "SourceSansPro",
  "Lato",
  "Ubuntu",
  "Raleway",
  "Merriweather",
  "Overpass",
  "NotoSans",
  "IBMPlexSerif",
  "Poppins",
  "FiraSans"
]).annotate({ identifier: "SiteFontName" })

export const MonospaceFontName = Schema.Literals([
  "FiraCode",
  "IBMPlexMono",
  "JetBrainsMono",
  "SourceCodePro",
  "RobotoMono",
  "SpaceMono",
  "DMMono",
  "Inconsolata"
]).annotate({ identifier: "SiteMonospaceFontName" })

/** The languages of what a site itself says. */
export const Locale = Schema.Literals(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br"]).annotate({
  identifier: "SiteLocale"
})
export type Locale = typeof Locale.Type

const listOf = <S extends Schema.Constraint>(item: S, max: number) =>
  Schema.Array(item).pipe(Schema.check(Schema.isMaxLength(max, { message: `must have at most ${max} entries` })))

const filledListOf = <S extends Schema.Constraint>(item: S, max: number) =>
  listOf(item, max).pipe(Schema.check(Schema.isMinLength(1, { message: "must have an entry" })))

const Weight = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 1, maximum: limits.fontWeight },
      { message: `must be a whole number from 1 to ${limits.fontWeight}` }
    )
  )
)

const fontOf = (text: Texts) =>
  Schema.Struct({
    id: text.fontId,
    custom: Schema.Boolean,
    fontFamily: text.fontFamily,
    fontFaces: filledListOf(
      Schema.Struct({
        weight: Weight,
        sources: filledListOf(
          Schema.Struct({ url: text.url, format: optional(Schema.Literals(["woff2", "woff"])) }),
          limits.fontSources
        )
      }),
      limits.fontFaces
    )
  })

const colorsOf = ({ color }: Texts) => Schema.Struct({ light: color, dark: color })

const urlsOf = ({ url }: Texts) => Schema.Struct({ light: url, dark: url })

const linkOf = ({ label, target }: Texts) => Schema.Struct({ title: label, to: target })

const headerItemOf = (text: Texts) =>
  Schema.Struct({
    title: text.label,
    style: optional(Schema.Literals(["link", "button-primary", "button-secondary"])),
    to: Schema.NullOr(text.target),
    links: listOf(linkOf(text), limits.links),
    condition: optional(text.condition)
  })

const faviconOf = (text: Texts) =>
  Schema.Struct({ icon: optional(urlsOf(text)), emoji: optional(text.emoji) }).pipe(
    Schema.check(
      Schema.makeFilter(
        ({ emoji, icon }) => icon === undefined || emoji === undefined || "must not have both icon and emoji",
        { toJsonSchema: () => ({ maxProperties: 1 }) }
      )
    )
  )

const stylingOf = (text: Texts) => {
  const colors = colorsOf(text)
  const font = fontOf(text)
  return {
    theme: Schema.Literals(["clean", "muted", "bold", "gradient"]),
    primaryColor: colors,
    tint: Schema.Struct({ color: colors }),
    infoColor: colors,
    successColor: colors,
    warningColor: colors,
    dangerColor: colors,
    corners: Schema.Literals(["straight", "rounded", "circular"]),
    depth: Schema.Literals(["subtle", "flat"]),
    links: Schema.Literals(["default", "accent"]),
    font: Schema.Union([FontName, font]),
    monospaceFont: Schema.Union([MonospaceFontName, font]),
    background: Schema.Literals(["plain", "match"]),
    icons: Schema.Literals(["regular", "solid", "duotone", "light", "thin"]),
    search: Schema.Literals(["prominent", "subtle"])
  }
}

const switched = { enabled: Schema.Boolean }

/** The keys that are set and reset one by one, by the section that holds them; `own` stand in none. */
export const fieldsOf = (text: Texts) => ({
  own: {
    title: text.title,
    favicon: faviconOf(text),
    announcement: Schema.Struct({
      enabled: Schema.Boolean,
      message: text.message,
      link: optional(linkOf(text)),
      style: Schema.Literals(["info", "warning", "danger", "success"])
    })
  },
  styling: stylingOf(text),
  sidebar: {
    background: Schema.Literals(["default", "filled"]),
    list: Schema.Literals(["default", "pill", "line"])
  },
  internationalization: { locale: Locale },
  header: {
    preset: Schema.Literals(["default", "bold", "contrast", "custom", "none"]),
    logo: urlsOf(text),
    backgroundColor: colorsOf(text),
    linkColor: colorsOf(text),
    links: listOf(headerItemOf(text), limits.headerItems)
  },
  footer: {
    logo: urlsOf(text),
    groups: listOf(
      Schema.Struct({ title: text.label, links: listOf(linkOf(text), limits.links) }),
      limits.footerGroups
    ),
    copyright: text.copyright
  },
  themes: { default: Schema.Literals(["light", "dark"]), toggeable: Schema.Boolean },
  pdf: switched,
  feedback: switched,
  aiSearch: switched,
  ai: { mode: Schema.Literals(["none", "search", "assistant"]) },
  pageLinkSummaries: switched,
  advancedCustomization: switched,
  git: { showEditLink: Schema.Boolean },
  pageActions: { externalAI: Schema.Boolean, markdown: Schema.Boolean },
  externalLinks: { target: Schema.Literals(["self", "blank"]) },
  pagination: switched,
  trademark: switched,
  privacyPolicy: { url: text.url },
  socialPreview: { url: text.url },
  insights: { trackingCookie: Schema.Boolean }
})

export type Fields = ReturnType<typeof fieldsOf>

const some = <F extends Schema.Struct.Fields>(identifier: string, fields: F) =>
  closed(identifier, Struct.map(fields, Schema.optionalKey))

/** Settings of which every key may be missing. The name of a section begins with that of the whole. */
export const partial = (name: string, fields: Fields) =>
  closed(name, {
    ...Struct.map(fields.own, Schema.optionalKey),
    styling: optional(
      closed(`${name}Styling`, {
        ...Struct.map(fields.styling, Schema.optionalKey),
        sidebar: optional(some(`${name}Sidebar`, fields.sidebar))
      })
    ),
    internationalization: optional(some(`${name}Internationalization`, fields.internationalization)),
    header: optional(some(`${name}Header`, fields.header)),
    footer: optional(some(`${name}Footer`, fields.footer)),
    themes: optional(some(`${name}Themes`, fields.themes)),
    pdf: optional(some(`${name}Pdf`, fields.pdf)),
    feedback: optional(some(`${name}Feedback`, fields.feedback)),
    aiSearch: optional(some(`${name}AiSearch`, fields.aiSearch)),
    ai: optional(
      closed(`${name}Ai`, {
        ...Struct.map(fields.ai, Schema.optionalKey),
        pageLinkSummaries: optional(some(`${name}PageLinkSummaries`, fields.pageLinkSummaries))
      })
    ),
    advancedCustomization: optional(some(`${name}AdvancedCustomization`, fields.advancedCustomization)),
    git: optional(some(`${name}Git`, fields.git)),
    pageActions: optional(some(`${name}PageActions`, fields.pageActions)),
    externalLinks: optional(some(`${name}ExternalLinks`, fields.externalLinks)),
    pagination: optional(some(`${name}Pagination`, fields.pagination)),
    trademark: optional(some(`${name}Trademark`, fields.trademark)),
    privacyPolicy: optional(some(`${name}PrivacyPolicy`, fields.privacyPolicy)),
    socialPreview: optional(some(`${name}SocialPreview`, fields.socialPreview)),
    insights: optional(some(`${name}Insights`, fields.insights))
  })

const mayBeNull = <F extends Schema.Struct.Fields>(fields: F) =>
  Struct.map(Struct.map(fields, Schema.NullOr), Schema.optionalKey)

const someOrNull = <F extends Schema.Struct.Fields>(identifier: string, fields: F) =>
  closed(identifier, mayBeNull(fields))

/** The same, and every key may be null. */
export const clearable = (name: string, fields: Fields) =>
  closed(name, {
    ...mayBeNull(fields.own),
    styling: optional(
      closed(`${name}Styling`, {
        ...mayBeNull(fields.styling),
        sidebar: optional(someOrNull(`${name}Sidebar`, fields.sidebar))
      })
    ),
    internationalization: optional(someOrNull(`${name}Internationalization`, fields.internationalization)),
    header: optional(someOrNull(`${name}Header`, fields.header)),
    footer: optional(someOrNull(`${name}Footer`, fields.footer)),
    themes: optional(someOrNull(`${name}Themes`, fields.themes)),
    pdf: optional(someOrNull(`${name}Pdf`, fields.pdf)),
    feedback: optional(someOrNull(`${name}Feedback`, fields.feedback)),
    aiSearch: optional(someOrNull(`${name}AiSearch`, fields.aiSearch)),
    ai: optional(
      closed(`${name}Ai`, {
        ...mayBeNull(fields.ai),
        pageLinkSummaries: optional(someOrNull(`${name}PageLinkSummaries`, fields.pageLinkSummaries))
      })
    ),
    advancedCustomization: optional(someOrNull(`${name}AdvancedCustomization`, fields.advancedCustomization)),
    git: optional(someOrNull(`${name}Git`, fields.git)),
    pageActions: optional(someOrNull(`${name}PageActions`, fields.pageActions)),
    externalLinks: optional(someOrNull(`${name}ExternalLinks`, fields.externalLinks)),
    pagination: optional(someOrNull(`${name}Pagination`, fields.pagination)),
    trademark: optional(someOrNull(`${name}Trademark`, fields.trademark)),
    privacyPolicy: optional(someOrNull(`${name}PrivacyPolicy`, fields.privacyPolicy)),
    socialPreview: optional(someOrNull(`${name}SocialPreview`, fields.socialPreview)),
    insights: optional(someOrNull(`${name}Insights`, fields.insights))
  })
