import { HttpApiBuilder } from "@effect/platform"
import { AccessReports } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "access", (handlers) =>
  Effect.map(AccessReports.AccessReports, (reports) =>
    handlers
      .handle("explainAccess", ({ path, urlParams }) => onWire(reports.explain(path.organizationId, urlParams)))
      .handle("listMembersWhoCan", ({ path, urlParams: { limit, page, ...question } }) =>
        onWire(reports.whoCan(path.organizationId, question, page === undefined ? { limit } : { limit, page }))
      )
      .handle("askWhatIf", ({ path, payload }) => onWire(reports.whatIf(path.organizationId, payload)))
  )
)
