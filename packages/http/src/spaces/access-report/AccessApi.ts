import { AccessReportsInput, AccessReportsView, Explanation, OrganizationId, WhatIfInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  Conflict,
  Forbidden,
  NotFound,
  PreconditionFailed,
  UnprocessableContent
} from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Who may do what and why, and the effect of a change. */
export class AccessApi extends HttpApiGroup.make("access", { topLevel: true })
  .add(
    HttpApiEndpoint.get("explainAccess", "/orgs/:organizationId/access/explanation", {
      params: organization,
      query: AccessReportsInput.Question,
      success: Explanation.ExplanationView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Explain why a user may or may not do something")
  )
  .add(
    HttpApiEndpoint.get("listMembersWhoCan", "/orgs/:organizationId/access/members", {
      params: organization,
      query: Schema.Struct({ ...AccessReportsInput.WhoCan.fields, ...Paging.UrlParams.fields }),
      success: Paging.of(AccessReportsView.MemberWhoCan),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the members who may do something")
  )
  .add(
    HttpApiEndpoint.post("askWhatIf", "/orgs/:organizationId/access/what-if", {
      params: organization,
      payload: WhatIfInput.WhatIfInput,
      success: AccessReportsView.WhatIfView,
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Ask who would gain or lose what by a change, without making it")
  )
  .annotate(OpenApi.Title, "Access")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
