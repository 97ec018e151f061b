import { Schema } from "effect"
import { IntegrationId, OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, singleLine } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Development } from "../development/Development.ts"
import { domainsOf } from "./UrlPattern.ts"

export const limits = {
  nameLength: 100,
  titleLength: 50,
  descriptionLength: 100,
  valueLength: 256,
  addressLength: 2048,
  /** Properties of each kind of target. */
  properties: 50,
  /** Of one property. */
  options: 100
} as const

const isAddress = (text: string): boolean =>
  text.length <= limits.addressLength &&
  (/^\/(?!\/)[!-~]*$/u.test(text) || (/^https?:\/\/[!-~]+$/iu.test(text) && URL.canParse(text)))

/** A URL, or a path relative to the URL of the integration. */
const Address = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        isAddress(text) ||
        `must be an http or https URL, or a path that begins with /, of at most ${limits.addressLength} characters`,
      { toJsonSchema: () => ({ maxLength: limits.addressLength }) }
    )
  )
)

const common = describeFields(
  {
    title: optional(singleLine(0, limits.titleLength)),
    description: optional(singleLine(0, limits.descriptionLength))
  },
  { title: "Label of the field.", description: "Explanation below the field." }
)

const Options = Schema.Array(singleLine(0, limits.valueLength)).pipe(
  Schema.check(
    Schema.isBetweenLength(1, limits.options, { expected: `an array of 1 to ${limits.options} values` }),
    Schema.makeFilter((values) => new Set(values).size === values.length || "must not repeat a value", {
      toJsonSchema: () => ({ uniqueItems: true })
    })
  )
)

/** A configuration property of an integration. */
export const Property = Schema.Union([
  closed(
    "IntegrationStringProperty",
    {
      type: Schema.Literal("string"),
      ...common,
      default: optional(singleLine(0, limits.valueLength)),
      completion_url: optional(Address),
      enum: optional(Options)
    },
    {
      default: "Default value.",
      completion_url: "URL that suggests values.",
      enum: "Values to choose from."
    }
  ),
  closed(
    "IntegrationNumberProperty",
    { type: Schema.Literal("number"), ...common, default: optional(Schema.Finite) },
    { default: "Default value." }
  ),
  closed(
    "IntegrationBooleanProperty",
    {
      type: Schema.Literal("boolean"),
      ...common,
      default: optional(Schema.Boolean)
    },
    { default: "Default value." }
  ),
  closed(
    "IntegrationButtonProperty",
    {
      type: Schema.Literal("button"),
      ...common,
      callback_url: Address,
      button_text: singleLine(1, limits.titleLength)
    },
    { callback_url: "Address that the button opens.", button_text: "Text on the button." }
  )
]).annotate({ identifier: "IntegrationProperty" })
export type Property = typeof Property.Type

/** The name of a property, or of a component that the script renders. */
export const Name = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (name) =>
        (/^[A-Za-z0-9_.-]+$/u.test(name) && name.length <= limits.nameLength && name !== "__proto__") ||
        `must be 1 to ${limits.nameLength} letters, digits, ., - or _`,
      { toJsonSchema: () => ({ minLength: 1, maxLength: limits.nameLength, pattern: "^[A-Za-z0-9_.-]+$" }) }
    )
  )
)

interface Declared {
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: ReadonlyArray<string>
}

const hasDefault = (property: Property): boolean =>
  property.type !== "string" ||
  property.default === undefined ||
  property.enum === undefined ||
  property.enum.includes(property.default)

/** Returns the first contradiction between the properties of one kind of target. */
const findFault = ({ properties, required = [] }: Declared) => {
  const entries = Object.entries(properties)
  if (entries.length > limits.properties) {
    return { path: ["properties"], issue: `must not have more than ${limits.properties} properties` }
  }
  const other = entries.find(([, property]) => !hasDefault(property))
  if (other !== undefined) {
    return { path: ["properties", other[0], "default"], issue: "must be one of the values of enum" }
  }
  const unknown = required.findIndex((name) => !Object.hasOwn(properties, name))
  return unknown === -1 ? undefined : { path: ["required", unknown], issue: "must be the name of a property" }
}

const Properties = closed(
  "IntegrationProperties",
  {
    properties: Schema.Record(Name, Property),
    required: optional(
      Schema.Array(Schema.String).pipe(
        Schema.check(
          Schema.isMaxLength(limits.properties, { expected: `an array of at most ${limits.properties} names` })
        )
      )
    )
  },
  { properties: "Fields by name.", required: "Names of the required fields." }
).pipe(Schema.check(Schema.makeFilter<Declared>(findFault, { toJsonSchema: () => ({}) })))

/** A component of the script that renders the configuration. */
export const Component = closed(
  "IntegrationComponent",
  { componentId: Name },
  { componentId: "Component of the integration to draw." }
)

/** Configuration of one kind of target: properties, or a component. */
const Place = Schema.Union([Properties, Component]).annotate({ identifier: "IntegrationConfiguration" })

/** Configurations of an integration by kind of target (rule integration-configurations). */
export const Configurations = closed(
  "IntegrationConfigurations",
  {
    account: optional(Place),
    space: optional(Place),
    site: optional(Place)
  },
  { account: "Configuration in an organization.", space: "Configuration on a space.", site: "Configuration on a site." }
)
export type Configurations = typeof Configurations.Type

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

/** Runtime that a script is written for. */
export const Runtime = Schema.Literals(["v1", "v2"]).annotate({ identifier: "IntegrationRuntime" })
export type Runtime = typeof Runtime.Type

/** A published version of a script; immutable (rule integration-versions). */
export const IntegrationVersion = Schema.Struct({
  /** `{integration}.{version}`. */
  id: Schema.String,
  integration: IntegrationId,
  version: Schema.Int,
  /** Hash of the script, and its length in bytes of UTF-8. */
  script: Schema.String,
  length: Schema.Int,
  runtime: Runtime,
  publishedAt: Instant,
  /** Null for the host. */
  publishedBy: Schema.NullOr(UserId)
})
export type IntegrationVersion = typeof IntegrationVersion.Type

export const rowId = (integration: IntegrationId, version: number): string => `${integration}.${version}`

export const blobsOfVersion = ({ script }: IntegrationVersion): ReadonlyArray<string> => [script]

export const versionCollection = Repository.collection({
  name: "integration_versions",
  schema: IntegrationVersion,
  columns: {
    integration: { kind: "text", of: (self) => self.integration },
    number: { kind: "integer", of: (self) => self.version },
    blobs: { kind: "set", of: blobsOfVersion }
  },
  indexes: { all: { on: [] }, ofIntegration: { on: ["integration"], order: ["number"] } },
  unique: {},
  references: [{ column: "integration", to: "integrations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
