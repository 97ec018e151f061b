import { Schema, Struct } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import { closed, describeFields, keepDescriptions, optional } from "../../foundation/input/Input.ts"

/** Numbers of entries, and the range of font weights (rule customization-limits). */
export const limits = {
  headerItems: 50,
  footerGroups: 20,
  links: 50,
  fontWeight: 1000,
  fontFaces: 20,
  fontSources: 10
} as const

/** The texts and targets in settings. Input is validated; stored and shown values are not. */
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

/** The languages of the interface texts of a site. */
export const Locale = Schema.Literals([
  "en",
  "fr",
  "es",
  "zh",
  "ja",
  "de",
  "nl",
  "no",
  "pt-br",
  "ar",
  "fa",
  "he"
]).annotate({ identifier: "SiteLocale" })
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
  Schema.Struct(
    describeFields(
      {
        id: text.fontId,
        custom: Schema.Boolean,
        fontFamily: text.fontFamily,
        fontFaces: filledListOf(
          Schema.Struct(
            describeFields(
              {
                weight: Weight,
                sources: filledListOf(
                  Schema.Struct(
                    describeFields(
                      { url: text.url, format: optional(Schema.Literals(["woff2", "woff"])) },
                      { url: "Address of the font file.", format: "Format of the font file." }
                    )
                  ),
                  limits.fontSources
                )
              },
              { weight: "Weight of the font face, from 1 to 1,000.", sources: "Files of the font face." }
            )
          ),
          limits.fontFaces
        )
      },
      {
        id: "Name that identifies the font.",
        custom: "Whether the font is uploaded rather than built in.",
        fontFamily: "Name of the font family in CSS.",
        fontFaces: "Weights of the font, each with its files."
      }
    )
  )

const colorsOf = ({ color }: Texts) =>
  Schema.Struct(
    describeFields({ light: color, dark: color }, { light: "Color in light mode.", dark: "Color in dark mode." })
  )

const urlsOf = ({ url }: Texts) =>
  Schema.Struct(
    describeFields({ light: url, dark: url }, { light: "Image for light mode.", dark: "Image for dark mode." })
  )

const linkOf = ({ label, target }: Texts) =>
  Schema.Struct(describeFields({ title: label, to: target }, { title: "Text of the link.", to: "Target of the link." }))

const headerItemOf = (text: Texts) =>
  Schema.Struct(
    describeFields(
      {
        title: text.label,
        style: optional(Schema.Literals(["link", "button-primary", "button-secondary"])),
        to: Schema.NullOr(text.target),
        links: listOf(linkOf(text), limits.links),
        condition: optional(text.condition)
      },
      {
        title: "Text of the link.",
        links: "Links of the menu below.",
        style: "Whether it is shown as a link or as a button.",
        to: "Target of the link; null for an entry that only opens a menu.",
        condition: "Expression that decides which visitors see the link."
      }
    )
  )

