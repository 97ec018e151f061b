import { Schema } from "effect"
import { closed, WebAddress } from "../../foundation/input/Input.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import * as OpenApiSpec from "./OpenApiSpec.ts"

export const limits = {
  slugLength: 100,
  /** Of a description that is sent as a text; one behind an address may have more bytes. */
  textLength: 1_048_576,
  specsPerOrganization: 100,
  /** Of one spec; the oldest go. */
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

/** Where the description is, or the description itself. */
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
    source: "Where the description comes from: an address or a text."
  }
)
export type Create = typeof Create.Type

export const SpecPut = closed(
  "OpenAPISpecPut",
  { source: Source },
  { source: "Where the description comes from: an address or a text." }
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
      ? `no version of OpenAPI spec ${this.slug} could be read so far`
      : `version ${this.version} of an OpenAPI spec does not exist`
  }
}

/** The organization has a spec of that name already. */
export class OpenApiSpecSlugTaken extends Schema.TaggedError<OpenApiSpecSlugTaken>()("OpenApiSpecSlugTaken", {
  slug: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `there is an OpenAPI spec ${this.slug} already`
  }
}

/** The organization has reached its limit of specs. */
export class TooManyOpenApiSpecs extends Schema.TaggedError<TooManyOpenApiSpecs>()("TooManyOpenApiSpecs", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has ${limits.specsPerOrganization} OpenAPI specs, which is the most`
  }
}

/** Content speaks of the spec (rule spec-delete); `pages` and `spaces` are of those that the caller may view. */
export class OpenApiSpecInUse extends Schema.TaggedError<OpenApiSpecInUse>()("OpenApiSpecInUse", {
  slug: Schema.String,
  /** `{space}/{page or reusable content}` of the first ones. */
  places: Schema.Array(Schema.String),
  /** How many pages and reusable contents there are, in spaces that the caller may not view too. */
  total: Schema.Int
}) {
  readonly kind = "conflict" as const
  override get message() {
    const rest = this.total - this.places.length
    const named = this.places.join(", ")
    const others = rest === 0 ? "" : `${named === "" ? "" : " and "}${rest} ${named === "" ? "pages" : "more"}`
    return `OpenAPI spec ${this.slug} is used by ${named}${others}: force=true deletes it all the same`
  }
}
