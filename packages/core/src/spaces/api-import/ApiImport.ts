import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { ChangeRequestId, OpenApiSpecId, RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { limits, OpenApiVersionId, SpecSlug } from "../../openapi/spec/OpenApiSpec.ts"
import * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"
import { WrittenPages } from "../../openapi/written/WrittenPlan.ts"
import type { ChangeRequest } from "../change-request/ChangeRequest.ts"

export const ApiImportId = Id.make("ApiImportId", "Identifier of an import of an OpenAPI description.")
export type ApiImportId = typeof ApiImportId.Type

/** The generated pages of a version: the revision whose content has the pages exactly as they were generated. */
export const WrittenVersion = Schema.Struct({ version: OpenApiVersionId, revision: RevisionId, written: WrittenPages })
export type WrittenVersion = typeof WrittenVersion.Type

const count = Schema.Int

/** What a refresh proposes: operations by change, conflicts, and retained pages whose operations were removed. */
export const ProposedChanges = Schema.Struct(
  describeFields(
    {
      added: count,
      changed: count,
      removed: count,
      conflicts: count,
      kept: Schema.Array(Schema.String)
    },
    {
      added: "Number of operations that were added.",
      changed: "Number of operations that changed.",
      removed: "Number of operations that were removed.",
      conflicts: "Number of conflicts with edits of the pages.",
      kept: "Pages that were kept although the description no longer contains them."
    }
  )
)
export type ProposedChanges = typeof ProposedChanges.Type

export const nothingProposed: ProposedChanges = { added: 0, changed: 0, removed: 0, conflicts: 0, kept: [] }

/** The pages that a space has of a spec, and what they were written from (rule api-import-remembered). */
export const ApiImport = Schema.Struct({
  id: ApiImportId,
  space: SpaceId,
  spec: OpenApiSpecId,
  layout: WrittenPlan.Layout,
  models: Schema.Boolean,
  /** The page that new pages go below; null at the top. */
  parent: Schema.NullOr(Schema.String),
  /** The version in the primary content; null until the change request that contains it is merged. */
  current: Schema.NullOr(WrittenVersion),
  /** The version in a change request that was opened for it. */
  pending: Schema.NullOr(
    Schema.Struct({ changeRequest: ChangeRequestId, next: WrittenVersion, proposed: ProposedChanges })
  ),
  createdAt: Instant,
  updatedAt: Instant
})
export type ApiImport = typeof ApiImport.Type

export const collection = Repository.collection({
  name: "api_imports",
  schema: ApiImport,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    spec: { kind: "text", of: (self) => self.spec }
  },
  indexes: { inSpace: { on: ["space"] }, ofSpec: { on: ["spec"] } },
  unique: { place: { on: ["space", "spec"] } },
  references: [
    { column: "space", to: "spaces", onDelete: "cascade" },
    { column: "spec", to: "openapi_specs", onDelete: "cascade" }
  ],
  counters: [],
  rank: 3
})

/**
 * The import after what became of the change request that was opened for it: a merged one moves what is remembered on,
 * an archived one is forgotten.
 */
export const settle = (self: ApiImport, request: Pick<ChangeRequest, "status"> | undefined): ApiImport => {
  if (self.pending === null) return self
  if (request?.status === "merged") return { ...self, current: self.pending.next, pending: null }
  return request === undefined || request.status === "archived" ? { ...self, pending: null } : self
}

const common = describeFields(
  {
    source: Schema.Literal("open-api"),
    /** Defaults to `operation`. */
    layout: optional(WrittenPlan.Layout),
    /** Whether a last page has the models; by default none does. */
    models: optional(Schema.Boolean),
    /** The page that the pages go below; absent for the top. */
    parent: optional(Schema.String)
  },
  {
    layout: "How operations are grouped into pages.",
    models: "Whether a page of schemas is added.",
    parent: "Parent of the new pages. Defaults to the top level."
  }
)

/** Writes the pages of a spec of the space's organization, which can be refreshed from then on. */
const OfSpec = closed(
  "OpenAPISpecImport",
  { ...common, spec: SpecSlug },
  { spec: "OpenAPI description of the organization to import." }
)
const OfUrl = closed(
  "OpenAPIUrlImport",
  { ...common, url: WebAddress },
  { url: "Address from which the OpenAPI description is fetched." }
)
const OfText = closed(
  "OpenAPITextImport",
  { ...common, text: multiLine(1, limits.textLength) },
  { text: "OpenAPI description, as JSON or YAML." }
)

/** Source of the description, and options for its pages. */
export const ApiImportRequest = Schema.Union([OfSpec, OfUrl, OfText]).annotate({
  identifier: "OpenAPIImportRequest",
  message: "must have one of {spec}, {url} and {text}"
})
export type ApiImportRequest = typeof ApiImportRequest.Type

/** The space has pages of the spec already, or a change request has that is not merged (rule api-import-once). */
export class ApiImportExists extends Schema.TaggedError<ApiImportExists>()("ApiImportExists", {
  spec: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the space already has pages of the OpenAPI spec ${this.spec}: refresh them instead`
  }
}
