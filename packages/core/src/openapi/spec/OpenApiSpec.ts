import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OpenApiSpecId, OrganizationId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast } from "../../people/access/Role.ts"
import type { Viewer } from "../../people/access/Viewer.ts"

export const OpenApiVersionId = Id.make("OpenApiVersionId", "Identifier of a version of an OpenAPI description.")
export type OpenApiVersionId = typeof OpenApiVersionId.Type

export const limits = {
  /** How often the description at a URL is checked. */
  pollMilliseconds: 6 * 60 * 60 * 1000,
  slugLength: 100,
  /** Maximum size of a description that is sent as text; one behind a URL may be larger. */
  textLength: 1_048_576,
  specsPerOrganization: 100,
  /** Versions kept of one spec; the oldest are removed. */
  versionsPerSpec: 100
} as const

/** Source of a description: a URL, or a text that is stored by the hash of its bytes. */
export const SpecSource = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("text"), blob: Schema.String })
])
export type SpecSource = typeof SpecSource.Type

/** A failed run ends in `complete` too (rule spec-states). */
export const ProcessingState = Schema.Literals(["pending", "progress", "complete"]).annotate({
  identifier: "OpenAPIProcessingState"
})
export type ProcessingState = typeof ProcessingState.Type

/** Whether only members may read a spec, or anyone with its public address. */
export const Visibility = Schema.Literals(["private", "public"]).annotate({ identifier: "OpenAPISpecVisibility" })
export type Visibility = typeof Visibility.Type

export const ProcessErrorCode = Schema.Literals(["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"]).annotate({
  identifier: "OpenAPIProcessErrorCode"
})
export type ProcessErrorCode = typeof ProcessErrorCode.Type

/** Why a run failed, for users who may view the spec. */
export const ProcessError = Schema.Struct({ code: ProcessErrorCode, message: Schema.String })
export type ProcessError = typeof ProcessError.Type

/** A description of an API of an organization, as stored. */
export const OpenApiSpec = Schema.Struct({
  id: OpenApiSpecId,
  organization: OrganizationId,
  slug: Schema.String,
  source: SpecSource,
  state: ProcessingState,
  /** Null until a visibility is chosen; treated as private. */
  visibility: Schema.NullOr(Visibility),
  /** The newest version that could be read. */
  lastVersion: Schema.NullOr(OpenApiVersionId),
  lastProcessedAt: Schema.NullOr(Instant),
  lastError: Schema.NullOr(ProcessError),
  createdAt: Instant,
  updatedAt: Instant
})
export type OpenApiSpec = typeof OpenApiSpec.Type

/** The bytes that a spec itself references. */
const blobsOf = ({ source }: OpenApiSpec): ReadonlyArray<string> => (source.kind === "text" ? [source.blob] : [])

export const collection = Repository.collection({
  name: "openapi_specs",
  schema: OpenApiSpec,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    slug: { kind: "text", of: (self) => self.slug },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: {
    inOrganization: { on: ["organization"] },
    all: { on: [] }
  },
  unique: { slug: { on: ["organization", "slug"] } },
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})

/** The spec with a source to process, regardless of runs in progress. */
export const requestProcessing = (self: OpenApiSpec, source: SpecSource, now: number): OpenApiSpec => ({
  ...self,
  source,
  state: "pending",
  updatedAt: now
})

/** The spec as those may read it who are named (rule spec-visibility). */
export const show = (self: OpenApiSpec, visibility: Visibility, now: number): OpenApiSpec => ({
  ...self,
  visibility,
  updatedAt: now
})

/** A run that ended: the version that readers see from now on, or why there is no other. */
export type ProcessingOutcome =
  | { readonly _tag: "Read"; readonly version: OpenApiVersionId }
  | { readonly _tag: "Failed"; readonly error: ProcessError }

