import { HttpApiBuilder } from "@effect/platform"
import { Audit } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "audit", (handlers) =>
  Effect.map(Audit.Audit, (audit) =>
    handlers.handle("listAuditLog", ({ path, urlParams: { limit, page, ...filter } }) =>
      onWire(audit.list(path.organizationId, filter, { limit, page }))
    )
  )
)
