import {
  AccessReportsInput,
  AccessReportsView,
  Explanation,
  Input,
  InstallationId,
  InstallationReportsInput,
  InstallationReportsView,
  OrganizationId,
  UserId,
  WhatIfInput
} from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

interface Asker {
  readonly user?: string | undefined
  readonly installation?: string
  readonly collection?: string
}

const findFault = ({ collection, installation, user }: Asker): Schema.FilterIssue | undefined => {
  if (installation === undefined) {
    return user === undefined ? { path: ["user"], issue: "a user or an installation must be named" } : undefined
  }
  if (user !== undefined) return { path: ["installation"], issue: "must be absent where a user is named" }
  return collection === undefined
    ? undefined
    : { path: ["collection"], issue: "is about people: integrations are on spaces and sites" }
}

const Question = Schema.Struct(
  Input.describeFields(
    {
      ...AccessReportsInput.AccessQuestion.fields,
      user: Schema.optionalKey(UserId.UserId),
      installation: Schema.optionalKey(InstallationId.InstallationId)
    },
    {
      user: "Member who is asked about; the caller when absent.",
      installation: "Installation that is asked about instead of a member."
    }
  )
).pipe(Schema.check(Schema.makeFilter(findFault)))

/** Who may do what and why, and the effect of a change. */
export class AccessApi extends HttpApiGroup.make("access", { topLevel: true })
  .add(
    HttpApiEndpoint.get("explainAccess", "/orgs/:organizationId/access/explanation", {
      params: organization,
      query: Question,
      success: Schema.Union([Explanation.ExplanationView, InstallationReportsView.InstallationExplanationView]),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Explain access")
      .annotate(OpenApi.Description, "Explains why a user or an installed integration has a permission or not.")
  )
  .add(
    HttpApiEndpoint.get("listMembersWhoCan", "/orgs/:organizationId/access/members", {
      params: organization,
      query: Schema.Struct({ ...AccessReportsInput.WhoCan.fields, ...Paging.UrlParams.fields }),
      success: Paging.of(AccessReportsView.MemberWhoCan),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List members with a permission")
      .annotate(OpenApi.Description, "Returns the members who have a permission, with what it comes from.")
  )
  .add(
    HttpApiEndpoint.post("askWhatIf", "/orgs/:organizationId/access/what-if", {
      params: organization,
      payload: Schema.Union([WhatIfInput.WhatIfInput, InstallationReportsInput.InstallationWhatIf]),
      success: Schema.Union([AccessReportsView.WhatIfView, InstallationReportsView.InstallationWhatIfView]),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Preview a change of access")
      .annotate(OpenApi.Description, "Returns who would gain or lose access by a change, without making it.")
  )
  .annotate(OpenApi.Title, "Access")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
