import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OpenApiSpecId } from "../../foundation/id/OpenApiSpecId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const OpenApiVersionId = Id.make("OpenApiVersionId")
export type OpenApiVersionId = typeof OpenApiVersionId.Type

export const limits = {
  /** How often the description behind a URL is looked at. */
  pollMilliseconds: 6 * 60 * 60 * 1000,
  /** How long a run may go on before another one takes its place. */
  leaseMilliseconds: 2 * 60 * 1000
} as const

/** Where a description comes from: an address, or a text that is kept by the hash of its bytes. */
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

export const ProcessErrorCode = Schema.Literals(["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"]).annotate({
  identifier: "OpenAPIProcessErrorCode"
})
export type ProcessErrorCode = typeof ProcessErrorCode.Type

/** Why a run failed, for whoever may view the spec. */
export const ProcessError = Schema.Struct({ code: ProcessErrorCode, message: Schema.String })
export type ProcessError = typeof ProcessError.Type

/** A description of an API that an organization keeps, as stored. */
export const OpenApiSpec = Schema.Struct({
  id: OpenApiSpecId,
  organization: OrganizationId,
  slug: Schema.String,
  source: SpecSource,
  state: ProcessingState,
  /** Counts the runs that were asked for; what any run but the last one finds is dropped (rule spec-superseded). */
  run: Schema.Int,
  /** When it is to be processed, or processed again; null if that takes a request. */
  dueAt: Schema.NullOr(Instant),
  /** The newest version that could be read. */
  lastVersion: Schema.NullOr(OpenApiVersionId),
  lastProcessedAt: Schema.NullOr(Instant),
  lastError: Schema.NullOr(ProcessError),
  createdAt: Instant,
  updatedAt: Instant
})
export type OpenApiSpec = typeof OpenApiSpec.Type

/** The bytes that a spec itself keeps from being removed. */
const blobsOf = ({ source }: OpenApiSpec): ReadonlyArray<string> => (source.kind === "text" ? [source.blob] : [])

export const collection = Repository.collection({
  name: "openapi_specs",
  schema: OpenApiSpec,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    slug: { kind: "text", of: (self) => self.slug },
    waits: { kind: "boolean", of: (self) => self.dueAt !== null },
    dueAt: { kind: "instant", of: (self) => self.dueAt },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: {
    inOrganization: { on: ["organization"] },
    due: { on: ["waits"], order: ["dueAt"], where: { waits: true } },
    all: { on: [] }
  },
  unique: { slug: { on: ["organization", "slug"] } },
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})

/** The spec with a source that is to be processed at once, whatever runs already. */
export const ask = (self: OpenApiSpec, source: SpecSource, now: number): OpenApiSpec => ({
  ...self,
  source,
  state: "pending",
  run: self.run + 1,
  dueAt: now,
  updatedAt: now
})

/** The spec as it is while a run goes on, which another one takes over when its lease ends. */
export const begin = (self: OpenApiSpec, now: number): OpenApiSpec => ({
  ...self,
  state: "progress",
  dueAt: now + limits.leaseMilliseconds
})

/** A run that ended: the version that readers see from now on, or why there is no other. */
export type Outcome =
  | { readonly _tag: "Read"; readonly version: OpenApiVersionId }
  | { readonly _tag: "Failed"; readonly error: ProcessError }

/** The spec after a run (rules spec-states and spec-poll). */
export const finish = (self: OpenApiSpec, outcome: Outcome, now: number): OpenApiSpec => {
  const lastVersion = outcome._tag === "Read" ? outcome.version : self.lastVersion
  return {
    ...self,
    state: "complete",
    dueAt: self.source.kind === "url" ? now + limits.pollMilliseconds : null,
    lastVersion,
    lastProcessedAt: now,
    lastError: outcome._tag === "Failed" ? outcome.error : null,
    updatedAt: lastVersion === self.lastVersion ? self.updatedAt : now
  }
}
