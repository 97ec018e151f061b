import { Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fieldsOf, partial } from "./CustomizationFields.ts"

const fields = fieldsOf({
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
})

const { own, styling, header, footer } = fields

/** How a published site, or one of its site-spaces, looks and behaves: the value of every setting. */
export const Customization = Schema.Struct({
  title: optional(own.title),
  styling: Schema.Struct({ ...styling, tint: optional(styling.tint), sidebar: Schema.Struct(fields.sidebar) }),
  internationalization: Schema.Struct(fields.internationalization),
  favicon: own.favicon,
  header: Schema.Struct({
    ...header,
    logo: optional(header.logo),
    backgroundColor: optional(header.backgroundColor),
    linkColor: optional(header.linkColor)
  }),
  footer: Schema.Struct({ ...footer, logo: optional(footer.logo), copyright: optional(footer.copyright) }),
  announcement: optional(own.announcement),
  themes: Schema.Struct(fields.themes),
  pdf: Schema.Struct(fields.pdf),
  feedback: Schema.Struct(fields.feedback),
  aiSearch: Schema.Struct(fields.aiSearch),
  ai: Schema.Struct({ ...fields.ai, pageLinkSummaries: Schema.Struct(fields.pageLinkSummaries) }),
  advancedCustomization: Schema.Struct(fields.advancedCustomization),
  git: Schema.Struct(fields.git),
  pageActions: Schema.Struct(fields.pageActions),
  externalLinks: Schema.Struct(fields.externalLinks),
  pagination: Schema.Struct(fields.pagination),
  trademark: Schema.Struct(fields.trademark),
  privacyPolicy: Schema.Struct({ url: optional(fields.privacyPolicy.url) }),
  socialPreview: Schema.Struct({ url: optional(fields.socialPreview.url) }),
  insights: Schema.Struct(fields.insights)
}).annotate({ identifier: "SiteCustomization" })
export type Customization = typeof Customization.Type

const alike = (color: string) => ({ light: color, dark: color })

/** What holds where nobody chose (rule customization-defaults). */
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

/** The settings that were chosen; all others follow what they lie over (rule customization-layers). */
export const Overrides = partial("CustomizationOverrides", fields)
export type Overrides = typeof Overrides.Type

/** What was chosen for a site, or for one of its site-spaces, as stored under the id of either. */
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
