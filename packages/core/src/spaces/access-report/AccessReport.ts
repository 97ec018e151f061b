import { Schema } from "effect"
import { CollectionId, SiteId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import type { PlacementKind } from "../../people/access/AccessFacts.ts"
import { AccessResource, AccessSource } from "../../people/access/AccessSource.ts"
import { Role, roles } from "../../people/access/Role.ts"
import { MemberView } from "../../people/member/Member.ts"
import { UserView } from "../../people/user/User.ts"
import * as Explanation from "./Explanation.ts"

const subjectFields = describeFields(
  {
    permission: Explanation.Permission,
    space: optional(SpaceId),
    collection: optional(CollectionId),
    site: optional(SiteId)
  },
  {
    permission: "Permission to check.",
    space: "Space to check.",
    collection: "Collection to check.",
    site: "Site to check."
  }
)

export interface QuestionSubject {
  readonly permission: Explanation.Permission
  readonly space?: SpaceId
  readonly collection?: CollectionId
  readonly site?: SiteId
}

/**
 * Query for the members who have a permission: on a space, collection or site, or on the organization if none is given.
 */
export const WhoCan = Schema.Struct(subjectFields)
export type WhoCan = typeof WhoCan.Type

/** Query for why a user has or lacks a permission. */
export const AccessQuestion = Schema.Struct({ user: UserId, ...subjectFields })
export type AccessQuestion = typeof AccessQuestion.Type

export interface AccessTarget {
  readonly kind: PlacementKind
  readonly id: string
}

const listTargets = ({ collection, site, space }: QuestionSubject): ReadonlyArray<AccessTarget> => [
  ...(space === undefined ? [] : [{ kind: "space", id: space } as const]),
  ...(collection === undefined ? [] : [{ kind: "collection", id: collection } as const]),
  ...(site === undefined ? [] : [{ kind: "site", id: site } as const])
]

const findFault = (asked: QuestionSubject): Schema.FilterIssue | undefined => {
  const [target, second] = listTargets(asked)
  const isOfContent = asked.permission.startsWith("content:")
  if (target === undefined) {
    return isOfContent ? { path: ["permission"], issue: "requires a space, a collection or a site" } : undefined
  }
  if (second !== undefined) return { path: [second.kind], issue: `must be absent if a ${target.kind} is given` }
  if (!isOfContent) {
    return { path: ["permission"], issue: "applies to the organization: no space, collection or site may be given" }
  }
  return target.kind === "site" && asked.permission !== "content:view"
    ? { path: ["permission"], issue: "applies to spaces and collections only: sites support content:view" }
    : undefined
}

/**
 * The queries with their rules: content permissions require exactly one space, collection or site; organization
 * permissions require none. On a site, roles only grant view access (rule site-grants).
 */
export const WhoCanChecked = WhoCan.pipe(Schema.check(Schema.makeFilter(findFault)))
export const QuestionChecked = AccessQuestion.pipe(Schema.check(Schema.makeFilter(findFault)))

/** The space, collection or site that the question is about, if any. */
export const targetOf = (asked: QuestionSubject): AccessTarget | undefined => listTargets(asked)[0]

/** A member who has the permission, with the effective role that grants it and the source of that role. */
export const MemberWhoCan = Schema.Struct(
  describeFields(
    {
      member: MemberView,
      /** The role on the space, collection or site, or in the organization; null is a guest of the organization. */
      role: Schema.NullOr(Role),
      source: AccessSource
    },
    {
      member: "Member who has the permission.",
      role: "Role; null if there is none.",
      source: "Source of the role."
    }
  )
).annotate({ identifier: "MemberWhoCan" })
export type MemberWhoCan = typeof MemberWhoCan.Type

/** A user's role in an organization, `guest` without one, or `none` for non-members and disabled members. */
export const OrganizationStanding = Schema.Literals([...roles, "guest", "none"]).annotate({ identifier: "Standing" })
export type OrganizationStanding = typeof OrganizationStanding.Type

/** A role on a space, collection or site that would change; null is none. */
export const AccessChange = Schema.Struct(
  describeFields(
    {
      user: UserView,
      resource: AccessResource,
      before: Schema.NullOr(Role),
      after: Schema.NullOr(Role)
    },
    {
      resource: "Organization, space, collection or site that is affected.",
      user: "User whose access changes.",
      before: "Role before the change; null for no access.",
      after: "Role after the change; null for no access."
    }
  )
).annotate({ identifier: "AccessChange" })

/** The effects of a change: `changes` by resource and then user, and how many `more` there are. */
export const WhatIfView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("what-if"),
      /** How the user's membership in the organization would change; absent if it would not. */
      organization: Schema.optionalKey(
        Schema.Struct(
          describeFields(
            { user: UserView, before: OrganizationStanding, after: OrganizationStanding },
            {
              user: "User whose membership changes.",
              before: "Membership before the change.",
              after: "Membership after the change."
            }
          )
        )
      ),
      changes: Schema.Array(AccessChange),
      more: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))
    },
    {
      changes: "The first differences in access.",
      more: "Number of further entries that are not listed.",
      organization: "Change of the membership in the organization."
    }
  )
).annotate({ identifier: "WhatIfView" })
export type WhatIfView = typeof WhatIfView.Type
