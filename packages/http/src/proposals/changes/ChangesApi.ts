import { SemanticChange, SemanticChanges, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Forbidden, NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { Limit } from "../../foundation/query/Paging.ts"
import { Flags } from "../../spaces/base/ContentQuery.ts"

const shown = { limit: Limit(SemanticChanges.limits.changes.default) }

/** What revisions and change requests changed. */
export class ChangesApi extends HttpApiGroup.make("changes", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangesInRevision", "/spaces/:spaceId/revisions/:revisionId/changes", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId, revisionId: Schema.String }),
      query: Schema.Struct({ ...Flags, ...shown }),
      success: SemanticChange.SemanticChangesView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List what a revision changed")
  )
  .add(
    HttpApiEndpoint.get("listChangesInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/changes", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId, changeRequestId: Schema.String }),
      query: Schema.Struct(shown),
      success: SemanticChange.SemanticChangesView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List what a change request changes")
  )
  .annotate(OpenApi.Title, "Changes")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
