import { Effect, Schema } from "effect"
import { SiteSectionGroupId, SiteSectionId, SiteSpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { MoveInvalid } from "../../people/placement/Move.ts"
import type { SitePosition } from "./SiteStructure.ts"

/** The position of a moved item relative to another one; exactly one of the two is given. */
export const nextTo = <S extends Schema.Constraint>(neighbor: S) =>
  Schema.Struct(
    describeFields(
      { before: Schema.optionalKey(neighbor), after: Schema.optionalKey(neighbor) },
      { before: "Sibling before which the item is placed.", after: "Sibling after which the item is placed." }
    )
  )

/** The position in a body; undefined, the end, if it contains none (rule site-order). */
export const read = <N, F extends string>(
  position: { readonly before?: N; readonly after?: N } | undefined,
  key: F,
  idOf: (neighbor: N) => string
): Effect.Effect<SitePosition | undefined, MoveInvalid> => {
  if (position === undefined) return Effect.succeed(undefined)
  const { after, before } = position
  const neighbor = before ?? after
  if (neighbor === undefined || (before !== undefined && after !== undefined)) {
    return Effect.fail(new MoveInvalid({ field: "position", rule: "must have exactly one of before and after" }))
  }
  const side = before === undefined ? "after" : "before"
  return Effect.succeed({ side, id: idOf(neighbor), field: `position.${side}.${key}` })
}

const Pointer = Schema.Union([
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site-space"), id: SiteSpaceId },
      { id: "Item to move, by its identifier on the site." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site-section"), id: SiteSectionId },
      { id: "Item to move, by its identifier on the site." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site-section-group"), id: SiteSectionGroupId },
      { id: "Item to move, by its identifier on the site." }
    )
  )
])

/** A move of one item of a structure; to the end if no position is given. */
export const SiteSort = closed(
  "SiteSort",
  { item: Pointer, position: optional(nextTo(Pointer)) },
  { item: "Site space, section or group to move.", position: "Position among the siblings. Defaults to the end." }
)
export type SiteSort = typeof SiteSort.Type
