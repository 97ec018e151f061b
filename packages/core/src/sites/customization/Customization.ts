import { Result, Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import * as Expression from "../../foundation/expression/Expression.ts"
import { OrganizationId, SiteId } from "../../foundation/id/Ids.ts"
import { describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import { clearable, fieldsOf, partial, sectionDescriptions } from "./CustomizationFields.ts"

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
      ...sectionDescriptions,
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

/** Whether a reference needs no context: settings belong to no space and no page (rule customization-links). */
export const isWhole = (ref: ContentRef): boolean => {
  if (ref.kind === "file") return false
  if (ref.kind === "anchor") return ref.page !== undefined && ref.space !== undefined
  return (ref.kind !== "page" && ref.kind !== "reusable-content") || ref.space !== undefined
}

/** The references of the links of a header, a footer and an announcement. */
export const listRefs = ({ announcement, footer, header }: Customization): ReadonlyArray<ContentRef> =>
  [
    ...header.links.flatMap(({ links, to }) => [to, ...links.map((link) => link.to)]),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    announcement?.link?.to ?? null
  ].filter((ref) => ref !== null)

/** Lengths of texts (rule customization-limits). */
export const limits = {
  titleLengthMin: 2,
  titleLength: 128,
  fontIdLength: 64,
  fontFamilyLength: 50,
  labelLength: 64,
  messageLengthMin: 2,
  messageLength: 128,
  copyrightLength: 300
} as const

const Color = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/u, { message: "must be # and 3 or 6 hexadecimal digits" }))
)

const findFault = (text: string): string | undefined =>
  Result.match(Expression.parse(text), {
    onFailure: ({ at, rule }) => `${rule} (character ${at + 1})`,
    onSuccess: () => undefined
  })

/** The source of an expression that decides whether a visitor is shown something. */
const Condition = multiLine(1, Expression.limits.length).pipe(
  Schema.check(Schema.makeFilter((text) => findFault(text), { toJsonSchema: () => ({ format: "expression" }) }))
)

/** Settings belong to no space and no page. */
const Target = ContentRef.pipe(
  Schema.check(
    Schema.makeFilter((ref) => isWhole(ref) || "must name the space of the target", {
      toJsonSchema: () => ({})
    })
  )
).annotate({ identifier: "SettingTarget" })

const inputFields = fieldsOf(
  describeFields(
    {
      target: Target,
      title: singleLine(limits.titleLengthMin, limits.titleLength),
      color: Color,
      url: WebAddress,
      emoji: Emoji,
      fontId: singleLine(1, limits.fontIdLength),
      fontFamily: singleLine(1, limits.fontFamilyLength),
      label: singleLine(0, limits.labelLength),
      condition: Condition,
      message: singleLine(limits.messageLengthMin, limits.messageLength),
      copyright: singleLine(0, limits.copyrightLength)
    },
    {
      target: "Target of the link.",
      title: "Text of the link or heading.",
      color: "Color in hexadecimal, such as `#346ddb`.",
      url: "Absolute http or https address.",
      fontId: "Name that identifies the font.",
      fontFamily: "Name of the font family in CSS.",
      label: "Text that readers see.",
      message: "Text of the announcement.",
      copyright: "Copyright notice in the footer."
    }
  )
)

/** Replaces the settings of a site: omitted settings follow the defaults again (rule customization-layers). */
export const CustomizationPut = partial("SiteCustomizationPut", inputFields)
export type CustomizationPut = typeof CustomizationPut.Type

/** Changes the settings of a site space key by key; null resets a key to the value of the site. */
export const Patch = clearable("SiteSpaceCustomizationPatch", inputFields)
export type Patch = typeof Patch.Type
