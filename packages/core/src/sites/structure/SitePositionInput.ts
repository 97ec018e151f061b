import { Effect, Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { MoveInvalid } from "../../people/placement/Move.ts"
import type { SitePosition } from "./SiteOrder.ts"

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
