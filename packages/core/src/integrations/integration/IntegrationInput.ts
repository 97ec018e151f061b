import { type JsonSchema, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { closed, describeFields, isWebAddress, optional, WebAddress } from "../../foundation/input/Input.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import * as Integration from "./Integration.ts"
import { Category, Component, Configurations, Runtime } from "./Integration.ts"

export const limits = {
  /** Maximum pixels per side. */
  side: 65_535,
  /** Characters that a policy may have, which is sent as one header. */
  length: 4096,
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
  /** Versions of one integration; the oldest are removed. */
  versionsPerIntegration: 100
} as const

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

const isSide = (pixels: number): boolean => pixels >= 1 && pixels <= limits.side

/** Whether the bytes start like a PNG with a plausible size. */
const isPng = (bytes: Uint8Array): boolean => {
  if (bytes.length < 33 || signature.some((byte, index) => bytes[index] !== byte)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return isSide(view.getUint32(16)) && isSide(view.getUint32(20))
}

/** Decodes base64; undefined if it is invalid. */
export const decodePng = (text: string): Uint8Array | undefined => Result.getOrUndefined(Base64.decode(text))

/** Returns the error of a base64 picture with a maximum size in bytes; undefined if it is valid. */
export const pngFault = (text: string, most: number): string | undefined => {
  const tooLarge = `must be a PNG of at most ${most} bytes, in base64`
  if (text.length > Math.ceil(most / 3) * 4) return tooLarge
  const bytes = decodePng(text)
  if (bytes === undefined || !isPng(bytes)) return "must be a PNG in base64"
  return bytes.length > most ? tooLarge : undefined
}

/** All directives of Content Security Policy levels 1 to 3 and companion specifications. */
export const directives: ReadonlySet<string> = new Set([
  "base-uri",
  "block-all-mixed-content",
  "child-src",
  "connect-src",
  "default-src",
  "fenced-frame-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "prefetch-src",
  "report-to",
  "report-uri",
  "require-trusted-types-for",
  "sandbox",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "upgrade-insecure-requests",
  "worker-src"
])

const quoted =
  /^'(?:self|none|unsafe-inline|unsafe-eval|unsafe-hashes|strict-dynamic|report-sample|wasm-unsafe-eval|inline-speculation-rules|allow-duplicates|script|nonce-[\w+/-]+={0,2}|sha(?:256|384|512)-[\w+/-]+={0,2})'$/iu

/** Printable ASCII without quotes and without the separators of directives and policies. */
const bare = /^[!#-&(-+\--:<-~]+$/u

const isSource = (token: string): boolean => bare.test(token) || quoted.test(token)

const tokensOf = (text: string): ReadonlyArray<string> => text.split(" ").filter((token) => token !== "")

const control = /[^ -~]/u

const sourcesFault = (text: string): string | undefined => {
  const other = tokensOf(text).find((token) => !isSource(token))
  return other === undefined ? undefined : `${JSON.stringify(other)} is not a source of a content security policy`
}

const nameFault = (name: string): string | undefined =>
  directives.has(name.toLowerCase())
    ? undefined
    : `${JSON.stringify(name)} is not a directive of a content security policy`

const directiveFault = (text: string): string | undefined => {
  const [name = "", ...sources] = tokensOf(text)
  return nameFault(name) ?? sourcesFault(sources.join(" "))
}

/** Returns the error of a policy given as text; undefined if it is valid (rule integration-policy). */
export const policyFault = (policy: string): string | undefined => {
  if (control.test(policy)) return "must be one line of printable ASCII"
  if (policy.length > limits.length) return `must be at most ${limits.length} characters`
  const parts = policy.split(";").filter((part) => part.trim() !== "")
  const names = parts.map((part) => (tokensOf(part)[0] ?? "").toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `must not repeat the directive ${twice}`
  return parts.map(directiveFault).find((found) => found !== undefined)
}

/** A policy by the names of its directives. */
export type Directives = Readonly<Record<string, string>>

/** Returns a policy given by directives as text. */
export const joinDirectives = (policy: Directives): string =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...tokensOf(sources)].join(" "))
    .join("; ")

/** Returns the error of one directive; its value must not start another directive. */
const entryFault = ([name, sources]: readonly [string, string]) => {
  const issue = nameFault(name) ?? (control.test(sources) ? "must be one line of printable ASCII" : undefined)
  const found = issue ?? (/[;,]/u.test(sources) ? "must not contain ; or ," : sourcesFault(sources))
  return found === undefined ? [] : [{ path: [name], issue: found }]
}

/** Returns the first error of a policy given by directives, with its path. */
export const directivesFault = (policy: Directives) => {
  const [found] = Object.entries(policy).flatMap(entryFault)
  if (found !== undefined) return found
  const issue = policyFault(joinDirectives(policy))
  return issue === undefined ? undefined : { path: [], issue }
}

const namePattern = "^[a-zA-Z0-9-_.]+$"

/** A name that is neither `.` nor `..`, which are no path segments. */
const integrationNamePattern = "^(?!\\.{1,2}$)[a-zA-Z0-9-_.]+$"

/** The name of an integration, unique ignoring case (rule integration-name). */
export const IntegrationName = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        (text.length <= limits.nameLength && /^[a-zA-Z0-9_.-]+$/u.test(text) && !/^\.{1,2}$/u.test(text)) ||
        `must be 1 to ${limits.nameLength} letters, digits, -, _ or .`,
      { toJsonSchema: () => ({ minLength: 1, maxLength: limits.nameLength, pattern: integrationNamePattern }) }
    )
  ),
  Schema.annotate({ identifier: "IntegrationName" })
)