/** The spec after a run (rule spec-states). */
export const finish = (self: OpenApiSpec, outcome: ProcessingOutcome, now: number): OpenApiSpec => {
  const lastVersion = outcome._tag === "Read" ? outcome.version : self.lastVersion
  return {
    ...self,
    state: "complete",
    lastVersion,
    lastProcessedAt: now,
    lastError: outcome._tag === "Failed" ? outcome.error : null,
    updatedAt: lastVersion === self.lastVersion ? self.updatedAt : now
  }
}

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
  { visibility: Visibility },
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
    const pages = rest === 1 ? "page" : "pages"
    const others = rest === 0 ? "" : `${named === "" ? "" : " and "}${rest} ${named === "" ? pages : "more"}`
    return `OpenAPI spec ${this.slug} is used by ${named}${others}: pass force=true to delete it anyway`
  }
}

/** A spec as shown to members of its organization who are no guests. */
export const OpenApiSpecView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("openapi-spec"),
      id: OpenApiSpecId,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      slug: Schema.String,
      sourceURL: optional(Schema.String),
      processingState: ProcessingState,
      visibility: optional(Visibility),
      lastVersion: optional(OpenApiVersionId),
      lastProcessedAt: optional(Timestamp),
      lastProcessErrorCode: optional(ProcessErrorCode),
      lastProcessErrorMessage: optional(Schema.String),
      permissions: Schema.Struct(
        describeFields(
          { view: Schema.Boolean, edit: Schema.Boolean },
          { view: "Whether the caller may view it.", edit: "Whether the caller may change it." }
        )
      ),
      urls: Schema.Struct(
        describeFields(
          {
            location: Schema.String,
            app: Schema.String,
            /** Public address of the newest version; absent if the spec is not public or has no version. */
            published: optional(Schema.String)
          },
          {
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people.",
            published: "Address of the published content; absent while it is not published."
          }
        )
      )
    },
    {
      visibility: "Who may read the description.",
      slug: "Name of the description within the organization.",
      sourceURL: "URL from which the description is fetched; absent if it was uploaded as text.",
      processingState: "Processing state of the newest version.",
      lastVersion: "Newest processed version; absent until a version was processed.",
      lastProcessedAt: "Time at which a version was last processed.",
      lastProcessErrorCode: "Error code if the last version could not be processed.",
      lastProcessErrorMessage: "Error message if the last version could not be processed.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      permissions: "What the caller may do with the object.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "OpenAPISpec" })
export type OpenApiSpecView = typeof OpenApiSpecView.Type

export interface At {
  readonly base: string
  readonly app: string
}

/** Members who are no guests (rule spec-access). */
export const maySee = (viewer: Viewer): boolean =>
  viewer.isHost || (!viewer.member.disabled && viewer.member.role !== null)

const mayEdit = (viewer: Viewer): boolean =>
  viewer.isHost || (!viewer.member.disabled && atLeast(viewer.member.role, "create"))

export const viewFor = (viewer: Viewer, self: OpenApiSpec, { app, base }: At): OpenApiSpecView => ({
  object: "openapi-spec",
  id: self.id,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  slug: self.slug,
  ...(self.source.kind === "url" ? { sourceURL: self.source.url } : {}),
  processingState: self.state,
  ...(self.visibility === null ? {} : { visibility: self.visibility }),
  ...(self.lastVersion === null ? {} : { lastVersion: self.lastVersion }),
  ...(self.lastProcessedAt === null ? {} : { lastProcessedAt: toTimestamp(self.lastProcessedAt) }),
  ...(self.lastError === null
    ? {}
    : { lastProcessErrorCode: self.lastError.code, lastProcessErrorMessage: self.lastError.message }),
  permissions: { view: true, edit: mayEdit(viewer) },
  urls: {
    location: `${base}/v1/orgs/${self.organization}/openapi/${self.slug}`,
    app: `${app}/o/${self.organization}/openapi/${self.slug}`,
    ...(self.visibility === "public" && self.lastVersion !== null
      ? { published: `${base}/specs/${self.id}/${self.slug}` }
      : {})
  }
})
