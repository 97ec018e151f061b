import { AuditEntryView, AuditFilter, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** Who changed what. */
export class AuditApi extends HttpApiGroup.make("audit", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listAuditLog", "/orgs/:organizationId/audit-log", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId }),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...AuditFilter.AuditFilter.fields }),
      success: Paging.of(AuditEntryView.AuditEntryView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List the audit log")
      .annotate(OpenApi.Description, "Returns what was changed in the organization, when and by whom.")
  )
  .annotate(OpenApi.Title, "Audit log")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
