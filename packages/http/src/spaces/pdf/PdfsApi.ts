import { Input, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, ServiceUnavailable } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { request } from "../change-request/ChangeRequestsApi.ts"

/** All pages, or one with those below it, or that one alone. */
const query = Schema.Struct(
  Input.describeFields(
    { page: Schema.optionalKey(Schema.String), only: Paging.Flag(false) },
    { page: "Page to print; the whole space when absent.", only: "Whether pages below the page are left out." }
  )
)

/** Where the PDF is, as soon as it is made: until then the address answers 202 with `Retry-After`. */
const PdfLocation = Schema.Struct(
  Input.describeFields({ url: Schema.String }, { url: "Address of the PDF, for a limited time." })
).annotate({ identifier: "PdfLocation" })

/** Content as PDF. */
export class PdfsApi extends HttpApiGroup.make("pdfs", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSpacePdf", "/spaces/:spaceId/pdf", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      query,
      success: PdfLocation,
      error: [Errors.Forbidden, NotFound, ServiceUnavailable]
    })
      .annotate(OpenApi.Summary, "Get a PDF of a space")
      .annotate(OpenApi.Description, "Returns an address from which the PDF of the primary content is downloaded.")
  )
  .add(
    HttpApiEndpoint.get("getChangeRequestPdf", "/spaces/:spaceId/change-requests/:changeRequestId/pdf", {
      params: Schema.Struct(request),
      query,
      success: PdfLocation,
      error: [Errors.Forbidden, NotFound, ServiceUnavailable]
    })
      .annotate(OpenApi.Summary, "Get a PDF of a change request")
      .annotate(OpenApi.Description, "Returns an address from which the PDF of the change request is downloaded.")
  )
  .annotate(OpenApi.Title, "PDFs")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
