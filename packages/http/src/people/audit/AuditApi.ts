import { AuditEntryView, AuditFilter, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** The audit log. */
export class AuditApi extends HttpApiGroup.make("audit", { topLevel: true })
  .add(
    Endpoint.get("listAuditLog", "/orgs/:organizationId/audit-log", {
      summary: "List the audit log",
      description: "Returns what was changed in the organization, when and by whom.",
      permission: Permission.refusing("organization:admin"),
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId }),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...AuditFilter.AuditFilter.fields }),
      success: Paging.of(AuditEntryView.AuditEntryView),
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Audit log")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
