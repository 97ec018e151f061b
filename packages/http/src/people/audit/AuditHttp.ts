import { Audit } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "audit",
  Effect.map(Audit.Audit, (audit) => ({
    listAuditLog: ({ params: path, query: { limit, page, ...filter } }) =>
      audit.list(path.organizationId, filter, { limit, page })
  }))
)
