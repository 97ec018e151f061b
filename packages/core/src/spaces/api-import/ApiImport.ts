import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import * as Id from "../../foundation/id/Id.ts"
import { OpenApiSpecId } from "../../foundation/id/OpenApiSpecId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { OpenApiVersionId } from "../../openapi/spec/OpenApiSpec.ts"
import * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"
import { WrittenPages } from "../../openapi/written/WrittenPlan.ts"
import type { ChangeRequest } from "../../spaces/change-request/ChangeRequest.ts"

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
