import { Schema } from "effect"
import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { optional } from "../../foundation/input/Input.ts"
import type { PlacementKind } from "../../organizations/access/AccessFacts.ts"
import { Permission } from "./Explanation.ts"

const subjectFields = { permission: Permission, space: optional(SpaceId), collection: optional(CollectionId) }

interface QuestionSubject {
  readonly permission: Permission
  readonly space?: SpaceId
  readonly collection?: CollectionId
}

/** Asks who has a permission: on a space or collection, or on the organization where neither is named. */
export const WhoCan = Schema.Struct(subjectFields)
export type WhoCan = typeof WhoCan.Type

/** Asks why a user has a permission or lacks it. */
export const Question = Schema.Struct({ user: UserId, ...subjectFields })
export type Question = typeof Question.Type

const isOfContent = ({ permission }: QuestionSubject) => permission.startsWith("content:")

const findFault = (asked: QuestionSubject): Schema.FilterIssue | undefined => {
  const isNamed = asked.space !== undefined || asked.collection !== undefined
  if (asked.space !== undefined && asked.collection !== undefined) {
    return { path: ["collection"], issue: "must be absent where a space is named" }
  }
  if (isOfContent(asked) && !isNamed) return { path: ["permission"], issue: "asks for a space or a collection" }
  return !isOfContent(asked) && isNamed
    ? { path: ["permission"], issue: "is about the organization: no space or collection may be named" }
    : undefined
}

/**
 * The questions with their rules: content permissions name a space or a collection, not both; organization permissions
 * name neither.
 */
export const WhoCanChecked = WhoCan.pipe(Schema.check(Schema.makeFilter(findFault)))
export const QuestionChecked = Question.pipe(Schema.check(Schema.makeFilter(findFault)))

/** The space or collection that the question is about, if any. */
export const targetOf = ({
  collection,
  space
}: QuestionSubject): { readonly kind: PlacementKind; readonly id: string } | undefined => {
  if (space !== undefined) return { kind: "space", id: space }
  return collection === undefined ? undefined : { kind: "collection", id: collection }
}
