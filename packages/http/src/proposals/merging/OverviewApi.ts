import { ChangeRequest, Input, OrganizationId, RequestOverview } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const optionalText = Schema.optionalKey(Schema.String)

/** Change requests of a whole organization. */
export class OverviewApi extends Group.make(
  "overview",
  "Change requests of organizations",
  Endpoint.get("listChangeRequestsInOrganization", "/orgs/:organizationId/change-requests", {
    summary: "List change requests",
    description: "Returns the change requests of every space of the organization that the caller may view.",
    permission: Permission.hiding("organization:view"),
    params: Schema.Struct({ organizationId: OrganizationId }),
    query: Schema.Struct(
      Input.describeFields(
        {
          ...Paging.UrlParams.fields,
          status: Schema.Array(ChangeRequest.ChangeRequestStatus)
            .check(Paging.showsDefault(["open"]))
            .pipe(Schema.withDecodingDefaultType(Effect.succeed(["open" as const]))),
          creator: optionalText,
          contributor: optionalText
        },
        {
          status: "Statuses that the change requests may have.",
          creator: "User who must have created the change requests.",
          contributor: "User who must have contributed."
        }
      )
    ),
    success: Paging.of(ChangeRequest.ChangeRequestView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(RequestOverview.RequestOverview, (overview) => ({
      listChangeRequestsInOrganization: ({ params: path, query: { contributor, creator, status, ...page } }) =>
        overview.list(path.organizationId, { statuses: status, creator, contributor }, page)
    }))
  )
}
