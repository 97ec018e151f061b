import { Schema } from "effect"
import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { optional } from "../../foundation/input/Input.ts"
import type { PlacementKind } from "../../organizations/access/AccessFacts.ts"
import { Permission } from "./Explanation.ts"

const about = { permission: Permission, space: optional(SpaceId), collection: optional(CollectionId) }

interface About {
  readonly permission: Permission
  readonly space?: SpaceId
  readonly collection?: CollectionId
}

/** Who may do something: to a space or a collection, or to the organization where neither is named. */
export const WhoCan = Schema.Struct(about)
export type WhoCan = typeof WhoCan.Type

/** Why a user may or may not do it. */
export const Question = Schema.Struct({ user: UserId, ...about })
export type Question = typeof Question.Type

const isOfContent = ({ permission }: About) => permission.startsWith("content:")

const fault = (asked: About): Schema.FilterIssue | undefined => {
  const isNamed = asked.space !== undefined || asked.collection !== undefined
  if (asked.space !== undefined && asked.collection !== undefined) {
    return { path: ["collection"], issue: "must be absent where a space is named" }
  }
  if (isOfContent(asked) && !isNamed) return { path: ["permission"], issue: "asks for a space or a collection" }
  return !isOfContent(asked) && isNamed
    ? { path: ["permission"], issue: "is about the organization: no space or collection may be named" }
    : undefined
}

/** As they are checked: content permissions name exactly one of both, and those of the organization none. */
export const WhoCanChecked = WhoCan.pipe(Schema.check(Schema.makeFilter(fault)))
export const QuestionChecked = Question.pipe(Schema.check(Schema.makeFilter(fault)))

/** The space or collection that is asked about, if one is. */
export const targetOf = ({
  collection,
  space
}: About): { readonly kind: PlacementKind; readonly id: string } | undefined => {
  if (space !== undefined) return { kind: "space", id: space }
  return collection === undefined ? undefined : { kind: "collection", id: collection }
}
