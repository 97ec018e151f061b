import { Input, Pdfs, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, ServiceUnavailable } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { request } from "../change-request/ChangeRequestsApi.ts"

/** All pages, or one page with or without its subpages. */
const query = Schema.Struct(
  Input.describeFields(
    { page: Schema.optionalKey(Schema.String), only: Paging.Flag(false) },
    { page: "Page to print; the whole space when absent.", only: "Whether pages below the page are left out." }
  )
)

/** URL of the PDF. Until the PDF is ready, the URL returns 202 with `Retry-After`. */
const PdfLocation = Schema.Struct(
  Input.describeFields({ url: Schema.String }, { url: "Address of the PDF, for a limited time." })
).annotate({ identifier: "PdfLocation" })

/** Content as PDF. */
export class PdfsApi extends Group.make(
  "pdfs",
  "PDFs",
  Endpoint.get("getSpacePdf", "/spaces/:spaceId/pdf", {
    summary: "Get a PDF of a space",
    description: "Returns an address from which the PDF of the primary content is downloaded.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ spaceId: SpaceId }),
    query,
    success: PdfLocation,
    error: [Errors.Forbidden, NotFound, ServiceUnavailable]
  }),
  Endpoint.get("getChangeRequestPdf", "/spaces/:spaceId/change-requests/:changeRequestId/pdf", {
    summary: "Get a change request as PDF",
    description: "Returns an address from which the PDF of the change request is downloaded.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(request),
    query,
    success: PdfLocation,
    error: [Errors.Forbidden, NotFound, ServiceUnavailable]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const pdfs = yield* Pdfs.Pdfs
      return {
        getSpacePdf: ({ params: path, query: urlParams }) => pdfs.ask({ space: path.spaceId }, urlParams),
        getChangeRequestPdf: ({ params: path, query: urlParams }) =>
          pdfs.ask({ space: path.spaceId, changeRequest: path.changeRequestId }, urlParams)
      }
    })
  )
}
