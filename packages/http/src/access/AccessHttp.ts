import { AccessReports } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "access", (handlers) =>
  capturing(
    Effect.map(AccessReports.AccessReports, (reports) =>
      handlers
        .handle("explainAccess", ({ params: path, query: urlParams }) =>
          onWire(reports.explain(path.organizationId, urlParams))
        )
        .handle("listMembersWhoCan", ({ params: path, query: { limit, page, ...question } }) =>
          onWire(reports.whoCan(path.organizationId, question, page === undefined ? { limit } : { limit, page }))
        )
        .handle("askWhatIf", ({ params: path, payload }) => onWire(reports.whatIf(path.organizationId, payload)))
    )
  )
)
