import { type JsonSchema, Schema } from "effect"
import { closed, describeFields, isWebAddress, optional, WebAddress } from "../../foundation/input/Input.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import * as Configuration from "./Configuration.ts"
import { Component, Configurations } from "./Configuration.ts"
import * as ContentSecurityPolicy from "./ContentSecurityPolicy.ts"
import * as Integration from "./Integration.ts"
import { Category } from "./Integration.ts"
import { Runtime } from "./IntegrationVersion.ts"
import * as Png from "./Png.ts"

export const limits = {
  nameLength: 100,
  titleLengthMin: 2,
  titleLength: 30,
  descriptionLength: 100,
  summaryLength: 2048,
  previewImages: 3,
  externalLinks: 5,
  labelLength: 100,
  /** Bytes. */
  iconSize: 256_000,
  previewImageSize: 1_048_576,
  scriptSize: 5_242_880,
  /** Of blocks, and of content sources. */
  parts: 50,
  partTitleLengthMin: 2,
  partTitleLength: 40,
  partDescriptionLength: 150,
  urlPatterns: 50,
  urlPatternLength: 2048,
  /** Of scopes, and of categories. */
  names: 50,
  secrets: 100,
  secretNameLength: 100,
  secretLength: 16_384,
  integrationsPerOrganization: 1000,
  /** Of one integration; the oldest go. */
  versionsPerIntegration: 100
} as const

const namePattern = "^[a-zA-Z0-9-_.]+$"

/** The name of an integration, which no other has in any case (rule integration-name). */
export const IntegrationName = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        (text.length <= limits.nameLength && /^[a-zA-Z0-9_.-]+$/u.test(text) && !/^\.{1,2}$/u.test(text)) ||
        `must be 1 to ${limits.nameLength} letters, digits, -, _ or .`,
      { toJsonSchema: () => ({ minLength: 1, maxLength: limits.nameLength, pattern: namePattern }) }
    )
  ),
  Schema.annotate({ identifier: "IntegrationName" })
)

/** The id of an organization, or its hostname. */
export const Owner = Schema.NonEmptyString.check(
  Schema.isMaxLength(64, { expected: "the id or the hostname of an organization" })
)

/** The domain of addresses that become blocks. */
export const BlockDomain = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        (text.length <= limits.nameLength && /^[a-zA-Z0-9_.-]+$/u.test(text)) ||
        `must be 1 to ${limits.nameLength} letters, digits, -, _ or .`,
      { toJsonSchema: () => ({ minLength: 1, maxLength: limits.nameLength, pattern: namePattern }) }
    )
  )
)

const atMost = (most: number) => Schema.isMaxLength(most, { expected: `an array of at most ${most} items` })

const check = (fault: (text: string) => string | undefined, described: JsonSchema.JsonSchema) =>
  Schema.String.pipe(Schema.check(Schema.makeFilter(fault, { toJsonSchema: () => described })))

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

const pngIn = (most: number) => ({
  contentEncoding: "base64",
  contentMediaType: "image/png",
  maxLength: base64Length(most)
})

const png = (most: number) => check((text) => Png.fault(text, most), pngIn(most))

/** The address of a picture, or the picture. */
const PartIcon = check(
  (text) =>
    /^https?:\/\//iu.test(text)
      ? isWebAddress(text) && text.length <= limits.urlPatternLength
        ? undefined
        : `must be a URL of at most ${limits.urlPatternLength} characters`
      : Png.fault(text, limits.iconSize),
  { anyOf: [{ type: "string", format: "uri", maxLength: limits.urlPatternLength }, pngIn(limits.iconSize)] }
)

const UrlPattern = check(
  (text) =>
    /^https?:\/\/[!-~]+$/iu.test(text) && text.length <= limits.urlPatternLength
      ? undefined
      : `must be a pattern of http or https URLs of at most ${limits.urlPatternLength} characters`,
  { maxLength: limits.urlPatternLength, pattern: "^https?://[!-~]+$" }
)

const part = describeFields(
  {
    id: Configuration.Name,
    title: singleLine(limits.partTitleLengthMin, limits.partTitleLength),
    description: optional(singleLine(0, limits.partDescriptionLength)),
    icon: optional(PartIcon)
  },
  {
    id: "Name within the integration.",
    title: "Title that people see when they insert it.",
    description: "Explanation that people see when they insert it.",
    icon: "Icon as a PNG in base64, or its address."
  }
)

const Block = closed(
  "IntegrationBlockInput",
  {
    ...part,
    urlUnfurl: optional(Schema.Array(UrlPattern).check(atMost(limits.urlPatterns))),
    markdown: optional(
      closed(
        "IntegrationBlockMarkdown",
        { codeblock: Configuration.Name, body: Configuration.Name },
        {
          codeblock: "Language of the code block that stands for the block.",
          body: "Property that holds the text of the code block."
        }
      )
    )
  },
  {
    urlUnfurl: "Patterns of addresses that become the block when they are pasted.",
    markdown: "How the block is written in Markdown."
  }
)

const ContentSource = closed(
  "IntegrationContentSourceInput",
  { ...part, configuration: Component },
  { configuration: "Component that configures the source." }
)

const findTwice = (parts: ReadonlyArray<{ readonly id: string }>) => {
  const ids = parts.map(({ id }) => id)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  return twice === -1 ? undefined : { path: [twice, "id"], issue: "must be the id of no other" }
}

