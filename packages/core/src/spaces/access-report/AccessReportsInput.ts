import { Schema } from "effect"
import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import type { PlacementKind } from "../../organizations/access/AccessFacts.ts"
import * as Explanation from "./Explanation.ts"

const subjectFields = describeFields(
  {
    permission: Explanation.Permission,
    space: optional(SpaceId),
    collection: optional(CollectionId),
    site: optional(SiteId)
  },
  {
    permission: "Permission that is asked about.",
    space: "Space that is asked about.",
    collection: "Collection that is asked about.",
    site: "Site that is asked about."
  }
)

export interface QuestionSubject {
  readonly permission: Explanation.Permission
  readonly space?: SpaceId
  readonly collection?: CollectionId
  readonly site?: SiteId
}

/** Asks who has a permission: on a space, collection or site, or on the organization where none is named. */
export const WhoCan = Schema.Struct(subjectFields)
export type WhoCan = typeof WhoCan.Type

/** Asks why a user has a permission or lacks it. */
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
    return isOfContent ? { path: ["permission"], issue: "asks for a space, a collection or a site" } : undefined
  }
  if (second !== undefined) return { path: [second.kind], issue: `must be absent where a ${target.kind} is named` }
  if (!isOfContent) {
    return { path: ["permission"], issue: "is about the organization: no space, collection or site may be named" }
  }
  return target.kind === "site" && asked.permission !== "content:view"
    ? { path: ["permission"], issue: "is about spaces and collections: a site is viewed" }
    : undefined
}

/**
 * The questions with their rules: content permissions name a space, a collection or a site, one of them; organization
 * permissions name none. On a site, a role gives a view alone (rule site-grants).
 */
export const WhoCanChecked = WhoCan.pipe(Schema.check(Schema.makeFilter(findFault)))
export const QuestionChecked = AccessQuestion.pipe(Schema.check(Schema.makeFilter(findFault)))

/** The space, collection or site that the question is about, if any. */
export const targetOf = (asked: QuestionSubject): AccessTarget | undefined => listTargets(asked)[0]
