import { Schema } from "effect"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Development } from "../development/Development.ts"
import { Component, Configurations } from "./Configuration.ts"
import { domainsOf } from "./UrlPattern.ts"

/** Where an integration can be installed. */
export const Target = Schema.Literals(["all", "site", "space", "organization"]).annotate({
  identifier: "IntegrationTarget"
})
export type Target = typeof Target.Type

/** Who may find an integration (rule integration-visibility). */
export const Visibility = Schema.Literals(["public", "private", "unlisted"]).annotate({
  identifier: "IntegrationVisibility"
})
export type Visibility = typeof Visibility.Type

export const Category = Schema.Literals([
  "analytics",
  "captures",
  "collaboration",
  "content",
  "gitsync",
  "marketing",
  "visitor-auth",
  "other"
]).annotate({ identifier: "IntegrationCategory" })
export type Category = typeof Category.Type

/** Scopes that an integration can request, under their names in all versions (rule integration-scopes). */
export const Scope = Schema.Literals([
  "space:views:read",
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "space:script:inject",
  "space:script:cookies",
  "space:git:sync",
  "space:visitor:auth",
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
  "site:visitor:claims",
  "site:adaptive:read",
  "site:adaptive:write",
  "page:feedback:read",
  "openapi:read",
  "openapi:write",
  "conversations:ingest",
  "snippets:read",
  "capture:write"
]).annotate({ identifier: "IntegrationScope" })
export type Scope = typeof Scope.Type

/** A picture: a URL, or the hash of stored bytes (PNG). */
export const Picture = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("png"), blob: Schema.String })
])
export type Picture = typeof Picture.Type

/** Markdown form of a block: the language of a code block, and the property that holds its text. */
export const BlockMarkdown = Schema.Struct(
  describeFields(
    { codeblock: Schema.String, body: Schema.String },
    {
      codeblock: "Language of the code block that represents the block.",
      body: "Property that holds the text of the code block."
    }
  )
)

/** A block that can be inserted into pages. */
export const Block = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  description: Schema.optionalKey(Schema.String),
  icon: Schema.optionalKey(Picture),
  /** Patterns of URLs that become such a block when they are pasted. */
  urlUnfurl: Schema.optionalKey(Schema.Array(Schema.String)),
  markdown: Schema.optionalKey(BlockMarkdown)
})
export type Block = typeof Block.Type

/** Source from which the script computes pages or spaces. */
export const ContentSource = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  description: Schema.optionalKey(Schema.String),
  icon: Schema.optionalKey(Picture),
  configuration: Component
})
export type ContentSource = typeof ContentSource.Type

export const ExternalLink = Schema.Struct(
  describeFields(
    { url: Schema.String, label: Schema.String },
    { url: "Address of the link.", label: "Text of the link." }
  )
)

/** An integration as of its latest version, as stored; its scripts and secrets are separate rows. */
export const Integration = Schema.Struct({
  id: IntegrationId,
  /** Spelling of the name at the first publication. */
  name: Schema.String,
  organization: OrganizationId,
  version: Schema.Int,
  title: Schema.String,
  description: Schema.String,
  summary: Schema.NullOr(Schema.String),
  /** The hash of a picture (PNG), like each preview. */
  icon: Schema.NullOr(Schema.String),
  previewImages: Schema.Array(Schema.String),
  target: Target,
  /** Only set by the host (rule integration-verified). */
  verified: Schema.Boolean,
  visibility: Visibility,
  scopes: Schema.Array(Scope),
  categories: Schema.Array(Category),
  blocks: Schema.NullOr(Schema.Array(Block)),
  contentSources: Schema.NullOr(Schema.Array(ContentSource)),
  configurations: Schema.NullOr(Configurations),
  externalLinks: Schema.Array(ExternalLink),
  /** Value of the header. */
  contentSecurityPolicy: Schema.NullOr(Schema.String),
  /** False once it was unpublished, until it is published again (rule integration-unpublish). */
  isPublished: Schema.Boolean,
  /** Until it ends, or the next version is published (rule integration-development). */
  development: Schema.optionalKey(Development),
  createdAt: Instant,
  updatedAt: Instant
})
export type Integration = typeof Integration.Type

/** The only integration of that name; the name was checked. */
export const idOf = (name: string): IntegrationId => IntegrationId.make(name.toLowerCase())

/** State of an integration in events. */
export const announced = ({
  isPublished,
  name,
  scopes,
  target,
  title,
  verified,
  version,
  visibility
}: Integration) => ({
  name,
  version,
  title,
  target,
  visibility,
  scopes,
  verified,
  isPublished
})

const everybody = "everybody"
const catalogue = "catalogue"

/**
 * Audiences of an integration in lists: its organization, callers who filter by its owner, and everyone (rule
 * integration-catalogue).
 */
const shownTo = ({ organization, verified, visibility }: Integration): ReadonlyArray<string> => {
  const owner = `organization ${organization}`
  if (visibility !== "public") return [owner]
  return verified ? [owner, everybody, catalogue] : [owner, everybody]
}

/** Audiences to query for a member of organizations; `isOwned` if the list is filtered by owner. */
export const audienceOf = (organizations: ReadonlyArray<string>, isOwned: boolean): ReadonlyArray<string> => [
  isOwned ? everybody : catalogue,
  ...organizations.map((organization) => `organization ${organization}`)
]

const blobOf = (picture: Picture | undefined): ReadonlyArray<string> => (picture?.kind === "png" ? [picture.blob] : [])

/** Hashes of all its pictures. */
export const blobsOf = (self: Integration): ReadonlyArray<string> => [
  ...(self.icon === null ? [] : [self.icon]),
  ...self.previewImages,
  ...[...(self.blocks ?? []), ...(self.contentSources ?? [])].flatMap(({ icon }) => blobOf(icon))
]

const kinds = {
  published: { kind: "boolean", of: ({ isPublished }: Integration) => isPublished },
  target: { kind: "text", of: ({ target }: Integration) => target },
  hasBlocks: { kind: "boolean", of: ({ blocks }: Integration) => (blocks ?? []).length > 0 },
  hasSources: { kind: "boolean", of: ({ contentSources }: Integration) => (contentSources ?? []).length > 0 }
} as const

export const collection = Repository.collection({
  name: "integrations",
  schema: Integration,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    ...kinds,
    shownTo: { kind: "set", of: shownTo },
    categories: { kind: "set", of: (self) => self.categories },
    scopes: { kind: "set", of: (self) => self.scopes },
    domains: {
      kind: "set",
      of: (self) => (self.blocks ?? []).flatMap((block) => (block.urlUnfurl ?? []).flatMap(domainsOf))
    },
    words: { kind: "words", of: (self) => fold(self.name) },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: {
    all: { on: [] },
    listed: { on: ["published", "target", "hasBlocks", "hasSources"] },
    inOrganization: { on: ["organization"] },
    ofOwner: { on: ["organization", "published", "target", "hasBlocks", "hasSources"] }
  },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})
