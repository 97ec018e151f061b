import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ChangeRequestStatus, ChangeRequestView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const optionalText = Schema.optionalWith(Schema.String, { exact: true })

/** Change requests of a whole organization. */
export class OverviewApi extends HttpApiGroup.make("overview", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangeRequestsInOrganization", "/orgs/:organizationId/change-requests")
      .annotate(OpenApi.Summary, "List the change requests of every space of an organization")
      .setPath(Schema.Struct({ organizationId: OrganizationId.OrganizationId }))
      .setUrlParams(
        Schema.Struct({
          ...Paging.UrlParams.fields,
          status: Schema.optionalWith(Schema.Array(ChangeRequestStatus.ChangeRequestStatus), {
            default: () => ["open" as const]
          }),
          creator: optionalText,
          contributor: optionalText
        })
      )
      .addSuccess(Paging.of(ChangeRequestView.ChangeRequestView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Change requests of organizations")
  .middleware(Authentication)
  .prefix("/v1") {}
