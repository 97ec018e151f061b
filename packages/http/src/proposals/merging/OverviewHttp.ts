import { RequestOverview } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "overview", (handlers) =>
  capturing(
    Effect.map(RequestOverview.RequestOverview, (overview) =>
      handlers.handle(
        "listChangeRequestsInOrganization",
        answering(({ params: path, query: { contributor, creator, status, ...page } }) =>
          onWire(overview.list(path.organizationId, { statuses: status, creator, contributor }, page))
        )
      )
    )
  )
)
