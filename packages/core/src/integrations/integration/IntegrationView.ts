import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import type { Urls } from "../../foundation/operation/Addresses.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { OrganizationView } from "../../people/organization/Organization.ts"
import { current } from "../development/Development.ts"
import {
  type Block,
  BlockMarkdown,
  Category,
  Component,
  Configurations,
  type ContentSource,
  ExternalLink,
  type Integration,
  type Picture,
  Scope,
  Target,
  Visibility
} from "./Integration.ts"

const part = describeFields(
  {
    id: Schema.String,
    title: Schema.String,
    description: optional(Schema.String),
    icon: optional(Schema.String)
  },
  {
    id: "Name within the integration.",
    title: "Title that people see when they insert it.",
    description: "Explanation that people see when they insert it.",
    icon: "Address of the icon."
  }
)

export const BlockView = Schema.Struct(
  describeFields(
    {
      ...part,
      urlUnfurl: optional(Schema.Array(Schema.String)),
      markdown: optional(BlockMarkdown)
    },
    {
      urlUnfurl: "Patterns of addresses that become the block when they are pasted.",
      markdown: "How the block is written in Markdown."
    }
  )
).annotate({ identifier: "IntegrationBlock" })

const ContentSourceView = Schema.Struct(
  describeFields({ ...part, configuration: Component }, { configuration: "Component that configures the source." })
).annotate({
  identifier: "IntegrationContentSource"
})

/** An integration as the caller sees it, without its script and secrets. */
export const IntegrationView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("integration"),
      name: Schema.String,
      version: Schema.Int,
      title: Schema.String,
      description: Schema.String,
      summary: optional(Schema.String),
      previewImages: Schema.Array(Schema.String),
      target: Target,
      verified: Schema.Boolean,
      visibility: Visibility,
      scopes: Schema.Array(Scope),
      categories: Schema.Array(Category),
      blocks: optional(Schema.Array(BlockView)),
      contentSources: optional(Schema.Array(ContentSourceView)),
      configurations: optional(Configurations),
      externalLinks: Schema.Array(ExternalLink),
      owner: OrganizationView,
      urls: Schema.Struct(
        describeFields(
          {
            location: Schema.String,
            icon: optional(Schema.String),
            app: Schema.String,
            /** Base URL of its pictures. */
            assets: Schema.String,
            publicEndpoint: Schema.String
          },
          {
            publicEndpoint: "Address at which the script answers requests.",
            icon: "Address of the icon.",
            assets: "Address of the files of the integration.",
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people."
          }
        )
      ),
      permissions: Schema.Struct(
        describeFields(
          { admin: Schema.Boolean, install: Schema.Boolean },
          { admin: "Whether the caller may publish and remove it.", install: "Whether the caller may install it." }
        )
      ),
      contentSecurityPolicy: optional(Schema.String),
      /** Tunnel that receives its events instead of its script; only for administrators of the owner. */
      development: optional(
        Schema.Struct(
          describeFields(
            { tunnelUrl: Schema.String, endsAt: Timestamp },
            {
              tunnelUrl: "Address of the development server that receives the events.",
              endsAt: "Time at which the session ends."
            }
          )
        )
      )
    },
    {
      title: "Title in the directory of integrations.",
      description: "One line about the integration.",
      scopes: "What the integration may do.",
      summary: "Longer text about the integration, as Markdown.",
      visibility: "Who may install the integration.",
      target: "Whether it is installed on spaces or on sites.",
      categories: "Categories of the directory that list it.",
      blocks: "Blocks that the integration draws on pages.",
      contentSources: "Sources of computed content.",
      externalLinks: "Links shown with the integration.",
      configurations: "What can be configured in an organization, a space and a site.",
      contentSecurityPolicy: "Sources that its scripts on sites need, as a content security policy.",
      name: "Name of the integration, unique on the server.",
      version: "Number of the newest version.",
      previewImages: "Addresses of pictures of the integration.",
      verified: "Whether the operator of the server verified it.",
      owner: "Organization that published the integration.",
      development: "Development session in which events go to a tunnel.",
      urls: "Addresses that belong to the object.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "Integration" })
export type IntegrationView = typeof IntegrationView.Type

export interface ViewContext extends Urls {
  readonly owner: OrganizationView
  /** Epoch milliseconds. */
  readonly now: number
}

/** File name of a picture by its hash, below the URL of an integration. */
export const assetName = (blob: string): string => `${blob}.png`

type Show = (blob: string) => string

const showPicture = (picture: Picture | undefined, show: Show) =>
  picture === undefined ? {} : { icon: picture.kind === "url" ? picture.url : show(picture.blob) }

const viewPart = <P extends Block | ContentSource>({ icon, ...rest }: P, show: Show) => ({
  ...rest,
  ...showPicture(icon, show)
})

type ShowingBlocks = Pick<Integration, "blocks" | "name">

const placeOf = ({ name }: Pick<Integration, "name">, sites: string) => `${sites}/integrations/${name}`

const showIn =
  (place: string): Show =>
  (blob) =>
    `${place}/assets/${assetName(blob)}`

/** Views only the blocks of an integration; none if it has none. */
export const viewBlocks = (self: ShowingBlocks, sites: string) =>
  (self.blocks ?? []).map((block) => viewPart(block, showIn(placeOf(self, sites))))

/** Views published parts; absent parts stay absent. */
const viewParts = (
  { blocks, configurations, contentSecurityPolicy, contentSources, summary }: Integration,
  show: Show
) => ({
  ...(summary === null ? {} : { summary }),
  ...(blocks === null ? {} : { blocks: blocks.map((block) => viewPart(block, show)) }),
  ...(contentSources === null ? {} : { contentSources: contentSources.map((source) => viewPart(source, show)) }),
  ...(configurations === null ? {} : { configurations }),
  ...(contentSecurityPolicy === null ? {} : { contentSecurityPolicy })
})

/** Views development mode, for administrators of the owner (rule integration-development). */
const viewDevelopment = (self: Integration, { now, owner }: ViewContext) => {
  const development = owner.permissions.admin ? current(self, now) : undefined
  if (development === undefined) return {}
  return { development: { ...development, endsAt: toTimestamp(development.endsAt) } }
}

/** View for callers who can see the integration, and therefore install it (rule integration-visibility). */
export const view = (self: Integration, context: ViewContext): IntegrationView => {
  const { app, base, owner, sites } = context
  const place = placeOf(self, sites)
  const show = showIn(place)
  return {
    object: "integration",
    name: self.name,
    version: self.version,
    title: self.title,
    description: self.description,
    previewImages: self.previewImages.map(show),
    target: self.target,
    verified: self.verified,
    visibility: self.visibility,
    scopes: self.scopes,
    categories: self.categories,
    externalLinks: self.externalLinks,
    ...viewParts(self, show),
    ...viewDevelopment(self, context),
    owner,
    urls: {
      location: `${base}/v1/integrations/${self.name}`,
      ...(self.icon === null ? {} : { icon: show(self.icon) }),
      app: `${app}/integrations/${self.name}`,
      assets: `${place}/assets/`,
      publicEndpoint: `${place}/fetch`
    },
    permissions: { admin: owner.permissions.admin, install: true }
  }
}
