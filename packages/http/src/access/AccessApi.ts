import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { AccessReportsInput, AccessReportsView, Explanation, OrganizationId, WhatIfInput } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed, UnprocessableContent } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Who may do what and why, and what a change would make of it. */
export class AccessApi extends HttpApiGroup.make("access", { topLevel: true })
  .add(
    HttpApiEndpoint.get("explainAccess", "/orgs/:organizationId/access/explanation")
      .annotate(OpenApi.Summary, "Explain why a user may or may not do something")
      .setPath(organization)
      .setUrlParams(AccessReportsInput.Question)
      .addSuccess(Explanation.ExplanationView)
  )
  .add(
    HttpApiEndpoint.get("listMembersWhoCan", "/orgs/:organizationId/access/members")
      .annotate(OpenApi.Summary, "List the members who may do something")
      .setPath(organization)
      .setUrlParams(Schema.Struct({ ...AccessReportsInput.WhoCan.fields, ...Paging.UrlParams.fields }))
      .addSuccess(Paging.of(AccessReportsView.MemberWhoCan))
  )
  .add(
    HttpApiEndpoint.post("askWhatIf", "/orgs/:organizationId/access/what-if")
      .annotate(OpenApi.Summary, "Ask who would gain or lose what by a change, without making it")
      .setPath(organization)
      .setPayload(WhatIfInput.WhatIfInput)
      .addSuccess(AccessReportsView.WhatIfView)
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Access")
  .middleware(Authentication)
  .prefix("/v1") {}
