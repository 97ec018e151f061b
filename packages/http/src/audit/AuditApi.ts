import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { AuditEntryView, AuditFilter, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"

/** Who changed what. */
export class AuditApi extends HttpApiGroup.make("audit", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listAuditLog", "/orgs/:organizationId/audit-log")
      .annotate(OpenApi.Summary, "List what was changed in an organization, by whom")
      .setPath(Schema.Struct({ organizationId: OrganizationId.OrganizationId }))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...AuditFilter.AuditFilter.fields }))
      .addSuccess(Paging.of(AuditEntryView.AuditEntryView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Audit log")
  .middleware(Authentication)
  .prefix("/v1") {}
