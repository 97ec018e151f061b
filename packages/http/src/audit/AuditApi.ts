import { AuditEntryView, AuditFilter, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import { Failures } from "../Failures.ts"
import * as Paging from "../Paging.ts"

/** Who changed what. */
export class AuditApi extends HttpApiGroup.make("audit", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listAuditLog", "/orgs/:organizationId/audit-log", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId }),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...AuditFilter.AuditFilter.fields }),
      success: Paging.of(AuditEntryView.AuditEntryView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List what was changed in an organization, by whom")
  )
  .annotate(OpenApi.Title, "Audit log")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
