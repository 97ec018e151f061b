import { RequestOverview } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "overview",
  Effect.map(RequestOverview.RequestOverview, (overview) => ({
    listChangeRequestsInOrganization: ({ params: path, query: { contributor, creator, status, ...page } }) =>
      overview.list(path.organizationId, { statuses: status, creator, contributor }, page)
  }))
)
