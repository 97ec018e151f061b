import { Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fieldsOf, partial } from "./CustomizationFields.ts"

const fields = fieldsOf(
  describeFields(
    {
      target: ContentRef,
      title: Schema.String,
      color: Schema.String,
      url: Schema.String,
      emoji: Schema.String,
      fontId: Schema.String,
      fontFamily: Schema.String,
      label: Schema.String,
      condition: Schema.String,
      message: Schema.String,
      copyright: Schema.String
    },
    {
      target: "Target of the link.",
      color: "Color in hexadecimal, such as `#346ddb`.",
      url: "Absolute http or https address.",
      fontId: "Name that identifies the font.",
      fontFamily: "Name of the font family in CSS.",
      label: "Text that readers see.",
      message: "Text of the announcement."
    }
  )
)

const { own, styling, header, footer } = fields

/** Appearance and behavior of a published site or one of its site spaces: the value of every setting. */
export const Customization = Schema.Struct(
  describeFields(
    {
      title: optional(own.title),
      styling: Schema.Struct(
        describeFields(
          { ...styling, tint: optional(styling.tint), sidebar: Schema.Struct(fields.sidebar) },
          { sidebar: "Style of the list of pages.", tint: "Color that tints backgrounds." }
        )
      ),
      internationalization: Schema.Struct(fields.internationalization),
      favicon: own.favicon,
      header: Schema.Struct(
        describeFields(
          {
            ...header,
            logo: optional(header.logo),
            backgroundColor: optional(header.backgroundColor),
            linkColor: optional(header.linkColor)
          },
          {
            logo: "Image of the logo, for light and dark mode.",
            backgroundColor: "Background of the header.",
            linkColor: "Color of links in the header."
          }
        )
      ),
      footer: Schema.Struct(
        describeFields(
          { ...footer, logo: optional(footer.logo), copyright: optional(footer.copyright) },
          { logo: "Image of the logo in the footer.", copyright: "Copyright notice in the footer." }
        )
      ),
      announcement: optional(own.announcement),
      themes: Schema.Struct(fields.themes),
      pdf: Schema.Struct(fields.pdf),
      feedback: Schema.Struct(fields.feedback),
      aiSearch: Schema.Struct(fields.aiSearch),
      ai: Schema.Struct(
        describeFields(
          { ...fields.ai, pageLinkSummaries: Schema.Struct(fields.pageLinkSummaries) },
          { pageLinkSummaries: "Summaries of pages shown on links to them." }
        )
      ),
      advancedCustomization: Schema.Struct(fields.advancedCustomization),
      git: Schema.Struct(fields.git),
      pageActions: Schema.Struct(fields.pageActions),
      externalLinks: Schema.Struct(fields.externalLinks),
      pagination: Schema.Struct(fields.pagination),
      trademark: Schema.Struct(fields.trademark),
      privacyPolicy: Schema.Struct(
        describeFields({ url: optional(fields.privacyPolicy.url) }, { url: "Address of the privacy policy." })
      ),
      socialPreview: Schema.Struct(
        describeFields({ url: optional(fields.socialPreview.url) }, { url: "Address of the image." })
      ),
      insights: Schema.Struct(fields.insights)
    },
    {
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
      insights: "Whether page views are counted.",
      title: "Title of the site in its header.",
      announcement: "Announcement above the pages."
    }
  )
).annotate({ identifier: "SiteCustomization" })
export type Customization = typeof Customization.Type

const alike = (color: string) => ({ light: color, dark: color })

/** Defaults for settings that were not chosen (rule customization-defaults). */
export const defaults: Customization = {
  styling: {
    theme: "clean",
    primaryColor: alike("#346DDB"),
    infoColor: alike("#787878"),
    successColor: alike("#00C950"),
    warningColor: alike("#FE9A00"),
    dangerColor: alike("#FB2C36"),
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "IBMPlexMono",
    background: "plain",
    icons: "regular",
    sidebar: { background: "default", list: "default" },
    search: "subtle"
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "light", toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  aiSearch: { enabled: false },
  ai: { mode: "none", pageLinkSummaries: { enabled: false } },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true }
}

/** The settings that were chosen; all others follow the layer below (rule customization-layers). */
export const Overrides = partial("CustomizationOverrides", fields)
export type Overrides = typeof Overrides.Type

/** The settings of a site, or of one of its site spaces, as stored under the id of either. */
export const CustomizationRow = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  site: SiteId,
  overrides: Overrides
})
export type CustomizationRow = typeof CustomizationRow.Type

export const collection = Repository.collection({
  name: "customizations",
  schema: CustomizationRow,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    site: { kind: "text", of: (self) => self.site }
  },
  indexes: { inSite: { on: ["organization", "site"] } },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "site", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})
