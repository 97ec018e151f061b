import { Schema } from "effect"
import { UserView } from "../../accounts/user/User.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { AccessResource, AccessSource, type Names, view } from "../../organizations/access/AccessSource.ts"
import { decide, explain, explainOrganization } from "../../organizations/access/Decision.ts"
import { Role } from "../../organizations/access/Role.ts"
import type * as ExplanationWords from "./ExplanationWords.ts"
import { describeStep, summarize } from "./ExplanationWords.ts"

/** The permissions that can be asked about: the closed list that `decide` knows. */
export const Permission = Schema.Literals([
  "content:view",
  "content:read",
  "content:comment",
  "content:edit",
  "content:review",
  "content:create",
  "organization:view",
  "organization:list-members",
  "organization:create-content",
  "organization:admin"
]).annotate({ identifier: "AccessPermission" })
export type Permission = typeof Permission.Type

const rules = {
  Membership: "membership",
  OrganizationAdmin: "organization-admin",
  UserGrant: "user-grant",
  TeamGrant: "team-grant",
  Creator: "creator",
  DefaultLevel: "default-level",
  OrganizationRole: "organization-role"
} as const

const AccessStep = Schema.Struct(
  describeFields(
    {
      rule: Schema.Literals([
        "membership",
        "organization-admin",
        "user-grant",
        "team-grant",
        "creator",
        "default-level",
        "organization-role"
      ]),
      /** `passed`: the rule gave no answer; `decided`: the rule is the source; `unasked`: an earlier rule had decided. */
      outcome: Schema.Literals(["passed", "decided", "unasked"]),
      text: Schema.String
    },
    {
      text: "Explanation in one sentence.",
      rule: "Rule that was tried.",
      outcome: "Whether the rule passed on, decided, or was not asked."
    }
  )
).annotate({ identifier: "AccessStep" })

/**
 * Why a user has a permission or lacks it, in words and as data; `steps` are in order of precedence. A deleted space or
 * collection is explained as if it were active, and `text` says that it is deleted.
 */
export const ExplanationView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("access-explanation"),
      user: UserView,
      permission: Permission,
      resource: AccessResource,
      allowed: Schema.Boolean,
      verdict: Schema.Literals(["allowed", "forbidden", "hidden"]),
      /** The effective role on the resource; null is none. */
      role: Schema.NullOr(Role),
      source: AccessSource,
      steps: Schema.Array(AccessStep),
      text: Schema.String
    },
    {
      permission: "Permission that is asked about.",
      resource: "What the permission is for.",
      allowed: "Whether the permission is given.",
      verdict: "Whether it is allowed, forbidden, or hidden like something that does not exist.",
      text: "Explanation in one sentence.",
      source: "What the role comes from.",
      user: "User who is asked about.",
      role: "Role that the user has there; null for none.",
      steps: "Rules in the order in which they were tried."
    }
  )
).annotate({ identifier: "AccessExplanation" })
export type ExplanationView = typeof ExplanationView.Type

/** Explains a decision. The verdict is always the one that `decide` gives. */
export const buildExplanation = (question: ExplanationWords.AccessQuestion, names: Names): ExplanationView => {
  const { facts, permission, resource, user } = question
  const explanation = resource.type === "organization" ? explainOrganization(facts) : explain(facts)
  const verdict = decide(permission, facts)
  const explained = { ...question, explanation, names }
  return {
    object: "access-explanation",
    user,
    permission,
    resource,
    allowed: verdict === "allowed",
    verdict,
    role: explanation.role,
    source: view(explanation.source, names),
    steps: explanation.steps.map((each) => ({
      rule: rules[each.rule._tag],
      outcome: each.outcome,
      text: describeStep(each, explained)
    })),
    text: summarize(verdict, explained)
  }
}
