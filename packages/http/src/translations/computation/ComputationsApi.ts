import { Computations, PageView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { BadGateway, GatewayTimeout, NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { DocumentSchema } from "../../spaces/commit/ContentQuery.ts"

const space = Schema.Struct({ spaceId: SpaceId.SpaceId })

/** Content that is computed of descriptions of APIs, of translations, and by integrations. */
export class ComputationsApi extends HttpApiGroup.make("computations", { topLevel: true })
  .add(
    HttpApiEndpoint.post("getComputedDocument", "/spaces/:spaceId/content/computed/document", {
      params: space,
      query: Schema.Struct(DocumentSchema),
      payload: Computations.DocumentRequest,
      success: PageView.DocumentView,
      error: [BadGateway, GatewayTimeout, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Compute a document")
      .annotate(
        OpenApi.Description,
        "Computes the text of one page from an OpenAPI description, a translation or an integration."
      )
  )
  .add(
    HttpApiEndpoint.post("getComputedRevision", "/spaces/:spaceId/content/computed/revision", {
      params: space,
      payload: Computations.RevisionRequest,
      success: Computations.ComputedRevisionView,
      error: [BadGateway, GatewayTimeout, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Compute pages")
      .annotate(OpenApi.Description, "Computes the pages of an OpenAPI description, a translation or an integration.")
  )
  .annotate(OpenApi.Title, "Computed content")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