const faviconOf = (text: Texts) =>
  Schema.Struct(
    describeFields(
      { icon: optional(urlsOf(text)), emoji: optional(text.emoji) },
      { icon: "Image of the favicon, for light and dark mode.", emoji: "Emoji shown as the favicon." }
    )
  ).pipe(
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
  const fields = {
    theme: Schema.Literals(["clean", "muted", "bold", "gradient"]),
    primaryColor: colors,
    tint: Schema.Struct(describeFields({ color: colors }, { color: "Color, for light and dark mode." })),
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
  return describeFields(fields, {
    theme: "Overall look of the pages.",
    primaryColor: "Color of links and buttons, for light and dark mode.",
    tint: "Color that tints backgrounds.",
    infoColor: "Color of hints that inform.",
    successColor: "Color of hints about success.",
    warningColor: "Color of hints that warn.",
    dangerColor: "Color of hints about danger.",
    corners: "Shape of corners.",
    depth: "Whether elements have shadows.",
    links: "Whether links are underlined in the primary color.",
    font: "Font of the text: the name of a built-in one or an uploaded one.",
    monospaceFont: "Font of code: the name of a built-in one or an uploaded one.",
    background: "Whether the background is plain or matches the tint.",
    icons: "Weight of the icons.",
    search: "How prominent the search field is."
  })
}

const switched = describeFields({ enabled: Schema.Boolean }, { enabled: "Whether the feature is on." })

const ownOf = (text: Texts) =>
  describeFields(
    {
      title: text.title,
      favicon: faviconOf(text),
      announcement: Schema.Struct(
        describeFields(
          {
            enabled: Schema.Boolean,
            message: text.message,
            link: optional(linkOf(text)),
            style: Schema.Literals(["info", "warning", "danger", "success"])
          },
          {
            enabled: "Whether the announcement is shown.",
            link: "Link at the end of the announcement.",
            message: "Text of the announcement.",
            style: "Kind of the announcement, which decides its color."
          }
        )
      )
    },
    {
      title: "Title of the site in its header.",
      favicon: "Icon of the site in tabs and bookmarks: an image or an emoji.",
      announcement: "Announcement above the pages."
    }
  )

const headerOf = (text: Texts) =>
  describeFields(
    {
      preset: Schema.Literals(["default", "bold", "contrast", "custom", "none"]),
      logo: urlsOf(text),
      backgroundColor: colorsOf(text),
      linkColor: colorsOf(text),
      links: listOf(headerItemOf(text), limits.headerItems)
    },
    {
      preset: "Colors of the header.",
      logo: "Image of the logo, for light and dark mode.",
      backgroundColor: "Background of a header with custom colors.",
      linkColor: "Color of links in a header with custom colors.",
      links: "Links and buttons in the header."
    }
  )

const footerOf = (text: Texts) =>
  describeFields(
    {
      logo: urlsOf(text),
      groups: listOf(
        Schema.Struct(
          describeFields(
            { title: text.label, links: listOf(linkOf(text), limits.links) },
            { title: "Heading of the group.", links: "Links of the group." }
          )
        ),
        limits.footerGroups
      ),
      copyright: text.copyright
    },
    {
      logo: "Image of the logo in the footer.",
      groups: "Groups of links.",
      copyright: "Copyright notice in the footer."
    }
  )

/** The keys that are set and reset individually, by the section that holds them; `own` are in no section. */
export const fieldsOf = (text: Texts) => ({
  own: ownOf(text),
  styling: stylingOf(text),
  sidebar: describeFields(
    {
      background: Schema.Literals(["default", "filled"]),
      list: Schema.Literals(["default", "pill", "line"])
    },
    { background: "Background of the list of pages.", list: "Style of the marker of the current page." }
  ),
  internationalization: describeFields({ locale: Locale }, { locale: "Language of the interface texts." }),
  header: headerOf(text),
  footer: footerOf(text),
  themes: describeFields(
    { default: Schema.Literals(["light", "dark"]), toggeable: Schema.Boolean },
    { default: "Mode in which the site opens.", toggeable: "Whether readers can switch the mode." }
  ),
  pdf: switched,
  feedback: switched,
  aiSearch: switched,
  ai: describeFields(
    { mode: Schema.Literals(["none", "search", "assistant"]) },
    { mode: "What language models are used for." }
  ),
  pageLinkSummaries: switched,
  advancedCustomization: switched,
  git: describeFields(
    { showEditLink: Schema.Boolean },
    { showEditLink: "Whether pages link to their source in the repository." }
  ),
  pageActions: describeFields(
    { externalAI: Schema.Boolean, markdown: Schema.Boolean },
    {
      externalAI: "Whether pages can be opened in third-party assistants.",
      markdown: "Whether pages can be copied as Markdown."
    }
  ),
  externalLinks: describeFields(
    { target: Schema.Literals(["self", "blank"]) },
    { target: "Whether links to other sites open in the same or a new tab." }
  ),
  pagination: switched,
  trademark: switched,
  privacyPolicy: describeFields({ url: text.url }, { url: "Address of the privacy policy." }),
  socialPreview: describeFields({ url: text.url }, { url: "Address of the image." }),
  insights: describeFields(
    { trackingCookie: Schema.Boolean },
    { trackingCookie: "Whether a cookie is used to count readers." }
  )
})

export type Fields = ReturnType<typeof fieldsOf>

/** Descriptions of the sections of settings. */
export const sectionDescriptions = {
  styling: "Colors, fonts, icons and shapes.",
  internationalization: "Language of the interface texts.",
  header: "Logo, links and colors of the header.",
  footer: "Logo, groups of links and copyright of the footer.",
  themes: "Light and dark mode, and whether readers can switch.",
  pdf: "Whether readers can export pages as PDF.",
  feedback: "Whether readers can rate pages.",
  aiSearch: "Whether search answers questions.",
  ai: "Assistance by language models.",
  advancedCustomization: "Whether advanced settings apply.",
  git: "Link from pages to their source in a repository.",
  pageActions: "Actions available on each page.",
  externalLinks: "Whether links to other sites open in a new tab.",
  pagination: "Links to the previous and next page.",
  trademark: "Whether the name of the platform is shown.",
  privacyPolicy: "Address of the privacy policy.",
  socialPreview: "Image shown when the site is shared on social media.",
  insights: "Whether page views are counted."
} as const

const some = <F extends Schema.Struct.Fields>(identifier: string, fields: F) =>
  closed(identifier, Struct.map(fields, Schema.optionalKey))

/** Settings with optional keys. The name of a section starts with the name of the whole. */
export const partial = (name: string, fields: Fields) =>
  closed(
    name,
    {
      ...Struct.map(fields.own, Schema.optionalKey),
      styling: optional(
        closed(
          `${name}Styling`,
          {
            ...Struct.map(fields.styling, Schema.optionalKey),
            sidebar: optional(some(`${name}Sidebar`, fields.sidebar))
          },
          { sidebar: "Style of the list of pages." }
        )
      ),
      internationalization: optional(some(`${name}Internationalization`, fields.internationalization)),
      header: optional(some(`${name}Header`, fields.header)),
      footer: optional(some(`${name}Footer`, fields.footer)),
      themes: optional(some(`${name}Themes`, fields.themes)),
      pdf: optional(some(`${name}Pdf`, fields.pdf)),
      feedback: optional(some(`${name}Feedback`, fields.feedback)),
      aiSearch: optional(some(`${name}AiSearch`, fields.aiSearch)),
      ai: optional(
        closed(
          `${name}Ai`,
          {
            ...Struct.map(fields.ai, Schema.optionalKey),
            pageLinkSummaries: optional(some(`${name}PageLinkSummaries`, fields.pageLinkSummaries))
          },
          { pageLinkSummaries: "Summaries of pages shown on links to them." }
        )
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
    },
    sectionDescriptions
  )

const mayBeNull = <F extends Schema.Struct.Fields>(fields: F) =>
  keepDescriptions(fields, Struct.map(Struct.map(fields, Schema.NullOr), Schema.optionalKey))

const someOrNull = <F extends Schema.Struct.Fields>(identifier: string, fields: F) =>
  closed(identifier, mayBeNull(fields))

/** The same, with nullable keys. */
export const clearable = (name: string, fields: Fields) =>
  closed(
    name,
    {
      ...mayBeNull(fields.own),
      styling: optional(
        closed(
          `${name}Styling`,
          {
            ...mayBeNull(fields.styling),
            sidebar: optional(someOrNull(`${name}Sidebar`, fields.sidebar))
          },
          { sidebar: "Style of the list of pages." }
        )
      ),
      internationalization: optional(someOrNull(`${name}Internationalization`, fields.internationalization)),
      header: optional(someOrNull(`${name}Header`, fields.header)),
      footer: optional(someOrNull(`${name}Footer`, fields.footer)),
      themes: optional(someOrNull(`${name}Themes`, fields.themes)),
      pdf: optional(someOrNull(`${name}Pdf`, fields.pdf)),
      feedback: optional(someOrNull(`${name}Feedback`, fields.feedback)),
      aiSearch: optional(someOrNull(`${name}AiSearch`, fields.aiSearch)),
      ai: optional(
        closed(
          `${name}Ai`,
          {
            ...mayBeNull(fields.ai),
            pageLinkSummaries: optional(someOrNull(`${name}PageLinkSummaries`, fields.pageLinkSummaries))
          },
          { pageLinkSummaries: "Summaries of pages shown on links to them." }
        )
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
    },
    sectionDescriptions
  )
