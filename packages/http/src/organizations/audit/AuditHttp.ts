import { Audit } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "audit", (handlers) =>
  capturing(
    Effect.map(Audit.Audit, (audit) =>
      handlers.handle(
        "listAuditLog",
        answering(({ params: path, query: { limit, page, ...filter } }) =>
          onWire(audit.list(path.organizationId, filter, { limit, page }))
        )
      )
    )
  )
)
