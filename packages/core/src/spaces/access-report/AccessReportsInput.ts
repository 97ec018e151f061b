import { Schema } from "effect"
import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import type { PlacementKind } from "../../people/access/AccessFacts.ts"
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
