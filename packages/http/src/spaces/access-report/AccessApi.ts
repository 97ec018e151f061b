import {
  AccessReport,
  AccessReports,
  Explanation,
  Input,
  InstallationId,
  InstallationReports,
  OrganizationId,
  UserId,
  WhatIfInput
} from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })

interface Asker {
  readonly user?: string | undefined
  readonly installation?: string
  readonly collection?: string
}

const findFault = ({ collection, installation, user }: Asker): Schema.FilterIssue | undefined => {
  if (installation === undefined) {
    return user === undefined ? { path: ["user"], issue: "must be present when there is no installation" } : undefined
  }
  if (user !== undefined) return { path: ["installation"], issue: "must be absent where a user is named" }
  return collection === undefined
    ? undefined
    : { path: ["collection"], issue: "cannot be used with an installation; use a space or a site" }
}

const Question = Schema.Struct(
  Input.describeFields(
    {
      ...AccessReport.AccessQuestion.fields,
      user: Schema.optionalKey(UserId),
      installation: Schema.optionalKey(InstallationId)
    },
    {
      user: "Member whose access is explained; the caller when absent.",
      installation: "Installation whose access is explained instead of that of a member."
    }
  )
).pipe(Schema.check(Schema.makeFilter(findFault)))

const isOfInstallation = Schema.is(InstallationReports.InstallationWhatIf)

/** Who may do what and why, and the effect of a change. */
export class AccessApi extends Group.make(
  "access",
  "Access",
  Endpoint.get("explainAccess", "/orgs/:organizationId/access/explanation", {
    summary: "Explain access",
    description: "Explains why a user or an installed integration does or does not have a permission.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    query: Question,
    success: Schema.Union([Explanation.ExplanationView, InstallationReports.InstallationExplanationView]),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listMembersWhoCan", "/orgs/:organizationId/access/members", {
    summary: "List members with a permission",
    description: "Returns the members who have a permission, with its source.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    query: Schema.Struct({ ...AccessReport.WhoCan.fields, ...Paging.UrlParams.fields }),
    success: Paging.of(AccessReport.MemberWhoCan),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("askWhatIf", "/orgs/:organizationId/access/what-if", {
    summary: "Preview a change of access",
    description: "Returns who would gain or lose access by a change, without making it.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: Schema.Union([WhatIfInput.WhatIfInput, InstallationReports.InstallationWhatIf]),
    success: Schema.Union([AccessReport.WhatIfView, InstallationReports.InstallationWhatIfView]),
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const people = yield* AccessReports.AccessReports
      const installations = yield* InstallationReports.InstallationReports
      return {
        explainAccess: Effect.fnUntraced(function* ({
          params: { organizationId },
          query: { installation, user, ...question }
        }) {
          if (user !== undefined) return yield* people.explain(organizationId, { user, ...question })
          const asked = yield* Effect.orDie(Effect.fromNullishOr(installation))
          return yield* installations.explain(organizationId, { installation: asked, ...question })
        }),
        listMembersWhoCan: ({ params: path, query: { limit, page, ...question } }) =>
          people.whoCan(path.organizationId, question, page === undefined ? { limit } : { limit, page }),
        askWhatIf: Effect.fnUntraced(function* ({ params: { organizationId }, payload }) {
          return isOfInstallation(payload)
            ? yield* installations.whatIf(organizationId, payload)
            : yield* people.whatIf(organizationId, payload)
        })
      }
    })
  )
}
