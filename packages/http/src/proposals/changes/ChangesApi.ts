import { Input, SemanticChange, SemanticChanges, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { Flags } from "../../spaces/commit/ContentQuery.ts"

const shown = Input.describeFields(
  { limit: Paging.Limit(SemanticChanges.limits.changes.default) },
  { limit: "Number of changes to list." }
)

/** What revisions and change requests changed. */
export class ChangesApi extends HttpApiGroup.make("changes", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangesInRevision", "/spaces/:spaceId/revisions/:revisionId/changes", {
      params: Schema.Struct(
        Input.describeFields(
          { spaceId: SpaceId.SpaceId, revisionId: Schema.String },
          { revisionId: "Identifier of the revision." }
        )
      ),
      query: Schema.Struct({ ...Flags, ...shown }),
      success: SemanticChange.SemanticChangesView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List changes of a revision")
      .annotate(OpenApi.Description, "Compares a revision with the one before it.")
  )
  .add(
    HttpApiEndpoint.get("listChangesInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/changes", {
      params: Schema.Struct(
        Input.describeFields(
          { spaceId: SpaceId.SpaceId, changeRequestId: Schema.String },
          { changeRequestId: "Identifier of the change request, or its number in the space." }
        )
      ),
      query: Schema.Struct(shown),
      success: SemanticChange.SemanticChangesView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List change request changes")
      .annotate(OpenApi.Description, "Compares a change request with the primary content that it began from.")
  )
  .annotate(OpenApi.Title, "Changes")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
