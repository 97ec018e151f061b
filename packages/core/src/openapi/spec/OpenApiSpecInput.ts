import { Schema } from "effect"
import { closed, WebAddress } from "../../foundation/input/Input.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import * as OpenApiSpec from "./OpenApiSpec.ts"

export const limits = {
  slugLength: 100,
  /** Maximum size of a description that is sent as text; one behind a URL may be larger. */
  textLength: 1_048_576,
  specsPerOrganization: 100,
  /** Versions kept of one spec; the oldest are removed. */
  versionsPerSpec: 100
} as const

/** The name of a spec within its organization; never changes. */
export const SpecSlug = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        (text.length <= limits.slugLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(text)) ||
        `must be 1 to ${limits.slugLength} lower-case letters and digits, with single hyphens between them`,
      {
        toJsonSchema: () => ({ minLength: 1, maxLength: limits.slugLength, pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" })
      }
    )
  ),
  Schema.annotate({ identifier: "OpenAPISpecSlug" })
)

const urlSource = closed(
  "OpenAPISpecUrlSource",
  { url: WebAddress },
  { url: "Address from which the OpenAPI description is fetched." }
)
const textSource = closed(
  "OpenAPISpecTextSource",
  { text: multiLine(1, limits.textLength) },
  { text: "OpenAPI description, as JSON or YAML." }
)

/** URL of the description, or the description itself. */
export const Source = Schema.Union([urlSource, textSource]).annotate({
  identifier: "OpenAPISpecSource",
  message: "must have the form {url} or {text}"
})
export type Source = typeof Source.Type

export const Create = closed(
  "OpenAPISpecCreate",
  { slug: SpecSlug, source: Source },
  {
    slug: "Name of the description within the organization.",
    source: "Source of the description: a URL or the text itself."
  }
)
export type Create = typeof Create.Type

export const SpecPut = closed(
  "OpenAPISpecPut",
  { source: Source },
  { source: "Source of the description: a URL or the text itself." }
)
export type SpecPut = typeof SpecPut.Type

export const Update = closed(
  "OpenAPISpecUpdate",
  { visibility: OpenApiSpec.Visibility },
  { visibility: "Who may read the description." }
)
export type Update = typeof Update.Type

/** The organization has no such spec. */
export class OpenApiSpecNotFound extends Schema.TaggedError<OpenApiSpecNotFound>()("OpenApiSpecNotFound", {
  slug: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `OpenAPI spec ${this.slug} does not exist`
  }
}

/** The spec has no such version, or none yet. */
export class OpenApiVersionNotFound extends Schema.TaggedError<OpenApiVersionNotFound>()("OpenApiVersionNotFound", {
  slug: Schema.String,
  version: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return this.version === "latest"
      ? `OpenAPI spec ${this.slug} has no version that could be processed`
      : `version ${this.version} of an OpenAPI spec does not exist`
  }
}

/** The organization has a spec of that name already. */
export class OpenApiSpecSlugTaken extends Schema.TaggedError<OpenApiSpecSlugTaken>()("OpenApiSpecSlugTaken", {
  slug: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `OpenAPI spec ${this.slug} already exists`
  }
}

/** The organization has reached its limit of specs. */
export class TooManyOpenApiSpecs extends Schema.TaggedError<TooManyOpenApiSpecs>()("TooManyOpenApiSpecs", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.specsPerOrganization} OpenAPI specs`
  }
}

/**
 * Content refers to the spec (rule spec-delete); `pages` and `spaces` are limited to those that the caller may view.
 */
export class OpenApiSpecInUse extends Schema.TaggedError<OpenApiSpecInUse>()("OpenApiSpecInUse", {
  slug: Schema.String,
  /** `{space}/{page or reusable content}` of the first ones. */
  places: Schema.Array(Schema.String),
  /** Total number of pages and reusable contents, including those in spaces that the caller may not view. */
  total: Schema.Int
}) {
  readonly kind = "conflict" as const
  override get message() {
    const rest = this.total - this.places.length
    const named = this.places.join(", ")
    const others = rest === 0 ? "" : `${named === "" ? "" : " and "}${rest} ${named === "" ? "pages" : "more"}`
    return `OpenAPI spec ${this.slug} is used by ${named}${others}: pass force=true to delete it anyway`
  }
}
