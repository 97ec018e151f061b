import { Audit, AuditEntry, OrganizationId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** The audit log. */
export class AuditApi extends Group.make(
  "audit",
  "Audit log",
  Endpoint.get("listAuditLog", "/orgs/:organizationId/audit-log", {
    summary: "List the audit log",
    description: "Returns what was changed in the organization, when and by whom.",
    permission: Permission.refusing("organization:admin"),
    params: Schema.Struct({ organizationId: OrganizationId }),
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...AuditEntry.AuditFilter.fields }),
    success: Paging.of(AuditEntry.AuditEntryView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Audit.Audit, (audit) => ({
      listAuditLog: ({ params: path, query: { limit, page, ...filter } }) =>
        audit.list(path.organizationId, filter, { limit, page })
    }))
  )
}