/** The id of an organization, or its hostname. */
export const Owner = Schema.NonEmptyString.check(
  Schema.isMaxLength(64, { expected: "the id or the hostname of an organization" })
)

/** The domain of URLs that become blocks. */
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

const png = (most: number) => check((text) => pngFault(text, most), pngIn(most))

/** The URL of a picture, or the picture itself. */
const PartIcon = check(
  (text) =>
    /^https?:\/\//iu.test(text)
      ? isWebAddress(text) && text.length <= limits.urlPatternLength
        ? undefined
        : `must be a URL of at most ${limits.urlPatternLength} characters`
      : pngFault(text, limits.iconSize),
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
    id: Integration.Name,
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
        { codeblock: Integration.Name, body: Integration.Name },
        {
          codeblock: "Language of the code block that represents the block.",
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
  return twice === -1 ? undefined : { path: [twice, "id"], issue: "must be unique" }
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

/** Secrets to set; null or an empty text removes one (rule integration-secrets). */
const Secrets = Schema.Record(
  Integration.Name,
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
  check(policyFault, { format: "content-security-policy" }),
  Schema.Record(Schema.String, Schema.String).check(
    Schema.makeFilter<Directives>(directivesFault, {
      toJsonSchema: () => ({ propertyNames: { enum: [...directives] } })
    })
  )
]).annotate({ identifier: "IntegrationContentSecurityPolicy" })

/**
 * Input of a publication. It replaces everything except secrets; omitted fields are reset (rule integration-publish).
 */
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

/** The integration does not exist, or the caller may not know of it (rule integration-visibility). */
export class IntegrationNotFound extends Schema.TaggedError<IntegrationNotFound>()("IntegrationNotFound", {
  name: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `integration ${this.name} does not exist`
  }
}

/** The name belongs to another organization (rule integration-name). */
export class IntegrationOfAnother extends Schema.TaggedError<IntegrationOfAnother>()("IntegrationOfAnother", {
  name: Schema.String
}) {
  readonly kind = "forbidden" as const
  override get message() {
    return `the name ${this.name} belongs to another organization`
  }
}

/** The organization has reached its limit of integrations. */
export class TooManyIntegrations extends Schema.TaggedError<TooManyIntegrations>()("TooManyIntegrations", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.integrationsPerOrganization} integrations`
  }
}

/** The integration would exceed its limit of secrets, including existing ones. */
export class TooManyIntegrationSecrets extends Schema.TaggedError<TooManyIntegrationSecrets>()(
  "TooManyIntegrationSecrets",
  { name: Schema.String }
) {
  readonly kind = "limit" as const
  override get message() {
    return `integration ${this.name} may have at most ${limits.secrets} secrets`
  }
}
