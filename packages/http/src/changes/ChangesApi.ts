import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { SemanticChange, SemanticChanges, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Flags } from "../content/ContentApi.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import { Limit } from "../Paging.ts"

const shown = { limit: Limit(SemanticChanges.limits.changes.default) }

/** What revisions and change requests changed (api.md 4.4). */
export class ChangesApi extends HttpApiGroup.make("changes", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangesInRevision", "/spaces/:spaceId/revisions/:revisionId/changes")
      .annotate(OpenApi.Summary, "List what a revision changed")
      .setPath(Schema.Struct({ spaceId: SpaceId.SpaceId, revisionId: Schema.String }))
      .setUrlParams(Schema.Struct({ ...Flags, ...shown }))
      .addSuccess(SemanticChange.SemanticChangesView)
  )
  .add(
    HttpApiEndpoint.get("listChangesInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/changes")
      .annotate(OpenApi.Summary, "List what a change request changes")
      .setPath(Schema.Struct({ spaceId: SpaceId.SpaceId, changeRequestId: Schema.String }))
      .setUrlParams(Schema.Struct(shown))
      .addSuccess(SemanticChange.SemanticChangesView)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Changes")
  .middleware(Authentication)
  .prefix("/v1") {}
