import { ImportRun, ImportRuns, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { editing } from "../content/ContentEndpoints.ts"

const { scope } = editing
const space = Schema.Struct({ spaceId: SpaceId })
const params = Schema.Struct({ spaceId: SpaceId, importRunId: ImportRun.ImportRunId })

/** Imports that continue after the response, with their progress. */
export class ImportsApi extends Group.make(
  "imports",
  "Imports",
  Endpoint.post("startImportRun", "/spaces/:spaceId/imports", {
    ...editing,
    summary: "Start an import",
    description: "Imports uploaded files or a website in the background. The run reports the progress and the result.",
    params: space,
    payload: ImportRun.ImportRunCreate,
    success: ImportRun.ImportRunView.pipe(HttpApiSchema.status(201))
  }),
  Endpoint.get("listImportRuns", "/spaces/:spaceId/imports", {
    permission: Permission.refusing("content:edit"),
    scope,
    summary: "List imports",
    description: "Returns the imports of a space that are in progress or ended in the last thirty days, newest first.",
    params: space,
    query: Paging.UrlParams,
    success: Paging.of(ImportRun.ImportRunView),
    error: [Errors.Forbidden, Errors.NotFound]
  }),
  Endpoint.get("getImportRun", "/spaces/:spaceId/imports/:importRunId", {
    permission: Permission.refusing("content:edit"),
    scope,
    summary: "Get an import",
    description: "Returns an import with its progress and its result.",
    params,
    success: ImportRun.ImportRunView,
    error: [Errors.Forbidden, Errors.NotFound]
  }),
  Endpoint.post("cancelImportRun", "/spaces/:spaceId/imports/:importRunId/cancel", {
    permission: Permission.refusing("content:edit"),
    scope,
    summary: "Cancel an import",
    description: "Ends an import that is in progress. The content stays as it was.",
    params,
    success: ImportRun.ImportRunView,
    error: [Errors.Conflict, Errors.Forbidden, Errors.NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(ImportRuns.ImportRuns, (runs) => ({
      startImportRun: ({ params: { spaceId }, payload }) => withOwnLocation(runs.start(spaceId, payload)),
      listImportRuns: ({ params: { spaceId }, query }) => runs.list(spaceId, query),
      getImportRun: ({ params: { importRunId, spaceId } }) => runs.get(spaceId, importRunId),
      cancelImportRun: ({ params: { importRunId, spaceId } }) => runs.cancel(spaceId, importRunId)
    }))
  )
}
