import { Computations, PageView, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { BadGateway, GatewayTimeout, NotFound } from "../../foundation/error/Errors.ts"
import { DocumentSchema } from "../../spaces/commit/ContentQuery.ts"

const space = Schema.Struct({ spaceId: SpaceId })

/**
 * Content computed from OpenAPI descriptions, translations and integrations. A source that the caller cannot view
 * counts as nonexistent in the body (rule request-reference).
 */
export class ComputationsApi extends Group.make(
  "computations",
  "Computed content",
  Endpoint.post("getComputedDocument", "/spaces/:spaceId/content/computed/document", {
    summary: "Compute a document",
    description: "Computes the text of one page from an OpenAPI description, a translation or an integration.",
    permission: { permission: { all: ["content:read", "source:view"] }, without: { viewing: 400, blind: 404 } },
    scope: "space:content:read",
    params: space,
    query: Schema.Struct(DocumentSchema),
    payload: Computations.DocumentRequest,
    success: PageView.DocumentView,
    error: [BadGateway, GatewayTimeout, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("getComputedRevision", "/spaces/:spaceId/content/computed/revision", {
    summary: "Compute pages",
    description: "Computes the pages of an OpenAPI description, a translation or an integration.",
    permission: { permission: { all: ["content:read", "source:view"] }, without: { viewing: 400, blind: 404 } },
    scope: "space:content:read",
    params: space,
    payload: Computations.RevisionRequest,
    success: Computations.ComputedRevisionView,
    error: [BadGateway, GatewayTimeout, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const computations = yield* Computations.Computations
      return {
        getComputedDocument: ({ params: path, payload }) => computations.document(path.spaceId, payload),
        getComputedRevision: ({ params: path, payload }) => computations.revision(path.spaceId, payload)
      }
    })
  )
}
