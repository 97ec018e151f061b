import { HttpApiBuilder } from "@effect/platform"
import { RequestOverview } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "overview", (handlers) =>
  Effect.map(RequestOverview.RequestOverview, (overview) =>
    handlers.handle(
      "listChangeRequestsInOrganization",
      ({ path, urlParams: { contributor, creator, status, ...page } }) =>
        onWire(overview.list(path.organizationId, { statuses: status, creator, contributor }, page))
    )
  )
)
