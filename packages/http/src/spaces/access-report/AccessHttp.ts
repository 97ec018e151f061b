import { AccessReports } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "access", (handlers) =>
  capturing(
    Effect.map(AccessReports.AccessReports, (reports) =>
      handlers
        .handle(
          "explainAccess",
          answering(({ params: path, query: urlParams }) => onWire(reports.explain(path.organizationId, urlParams)))
        )
        .handle(
          "listMembersWhoCan",
          answering(({ params: path, query: { limit, page, ...question } }) =>
            onWire(reports.whoCan(path.organizationId, question, page === undefined ? { limit } : { limit, page }))
          )
        )
        .handle(
          "askWhatIf",
          answering(({ params: path, payload }) => onWire(reports.whatIf(path.organizationId, payload)))
        )
    )
  )
)
