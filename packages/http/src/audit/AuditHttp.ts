import { Audit } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answering } from "../PlainAnswer.ts"

export const layer = HttpApiBuilder.group(Api, "audit", (handlers) =>
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