const partsOf = <S extends Schema.Codec<{ readonly id: string }, { readonly id: string }>>(item: S) =>
  Schema.Array(item).check(
    atMost(limits.parts),
    Schema.makeFilter<ReadonlyArray<{ readonly id: string }>>(findTwice, { toJsonSchema: () => ({}) })
  )

const Script = check(
  (text) => {
    if (text === "") return "must not be empty"
    if (!text.isWellFormed()) return "must be well-formed Unicode"
    const isShort = text.length * 3 <= limits.scriptSize || new TextEncoder().encode(text).length <= limits.scriptSize
    return isShort ? undefined : `must be at most ${limits.scriptSize} bytes`
  },
  { minLength: 1, maxLength: limits.scriptSize }
)

/** Null or an empty text takes a secret away (rule integration-secrets). */
const Secrets = Schema.Record(
  Configuration.Name,
  Schema.NullOr(
    check(
      (text) =>
        text.length <= limits.secretLength && text.isWellFormed()
          ? undefined
          : `must be at most ${limits.secretLength} characters`,
      { maxLength: limits.secretLength }
    )
  )
).check(
  Schema.makeFilter(
    (secrets) =>
      Object.keys(secrets).length <= limits.secrets ? undefined : `must have at most ${limits.secrets} names`,
    { toJsonSchema: () => ({ maxProperties: limits.secrets }) }
  )
)

const Policy = Schema.Union([
  check(ContentSecurityPolicy.fault, { format: "content-security-policy" }),
  Schema.Record(Schema.String, Schema.String).check(
    Schema.makeFilter<ContentSecurityPolicy.Directives>(ContentSecurityPolicy.directivesFault, {
      toJsonSchema: () => ({ propertyNames: { enum: [...ContentSecurityPolicy.directives] } })
    })
  )
]).annotate({ identifier: "IntegrationContentSecurityPolicy" })

/** What an integration is from now on: what is left out is as if it never was, but secrets (rule integration-publish). */
export const Publish = closed(
  "IntegrationPublish",
  {
    organization: Owner,
    title: singleLine(limits.titleLengthMin, limits.titleLength),
    description: singleLine(0, limits.descriptionLength),
    script: Script,
    scopes: Schema.Array(Integration.Scope).check(atMost(limits.names)),
    runtime: optional(Runtime),
    icon: optional(png(limits.iconSize)),
    summary: optional(multiLine(0, limits.summaryLength)),
    previewImages: optional(Schema.Array(png(limits.previewImageSize)).check(atMost(limits.previewImages))),
    visibility: optional(Integration.Visibility),
    target: optional(Integration.Target),
    categories: optional(Schema.Array(Category).check(atMost(limits.names))),
    blocks: optional(partsOf(Block)),
    contentSources: optional(partsOf(ContentSource)),
    externalLinks: optional(
      Schema.Array(
        closed(
          "IntegrationExternalLink",
          { url: WebAddress, label: singleLine(1, limits.labelLength) },
          { url: "Address of the link.", label: "Text of the link." }
        )
      ).check(atMost(limits.externalLinks))
    ),
    configurations: optional(Configurations),
    secrets: optional(Secrets),
    contentSecurityPolicy: optional(Policy)
  },
  {
    organization: "Organization that publishes the integration.",
    title: "Title in the directory of integrations.",
    description: "One line about the integration.",
    script: "JavaScript of the integration, one module.",
    scopes: "What the integration may do.",
    runtime: "Version of the runtime that the script expects.",
    icon: "Icon as a PNG in base64.",
    summary: "Longer text about the integration, as Markdown.",
    previewImages: "Pictures of the integration, as PNGs in base64.",
    visibility: "Who may install the integration.",
    target: "Whether it is installed on spaces or on sites.",
    categories: "Categories of the directory that list it.",
    blocks: "Blocks that the integration draws on pages.",
    contentSources: "Sources of computed content.",
    externalLinks: "Links shown with the integration.",
    configurations: "What can be configured in an organization, a space and a site.",
    secrets: "Values that only the script reads, by name; null removes one.",
    contentSecurityPolicy: "Sources that its scripts on sites need, as a content security policy."
  }
)
export type Publish = typeof Publish.Type

/** There is no such integration, or none that the caller may know of (rule integration-visibility). */
export class IntegrationNotFound extends Schema.TaggedError<IntegrationNotFound>()("IntegrationNotFound", {
  name: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `integration ${this.name} does not exist`
  }
}

/** Another organization has published under the name (rule integration-name). */
export class IntegrationOfAnother extends Schema.TaggedError<IntegrationOfAnother>()("IntegrationOfAnother", {
  name: Schema.String
}) {
  readonly kind = "forbidden" as const
  override get message() {
    return `the name ${this.name} belongs to another organization`
  }
}

/** The organization has reached its limit of names. */
export class TooManyIntegrations extends Schema.TaggedError<TooManyIntegrations>()("TooManyIntegrations", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has ${limits.integrationsPerOrganization} integrations, which is the most`
  }
}

/** The integration would have more secrets than it may, those that it had before counted. */
export class TooManyIntegrationSecrets extends Schema.TaggedError<TooManyIntegrationSecrets>()(
  "TooManyIntegrationSecrets",
  { name: Schema.String }
) {
  readonly kind = "limit" as const
  override get message() {
    return `integration ${this.name} may have at most ${limits.secrets} secrets`
  }
}
