import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OpenApiSpecId } from "../../foundation/id/OpenApiSpecId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const OpenApiVersionId = Id.make("OpenApiVersionId", "Identifier of a version of an OpenAPI description.")
export type OpenApiVersionId = typeof OpenApiVersionId.Type

export const limits = {
  /** How often the description at a URL is checked. */
  pollMilliseconds: 6 * 60 * 60 * 1000
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
