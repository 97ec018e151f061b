import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { AccessResource, AccessSource, type Names, view } from "../../people/access/AccessSource.ts"
import { decide, explain, explainOrganization } from "../../people/access/Decision.ts"
import { Role } from "../../people/access/Role.ts"
import { UserView } from "../../people/user/User.ts"
import type * as ExplanationWords from "./ExplanationWords.ts"
import { describeStep, summarize } from "./ExplanationWords.ts"

/** The permissions that can be queried: the closed list that `decide` implements. */
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
      /**
       * `passed`: the rule did not apply; `decided`: the rule is the source; `unasked`: an earlier rule had decided.
       */
      outcome: Schema.Literals(["passed", "decided", "unasked"]),
      text: Schema.String
    },
    {
      text: "Explanation in one sentence.",
      rule: "Rule that was evaluated.",
      outcome: "Whether the rule did not apply, decided, or was not evaluated."
    }
  )
).annotate({ identifier: "AccessStep" })

/**
 * Why a user has or lacks a permission, in words and as data; `steps` are in order of precedence. A deleted space or
 * collection is explained as if it were active, and `text` states that it is deleted.
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
      permission: "Permission to check.",
      resource: "Resource that the permission applies to.",
      allowed: "Whether the permission is granted.",
      verdict: "Whether access is allowed, forbidden, or hidden as if the resource did not exist.",
      text: "Explanation in one sentence.",
      source: "Source of the role.",
      user: "User whose permission was checked.",
      role: "Role of the user on the resource; null if there is none.",
      steps: "Rules in the order in which they were evaluated."
    }
  )
).annotate({ identifier: "AccessExplanation" })
export type ExplanationView = typeof ExplanationView.Type

/** Explains a decision. The verdict always equals the one of `decide`. */
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
